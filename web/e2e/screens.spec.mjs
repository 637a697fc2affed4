// Every screen at every size: axe in light and dark, geometry, and pictures for people to look at. SCREENS=all goes
// through each size in both themes and both languages; the suite leaves out what differs least.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { axeFindings } from './lib/axe.mjs';
import { device, faultsOf, launch, pictureFolder, SIZES, waitForAnimations, watchedPage } from './lib/browser.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';
import { tourOfModerator } from './lib/tour-community.mjs';
import { fillPortal, tourInEnglish, tourOfGuest, tourOfMember, tourOfSchoolDay, tourOfSetup } from './lib/tour.mjs';

const TOUCH_PX = 44;
/** What the screens of trouble make the browser log. */
const EXPECTED = ['status of 400', 'status of 401', 'status of 403', 'net::ERR_'];

const BOTH = ['light', 'dark'];
/** The wall panel differs from the desktop by its geometry alone, English by its lengths. */
const SOME = [
  { name: 'phone', size: 'phone', themes: BOTH },
  { name: 'tablet', size: 'tablet', themes: BOTH },
  { name: 'desktop', size: 'desktop', themes: BOTH, glass: true },
  { name: 'panel', size: 'panel', themes: ['light'], plain: true, savesSetup: true },
  { name: 'english-phone', size: 'phone', themes: ['light'], plain: true, language: 'en' },
  { name: 'english-tablet', size: 'tablet', themes: ['light'], plain: true, language: 'en' },
];
const ALL = Object.keys(SIZES).flatMap((size) => [
  { name: size, size, themes: BOTH, savesSetup: size === 'panel' },
  { name: `english-${size}`, size, themes: BOTH, language: 'en' },
]);
const DEVICES = process.env.SCREENS === 'all' ? ALL : SOME;

test.describe('screens', () => {
  // Each device goes alone, so that the two workers share them.
  test.describe.configure({ mode: 'parallel' });
  let browser, filledPortal;

  test.beforeAll(async () => {
    browser = await launch();
    filledPortal = await startPortal();
    await fillPortal(filledPortal);
  });
  test.afterAll(cleanUp);

  test('are looked at by checks that see faults', async () => {
    const page = await (await device(browser)).newPage();
    await page.setContent(`<!doctype html><html lang="zh"><title>t</title><main><h1>h</h1>
      <p style="width:3em;overflow:hidden;white-space:nowrap">一二三四五六七</p>
      <p style="height:1em;overflow:hidden">上面<br>下面<br>更下面</p>
      <p style="width:1em">挤在一起的字</p>
      <p style="position:absolute;top:300px">重叠的一句话</p>
      <p style="position:absolute;top:302px">重叠的另一句</p>
      <p style="position:absolute;top:400px;left:1350px;white-space:nowrap">屏幕之外</p>
      <button style="width:20px;height:20px;padding:0">小</button>
      <p style="color:#aaa;background:#fff">看不清</p>
      <button style="position:fixed;left:1300px;width:99px;height:99px">够不着</button>
      <nav style="position:fixed;bottom:0"><button style="width:60px;height:60px">坞</button></nav>
      <div style="position:fixed;bottom:0;left:0;width:99px;height:99px">挡住</div></main>`);
    const faults = (await page.evaluate(layoutFaults, TOUCH_PX)).join('\n');
    const kinds = [
      /cut off at the side/,
      /cut off below/,
      /squeezed/,
      /overlap: .*重叠/,
      /beyond the screen/,
      /page scrolls sideways/,
      /small target 20×20/,
      /dock is covered/,
      /out of reach: .*够不着/,
    ];
    for (const kind of kinds) assert.match(faults, kind);
    const { faults: found } = await axeFindings(page);
    const { faults: inOtherTheme } = await axeFindings(page, { again: true });
    for (const all of [found, inOtherTheme]) assert.match(all.join('\n'), /serious color-contrast/);
    await page.context().close();
  });

  for (const kind of DEVICES) {
    test(`are sound to a moderator: ${kind.name}`, () =>
      tour(filledPortal, kind, (page, visit) => tourOfModerator(page, filledPortal, visit)));
    if (kind.language) {
      test(`are sound: ${kind.name}`, () =>
        tour(filledPortal, kind, (page, visit) => tourInEnglish(page, filledPortal, visit)));
      continue;
    }
    test(`are sound while the portal is set up: ${kind.name}`, async () => {
      const fresh = await startPortal();
      await tour(fresh, kind, (page, visit) => tourOfSetup(page, fresh.url, visit, { saves: kind.savesSetup }));
      await fresh.stop();
    });
    test(`are sound to a guest: ${kind.name}`, () =>
      tour(filledPortal, kind, (page, visit) => tourOfGuest(page, filledPortal, visit)));
    test(`are sound to a member: ${kind.name}`, () =>
      tour(filledPortal, kind, (page, visit) => tourOfMember(page, filledPortal, visit)));
    test(`are sound to a member on a school day: ${kind.name}`, () =>
      tour(filledPortal, kind, (page, visit) => tourOfSchoolDay(page, filledPortal, visit)));
  }

  /** One device goes through the screens; a fault of one does not hide those of the others. */
  async function tour(portal, kind, walk) {
    const context = await device(browser, kind.size, kind);
    const { page, watch } = await watchedPage(context, portal.url);
    await walk(page, (screen) => inspect(page, kind, screen));
    assert.deepEqual(faultsOf(watch, EXPECTED), []);
    await context.close();
  }
});

async function inspect(page, kind, screen) {
  await waitForAnimations(page);
  const faults = (await page.evaluate(layoutFaults, TOUCH_PX)).map((line) => `layout ${line}`);
  for (const theme of kind.themes) {
    await dress(page, theme);
    if (!kind.plain) {
      const findings = await axeFindings(page, { again: theme !== kind.themes[0] });
      faults.push(...findings.faults.map((line) => `axe ${theme} ${line}`));
    }
    const path = join(pictureFolder('screens'), `${kind.name}-${screen}-${theme}.png`);
    // Pictures take time; where only sizes differ, these three show what there is to see.
    if (!kind.plain || /^(login|desktop|countdown)$/.test(screen)) {
      await page.screenshot({ path, scale: 'css' });
    }
  }
  await dress(page, 'light');
  expect.soft(faults, screen).toEqual([]);
}

async function dress(page, theme) {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor();
  await waitForAnimations(page);
}
