// A class behind one address: it registers and signs in with the limits as they are delivered. ENROLMENT_PUPILS=45 is a
// whole class; the suite takes fewer, more than the limits would let through without the window.
import assert from 'node:assert/strict';
import { device, launch, watchedPage } from './lib/browser.mjs';
import { PASSWORD } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { cleanUp, test } from './lib/test.mjs';
import * as wizard from './lib/wizard.mjs';

const PUPILS = Number(process.env.ENROLMENT_PUPILS ?? 12);
const MISTYPED = Math.min(10, Math.round(PUPILS / 4));
/** Pupils at work at the same time. */
const AT_ONCE = 4;
const AS_DELIVERED = { RATE_LIMIT_LOGIN: '', RATE_LIMIT_REGISTER: '', RATE_LIMIT_USER: '' };
const names = Array.from(
  { length: PUPILS },
  (_, i) => `学${'甲乙丙丁戊己庚辛壬癸'[i % 10]}${'春夏秋冬晨'[Math.floor(i / 10)]}`,
);

test.describe.configure({ mode: 'serial', timeout: 60_000 + PUPILS * 15_000 });

let portal, browser, codes;
const began = Date.now();
const sinceStart = () => `${Math.round((Date.now() - began) / 1000)} s`;

test.beforeAll(async () => {
  portal = await startPortal(AS_DELIVERED);
  browser = await launch();
});
test.afterAll(cleanUp);

/** Everyone's turn, a few at a time. */
async function together(people, turn) {
  const waiting = [...people.entries()];
  const one = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await turn(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** A device of somebody's own, at the page that a QR code opens. */
async function at(hash, visit) {
  const context = await device(browser, 'phone');
  const { page } = await watchedPage(context, portal.url);
  await page.goto(`${portal.url}/${hash}`);
  await visit(page);
  await context.close();
}

async function fillIn(page, name, number) {
  await page.getByLabel('真实姓名', { exact: true }).fill(name);
  await page.getByLabel('网名', { exact: true }).fill(`网名${number}`);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('再输一次密码', { exact: true }).fill(PASSWORD);
}

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const desktop = (page) => page.getByRole('article', { name: '时钟' }).waitFor();

test('a teacher pastes the names and projects the page', async () => {
  const { page } = await watchedPage(await device(browser), portal.url);
  await wizard.begin(page, portal.url);
  await wizard.fillAccount(page);
  await wizard.fillSchool(page);
  await wizard.fillList(page, names.join('\n'));
  await wizard.showOptions(page);
  await wizard.showPreview(page);
  await wizard.save(page);
  await press(page, '打开集中注册页');
  await page.getByText(`还差 ${PUPILS} 人`).waitFor();
  const answer = await page.context().request.get(`${portal.url}/api/admin/enrolment`);
  const { members } = (await answer.json()).data.classes[0];
  codes = new Map(members.map(({ real_name, claim_code }) => [real_name, claim_code]));
});

test('a name that wrong codes have locked out is unlocked by the teacher, and the same form goes on', async () => {
  const [name] = names;
  const guess = {
    real_name: name,
    net_name: '乱试',
    password: PASSWORD,
    confirm_password: PASSWORD,
    claim_code: 'AAAA-AAAA',
  };
  const teacher = browser.contexts()[0].pages()[0];
  for (let i = 0; i < 10; i++) await teacher.context().request.post(`${portal.url}/api/auth/register`, { data: guess });
  await at('#/register', async (page) => {
    await fillIn(page, name, 0);
    await page.getByLabel('认领码', { exact: true }).fill(codes.get(name));
    await press(page, '注册并登录');
    await page.getByRole('alert').getByText('输错太多次').waitFor();
    await teacher.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await press(teacher, '解锁');
    await teacher.getByText(`「${name}」可以再输认领码了`).waitFor();
    await press(page, '注册并登录');
    await desktop(page);
  });
});

test('everybody registers from one address, with mistyped names among them', async () => {
  // The first has registered above.
  await together(names.slice(1), (name, number) =>
    at('#/register', async (page) => {
      if (number < MISTYPED) {
        await fillIn(page, `${name}错`, number + 1);
        await page.getByLabel('认领码', { exact: true }).fill(codes.get(name));
        await press(page, '注册并登录');
        await page.getByRole('alert').getByText('名单里没有').waitFor();
      }
      await fillIn(page, name, number + 1);
      await page.getByLabel('认领码', { exact: true }).fill(codes.get(name));
      await press(page, '注册并登录');
      await desktop(page);
    }),
  );
  test.info().annotations.push({ type: 'registered', description: `${PUPILS} pupils after ${sinceStart()}` });
});

test('everybody signs in from there, at once', async () => {
  await together(names, (name) =>
    at('', async (page) => {
      await page.getByLabel('账号', { exact: true }).fill(name);
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
      await press(page, '登录');
      await desktop(page);
    }),
  );
  test.info().annotations.push({ type: 'signed in', description: `${PUPILS} pupils after ${sinceStart()}` });
  console.log(`${PUPILS} pupils registered and signed in within ${sinceStart()}`);
});

test('nobody is missing at the end', async () => {
  const page = browser.contexts()[0].pages()[0];
  await page.getByText('还差').waitFor({ state: 'detached' });
  assert.equal(new Set(names).size, PUPILS);
});
