// What the browser tests of the community share: the app on a device of somebody, and what is done there.
import { device, watchedPage } from './browser.mjs';
import { signIn } from './people.mjs';

/** Pictures of one pixel, in two colours. */
export const PNGS = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
];

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
