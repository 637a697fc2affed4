// The exam mode: a class admin plans and ends it in the console, and every desktop of the class says so.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, test } from './lib/test.mjs';

const MATE = '许安然';
const OF_OTHER_CLASS = '郑爽朗';

let portal, browser, tokens;
const { open, openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  browser = await launch();
});
test.afterAll(cleanUp);

const banner = ({ page }) => page.getByText(/^考试中：/);
const inSeconds = (seconds) => new Date(Date.now() + seconds * 1000).toISOString();

test.describe('the exam mode', () => {
  test('shows on every desktop of the class at once, and goes when it is ended', async () => {
    const mate = await openApp(MATE, 'countdown');
    const other = await openApp(OF_OTHER_CLASS, 'countdown');
    const head = await open(CLASS_ADMIN, 'apps');
    await head.shows('现在：未开启');
    await head.button('开启考试模式').click();
    const ask = head.page.getByRole('dialog', { name: '开启考试模式？' });
    await ask.getByText('只对「1 班」生效').waitFor();
    await ask.getByRole('button', { name: '开启考试模式' }).click();
    await head.shows(/考试中，\d\d:\d\d 结束，还有 4[56] 分钟/);
    await banner(mate).waitFor();
    assert.match(await banner(mate).innerText(), /^考试中：聊天和社区只能看，AI 助手关闭，.*\d\d:\d\d 恢复$/);
    await head.shows('同学们的聊天和社区只能看');
    assert.equal(await banner(other).count(), 0);

    await head.button('立即结束').click();
    await head.page.getByRole('dialog').getByRole('button', { name: '立即结束' }).last().click();
    await head.shows('现在：未开启');
    await banner(mate).waitFor({ state: 'detached' });
    for (const { watch } of [mate, other, head]) assert.deepEqual(faultsOf(watch), []);
    for (const { context } of [mate, other, head]) await context.close();
  });

  test('begins and ends by itself on a desktop that is open', async () => {
    const mate = await openApp(MATE, 'countdown', 'phone');
    await mate.page.goto(`${portal.url}/#/`);
    await as(ADMIN, 'PUT', '/api/admin/exam-mode', { from: inSeconds(4), until: inSeconds(9) });
    await banner(mate).waitFor();
    await banner(mate).waitFor({ state: 'detached' });
    assert.equal((await as(MATE, 'GET', '/api/user/exam-mode')).until, null);
    await mate.context.close();
  });
});
