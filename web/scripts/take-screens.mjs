// Takes the pictures of README.md into docs/screens, from a running demo class. Give the demo and this script
// the same TZ, one in which it is daytime.
//   cargo xtask run --demo
//   node scripts/take-screens.mjs http://localhost:3000 PASSWORD
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { device, launch, waitForAnimations } from '../e2e/lib/browser.mjs';
import { PUPIL, TEACHER } from '../e2e/lib/class.mjs';
import { call, signIn } from '../e2e/lib/people.mjs';

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const MAX_BYTES = 150_000;
/** Tried until a picture is small enough. */
const QUALITIES = [82, 70, 58, 46, 34];

/** Each picture: who looks at what and on which device, and when it is there. */
const SCREENS = {
  'home-desktop-light': { who: PUPIL, size: 'desktop', hash: '', ready: home },
  'home-phone-light': { who: PUPIL, size: 'phone', hash: '', ready: home },
  'chat-desktop-light': { who: PUPIL, size: 'desktop', hash: '/app/chat', ready: chat },
  'console-desktop-light': { who: TEACHER, size: 'desktop', hash: '/app/admin/members', ready: members },
  panel: { size: 'sharp', ready: panel },
};

const [url, password] = process.argv.slice(2);
if (!password) throw new Error('name the address of a running demo and its password, as it prints them');
mkdirSync(FOLDER, { recursive: true });
const browser = await launch();
try {
  for (const [name, screen] of Object.entries(SCREENS)) await take(name, screen);
} finally {
  await browser.close();
}

async function take(name, { who, size, hash, ready }) {
  const context = await device(browser, size, { glass: true, zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  const page = await context.newPage();
  if (who) {
    await signIn(context, { url }, who, password);
    await page.goto(`${url}/#${hash}`);
    await page.locator('.host').first().waitFor({ state: 'attached' });
  }
  await ready(page);
  await waitForAnimations(page);
  const path = join(FOLDER, `${name}.jpg`);
  for (const quality of QUALITIES) {
    await page.screenshot({ path, type: 'jpeg', quality, scale: 'css' });
    if (statSync(path).size <= MAX_BYTES) break;
  }
  console.log(`${name}.jpg ${Math.round(statSync(path).size / 1000)} kB`);
  await context.close();
}

async function home(page) {
  await page.getByText('周五研学').first().waitFor();
  await page.getByText('期末考试').first().waitFor();
  // The broadcast of the day covers the bar until someone has seen it.
  const close = page.getByRole('button', { name: '关闭' });
  if (await close.first().isVisible()) await close.first().click();
}

async function chat(page) {
  const app = page.locator('.window[data-app=chat]');
  await app.getByRole('button', { name: /01班/ }).click();
  await app.getByRole('log').locator('article').first().waitFor();
}

async function members(page) {
  await page.locator('.window[data-app=admin]').getByText('沈听澜').first().waitFor();
}

/** A screen of a classroom, which the teacher adds by the code that it shows. */
async function panel(page) {
  await page.goto(`${url}/panel`);
  const code = (await page.locator('p.code').textContent()).replace(/\D/g, '');
  const body = { account: TEACHER, password };
  const { token } = await call({ url }, 'POST', '/api/auth/login', { body });
  const { id } = await call({ url }, 'POST', '/api/admin/panels', { token, body: { code, name: '302 教室' } });
  // The pictures are taken at night too.
  await call({ url }, 'PATCH', `/api/admin/panels/${id}`, { token, body: { settings: { night: null } } });
  await page.getByText('期末考试').first().waitFor();
}
