// What every browser test runs in: `test`, which keeps what a failure needs to be understood, and the clean-up
// at the end of a group.
import { test as base, expect } from '@playwright/test';
import { closeDevices, consoleLines } from './browser.mjs';
import { tabletEvidence } from './old-chromium.mjs';
import { portalLogs, stopPortals } from './portal.mjs';

/**
 * A test that fails leaves, beside the runner's trace and screenshots, what the pages wrote to their consoles and
 * what the portals printed.
 */
export const test = base.extend({
  logs: [
    // The runner asks for a pattern, also where a fixture needs no other.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, info) => {
      await use();
      if (info.status === info.expectedStatus) return;
      await info.attach('console.log', { body: consoleLines(), contentType: 'text/plain' });
      for (const [i, { picture, lines }] of (await tabletEvidence()).entries()) {
        await info.attach(`tablet-${i + 1}.png`, { body: picture, contentType: 'image/png' });
        await info.attach(`tablet-${i + 1}.log`, { body: lines, contentType: 'text/plain' });
      }
      for (const [i, log] of portalLogs().entries()) {
        await info.attach(`portal-${i + 1}.log`, { body: log, contentType: 'text/plain' });
      }
    },
    // What fails before the first test of a group leaves as much.
    { auto: 'all-hooks-included' },
  ],
});

export { expect };

/** Ends every device and portal that a group of tests has opened; for `test.afterAll`. */
export async function cleanUp() {
  await closeDevices();
  await stopPortals();
}
