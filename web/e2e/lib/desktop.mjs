// What the tests of the desktop wait for: layouts that have reached the server, a server that is back,
// fingers that rest on a widget.
import { existsSync, readdirSync } from 'node:fs';

/** How many apps of a member run a service while their windows are closed; of those of the console nothing runs. */
const SERVICES = readdirSync(new URL('../../src/apps/', import.meta.url)).filter(
  (app) => app !== 'admin' && existsSync(new URL(`../../src/apps/${app}/service.ts`, import.meta.url)),
).length;

const hasFetched = (services) => {
  const assets = performance.getEntriesByType('resource').map(({ name }) => name.split('/assets/')[1] ?? '');
  const those = (name) => new Set(assets.filter((asset) => asset.startsWith(`${name}-`) && asset.endsWith('.js')));
  return (
    ['OpenWindows', 'parts', 'background'].every((name) => those(name).size > 0) && those('service').size >= services
  );
};

/**
 * Inside a page: whether the code is there that the desktop fetches by itself in its first seconds. Without a server
 * it could not be fetched, and the page would load itself anew once the server is back.
 */
export const hasStarted = new Function(`return (${hasFetched})(${SERVICES});`);

/**
 * Loads a deep link, `#/app/chat`, anew. It leaves the desktop first: a change of the hash alone loads nothing, and a
 * dialog that is open would then take its entry out of the history while the page loads, which goes back.
 */
export async function loadAnew(page, portal, hash) {
  await page.goto(`${portal.url}/api/system/version`);
  await page.goto(`${portal.url}/${hash}`);
}

/** Inside a page: whether the server has every change of the layout. The device keeps the rest. */
export const isSaved = () => (localStorage.getItem('svc:layout-draft') ?? 'null') === 'null';

/** Waits until the server has every change of the layout; one that failed is tried again after 15 s. */
export async function saved(page) {
  await page.waitForFunction(isSaved, null, { timeout: 60_000 });
}

/** Starts arranging, and waits until the page knows what other devices have done before. */
export async function startArranging(page) {
  const known = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/user/settings') && answer.request().method() === 'GET',
  );
  await page.getByRole('button', { name: '编辑桌面', exact: true }).click();
  await page.getByRole('toolbar').waitFor();
  await known;
}

/** Waits until the page has found its server again; it may be quicker than the button. */
export async function reconnect(page) {
  const offline = page.getByText('与服务器的连接中断，正在自动重连…');
  await page
    .getByRole('button', { name: '立即重连', exact: true })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await offline.waitFor({ state: 'detached', timeout: 60_000 });
}

/** A finger of a page: `send('touchStart', x, y)`, and a `glide` along a row. */
export async function fingerOf(context, page) {
  const client = await context.newCDPSession(page);
  const send = (type, x, y) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y, id: 1 }],
    });
  const glide = async (from, to) => {
    for (let i = 1; i <= 10; i++) {
      await send('touchMove', from.x + ((to.x - from.x) * i) / 10, from.y + ((to.y - from.y) * i) / 10);
      await page.waitForTimeout(20);
    }
  };
  return { send, glide };
}

/** Asks until the answer is the wanted one; the test's own comparison then tells what was wrong. */
export async function until(ask, wanted, limit = 20_000) {
  let answer = await ask();
  for (const end = Date.now() + limit; !wanted(answer) && Date.now() < end; answer = await ask()) {
    await new Promise((done) => setTimeout(done, 50));
  }
  return answer;
}
