// Opens the console, or another app, on a device of someone of the school.
import { device, watchedPage } from './browser.mjs';
import { call, signIn } from './people.mjs';

/** `given` answers the portal, the browser and the tokens, which are there once a test runs. */
export function consoleOf(given) {
  /** An app on a device of someone; `choices` as of `device`. */
  async function openApp(account, path, size = 'desktop', choices = {}) {
    const { portal, browser } = given();
    const context = await device(browser, size, choices);
    await signIn(context, portal, account);
    const { page, watch } = await watchedPage(context, portal.url);
    await page.goto(`${portal.url}/#/app/${path}`);
    const shows = (text) => page.getByText(text).first().waitFor();
    return { page, watch, context, shows };
  }

  /** The console on a device of someone, at a section. */
  async function open(account, section, size = 'desktop') {
    const { page, watch, context, shows } = await openApp(account, `admin/${section}`, size);
    const dialog = page.getByRole('dialog', { name: '管理' });
    await dialog.waitFor();
    const button = (name, exact = true) => page.getByRole('button', { name, exact });
    const go = (to) => page.goto(`${given().portal.url}/#/app/admin/${to}`);
    return { page, watch, context, button, shows, go, console: dialog };
  }

  /** Calls the API as someone. */
  function as(account, method, path, body) {
    const { portal, tokens } = given();
    return call(portal, method, path, { token: tokens[account], body });
  }
  return { openApp, open, as };
}
