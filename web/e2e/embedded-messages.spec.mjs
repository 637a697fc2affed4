// A page that does what none should, several pages at once, and one of the plugin contract. None of them uses the SDK.
import assert from 'node:assert/strict';
import { agreed, change, eventually, issue, look, open, refusals, startClass, startPlain } from './lib/embedded.mjs';
import { call } from './lib/people.mjs';
import { cleanUp, test } from './lib/test.mjs';

test.describe.configure({ mode: 'serial' });

/** `other` is of another origin than `plain`, and one that the desktop may show. */
let portal, pupil, xia, plain, other, naughty, frame;

test.beforeAll(async () => {
  ({ portal, pupil } = await startClass());
  plain = await startPlain();
  other = await startPlain();
  await issue('别的页面', `${other.origin}/other`, ['app:read']);
  xia = await open('夏天', 'desktop');
});
test.afterAll(async () => {
  [plain, other].forEach((page) => page?.server.close());
  await cleanUp();
});

test.describe('a page that does what it should not', () => {
  test('is refused with a code, which stands in the log of the integration', async () => {
    naughty = await agreed('恶作剧', `${plain.origin}/start`, ['app:read']);
    await xia.page.goto(`${portal.url}/#/app/page-${naughty}`);
    await xia.reload();
    frame = await xia.frame(plain.origin);
    const codes = await frame.evaluate(async () => {
      const code = ({ kind, error, payload }) => (kind === 'error' ? error.code : JSON.stringify(payload));
      const proto = JSON.parse('{"__proto__": {"polluted": true}}');
      return {
        early: code(await ask('data:query', { key: 'a' })),
        ping: code(await ask('ping')),
        version: code(await ask('ping', {}, { v: '2.0' })),
        shaken: (await ask('handshake:request')).payload.user,
        scope: code(await ask('data:query', { key: 'a' })),
        who: code(await ask('user:info')),
        unknown: code(await ask('constructor')),
        push: code(await ask('event:push')),
        proto: code(await ask('ping', proto)),
        deep: code(await ask('ping', { a: [...Array(20)].reduce((inner) => [inner], 1) })),
        large: code(await ask('ping', { a: 'x'.repeat(70_000) })),
      };
    });
    assert.deepEqual(codes, {
      early: 'handshake_needed',
      ping: '{"pong":true}',
      version: 'version_unsupported',
      shaken: null,
      scope: 'scope_missing',
      who: 'scope_missing',
      unknown: 'channel_unknown',
      push: 'channel_unknown',
      proto: 'message_invalid',
      deep: 'message_invalid',
      large: 'message_invalid',
    });
    assert.equal(await xia.page.evaluate(() => ({}).polluted), undefined);
    await eventually(async () => (await refusals(naughty)).has('page_scope_missing data:query'));
    const logged = await refusals(naughty);
    for (const line of ['page_handshake_needed data:query', 'page_channel_unknown constructor'])
      assert.ok(logged.has(line), `${line}: ${[...logged].join(', ')}`);
  });
});

test.describe('a page that goes too far', () => {
  test('hears nothing that another window says in its place, and is not heard there', async () => {
    const before = await frame.evaluate(() => got.length);
    // A window of the same origin that the desktop does not show.
    await frame.evaluate(() => {
      const inner = document.createElement('iframe');
      inner.src = '/inner';
      document.body.append(inner);
      return new Promise((done) => inner.addEventListener('load', done, { once: true }));
    });
    const inner = xia.page.frames().find((one) => one.url().endsWith('/inner'));
    await inner.evaluate(() =>
      top.postMessage({ v: '1.0', type: 'classportal-integration', id: '1', kind: 'request', channel: 'ping' }, '*'),
    );
    await frame.evaluate(() => ask('ping'));
    assert.equal(await inner.evaluate(() => got.length), 0);
    assert.equal(await frame.evaluate(() => got.length), before + 1);
  });

  test('is answered no more than sixty times in ten seconds', async () => {
    const kinds = await frame.evaluate(async () => {
      const answers = await Promise.all([...Array(80)].map(() => ask('ping')));
      return answers.filter(({ error }) => error?.code === 'rate_limited').length;
    });
    assert.ok(kinds >= 20, `${kinds} refused`);
  });

  test('is taken down when it goes to another origin after the handshake', async () => {
    await frame.evaluate((url) => (location.href = url), `${other.origin}/speaks`);
    await xia.sees(`页面离开了 ${new URL(plain.origin).host}`);
    await look(xia, 'left');
    await eventually(async () => (await refusals(naughty)).has('page_origin_refused'));
  });

  test('is taken down too when the other origin is one that no desktop shows', async () => {
    await xia.button('重新打开').click();
    frame = await xia.frame(plain.origin);
    await frame.evaluate(() => ask('handshake:request'));
    await frame.evaluate(() => (location.href = 'http://127.0.0.1:9/'));
    await xia.sees(`页面离开了 ${new URL(plain.origin).host}`);
  });
});

