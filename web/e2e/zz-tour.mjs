import { launch, device, watchedPage, settle } from './lib/browser.mjs';
import { axeFindings } from './lib/axe.mjs';
import { layoutFaults } from './lib/layout.mjs';
import { call, register, setUp, signIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
const portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
await setUp(portal);
const a = await register(portal, '林知夏', '夏天');
const b = await register(portal, '陈默', '默默');
const c = await register(portal, '周明远', '班长周明远');
const send = (who, room, content, more = {}) => call(portal, 'POST', '/api/chat/messages', { token: who.token, body: { room, content, ...more } });
let first;
for (let i = 0; i < 70; i++) {
  const m = await send([a, b, c][i % 3 === 0 ? 0 : i % 7 === 0 ? 2 : 1], 'class_01', i % 9 === 0 ? `第 ${i} 条：今天的物理作业是第三章第 4 题到第 9 题，记得画受力分析图，明天早读前交给课代表。` : `第 ${i} 条消息`);
  first ??= m;
}
await send(b, 'class_01', '<img src=x onerror=alert(1)> 看 https://example.org/a?b=1，@夏天 你好', { reply_to: first.message_id });
await send(b, 'private:260101:260102', '晚上一起写作业吗？');
await send(c, 'class_01', JSON.stringify({ title: '三角函数怎么学', messages: [{ role: 'user', content: '三角函数怎么学？' }, { role: 'assistant', content: '先记住单位圆。' }] }), { msg_type: 'ai_batch' });
const g = await call(portal, 'POST', '/api/chat/groups', { token: a.token, body: { group_name: '物理小组', member_ids: ['260102', '260100'] } });
await call(portal, 'PUT', `/api/chat/groups/${g.group_id}/announcement`, { token: a.token, body: { announcement: '周五放学后在实验室讨论，带上笔记本。' } });
await send(a, g.group_id, '大家好，这里讨论物理竞赛');
const last = await send(b, g.group_id, '收到👍');
await call(portal, 'PUT', `/api/chat/messages/${last.message_id}/reactions/${encodeURIComponent('👍')}`, { token: a.token });
const browser = await launch();
const out = '/tmp/chatweb/shots/';
try {
for (const size of ['phone', 'tablet', 'desktop']) for (const theme of ['light', 'dark']) {
  const context = await device(browser, size);
  await context.addInitScript((t) => localStorage.setItem('portal:device:theme', t), theme);
  await signIn(context, portal, '夏天');
  const { page, watch } = await watchedPage(context, portal.url);
  page.setDefaultTimeout(8000);
  const look = async (name) => {
    await settle(page); await page.waitForTimeout(300);
    await page.screenshot({ path: `${out}${size}-${theme}-${name}.png` });
    const { faults } = await axeFindings(page);
    const f = await page.evaluate(layoutFaults, 44);
    for (const x of [...faults, ...f]) console.log(size, theme, name, x.slice(0, 260));
  };
  await page.goto(`${portal.url}/#/app/chat`);
  await page.getByRole('button', { name: /物理小组/ }).waitFor();
  await look('list');
  await page.getByRole('button', { name: /1班|01班/ }).first().click();
  await page.getByText('以下是未读消息').waitFor({ timeout: 5000 }).catch(() => console.log('no divider'));
  await look('class');
  await page.goto(`${portal.url}/#/app/chat/${g.group_id}`);
  await page.getByText('收到👍', { exact: true }).last().waitFor();
  await page.getByLabel(/给物理小组写消息/).fill('这是一条草稿\n第二行');
  await look('group');
  await page.getByRole('button', { name: '更多操作' }).last().click();
  await page.getByRole('button', { name: '回复' }).waitFor();
  await look('menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '聊天信息' }).click();
  await page.getByText('成员（3）').waitFor();
  await look('info');
  if (watch.errors.length) console.log(size, theme, [...new Set(watch.errors)].slice(0, 5).join('\n'));
  await context.close();
}
} catch (e) { console.log(e); } finally { await browser.close(); await portal.stop(); }
