// The weather: without a provider it says so, with one the app and the widget show it, what is old is marked, and a
// warning shows in the island once.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { ZONE } from './lib/people.mjs';
import { startPortal, startWeather } from './lib/portal.mjs';
import { ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const MEMBER = '沈听澜';
const WARNING = '海淀区气象台发布大风橙色预警';

test.describe.configure({ mode: 'serial' });

/** What the widget says of today: the range, or what comes within two hours. */
const TODAY = /-?\d+° ~ -?\d+°|雨|雪/;

let portal, browser, tokens;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  browser = await launch();
});
test.afterAll(cleanUp);

const widgets = [{ id: 'w1', type: 'weather-today', config: {}, size: { w: 2, h: 2 } }];
const putWidget = () => as(MEMBER, 'PUT', '/api/user/settings', { desktop_layout: { pages: [{ id: 'p1', widgets }] } });

test.describe('without a provider', () => {
  test.beforeAll(async () => {
    portal = await startPortal();
    tokens = await school(portal);
  });

  test('members learn that there is none, and an admin what to set', async () => {
    const member = await openApp(MEMBER, 'weather');
    await member.shows('还没有设置天气');
    assert.equal(await member.page.getByText('WEATHER_KEY').count(), 0);
    const admin = await openApp(ADMIN, 'weather', 'phone');
    for (const name of ['WEATHER_KEY', 'WEATHER_LOCATION', 'WEATHER_API_HOST']) await admin.shows(name);
    await lookAt(admin.page, 'weather', 'phone-not-configured');
    assert.deepEqual([...faultsOf(member.watch), ...faultsOf(admin.watch)], []);
  });
});

test.describe('with a provider', () => {
  let provider;
  const tell = (body) => fetch(`${provider}/stub`, { method: 'POST', body: JSON.stringify(body) });

  test.beforeAll(async () => {
    provider = await startWeather();
    await tell({ warnings: [{ id: 'w1', color: 'orange' }] });
    const given = { WEATHER_API_HOST: provider, WEATHER_KEY: 'x', WEATHER_LOCATION: '海淀' };
    portal = await startPortal(given);
    tokens = await school(portal);
    await putWidget();
  });

  test('the app shows all parts, on a phone and on a desktop, in both languages', async () => {
    const phone = await openApp(MEMBER, 'weather', 'phone');
    for (const part of ['体感', '未来两小时降水', '未来 24 小时', '未来 7 天', '空气质量', '生活指数', '明天']) {
      await phone.shows(part);
    }
    await phone.shows(WARNING);
    await expect(phone.page.getByRole('listitem').locator('img').first()).toHaveJSProperty('complete', true);
    await lookAt(phone.page, 'weather', 'phone', { fullPage: true });
    const desktop = await openApp(MEMBER, 'weather', 'desktop', { language: 'en' });
    await desktop.shows('Next 7 days');
    await desktop.shows('Orange warning');
    await lookAt(desktop.page, 'weather', 'desktop-english');
    assert.deepEqual([...faultsOf(phone.watch), ...faultsOf(desktop.watch)], []);
  });

  test('the island tells of a warning once, and the widget shows now and today', async () => {
    const { page, watch } = await openApp(MEMBER, '');
    await page.goto(`${portal.url}/#`);
    const island = page.locator('.island', { hasText: WARNING });
    await island.waitFor();
    const widget = page.getByRole('article', { name: '天气' });
    await expect(widget).toContainText(TODAY);
    await lookAt(page, 'weather', 'widget');
    // A device that has shown it does not show it again. What is not there cannot be waited for: the list has come,
    // and with it the notices of this page.
    const listed = page.waitForResponse((answer) => answer.url().endsWith('/api/weather/alerts'));
    await page.reload();
    await listed;
    await widget.getByText('°').first().waitFor();
    assert.equal(await island.count(), 0);
    await widget.getByRole('link').click();
    await page.getByText('未来 7 天').waitFor();
    assert.deepEqual(faultsOf(watch), []);
  });

  test('what is old is marked with its time and the reason', async () => {
    const { page, watch, shows } = await openApp(MEMBER, '');
    const answer = await as(MEMBER, 'GET', '/api/weather');
    // Ten minutes are not waited for: the answer of the server is made older.
    const problem = { code: 'unavailable', message: '天气服务出错了，稍后会自动再试' };
    const old = (part) => ({ ...part, stale: true, fetched_at: '2026-01-02T00:00:00.000Z', problem });
    const data = { ...answer, now: old(answer.now) };
    await page.route('**/api/weather', (route) => route.fulfill({ json: { code: 200, message: 'ok', data } }));
    await page.goto(`${portal.url}/#/app/weather`);
    const hour = ZONE === 'UTC' ? '00' : '08';
    await shows(new RegExp(`1月2日 ${hour}:00 的数据。天气服务出错了`));
    assert.deepEqual(faultsOf(watch), []);
  });
});

test.describe('with a provider that fails', () => {
  test.beforeAll(async () => {
    const provider = await startWeather();
    const refuse = { path: '/v7/weather/now', status: 503 };
    await fetch(`${provider}/stub`, { method: 'POST', body: JSON.stringify(refuse) });
    portal = await startPortal({ WEATHER_API_HOST: provider, WEATHER_KEY: 'x', WEATHER_LOCATION: '116.30,39.96' });
    tokens = await school(portal);
  });

  test('the part that fails says why, and the others are there', async () => {
    const { page, watch, shows } = await openApp(MEMBER, 'weather');
    await shows('暂无数据。天气服务出错了，稍后会自动再试');
    await shows('明天');
    await lookAt(page, 'weather', 'desktop-failed');
    assert.deepEqual(faultsOf(watch), []);
  });
});