test.describe('several pages', () => {
  test('are at most three alive; the one that was looked at longest ago is paused', async () => {
    const ids = [];
    for (const name of ['一', '二', '三', '四']) {
      ids.push(await agreed(`页面${name}`, `${plain.origin}/${name}`, ['app:read']));
    }
    await xia.page.goto(portal.url);
    await xia.reload();
    for (const id of ids) {
      await xia.page.evaluate((one) => (location.hash = `#/app/page-${one}`), id);
      await eventually(() => xia.page.locator(`[data-app="page-${id}"] iframe`).count());
    }
    await xia.window('页面一').getByText('页面已暂停').waitFor({ state: 'attached' });
    assert.equal(await xia.page.locator('iframe').count(), 3);
    await xia.page.evaluate((one) => (location.hash = `#/app/page-${one}`), ids[0]);
    await look(xia, 'paused');
    await xia.window('页面一').getByRole('button', { name: '继续' }).click();
    await xia.window('页面二').getByText('页面已暂停').waitFor({ state: 'attached' });
  });

  test('leave the desktop with their integration', async () => {
    const { pages } = await call(portal, 'GET', '/api/integration-pages', { token: pupil });
    const { id } = pages.find(({ name }) => name === '页面一');
    await change(id, { active: false });
    await xia.window('页面一').waitFor({ state: 'detached' });
  });
});

test.describe('a page of the plugin contract', () => {
  const events = () => frame.evaluate(() => got.map(({ event }) => event).filter(Boolean));

  test('shakes hands, gets the identity, and shows what it plays in the bar', async () => {
    const { id } = await issue('课堂视频', `${plain.origin}/video`, ['user:read']);
    await xia.page.goto(`${portal.url}/#/app/page-${id}`);
    await xia.reload();
    await xia.button('打开').click();
    frame = await xia.frame(`${plain.origin}/video`);
    await frame.evaluate(() => {
      window.tell = (event, data, protocolVersion = '1.4') => post({ source: 'video', event, protocolVersion, data });
      tell('ready', {});
      tell('hello', { channels: ['identity-injection', 'playback-status', 'video-control', 'back-button'] }, '2.0');
      tell('hello', { channels: ['identity-injection', 'playback-status', 'video-control', 'back-button'] });
      tell('ready', {});
      tell('page-info', { title: '没有说过的频道' });
      tell('playback-status', { isPlaying: true, title: '牛顿第三定律' });
    });
    await xia.sees('牛顿第三定律');
    await look(xia, 'playing');
    await eventually(async () => (await events()).includes('identity-injection'));
    const told = await frame.evaluate(() => got.filter(({ event }) => event));
    const identity = told.find(({ event }) => event === 'identity-injection');
    assert.deepEqual(identity.data.user, { user_id: '260101', real_name: '林知夏' });
    assert.match(identity.data.token, /^page_/);
    const welcome = told.find(({ event }) => event === 'welcome');
    assert.equal(welcome.protocolVersion, '1.1');
    assert.deepEqual(welcome.data.allowedChannels.length, 5);
    const refused = told.filter(({ event }) => event === 'refused').map(({ data }) => data.code);
    assert.deepEqual(refused, ['handshake_needed', 'version_unsupported', 'channel_unknown']);
    await xia.button('暂停').click();
    await eventually(async () => (await events()).includes('video-control'));
  });

  test('closes its window when it goes back', async () => {
    await frame.evaluate(() => tell('back', {}));
    await xia.window('课堂视频').waitFor({ state: 'detached' });
  });
});
