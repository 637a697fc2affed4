// The last step of the wizard where it does not simply save: odd lines, a list that is much shorter
// than the one before, the code of the server's console, and somebody who was quicker.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { device, faultsOf, launch, watchedPage } from './lib/browser.mjs';
import { lookAt } from './lib/look.mjs';
import { call, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';
import * as wizard from './lib/wizard.mjs';

const FOUR = '林知夏 女\n周明远 男\n陈默\n许安然 女';
const TEN = ['林知夏', '周明远', '陈默', '许安然', '沈听澜', '李雷', '韩梅梅', '王小明', '赵一鸣', '钱多多'];

let browser, folder, portal, page, watch;

test.beforeAll(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'classportal-list-'));
});
test.afterEach(async () => {
  await page?.context().close();
  await portal?.stop();
});
test.afterAll(async () => {
  await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

const button = (name) => page.getByRole('button', { name, exact: true });
const shows = (text) => page.getByText(text).first().waitFor();
const save = () => button('保存并完成');

/** A fresh portal, with the wizard at its last step; `mend` is done at the list before. */
async function arrive({ environment, list = FOUR, size = 'tablet', mend } = {}) {
  portal = await startPortal(environment);
  ({ page, watch } = await watchedPage(await device(browser, size), portal.url));
  await wizard.begin(page, portal.url);
  // Of the list, so that it stays as long as it is.
  await wizard.fillAccount(page, { name: '林知夏', netName: '夏天' });
  await wizard.fillSchool(page);
  await wizard.fillList(page, list);
  await mend?.();
  await wizard.showOptions(page);
  await button('下一步').click();
  await page.getByRole('heading', { name: '确认名单' }).waitFor();
}

const look = (name) => lookAt(page, 'setup', name, { fullPage: true });

test.describe('the last step of the wizard', () => {
  test('takes rare characters and attached ordinals, doubts what is hardly a name, and mends with a tap', async () => {
    const mend = async () => {
      await shows('标题，略过');
      await button('下一步').click();
      await shows('请先处理标红的行');
      await look('odd');
      await button('去掉看不见的字符').click();
      await button('拆成 3 人').click();
      await button('是，改成 李梓涵(大)、李梓涵(小)').click();
      await button('去掉 赵六').click();
      await page.reload();
      await shows('刚才填的内容还在');
      assert.equal(await page.getByLabel('密码', { exact: true }).inputValue(), '');
      await wizard.fillAccount(page, { name: '林知夏', netName: '夏天' });
      await wizard.next(page);
      await shows('已识别 10 人');
    };
    const odd = `高一（1）班名单\n1林知夏 女\n二、周明远 男\n03李〇\n④王\ue863\n5. 张伟2\n6 李\u202e雷`;
    await arrive({ list: `${odd}\n李梓涵\n李梓涵\n张三、李四、赵六`, size: 'phone', mend });
    await page.getByRole('cell', { name: '260100' }).waitFor();
    await shows('不太像姓名，请核对');
    await wizard.save(page);
    await shows('已保存 10 人');
    assert.equal(await page.evaluate(() => sessionStorage.getItem('portal:device:setup-draft')), null);
    await look('done');
    assert.deepEqual(faultsOf(watch, ['status of 401']), []);
  });

  test('explains that a list is much shorter than the one before, and takes it when told so', async () => {
    const file = join(folder, 'pre-records.json');
    const rows = TEN.map((real_name, i) => ({ real_name, user_id: `2601${String(i + 1).padStart(2, '0')}` }));
    await writeFile(file, JSON.stringify({ class01: rows }));
    await arrive({ environment: { PRE_RECORDS_PATH: file } });
    await shows('现有名单有 10 人，新名单只有 4 人，少了一半以上。可能是漏贴了。');
    await page.getByRole('cell', { name: '260100' }).waitFor();
    const force = page.getByRole('switch', { name: '我确认要用新名单替换' });
    assert.equal(await force.isChecked(), false);
    assert.ok(await save().isDisabled());
    await look('shrink');

    await force.check({ force: true });
    await button('返回').click();
    await button('下一步').click();
    await force.waitFor({ state: 'attached' });
    assert.equal(await force.isChecked(), false, 'the list may be another one now');
    assert.ok(await save().isDisabled());
    await force.check({ force: true });
    await wizard.save(page);
    await shows('已保存 4 人');
    assert.deepEqual(faultsOf(watch, ['status of 401']), []);
  });

  test('asks for the code that the server shows, and goes on with it', async () => {
    await arrive({ environment: { SETUP_CODE_REQUIRED: '1' } });
    const field = page.getByLabel('设置码', { exact: true });
    await field.waitFor();
    await shows('服务器启动时显示在它的控制台里');
    assert.equal(await page.getByText('设置码不正确').count(), 0, 'none was asked for yet');
    assert.ok(await save().isDisabled());
    await look('code');
    await button('用设置码重试').click();
    await page.getByText('设置码不正确').waitFor();
    await field.fill('WRONG-CODE');
    await button('用设置码重试').click();
    await page.getByText('设置码不正确').waitFor();
    assert.equal(await page.getByRole('cell', { name: '260100' }).count(), 0);

    const [, code] = /setup code: ([A-Z0-9-]+)/.exec(portal.said);
    await field.fill(` ${code.toLowerCase()} `);
    await button('用设置码重试').click();
    await page.getByRole('cell', { name: '260100' }).waitFor();
    await page.getByText('设置码不正确').waitFor({ state: 'detached' });
    await wizard.save(page);
    await shows('已保存 4 人');
    assert.deepEqual(faultsOf(watch, ['status of 40[13]']), []);
  });
});

test.describe('the last step of the wizard, too late,', () => {
  test('says that somebody else has set the portal up, and leads to the sign-in', async () => {
    await arrive();
    await page.getByRole('cell', { name: '260100' }).waitFor();
    await setUp(portal);
    await save().click();
    await shows('门户已经设置过了。');
    assert.ok(await save().isDisabled());
    assert.equal(await page.getByLabel('设置码', { exact: true }).count(), 0);
    await look('already');
    await button('去登录').click();
    await page.getByRole('heading', { name: '登录' }).waitFor();
    const status = await call(portal, 'GET', '/api/setup/status');
    assert.equal(status.initialized, true);
    assert.deepEqual(faultsOf(watch, ['status of 40[13]']), []);
  });
});
