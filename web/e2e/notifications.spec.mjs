// The notification centre: a mention and an announcement count on the bell and lead to where they came from, reading
// on one device reads everywhere, and the member chooses what to hear of.
import assert from 'node:assert/strict';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { say } from './lib/chat.mjs';
import { lookAt } from './lib/look.mjs';
import { call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';

test.describe.configure({ mode: 'serial' });

let portal, browser, teacher, xia, phone, tablet;

test.beforeAll(async () => {
  portal = await startPortal();
  await setUp(portal);
  teacher = (await register(portal, '周明远', '班长')).token;
  await register(portal, '林知夏', '夏天');
  browser = await launch();
  xia = await open('夏天', 'desktop');
  phone = await open('夏天', 'phone');
});
test.afterAll(cleanUp);

async function open(account, size, path = '') {
  const context = await device(browser, size);
  await signIn(context, portal, account);
  const { page, watch } = await watchedPage(context, portal.url);
  await page.goto(`${portal.url}/${path}`);
  const bell = page.getByRole('button', { name: /^通知/ });
  await bell.waitFor();
  return {
    page,
    watch,
    bell,
    button: (name) => page.getByRole('button', { name }),
    panel: page.getByRole('dialog', { name: '通知' }),
    counts: (n) => page.getByRole('button', { name: n ? `通知，${n} 条未读` : '通知', exact: true }).waitFor(),
  };
}

const look = ({ page }, name) => lookAt(page, 'notifications', name);

const publish = (title) =>
  call(portal, 'POST', '/api/admin/announcements', {
    token: teacher,
    body: { title, content: '见附件', type: 'homework' },
  });

test.describe('the notification centre', () => {
  test('is empty, and says what will stand there', async () => {
    await xia.bell.click();
    await xia.panel.getByText('还没有通知').waitFor();
    await look(xia, 'empty');
    await xia.page.keyboard.press('Escape');
  });

  test('tells the island of new homework, and counts it on every device', async () => {
    const told = xia.page.getByText('第 3 章练习').first().waitFor();
    await publish('第 3 章练习');
    await told;
    await Promise.all([xia.counts(1), phone.counts(1)]);
    await say(portal, teacher, 'class_01', '@夏天 记得带伞');
    await say(portal, teacher, 'class_01', '@夏天 明天换座位');
    await Promise.all([xia.counts(3), phone.counts(3)]);
  });

  test('folds what came from one room, and leads to it', async () => {
    await phone.bell.click();
    await phone.panel.getByText('明天换座位').waitFor();
    await look(phone, 'phone');
    await phone.button('还有 1 条').click();
    await phone.panel.getByText('记得带伞').waitFor();
    await phone.panel.getByText('班长 在「01班」提到了你').first().click();
    await phone.page.getByRole('log').getByText('明天换座位').waitFor();
    // The room was read, and with it both.
    await xia.counts(1);
  });

  test('reads all at once', async () => {
    await publish('带跳绳');
    await xia.counts(2);
    await xia.bell.click();
    await xia.panel.getByText('带跳绳').waitFor();
    await look(xia, 'inbox');
    await xia.button('全部标为已读').click();
    await xia.counts(0);
    await xia.page.keyboard.press('Escape');
  });

  test('hears nothing of what the member has turned off', async () => {
    tablet = await open('夏天', 'tablet', '#/app/settings/notifications');
    const mentions = tablet.page.getByRole('group', { name: '有人提到我', exact: true });
    await mentions.getByText('不接收').click();
    await tablet.page.getByText('免打扰时段', { exact: true }).click();
    await tablet.page.getByLabel('开始').waitFor();
    await look(tablet, 'settings');
    await say(portal, teacher, 'class_01', '@夏天 再说一次');
    await publish('默写第 5 课');
    await tablet.counts(1);
    await tablet.page.reload();
    assert.equal(await mentions.getByLabel('不接收').isChecked(), true);
  });

  test('made no fault on the way', () => {
    [xia, phone, tablet].forEach(({ watch }) => assert.deepEqual(faultsOf(watch), []));
  });
});

const FORECAST = `${'今天下午有雷阵雨，放学时请带伞；操场上的体育课改到室内进行。'.repeat(4)}靠窗的书请收好。`;

test.describe('what does not fit or does not work', () => {
  test('is read in full on request, with an icon also without an app', async () => {
    const body = { name: '天气机器人', scopes: ['notification:write'] };
    const { secret } = await call(portal, 'POST', '/api/integrations/tokens', { token: teacher, body });
    const message = { user_ids: ['260101'], title: '天气预报', text: FORECAST };
    await call(portal, 'POST', '/api/notifications', { token: secret, body: message });
    phone = await open('夏天', 'phone');
    await phone.bell.click();
    const row = phone.panel.locator('.row', { hasText: '天气预报' });
    await row.locator('svg.lucide-plug').waitFor();
    const more = row.getByRole('button', { name: '展开全文' });
    assert.equal(await more.getAttribute('aria-expanded'), 'false');
    await look(phone, 'cut');
    await more.focus();
    await phone.page.keyboard.press('Enter');
    const less = row.getByRole('button', { name: '收起全文' });
    assert.equal(await less.getAttribute('aria-expanded'), 'true');
    assert.equal(await row.locator('.text').evaluate((text) => text.scrollHeight > text.clientHeight + 1), false);
    await look(phone, 'in-full');
  });

  test('is not covered by the island, but for what is urgent', async () => {
    const island = phone.page.locator('.island');
    await publish('带水杯');
    await phone.panel.getByText('带水杯').waitFor();
    assert.equal(await island.count(), 0);
    const body = { content: '操场集合', priority: 'urgent', key: 'fire-drill' };
    await call(portal, 'POST', '/api/admin/broadcasts', { token: teacher, body });
    await island.getByText('操场集合').waitFor();
    await look(phone, 'urgent');
    await island.getByRole('button', { name: '知道了' }).click();
    await island.waitFor({ state: 'detached' });
  });

  test('stays unread when the server cannot note it, and says so', async () => {
    await phone.page.route('**/api/notifications/read*', (route) => route.abort());
    await phone.panel.getByText('天气预报').click();
    await phone.page.getByText('没能标为已读').first().waitFor();
    await phone.panel.locator('.row', { hasText: '天气预报' }).getByText('未读').waitFor();
    await phone.page.unroute('**/api/notifications/read*');
    await phone.page.goBack();
    await phone.panel.waitFor({ state: 'detached' });
  });

  test('says at the field that quiet hours have no length, and keeps what was entered', async () => {
    const end = tablet.page.getByLabel('结束');
    await end.fill('22:00');
    await end.blur();
    await tablet.page.getByText('不能和开始相同').waitFor();
    assert.deepEqual([await end.inputValue(), await end.getAttribute('aria-invalid')], ['22:00', 'true']);
    await look(tablet, 'hours');
  });
});
