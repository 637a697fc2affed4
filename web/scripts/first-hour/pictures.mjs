// What the walk through the first hour takes its pictures with.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { device, launch, waitForAnimations } from '../../e2e/lib/browser.mjs';
import { hasStarted } from '../../e2e/lib/desktop.mjs';
import { signIn } from '../../e2e/lib/people.mjs';

const FOLDER = fileURLToPath(new URL('../../../docs/screens/first-hour/', import.meta.url));
const QUALITY = 60;
const wanted = process.argv.slice(2);

mkdirSync(FOLDER, { recursive: true });
export const browser = await launch();
/** The pictures that could not be taken. */
export const failed = [];

/** Whether a picture is among those to take. */
export function isWanted(name) {
  return wanted.length === 0 || wanted.some((number) => name.startsWith(number));
}

/** Writes what a page shows. */
export async function take(page, name) {
  if (!isWanted(name)) return;
  await waitForAnimations(page);
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: QUALITY, scale: 'css' });
  console.log(name);
}

/** Does something on a fresh device and takes its picture. */
export async function picture(
  name,
  { portal, who, size = 'desktop', path = '', keep = false, ...more },
  act = async () => {},
) {
  if (!isWanted(name) && !keep) return undefined;
  const context = await device(browser, size, { glass: true, ...more });
  try {
    if (who) await signIn(context, portal, who);
    const page = await context.newPage();
    await page.goto(`${portal.url}/#${path}`);
    if (who) {
      await page.locator('.bar').first().waitFor();
      await page.waitForFunction(hasStarted);
    }
    await act(page, context);
    await take(page, name);
    if (keep) return page;
  } catch (cause) {
    failed.push(name);
    console.error(`${name}: ${cause.message.split('\n').slice(0, 3).join(' ')}`);
  }
  await context.close();
  return undefined;
}
