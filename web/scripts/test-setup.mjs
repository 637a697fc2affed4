import { vi } from 'vitest';

// The browser of the unit tests speaks Chinese first, as those of most members do.
Object.defineProperty(navigator, 'languages', { value: ['zh-CN', 'zh'], configurable: true });

/** A busy machine takes longer than the library's second to import a view, and no test is about how fast. */
const WAIT_MS = 15_000;
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (check, options = {}) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
