import { launch } from './lib/browser.mjs';
import { chatter, say } from './lib/chat.mjs';
import { call, register, setUp } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
const portal = await startPortal({ RATE_LIMIT_CHAT: '0' });
await setUp(portal);
const a = await register(portal, '林知夏', '夏天');
const b = await register(portal, '陈默', '默默');
const r = await fetch(portal.url + '/api/chat/poll/register', { method: 'POST', headers: { Authorization: `Bearer ${a.token}` } });
console.log(r.status, (await r.text()).slice(0, 300));
const w = await fetch(portal.url + '/ws'); console.log('ws', w.status, (await w.text()).slice(0, 100));
const browser = await launch();
for (const polls of [false, true]) {
  const x = await chatter(browser, portal, '夏天', { polls });
  x.page.on('websocket', (s) => { console.log('WS', s.url()); s.on('framereceived', (f) => console.log('<', String(f.payload).slice(0, 200))); s.on('framesent', (f) => console.log('>', f.payload)); s.on('close', () => console.log('closed')); });
  x.page.on('request', (q) => { if (q.url().includes('poll')) console.log('Q', q.method(), q.url()); });
  x.page.on('response', (q) => { if (q.url().includes('poll')) console.log('R', q.status(), q.url()); });
  await x.page.reload();
  await x.page.waitForTimeout(1500);
  await say(portal, b.token, 'class_01', 'hallo');
  await x.page.waitForTimeout(2500);
  console.log(x.watch.errors);
  await x.context.close();
}
await browser.close(); await portal.stop();
