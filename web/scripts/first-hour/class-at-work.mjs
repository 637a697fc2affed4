// A class in the middle of a term: what its people see and do.
import { classInTerm, PUPIL, TEACHER } from '../../e2e/lib/class.mjs';
import { fingerOf } from '../../e2e/lib/desktop.mjs';
import { call } from '../../e2e/lib/people.mjs';
import { startPortal } from '../../e2e/lib/portal.mjs';
import { isWanted, picture, take } from './pictures.mjs';

/** A class in the middle of a term. */
export async function classAtWork() {
  const portal = await startPortal();
  const tokens = await classInTerm(portal);
  const at = (more) => ({ portal, who: PUPIL, ...more });
  const teach = (more) => ({ portal, who: TEACHER, ...more });
  const as = (name, method, path, body) => call(portal, method, path, { token: tokens[name], body });
  await as(TEACHER, 'PATCH', '/api/admin/settings', {
    settings: { school_name: '实验中学', class_names: { '01': '高一（1）班' } },
  });
  await desktops(at, teach);
  await arranging(at);
  await windows(at);
  await chats(at, teach);
  await operating(at, teach, as);
  await urgent(at, teach, as);
  await away(at);
  await portal.stop();
}

async function desktops(at, teach) {
  await picture('03-desktop-of-a-pupil', at({}));
  await picture('03-desktop-of-a-pupil-phone', at({ size: 'phone' }));
  await picture('03-desktop-of-a-pupil-tablet', at({ size: 'tablet' }));
  await picture('38-desktop-of-a-pupil-panel', at({ size: 'panel' }));
  await picture('22-english-dark-phone', at({ size: 'phone', language: 'en' }), async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' });
  });
  await picture('22-english-desktop', at({ language: 'en' }));
  await picture('27-account-menu', at({}), async (page) => {
    await page.locator('#account-button').click();
    await page.getByText('退出登录').waitFor();
  });
  await picture('35-signed-out-in-another-tab', at({ path: '/app/chat' }), async (page, context) => {
    const other = await context.newPage();
    await other.goto(page.url().replace('chat', 'countdown'));
    await other.locator('#account-button').click();
    await other.getByText('退出登录').click();
    await page.getByLabel('账号', { exact: true }).waitFor();
  });
  await picture('24-write-where-the-list-is', teach({ path: '/app/announcements' }), async (page) => {
    await page.locator('.window[data-app=announcements]').getByRole('listitem').first().waitFor();
  });
  await picture('37-hint-of-the-zone', at({ zone: 'America/New_York' }), async (page) => {
    await page.getByText('北京时间').first().waitFor();
  });
}

async function arranging(at) {
  await picture('14-gallery', at({}), async (page) => {
    await page.getByRole('button', { name: '编辑桌面', exact: true }).click();
    await page.getByRole('toolbar').getByRole('button', { name: '小组件' }).click();
    await page.waitForTimeout(1500);
  });
  await picture('15-finger-on-the-empty-desktop', at({ size: 'phone' }), async (page, context) => {
    const { send } = await fingerOf(context, page);
    const area = await page.locator('main').boundingBox();
    await send('touchStart', area.x + 4, area.y + 4);
    await page.getByRole('dialog', { name: '桌面', exact: true }).waitFor();
    await send('touchEnd');
  });
  await picture('28-wallpapers', at({ path: '/app/settings/appearance' }), async (page) => {
    await page.getByText('随时间变化').first().waitFor();
  });
  await picture('19-palette', at({}), async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('chenmo');
    await page
      .getByRole('option', { name: /沉默的小陈|陈默/ })
      .first()
      .waitFor();
  });
}

async function windows(at) {
  await picture('17-snap-preview', at({ path: '/app/countdown' }), async (page) => {
    await page.locator('.window[data-app=countdown]').getByRole('heading', { name: '倒计时' }).first().hover();
    await page.mouse.down();
    await page.mouse.move(2, 300, { steps: 6 });
    await page.locator('.snap-preview').waitFor();
  });
  await picture('17-menu-of-the-dock', at({}), async (page) => {
    await page
      .getByRole('navigation', { name: '应用' })
      .getByRole('button', { name: /聊天/ })
      .click({ button: 'right' });
    await page.getByRole('dialog', { name: '聊天' }).waitFor();
  });
}

async function room(page) {
  await page.locator('.window[data-app=chat]').getByRole('button', { name: /高一/ }).click();
  await page.getByRole('log').locator('article').first().waitFor();
}

