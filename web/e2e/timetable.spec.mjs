// The timetable: an officer changes lessons and the class sees it at once, the editor writes a week, and one's own
// lessons stand in the place of the class's.
import assert from 'node:assert/strict';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { fingerOf } from './lib/desktop.mjs';
import { lookAt } from './lib/look.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';

const OFFICER = '许安然';
const MATE = '沈听澜';
const SUBJECTS = ['语文', '数学', '英语', '物理', '自习'];
const TIMES = [
  ['00:05', '08:40'],
  ['08:50', '09:30'],
  ['23:57', '23:58'],
];

/** The same lessons on every day, so that today has some whatever day it is. */
const lessons = ['语文', '数学', '英语'].map((subject, i) => ({ subject, start: TIMES[i][0], end: TIMES[i][1] }));
const timetable = {
  cycle: { kind: 'weekly' },
  subjects: SUBJECTS.map((name) => ({ name, ...(name === '数学' && { teacher: '李老师', room: '302' }) })),
  schedules: [{ name: '', days: [1, 2, 3, 4, 5, 6, 7], weeks: 'all', lessons }],
};

let portal, browser, tokens, id;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  await as(ADMIN, 'POST', '/api/admin/officers', {
    user_id: '260103',
    title: '学习委员',
    permissions: ['manage_timetable'],
  });
  const body = { owner: 'class', name: '秋季课表', from: dateIn(-14), first_day: dateIn(-14), timetable };
  ({ id } = await as(CLASS_ADMIN, 'POST', '/api/timetable', body));
  browser = await launch();
});
test.afterAll(cleanUp);

const today = () => dateIn(0);
const lessonAt = (page, number) => page.locator(`[data-lesson="${today()} ${TIMES[number][0]}"]`);
const stored = async () => (await as(CLASS_ADMIN, 'GET', `/api/timetable/${id}`)).timetable;
const cell = (page, day, period) => page.locator(`[data-cell="${day}:${period}"]`);
const chip = (page, group, name) => page.getByRole('group', { name: group }).getByRole('button', { name, exact: true });

/** The lessons of a weekday as they are stored, in words. */
async function lessonsOn(day) {
  const { schedules } = await stored();
  return schedules
    .filter(({ days }) => days.includes(day))
    .flatMap(({ weeks, lessons: those }) => those.map(({ subject, start }) => `${start} ${subject} ${weeks}`))
    .sort();
}

