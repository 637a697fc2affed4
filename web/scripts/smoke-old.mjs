// Opens the portal in an old Chromium (the school tablets' engine) and fails on any script error or
// when no screen appears.  node scripts/smoke-old.mjs PATH_TO_CHROMIUM URL [SCREENSHOT.png]
import { launch, pause } from './cdp.mjs';

const [binary, url, picture] = process.argv.slice(2);
if (!binary || !url) {
  console.error('usage: node scripts/smoke-old.mjs PATH_TO_CHROMIUM URL [SCREENSHOT.png]');
  process.exit(2);
}

const WAIT_MS = 15_000;
const page = await launch(binary, { width: 960, height: 600 });
await page.goto(url);

let heading = '';
for (const end = Date.now() + WAIT_MS; !heading && Date.now() < end; await pause(100)) {
  heading = await page.evaluate(`(document.querySelector('#app h1, #app h2') || {}).textContent || ''`);
}
if (picture) await page.shot(picture);
// A guest's 401 is an answer, not a fault of the page.
const errors = page.logs.filter((line) => /^(exception|error)/.test(line) && !/status of 401/.test(line));
console.log(`${page.version}: ${heading || 'nothing shown'}`);
errors.forEach((line) => console.error(line));
await page.close();
process.exit(heading && errors.length === 0 ? 0 : 1);