async function chats(at, teach) {
  await picture('20-real-names-for-the-teacher', teach({ path: '/app/chat' }), room);
  await picture('21-chat-on-a-phone', at({ size: 'phone', path: '/app/chat' }), room);
  await picture('21-words-for-a-picture', at({ path: '/app/chat' }), async (page) => {
    await room(page);
    const buffer = await page.screenshot({ type: 'png', clip: { x: 300, y: 200, width: 400, height: 260 } });
    await page.locator('input[type=file]').setInputFiles({ name: '黑板报.png', mimeType: 'image/png', buffer });
    await page
      .getByPlaceholder('说点什么')
      .waitFor({ timeout: 5000 })
      .catch(() => undefined);
  });
  await picture('26-level', at({ path: '/app/level' }), async (page) => {
    await page.locator('.window[data-app=level]').getByText('怎样获得经验').first().waitFor();
  });
}

async function operating(at, teach, as) {
  await as(TEACHER, 'POST', '/api/admin/announcements', {
    title: '周五研学，请家长签字',
    content: '回执周四早读前交给班长。',
    type: 'notice',
    requires_ack: true,
  });
  await picture('31-log-in-sentences', teach({ path: '/app/admin/logs' }), async (page) => {
    await page.locator('.window[data-app=admin]').getByText('周五研学').first().waitFor();
  });
  await picture('30-health', teach({ path: '/app/admin/health' }), async (page) => {
    await page.waitForTimeout(2500);
  });
  await picture('36-print-of-an-announcement', teach({ path: '/app/announcements' }), async (page) => {
    await page.evaluate(() => (window.print = () => undefined));
    await page.locator('.window[data-app=announcements]').getByRole('listitem').first().click();
    await page.getByRole('button', { name: '打印' }).click();
    await page.emulateMedia({ media: 'print' });
  });
  await picture('24-who-has-not-confirmed', teach({ path: '/app/admin/announcements' }), async (page) => {
    await page
      .locator('.window[data-app=admin]')
      .getByRole('button', { name: /谁还没确认/ })
      .first()
      .click();
    await page
      .getByText(/只提醒/)
      .first()
      .waitFor();
  });
}

async function urgent(at, teach, as) {
  const send = (priority, content) => as(TEACHER, 'POST', '/api/admin/broadcasts', { priority, content });
  const pages = {};
  for (const [key, more] of Object.entries({
    '05b-urgent-desktop': {},
    '05b-urgent-phone': { size: 'phone' },
    '05b-urgent-locked': { locked: true },
    '05b-urgent-classroom': { classroom: true },
  })) {
    pages[key] = await picture(key, at({ ...more, keep: isWanted(key) }), async (page) => {
      if (more.locked) await page.evaluate(() => localStorage.setItem('svc:locked', 'true'));
      if (more.classroom) await page.evaluate(() => localStorage.setItem('portal:device:classroom', '1'));
      if (more.locked || more.classroom) await page.reload();
    });
  }
  await new Promise((done) => setTimeout(done, 6000));
  await send('urgent', '请各位同学立即到操场集合，按班级站队，不要带书包。');
  for (const [name, page] of Object.entries(pages)) {
    if (!page) continue;
    await page.getByText('请各位同学立即').first().waitFor();
    await take(page, name);
    await page.context().close();
  }
  await as(PUPIL, 'GET', '/api/assets/broadcasts').then((list) =>
    Promise.all(list.map(({ id }) => as(PUPIL, 'POST', `/api/broadcasts/${id}/seen`))),
  );
  for (const text of ['食堂今天十一点半开饭', '图书馆下午闭馆整理', '明天穿校服拍集体照']) await send('normal', text);
  await picture('16-three-broadcasts-and-the-bell', at({}), async (page) => {
    await page.getByText('明天穿校服').first().waitFor();
    await page.getByRole('button', { name: /通知/ }).click();
    await page.getByText('食堂今天').first().waitFor();
  });
  await picture('05b-seen-by', teach({ path: '/app/admin/broadcasts' }), async (page) => {
    await page.locator('.window[data-app=admin]').getByText('请各位同学').first().waitFor();
  });
}

async function away(at) {
  await picture('34-server-is-away', { ...at({ size: 'phone' }), worker: true }, async (page, context) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
    await context.setOffline(true);
    await page.reload();
    await page.getByText('暂时打不开班级门户').waitFor();
  });
}
