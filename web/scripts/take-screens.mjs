// Takes the pictures in docs/screens: what a class in term sees, on a phone, a tablet, a PC and a wall
// panel, in light and dark. Needs `npm run build` and the server, as the browser tests do.
//   node scripts/take-screens.mjs [name …]      all, or those screens
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { device, launch, settle } from '../e2e/lib/browser.mjs';
import { classInTerm, PUPIL, TEACHER } from '../e2e/lib/class.mjs';
import { call, signIn } from '../e2e/lib/people.mjs';
import { startPortal } from '../e2e/lib/portal.mjs';

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const SIZES = ['phone', 'tablet', 'desktop', 'panel'];
const SCHEMES = ['light', 'dark'];
const MOST_BYTES = 150_000;
/** Tried until a picture is small enough. */
const QUALITIES = [82, 70, 58, 46, 34];
const PIECE = '同学们好，下午第三节课改为全校消防演练，听到警报后请按疏散路线有序离开教室。';

/** Who looks at what, and how one gets there; the page is at the hash already. */
const SCREENS = {
  home: { hash: '', async ready(page) {
    await page.getByRole('article', { name: '倒计时' }).getByText('41').waitFor();
  } },
  edit: { hash: '', async ready(page) {
    await page.getByRole('button', { name: '编辑桌面' }).click();
    await page.getByRole('toolbar').waitFor();
  } },
  chat: { hash: '/app/chat', async ready(page, app) {
    await app('chat').getByRole('button', { name: /01班/ }).click();
    await app('chat').getByRole('log').locator('article').first().waitFor();
    const newer = app('chat').getByRole('button', { name: /条新消息/ });
    if (await newer.isVisible()) await newer.click();
    await app('chat').getByRole('log').getByText('我整理了一份').waitFor();
    await newer.waitFor({ state: 'detached' });
  } },
  announcements: { hash: '/app/announcements', async ready(page, app) {
    await app('announcements').getByText('周五研学').click();
    await app('announcements').getByRole('cell', { name: '操场集合，清点人数' }).waitFor();
  } },
  console: { who: TEACHER, hash: '/app/admin/members', async ready(page, app) {
    await app('admin').getByText('沈听澜').first().waitFor();
  } },
  look: { hash: '/app/settings/appearance', only: ['phone', 'tablet'], async ready(page, app) {
    await app('settings').getByRole('tab', { name: '外观', selected: true }).waitFor();
    await page.waitForLoadState('networkidle');
  } },
  urgent: { hash: '', classroom: true, only: ['panel'], async ready(page, app, portal, token) {
    const { id } = await call(portal, 'POST', '/api/admin/broadcasts', { token, body: { content: PIECE, priority: 'urgent' } });
    await page.getByRole('alertdialog').waitFor();
    return () => call(portal, 'POST', `/api/admin/broadcasts/${id}/end`, { token });
  } },
};

const wanted = process.argv.slice(2);
const portal = await startPortal();
const browser = await launch();
try {
  mkdirSync(FOLDER, { recursive: true });
  const tokens = await classInTerm(portal);
  for (const [name, screen] of Object.entries(SCREENS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const size of screen.only ?? SIZES) await take(name, screen, size, tokens[TEACHER]);
  }
} finally {
  await browser.close();
  await portal.stop();
}

async function take(name, { who = PUPIL, hash, classroom, ready }, size, token) {
  const context = await device(browser, size, { glass: true });
  if (classroom) await context.addInitScript(() => localStorage.setItem('portal:device:classroom', '1'));
  await signIn(context, portal, who);
  const page = await context.newPage();
  await page.goto(`${portal.url}/#${hash}`);
  await page.locator('.host').first().waitFor({ state: 'attached' });
  const end = await ready(page, (app) => page.locator(`.window[data-app=${app}]`), portal, token);
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-theme=${scheme}]`).waitFor();
    await settle(page);
    const path = join(FOLDER, `${name}-${size}-${scheme}.jpg`);
    for (const quality of QUALITIES) {
      await page.screenshot({ path, type: 'jpeg', quality });
      if (statSync(path).size <= MOST_BYTES) break;
    }
    console.log(`${path.slice(FOLDER.length)} ${Math.round(statSync(path).size / 1000)} kB`);
  }
  await end?.();
  await context.close();
}
