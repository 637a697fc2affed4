// Every screen of the portal and how to get there: the wizard before the set-up, all else after.
// A tour calls `visit(name)` on each screen.
import { loadAnew } from './desktop.mjs';
import { addCountdown, call, register, setUp, signIn } from './people.mjs';
import { fillCalendar, tourOfCalendar } from './tour-calendar.mjs';
import { fillCommunity, tourOfCommunity } from './tour-community.mjs';
import { fillHomework, tourOfHomework } from './tour-homework.mjs';
import * as wizard from './wizard.mjs';

const LONG_TITLE = '全国普通高等学校招生统一考试第一天语文科目开考（请提前三十分钟到考场）';

/** The steps of the wizard. The last one saves, so only one tour per server may take it. */
export async function tourOfSetup(page, url, visit, { saves = false } = {}) {
  await wizard.begin(page, url);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByText('网名需要 1–20 个字').waitFor();
  await visit('setup-1-you');
  await wizard.fillAccount(page);
  await page.getByRole('button', { name: '再加一个班' }).click();
  await page.getByLabel('班级号').last().fill('1');
  await visit('setup-2-school-faults');
  await page.getByRole('button', { name: '移除这个班' }).last().click();
  await wizard.fillSchool(page);
  await wizard.fillList(page, `高一（1）班学生名单\n${roster()}\n李梓涵\n李梓涵\n张三、李四、王五`);
  await visit('setup-3-list-faults');
  await wizard.fillList(page, roster());
  await visit('setup-3-list');
  await wizard.showOptions(page);
  await page.getByText('还有谁一起管理？').click();
  await visit('setup-4-options');
  await wizard.showPreview(page);
  await visit('setup-5-preview');
  if (!saves) return;
  await wizard.save(page);
  await visit('setup-6-done');
}

/** What the classmate of each filled portal says: what one device has read is read on the next. */
const classmates = new WeakMap();

/** Sets the portal up with what the second tour shows. */
export async function fillPortal(portal) {
  await setUp(portal);
  const { token } = await register(portal, '林知夏', '夏天');
  const { token: other } = await register(portal, '陈默', '默');
  const say = (body) => call(portal, 'POST', '/api/chat/messages', { token: other, body });
  classmates.set(portal, say);
  await say({
    room: 'class_01',
    content: `@夏天 今天的物理作业是第三章第 4 题到第 9 题，${LONG_TITLE} https://example.org/a/very/long/address/that/has/no/blank/anywhere?in=it`,
  });
  await say({ room: 'private:260101:260102', content: '晚上一起写作业吗？' });
  await addCountdown(portal, token, '高考', 199);
  await addCountdown(portal, token, LONG_TITLE, 1200, {
    pinned: true,
    note: '准考证、身份证、2B 铅笔、黑色签字笔、橡皮，一样都不能少',
  });
  await addCountdown(portal, token, '开学', -80);
  await fillCommunity(portal, token, other);
  await fillCalendar(portal, token);
  await fillHomework(portal, token);
}

/** Sign-in, registration and what else a guest sees. */
export async function tourOfGuest(page, portal, visit) {
  await page.goto(portal.url);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('请填写这一项').first().waitFor();
  await visit('login');
  await page.getByLabel('账号', { exact: true }).fill('默');
  await page.getByLabel('密码', { exact: true }).fill('wrong-1234');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await visit('login-wrong');
  await page.getByRole('button', { name: '第一次来？去注册' }).click();
  await page.getByLabel('密码', { exact: true }).fill('Autumn-26');
  await page.getByLabel('再输一次密码').fill('Autumn-27-');
  await page.getByRole('button', { name: '我有认领码' }).click();
  await page.getByRole('button', { name: '注册并登录' }).click();
  await page.getByText('请填写这一项').waitFor();
  await visit('register');
  await loadAnew(page, portal, '#/reset');
  await page.getByRole('heading', { name: '重设密码' }).waitFor();
  await visit('reset');
}

