// What the browser tests of the community share: the app on a device of somebody, and what is done there.
import { device, launch, watchedPage } from './browser.mjs';
import { call, register, setUp, signIn } from './people.mjs';
import { startPortal } from './portal.mjs';

/** Net names and real names; 周老师 is class admin. */
const PEOPLE = { 夏天: '林知夏', 默默: '陈默', 安然: '许安然', 周老师: '周明远' };

/** Pictures of one pixel, in two colours. */
export const PNGS = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
];

/** Four members of a class on a portal of their own; two of them have the community open. */
export async function startCommunity() {
  const portal = await startPortal();
  await setUp(portal);
  const tokens = {};
  for (const [net, real] of Object.entries(PEOPLE)) tokens[net] = (await register(portal, real, net)).token;
  const browser = await launch();
  /** The community on a device of somebody. */
  const open = (account, size, path) => openCommunity(browser, portal, account, { size, path });
  /** A plain call of somebody. */
  const as = (account, method, path, body) => call(portal, method, path, { token: tokens[account], body });
  /** Posts by a plain call; answers the post. */
  const write = (account, body) => as(account, 'POST', '/api/community', { type: 'forum', ...body });
  return { portal, browser, open, as, write, xia: await open('夏天'), mo: await open('默默') };
}

/** The community on a device of somebody; on a further page of it where a `context` is given. */
export async function openCommunity(browser, portal, account, { size = 'desktop', path = '', context: given } = {}) {
  const context = given ?? (await device(browser, size));
  if (!given) await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  const button = (name, exact = true) => page.getByRole('button', { name, exact });
  const me = {
    context,
    page,
    watch,
    button,
    /** A post in the feed. */
    card: (text) => page.locator('article[data-id]').filter({ hasText: text }).first(),
    /** What is open beside the feed, or over it. */
    post: page.locator('.pane'),
    comment: (text) => page.locator('[data-comment]').filter({ hasText: text }).last(),
    field: page.getByLabel('写评论', { exact: true }),
    go: (to) => page.goto(`${portal.url}/#/app/community${to && `/${to}`}`),
    async say(text) {
      await me.field.fill(text);
      await me.field.press('Enter');
      await me.comment(text).waitFor();
    },
    async menu(entry) {
      await button('帖子的更多操作').click();
      await button(entry).click();
    },
    async commentMenu(text, entry) {
      await me.comment(text).getByRole('button', { name: '评论的更多操作' }).click();
      await button(entry).click();
    },
    /** Chooses in the form what is posted; the feed has buttons of the same words. */
    chooseKind: (kind) => page.getByRole('group', { name: '发什么' }).getByText(kind, { exact: true }).click(),
    /** Keeps the feed to some posts. */
    async keepTo(scope) {
      await button('看哪些帖子').click();
      await page.getByRole('dialog', { name: '看哪些帖子' }).getByRole('button', { name: scope }).click();
    },
  };
  await me.go(path);
  await page.getByRole('dialog', { name: '社区' }).waitFor();
  return me;
}

/** Pastes pictures into the field that has the focus, or drops them on an element, as a desktop does it. */
export function bring(page, pictures, onto = '') {
  return page.evaluate(
    ([all, selector]) => {
      const data = new DataTransfer();
      all.forEach((base64, i) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        data.items.add(new File([bytes], `图${i + 1}.png`, { type: 'image/png' }));
      });
      const init = { bubbles: true, cancelable: true };
      const target = selector ? document.querySelector(selector) : document.activeElement;
      const events = selector
        ? ['dragover', 'drop'].map((type) => new DragEvent(type, { ...init, dataTransfer: data }))
        : [new ClipboardEvent('paste', { ...init, clipboardData: data })];
      events.forEach((event) => target.dispatchEvent(event));
    },
    [pictures, onto],
  );
}
