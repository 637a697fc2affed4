// Looks at a page as it stands: keeps its picture for people, and refuses faults of accessibility and of layout.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { axeFindings } from './axe.mjs';
import { pictureFolder, waitForAnimations } from './browser.mjs';
import { layoutFaults } from './layout.mjs';

/** Shortest side of what fingers touch. */
const TOUCH_PX = 44;

/** Looks at a page once nothing moves. `group` is the folder of the picture; `fullPage` takes what is scrolled away. */
export async function lookAt(page, group, name, { fullPage = false } = {}) {
  await waitForAnimations(page);
  await page.screenshot({ path: join(pictureFolder(group), `${name}.png`), fullPage });
  const { faults } = await axeFindings(page);
  assert.deepEqual([...faults, ...(await page.evaluate(layoutFaults, TOUCH_PX))], []);
}

/** The same on the old tablet, without axe and without waiting. */
export async function lookAtTablet(tablet, name) {
  await tablet.shot(join(pictureFolder('chromium80'), `${name}.png`));
  assert.deepEqual(await tablet.inside(layoutFaults, TOUCH_PX), []);
}
