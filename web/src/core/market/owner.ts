// Whose code is at work. The scripts of installed apps share the page with the desktop; what tells them apart is the
// address they were loaded from, which stands in the stack of every call and of every error.

/** Where a piece of code comes from: the app, and the path of its file below the root of the app. */
export interface Source {
  app: string;
  file: string;
}

/** The folder that the files of all installed apps are below. */
export const STATIC = '/market-static/';
const ADDRESS = /^([a-z][a-z0-9-]*)\/([^?#\s):]+)/;

interface StackTraces {
  captureStackTrace?: (holder: { stack?: string }, below: unknown) => void;
  stackTraceLimit?: number;
}

/** The first file of an installed app that a stack or an address names. */
export function sourceIn(text: string | undefined): Source | undefined {
  const root = location.origin + STATIC;
  const at = text?.indexOf(root) ?? -1;
  const [, app, file] = (at >= 0 && ADDRESS.exec(text?.slice(at + root.length) ?? '')) || [];
  return app && file ? { app, file } : undefined;
}

/**
 * The installed app whose code has called `below`; none for code of the desktop, even where that was called by an app.
 * `below` has to call this function itself.
 */
export function callerOf(below: unknown): Source | undefined {
  const traces = Error as StackTraces;
  if (!traces.captureStackTrace) return sourceIn(frameOf(new Error('trace').stack ?? ''));
  const holder: { stack?: string } = {};
  const limit = traces.stackTraceLimit;
  traces.stackTraceLimit = 1;
  traces.captureStackTrace(holder, below);
  traces.stackTraceLimit = limit;
  return sourceIn(holder.stack);
}

/** Where an error was thrown by an installed app, or because of one. */
export function blamed(cause: unknown, address?: string): Source | undefined {
  const { stack } = (cause ?? {}) as { stack?: unknown };
  return sourceIn(typeof stack === 'string' ? stack : undefined) ?? sourceIn(address);
}

/** Safari and Firefox: the third line with a place, behind those of `callerOf` and of what it was asked about. */
function frameOf(stack: string): string {
  return stack.split('\n').filter((line) => /:\d+:\d+/.test(line))[2] ?? '';
}