test.describe('a change of today', () => {
  test('takes three taps on a phone, shows on another screen at once, and is taken back', async () => {
    const mate = await openApp(MATE, 'timetable');
    await expect(lessonAt(mate.page, 1)).toContainText('数学');
    const officer = await openApp(OFFICER, 'timetable', 'phone');
    await lookAt(officer.page, 'timetable', 'phone-day');
    await lookAt(mate.page, 'timetable', 'desktop-week');
    await lessonAt(officer.page, 1).tap();
    await chip(officer.page, '换成', '物理').waitFor();
    await lookAt(officer.page, 'timetable', 'phone-lesson');
    await chip(officer.page, '换成', '物理').tap();
    await officer.shows('已改：数学 → 物理');
    await expect(lessonAt(mate.page, 1)).toContainText('物理');
    await expect(lessonAt(mate.page, 1)).toContainText('改');
    assert.deepEqual(
      (await as(MATE, 'GET', `/api/timetable/now`)).day.lessons.map(({ changed }) => changed),
      [false, true, false],
    );
    await officer.page.getByRole('button', { name: '撤销', exact: true }).tap();
    await officer.shows('已撤销');
    await expect(lessonAt(mate.page, 1)).toContainText('数学');
    for (const { watch } of [mate, officer]) assert.deepEqual(faultsOf(watch), []);
    for (const { context } of [mate, officer]) await context.close();
  });

  test('lets two lessons change places, cancels one and brings it back, and declares the day off', async () => {
    const { page, shows, watch, context } = await openApp(OFFICER, 'timetable/today', 'phone');
    await lessonAt(page, 0).tap();
    await page.getByRole('button', { name: '与另一节课对调…' }).tap();
    await page.getByRole('dialog', { name: '语文与哪一节对调？' }).getByRole('button', { name: '数学' }).tap();
    await shows(/^已改：语文与.*数学对调$/);
    await expect(lessonAt(page, 0)).toContainText('数学');
    await expect(lessonAt(page, 0)).toContainText('302');
    await lessonAt(page, 2).tap();
    await page.getByRole('button', { name: '取消本节' }).tap();
    await expect(lessonAt(page, 2)).toContainText('取消');
    await lessonAt(page, 2).tap();
    await page.getByRole('button', { name: '恢复本节' }).tap();
    await shows(/^已恢复：/);
    await expect(lessonAt(page, 2)).not.toContainText('取消');
    await page.getByRole('button', { name: '调整这天' }).tap();
    await page.getByRole('button', { name: '放假' }).tap();
    await shows(/^已改：.*放假$/);
    await expect(page.locator('[data-lesson]')).toHaveCount(0);
    await page.getByRole('button', { name: '调整这天' }).tap();
    await page.getByRole('button', { name: '恢复平常' }).tap();
    await expect(page.locator('[data-lesson]')).toHaveCount(3);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('may be of the next day, to which a finger wipes', async () => {
    const { page, watch, context } = await openApp(OFFICER, 'timetable/today', 'phone');
    await lessonAt(page, 0).waitFor();
    const { send, glide } = await fingerOf(context, page);
    await send('touchStart', 330, 600);
    await glide({ x: 330, y: 600 }, { x: 60, y: 610 });
    await send('touchEnd', 60, 610);
    await expect(page.locator(`[data-lesson="${dateIn(1)} ${TIMES[0][0]}"]`)).toHaveCount(1);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('is not offered to whoever may not make it', async () => {
    const { page, context } = await openApp(MATE, 'timetable/today', 'phone');
    await lessonAt(page, 1).tap();
    await expect(page.getByRole('dialog', { name: '数学' })).toContainText('李老师');
    assert.equal(await page.getByRole('button', { name: '取消本节' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: '调整这天' }).count(), 0);
    await context.close();
  });
});

test.describe('the editor', () => {
  test('paints, drags, copies a day, goes back a step, and saves', async () => {
    const { page, shows, watch, context } = await openApp(OFFICER, `timetable/edit/${id}`);
    await chip(page, '选科目来填', '物理').click();
    await cell(page, 1, 0).click();
    await page.getByRole('button', { name: '单周', exact: true }).click();
    await cell(page, 1, 1).click();
    await lookAt(page, 'timetable', 'desktop-editor');
    await page.getByRole('button', { name: '查看', exact: true }).click();
    await cell(page, 2, 0).dragTo(cell(page, 2, 2));
    await expect(cell(page, 2, 2)).toContainText('语文');
    await page.getByRole('button', { name: '周一', exact: true }).click();
    const acts = page.getByRole('dialog', { name: '周一' });
    await acts.getByRole('button', { name: '周三', exact: true }).click();
    await acts.getByRole('button', { name: '复制', exact: true }).click();
    await expect(cell(page, 3, 0)).toContainText('物理');
    await page.getByRole('button', { name: '擦除', exact: true }).click();
    await cell(page, 5, 0).click();
    await page.getByRole('button', { name: '撤销一步' }).click();
    await expect(cell(page, 5, 0)).toContainText('语文');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await shows('已保存「秋季课表」');
    assert.deepEqual(await lessonsOn(3), ['00:05 物理 all', '08:50 数学 even', '08:50 物理 odd', '23:57 英语 all']);
    assert.deepEqual(await lessonsOn(2), ['00:05 英语 all', '08:50 数学 all', '23:57 语文 all']);
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await shows('已撤销对「秋季课表」的修改');
    assert.deepEqual(await lessonsOn(3), ['00:05 语文 all', '08:50 数学 all', '23:57 英语 all']);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('moves a lesson by the keys, keeps what is not saved over a reload, and asks before it is lost', async () => {
    const { page, context } = await openApp(CLASS_ADMIN, `timetable/edit/${id}`);
    await cell(page, 4, 0).focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(cell(page, 4, 1)).toContainText('语文');
    await page.locator('[data-kept="true"]').waitFor();
    await page.reload();
    await page.getByText('上次没保存的修改还在。').waitFor();
    await expect(cell(page, 4, 1)).toContainText('语文');
    await page.getByRole('button', { name: '返回', exact: true }).click();
    await page.getByRole('dialog', { name: '不保存就离开？' }).getByRole('button', { name: '不保存' }).click();
    await lessonAt(page, 0).waitFor();
    assert.deepEqual(await lessonsOn(4), ['00:05 语文 all', '08:50 数学 all', '23:57 英语 all']);
    await context.close();
  });
});

test.describe('what the editor saves', () => {
  test('takes a lesson that a finger has rested on to another cell, and lets one that wipes scroll', async () => {
    const { page, context } = await openApp(OFFICER, `timetable/edit/${id}`, 'phone');
    const { send, glide } = await fingerOf(context, page);
    const centre = async (place) => {
      const { x, y, width, height } = await place.boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const [from, to] = [await centre(cell(page, 1, 0)), await centre(cell(page, 3, 2))];
    await send('touchStart', from.x, from.y);
    await page.waitForFunction(() => document.querySelector('[data-cell="1:0"]').style.zIndex !== '');
    await glide(from, to);
    await send('touchEnd', to.x, to.y);
    await expect(cell(page, 3, 2)).toContainText('语文');
    await expect(cell(page, 1, 0)).toContainText('英语');
    await send('touchStart', from.x, from.y);
    await glide(from, to);
    await send('touchEnd', to.x, to.y);
    await expect(cell(page, 3, 2)).toContainText('语文');
    await context.close();
  });

  test('goes over what somebody else has saved only when told', async () => {
    const { page, shows, watch, context } = await openApp(OFFICER, `timetable/edit/${id}`);
    await chip(page, '选科目来填', '自习').click();
    await cell(page, 5, 2).click();
    const { revision } = await as(CLASS_ADMIN, 'GET', `/api/timetable/${id}`);
    await as(CLASS_ADMIN, 'PATCH', `/api/timetable/${id}`, { revision, name: '新的名字' });
    await page.getByRole('button', { name: '保存', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: '别人刚保存了这份课表' });
    await conflict.getByRole('button', { name: '用我的覆盖' }).click();
    await shows('已保存「秋季课表」');
    assert.ok((await lessonsOn(5)).includes('23:57 自习 all'));
    assert.deepEqual(faultsOf(watch, ['409']), []);
    await context.close();
  });

  test('is brought back after the version of somebody else was looked at', async () => {
    const { page, context } = await openApp(OFFICER, `timetable/edit/${id}`);
    await chip(page, '选科目来填', '物理').click();
    await cell(page, 4, 0).click();
    const { revision } = await as(CLASS_ADMIN, 'GET', `/api/timetable/${id}`);
    await as(CLASS_ADMIN, 'PATCH', `/api/timetable/${id}`, { revision, name: '秋季课表' });
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '看新版本' }).click();
    await expect(cell(page, 4, 0)).toContainText('语文');
    await page.getByRole('button', { name: '撤销一步' }).click();
    await expect(cell(page, 4, 0)).toContainText('物理');
    await context.close();
  });

  test('may begin from the usual times, filled in from a few numbers', async () => {
    const { page, shows, context } = await openApp('郑爽朗', 'timetable/own', 'phone');
    await page.getByRole('tab', { name: '时间' }).tap();
    await page.getByRole('button', { name: /^填入 8 节的时间$/ }).tap();
    await page.getByRole('tab', { name: '科目' }).tap();
    await page.getByRole('textbox', { name: '加科目' }).fill('合唱、围棋');
    await page.getByRole('button', { name: '添加', exact: true }).tap();
    await page.getByRole('tab', { name: '排课' }).tap();
    await chip(page, '选科目来填', '围棋').tap();
    await cell(page, 2, 7).tap();
    await lookAt(page, 'timetable', 'phone-editor');
    await page.getByRole('button', { name: '保存', exact: true }).tap();
    await shows('已保存「我的课」');
    const { timetables } = await as('郑爽朗', 'GET', '/api/timetable');
    const own = await as('郑爽朗', 'GET', `/api/timetable/${timetables[0].id}`);
    assert.deepEqual(own.timetable.schedules[0].lessons, [{ subject: '围棋', start: '16:30', end: '17:10' }]);
    await context.close();
  });
});

test('an own lesson takes the place of the class’s, for oneself alone', async () => {
  const own = { subject: '排球选修', start: '08:45', end: '09:25' };
  const schedules = [{ name: '', days: [1, 2, 3, 4, 5, 6, 7], weeks: 'all', lessons: [own] }];
  await as(MATE, 'POST', '/api/timetable', {
    owner: 'self',
    name: '我的课',
    from: dateIn(-14),
    timetable: { cycle: { kind: 'weekly' }, subjects: [{ name: own.subject }], schedules },
  });
  const { page, context } = await openApp(MATE, 'timetable/today');
  await expect(page.locator(`[data-lesson="${today()} 08:45"]`)).toContainText('排球选修');
  await expect(lessonAt(page, 1)).toHaveCount(0);
  await page.getByRole('button', { name: '班级', exact: true }).click();
  await expect(lessonAt(page, 1)).toContainText('数学');
  await context.close();
  const phone = await openApp(MATE, 'timetable/day/2026-99-99', 'phone');
  await expect(phone.page.locator(`[data-lesson="${today()} 08:45"]`)).toContainText('排球选修');
  await lookAt(phone.page, 'timetable', 'phone-own');
  await phone.page.getByRole('button', { name: '班级', exact: true }).tap();
  await expect(lessonAt(phone.page, 1)).toContainText('数学');
  await phone.context.close();
  const officer = await openApp(OFFICER, 'timetable/today');
  await expect(lessonAt(officer.page, 1)).toContainText('数学');
  await officer.context.close();
});

test('the widget says what is on and what comes next, and a class without a timetable is told so', async () => {
  const widgets = [{ id: 'w', type: 'timetable-today', config: {}, size: { w: 4, h: 4 } }];
  await as(MATE, 'PUT', '/api/user/settings', { desktop_layout: { pages: [{ id: 'p', widgets }] } });
  const mate = await openApp(MATE, '');
  await mate.page.goto(`${portal.url}/#/`);
  await mate.page.getByRole('link', { name: /打开课表$/ }).waitFor();
  await lookAt(mate.page, 'timetable', 'desktop-widget');
  const other = await openApp('冯远征', 'timetable', 'phone');
  await other.shows('还没有课表');
  await lookAt(other.page, 'timetable', 'phone-empty');
  for (const { context } of [mate, other]) await context.close();
});
