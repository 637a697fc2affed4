// How the browser tests run: `npm run e2e`. The portal they talk to is `PORTAL_BIN`, else the debug build.
import { defineConfig } from '@playwright/test';

const RESULTS = '../target/e2e';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.mjs',
  outputDir: `${RESULTS}/failed`,
  // Each file has portals of its own, so two go on at once; they wait more than they compute.
  workers: 2,
  // Only ends what hangs: every wait has a limit of its own.
  timeout: 180_000,
  // As long as WAIT_MS in e2e/lib/browser.mjs: a busy machine is slow, and no test is about how fast.
  expect: { timeout: 30_000 },
  // One retry with a fresh portal. A test that passes only then is counted as flaky, and is to be repaired.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: `${RESULTS}/results.json` }]],
  // A trace films the page: with one of every test the suite takes half as long again.
  use: { trace: 'on-first-retry', screenshot: 'only-on-failure' },
});
