// Every screen at every size: axe in light and dark, geometry, and pictures for people to look at.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFindings } from './lib/axe.mjs';
import { device, faultsOf, launch, picture, watchedPage } from './lib/browser.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { startPortal } from './lib/portal.mjs';
import { furnish, tourOfGuest, tourOfMember, tourOfSetup } from './lib/tour.mjs';

const TOUCH_PX = 44;
const THEMES = ['light', 'dark'];
/** What the screens of trouble make the browser log. */
const EXPECTED = ['status of 400', 'status of 401', 'status of 403', 'net::ERR_'];

describe('screens', { timeout: 200_000 }, () => {
  let browser, fresh, furnished;

  before(async () => {
    browser = await launch();
    [fresh, furnished] = await Promise.all([startPortal(), startPortal()]);
    await furnish(furnished);
  });
  after(async () => {
    await browser?.close();
    await Promise.all([fresh?.stop(), furnished?.stop()]);
  });

  for (const size of ['phone', 'tablet', 'desktop', 'panel']) {
    it(`are sound on a ${size}`, async (test) => {
      const seen = [];
      await tour(fresh, size, test, seen, (page, visit) =>
        tourOfSetup(page, fresh.url, visit, { saves: size === 'panel' }));
      await tour(furnished, size, test, seen, async (page, visit) => {
        await tourOfGuest(page, furnished, visit);
        await tourOfMember(page, furnished, visit);
      });
      test.diagnostic(`${size}: ${seen.length} screens`);
    });
  }

  /** One device goes through the screens; each is a subtest, so that one fault hides no other. */
  async function tour(portal, size, test, seen, walk) {
    const context = await device(browser, size);
    const { page, watch } = await watchedPage(context, portal.url);
    await walk(page, async (name) => {
      seen.push(name);
      await test.test(`${size} ${name}`, () => inspect(page, size, name));
    });
    await test.test(`${size}: no error, no other host`, () => {
      assert.deepEqual(faultsOf(watch, EXPECTED), []);
    });
    await context.close();
  }

  async function inspect(page, size, name) {
    const faults = (await page.evaluate(layoutFaults, TOUCH_PX)).map((line) => `layout ${line}`);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      // On the wall panel only the geometry differs from the desktop.
      if (size !== 'panel') {
        const findings = await axeFindings(page);
        faults.push(...findings.faults.map((line) => `axe ${theme} ${line}`));
      }
      await picture(page, `${size}-${name}-${theme}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-theme=light]').waitFor();
    assert.deepEqual(faults, []);
  }
});