/** The desktop, its apps, and the screens of trouble. */
export async function tourOfMember(page, portal, visit) {
  await signIn(page.context(), portal, '夏天');
  const open = async (app) => {
    await loadAnew(page, portal, `#/app/${app}`);
    return page.getByRole('dialog').first();
  };
  await loadAnew(page, portal, '#');
  await page.getByRole('article', { name: '倒计时' }).getByText('1200').waitFor();
  await visit('desktop');
  const countdown = await open('countdown');
  await countdown.getByText('还有 199 天').waitFor();
  await visit('countdown');
  await countdown.getByRole('button', { name: '新建', exact: true }).click();
  await countdown.getByRole('button', { name: '添加' }).click();
  await visit('countdown-form');
  await countdown.getByRole('button', { name: '返回列表' }).click();
  await countdown.getByRole('button', { name: '编辑「开学」' }).click();
  await countdown.getByRole('button', { name: '删除这个倒计时' }).click();
  // Pointed at, it stays for as long as the visit lasts.
  await page.getByText('已删除「开学」').hover();
  await visit('countdown-deleted');
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByText('已恢复「开学」').waitFor();
  await classmates.get(portal)({ room: 'class_01', content: '记得带三角尺' });
  const chat = await open('chat');
  await chat.getByRole('button', { name: /01班/ }).waitFor();
  await visit('chat-list');
  await chat.getByRole('button', { name: /01班/ }).click();
  await chat.getByText('以下是未读消息').waitFor();
  await chat.getByLabel('给01班写消息').fill('写到一半的话，\n有两行');
  await visit('chat-room');
  await chat.getByRole('button', { name: '聊天信息' }).click();
  await page.getByRole('switch', { name: '安静时段' }).check({ force: true });
  await page.getByLabel('从', { exact: true }).waitFor();
  await visit('chat-info');
  const settings = await open('settings');
  for (const [tab, name] of [
    ['资料', 'profile'],
    ['密码', 'password'],
    ['外观', 'appearance'],
    ['关于', 'about'],
  ]) {
    await settings.getByRole('tab', { name: tab }).click();
    await settings.locator('[role=tabpanel]:visible').locator('button, input').last().waitFor({ state: 'attached' });
    await visit(`settings-${name}`);
  }
  await settings.getByRole('tab', { name: '账号与数据' }).click();
  await settings.getByText('这台设备', { exact: true }).waitFor();
  await visit('settings-account');
  await settings.getByRole('button', { name: '注销我的账号…' }).click();
  await page.getByRole('dialog', { name: '永久注销你的账号？' }).waitFor();
  await visit('settings-erase');
  await troubles(page, portal, visit, open);
}

/** The community and what a class has on a school day; apart from the tour above, which is long enough. */
export async function tourOfSchoolDay(page, portal, visit) {
  await signIn(page.context(), portal, '夏天');
  await tourOfCommunity(page, portal, visit);
  await tourOfCalendar(page, portal, visit);
  await tourOfHomework(page, portal, visit);
}

/** English texts are longer by half; the same screens, found by place and not by words. */
export async function tourInEnglish(page, portal, visit) {
  for (const screen of ['login', 'register', 'reset']) {
    await loadAnew(page, portal, `#/${screen}`);
    await page.getByRole('heading', { level: 2 }).waitFor();
    await page.locator('form button[type=submit]').click();
    await visit(screen);
  }
  await signIn(page.context(), portal, '夏天');
  await loadAnew(page, portal, '#');
  await page.getByRole('article', { name: 'Countdown' }).getByText('1200').waitFor();
  await visit('desktop');
  await page.goto(`${portal.url}/#/app/countdown`);
  await page.getByText('199 days left').waitFor();
  await visit('countdown');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await visit('countdown-form');
  await loadAnew(page, portal, '#/app/chat');
  await page.getByRole('button', { name: /Class 01/ }).click();
  await page.getByLabel('Message to Class 01').waitFor();
  await visit('chat-room');
  await page.getByRole('button', { name: 'About this conversation' }).click();
  await page.getByRole('switch', { name: 'Mute' }).waitFor({ state: 'attached' });
  await visit('chat-info');
  await loadAnew(page, portal, '#/app/settings');
  for (const tab of ['Profile', 'Password', 'Look', 'Account', 'About']) {
    await page.getByRole('tab', { name: tab }).click();
    await visit(`settings-${tab.split(' ')[0].toLowerCase()}`);
  }
  await tourOfCommunity(page, portal, visit);
  await tourOfCalendar(page, portal, visit);
  await tourOfHomework(page, portal, visit);
}

async function troubles(page, portal, visit, open) {
  const countdown = await open('countdown');
  await countdown.getByRole('button', { name: '新建', exact: true }).click();
  await countdown.getByLabel('标题', { exact: true }).fill('运动会');
  await countdown.getByLabel('日期', { exact: true }).fill('2099-10-01');
  await page.route('**/api/**', (route) => route.abort());
  await countdown.getByRole('button', { name: '添加' }).click();
  await countdown.getByRole('alert').waitFor();
  await visit('server-away');
  await page.unroute('**/api/**');
  await page.context().clearCookies();
  // Neither by the mouse nor by its role: the live line may notice first, and then the dialog lies over the button and
  // hides it from assistive technology.
  await page.locator('[role=dialog] button', { hasText: /^\s*添加\s*$/ }).dispatchEvent('click');
  await page.getByRole('dialog', { name: '登录' }).waitFor();
  await visit('session-expired');
  const answer = {
    code: 403,
    message: '该账号已被禁用',
    data: null,
    ban_expires_at: '2027-01-31 08:00:00',
    ban_reason: '在公共频道反复刷屏，班会上已经提醒过两次',
  };
  await page.route('**/api/auth/check-status', (route) => route.fulfill({ status: 403, json: answer }));
  await page.reload();
  await page.getByRole('heading', { name: '账号已被禁用' }).waitFor();
  await visit('banned');
  await page.unroute('**/api/auth/check-status');
}

/** Enough names to make a list scroll, one of them as long as names get. */
function roster() {
  const extra = Array.from(
    { length: 30 },
    (_, i) => `${i + 3}. 同学${'甲乙丙丁戊己庚辛壬癸'[i % 10]}${'一二三'[Math.floor(i / 10)]}`,
  );
  return ['1. 林知夏 女', '2. 周明远 男', ...extra, '40. 阿卜杜拉·买买提艾力·吐尔逊 男'].join('\n');
}
