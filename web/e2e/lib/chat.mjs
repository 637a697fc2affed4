// What the browser tests of the chat share: people, a device without sockets, and the words of the
// screens.
import { device, shortenTimers, watchedPage } from './browser.mjs';
import { call, signIn } from './people.mjs';

/** A device of a member with the chat open; `polls` takes the sockets away, as some networks do. */
export async function openChat(
  browser,
  portal,
  account,
  { size = 'desktop', polls = false, room = '', timers = [] } = {},
) {
  const context = await device(browser, size);
  if (timers.length > 0) await shortenTimers(context, timers);
  if (polls) await context.addInitScript(() => delete window.WebSocket);
  await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  const button = (name, exact = true) => page.getByRole('button', { name, exact });
  const log = page.getByRole('log');
  const field = page.getByLabel(/^给.*写消息$/);
  const me = {
    context,
    page,
    watch,
    button,
    log,
    field,
    /** Goes to a room, or to the list. */
    async open(path = '') {
      await page.goto(`${portal.url}/#/app/chat${path && `/${path}`}`);
      if (path) await field.waitFor();
    },
    async send(text) {
      await field.fill(text);
      await field.press('Enter');
      await me.sent(text);
    },
    /** Waits until the server has something of one's own: what is under way stands there too. */
    sent: (text) => log.locator('article[data-seq]').filter({ hasText: text }).last().waitFor(),
    /** A message in the history. */
    message: (text) => log.locator('article').filter({ hasText: text }).last(),
    sees: (text) => me.message(text).waitFor(),
    /** Opens the menu of a message and chooses. */
    async choose(text, action) {
      await me.message(text).hover();
      await me.message(text).getByRole('button', { name: '更多操作' }).click();
      await button(action).click();
    },
  };
  await me.open(room);
  return me;
}

/** Says something by a plain call. */
export function say(portal, token, room, content, more = {}) {
  return call(portal, 'POST', '/api/chat/messages', { token, body: { room, content, ...more } });
}

/** The texts of a room's history as the server has them. */
export async function textsOf(portal, token, room) {
  const { messages } = await call(portal, 'GET', `/api/chat/messages?room=${room}&limit=100`, { token });
  return messages.map(({ content }) => content);
}

/** Waits until a list has not been scrolled for five frames. */
export function comesToRest(log) {
  return log.evaluate(
    (list) =>
      new Promise((done) => {
        let [last, frames] = [-1, 0];
        const look = () => {
          frames = list.scrollTop === last ? frames + 1 : 0;
          last = list.scrollTop;
          if (frames === 5) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}
