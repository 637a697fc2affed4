// Timetables come out of files and go into files, and what was saved can be brought back.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { faultsOf, launch } from './lib/browser.mjs';
import { consoleOf } from './lib/console.mjs';
import { lookAt } from './lib/look.mjs';
import { dateIn } from './lib/people.mjs';
import { startPortal } from './lib/portal.mjs';
import { ADMIN, CLASS_ADMIN, school } from './lib/school.mjs';
import { cleanUp, expect, test } from './lib/test.mjs';
import { CSES, SHEET } from './lib/timetable-files.mjs';
import { withText, workbookOf } from './lib/workbook.mjs';

const OFFICER = '许安然';
const MATE = '沈听澜';
const YAML = 'application/yaml';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What the class has before anything is imported. */
const lesson = (subject, start, end) => ({ subject, start, end });
const held = {
  cycle: { kind: 'weekly' },
  subjects: [
    { name: '英语', short_name: '英', teacher: '陈老师' },
    { name: '物理', room: '实验楼 301' },
  ],
  schedules: [
    { name: '', days: [1, 2], weeks: 'all', lessons: [lesson('英语', '08:00', '08:40')] },
    { name: '', days: [1, 5], weeks: 'even', lessons: [lesson('物理', '08:50', '09:30')] },
  ],
};
const HELD = '春季课表';

let portal, browser, tokens;
const { openApp, as } = consoleOf(() => ({ portal, browser, tokens }));

test.beforeAll(async () => {
  portal = await startPortal();
  tokens = await school(portal);
  await as(ADMIN, 'POST', '/api/admin/officers', {
    user_id: '260103',
    title: '学习委员',
    permissions: ['manage_timetable'],
  });
  const body = { owner: 'class', name: HELD, from: dateIn(-14), first_day: dateIn(-20), timetable: held };
  await as(CLASS_ADMIN, 'POST', '/api/timetable', body);
  browser = await launch();
});
test.afterAll(cleanUp);

const button = (within, name) => within.getByRole('button', { name, exact: true });
const sheetOf = (page, name) => page.getByRole('dialog', { name });
const listed = async () => (await as(CLASS_ADMIN, 'GET', '/api/timetable')).timetables;
const stored = async () => as(CLASS_ADMIN, 'GET', `/api/timetable/${(await listed())[0].id}`);

/** The lessons of a timetable in words, whatever its schedules are called and in which order they stand. */
const lessonsOf = ({ timetable }) =>
  timetable.schedules
    .flatMap(({ days, weeks, lessons }) =>
      days.flatMap((day) => lessons.map(({ subject, start, end }) => `${day} ${weeks} ${start}-${end} ${subject}`)),
    )
    .sort();

/** The import of the class timetable, from the list of timetables. */
async function openImport(page) {
  await button(page, '课表管理').click();
  await button(sheetOf(page, '课表').getByRole('region', { name: '班级课表' }), '导入').click();
  return sheetOf(page, '导入班级课表');
}

const give = (sheet, name, mimeType, text) =>
  sheet.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

/** The acts of the class timetable in the list. */
async function openActs(page) {
  await button(page, '课表管理').click();
  await button(page, `「${HELD}」的更多操作`).click();
}

/** What a click on a format of the export gives. */
async function exported(page, name) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog', { name: /^导出/ }).getByRole('button', { name }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test.describe('a file', () => {
  test('of CSES 1 is looked at and saved, and the import is taken back', async () => {
    const { page, shows, watch, context } = await openApp(OFFICER, 'timetable', 'phone');
    const sheet = await openImport(page);
    await sheet.getByText('没有现成的文件？').waitFor();
    await lookAt(page, 'timetable-import', 'phone-choose');
    await give(sheet, '秋季课表.yaml', YAML, CSES);
    await sheet.getByText('3 节课 · 2 个科目 · 2 天有课').waitFor();
    assert.equal((await listed()).length, 1, 'a look keeps nothing');
    await expect(sheet.getByLabel('名称')).toHaveValue('春季课表');
    await expect(sheet.getByLabel('从哪天起')).toHaveValue(dateIn(-14));
    await sheet.getByText('作为新的课表').click();
    await expect(sheet.getByLabel('名称')).toHaveValue('秋季课表');
    await expect(sheet.getByLabel('从哪天起')).toHaveValue(dateIn(0));
    await sheet.getByLabel('名称').fill(' ');
    await button(sheet, '保存课表').click();
    await sheet.getByText('名称需要 1–40 个字').waitFor();
    await sheet.getByLabel('名称').fill('秋季课表');
    await lookAt(page, 'timetable-import', 'phone-save');
    await button(sheet, '保存课表').click();
    await shows('已导入「秋季课表」，共 3 节课');
    const [, { id }] = await listed();
    const saved = await as(OFFICER, 'GET', `/api/timetable/${id}`);
    assert.deepEqual(lessonsOf(saved), ['1 all 08:00-08:40 语文', '1 all 08:50-09:30 数学', '3 odd 08:00-08:40 数学']);
    assert.deepEqual(saved.timetable.subjects[0], { name: '语文', short_name: '语', teacher: '王老师' });
    await button(page, '撤销').click();
    await shows('已撤销导入');
    assert.equal((await listed()).length, 1);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('that is broken names the line or the cell, and nothing is stored', async () => {
    const { page, watch, context } = await openApp(OFFICER, 'timetable');
    const before = await stored();
    const sheet = await openImport(page);
    await give(sheet, '坏的.yaml', YAML, CSES.replace('08:40:00', '25:00:00'));
    await sheet.getByText(/^第 15 行第 \d+ 列：.*25:00:00/).waitFor();
    await lookAt(page, 'timetable-import', 'laptop-broken');
    const template = await context.request.get(`${portal.url}/api/timetable/template`);
    await give(sheet, '模板.xlsx', XLSX, withText(await template.body(), '08:50', '早上'));
    await sheet.getByText(/^课程表 A3：.*早上/).waitFor();
    await give(sheet, '图.xlsx', XLSX, 'PK no workbook');
    await sheet.getByText('文件不是可用的 .xlsx 表格').waitFor();
    assert.deepEqual(await stored(), before);
    // A note is no fault, also when one comes back to choose another file.
    await give(sheet, '好的.yaml', YAML, CSES.replace('version: 1', 'version: 1\ncolour: red'));
    await sheet.getByText(/第 2 行第 1 列/).waitFor();
    await button(sheet, '返回').click();
    await sheet.getByText('把课表文件拖到这里').waitFor();
    assert.equal(await sheet.getByText('里有读不懂的地方').count(), 0);
    await button(sheet, '关闭').click();
    assert.deepEqual(await stored(), before);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });
});

test('a workbook of the school is explained on the mapping screen and takes the place of what holds', async () => {
  const { page, shows, watch, context } = await openApp(OFFICER, 'timetable', 'sharp');
  const before = await stored();
  const sheet = await openImport(page);
  await give(sheet, '学校发的.xlsx', XLSX, workbookOf('高一1班', SHEET));
  await sheet.getByText('有的节次还没有时间').waitFor();
  await expect(button(sheet, '下一步')).toHaveAttribute('aria-disabled', 'true');
  await button(sheet, '第 3 行：缺时间').click();
  await sheet.getByLabel('上课', { exact: true }).fill('08:00');
  await button(sheet, '从这里往下填').click();
  await button(sheet, '第 6 行：09:40–10:20').click();
  await sheet.getByLabel('上课', { exact: true }).fill('14:00');
  await button(sheet, '从这里往下填').click();
  await button(sheet, 'C 列：周二').click();
  await button(sheet.getByRole('group', { name: '这一列（行）是' }), '周四').click();
  await sheet.getByText('6 节课 · 4 个科目 · 2 天有课').waitFor();
  await expect(sheet.getByLabel('第 2 行', { exact: true })).toHaveValue('teacher');
  await expect(button(sheet, '下一步')).not.toHaveAttribute('aria-disabled', 'true');
  await lookAt(page, 'timetable-import', 'panel-mapping');
  await button(sheet, '下一步').click();
  await sheet.getByText('替换现在的「春季课表」').waitFor();
  await lookAt(page, 'timetable-import', 'panel-save');
  await button(sheet, '替换课表').click();
  await shows('已导入「春季课表」，共 6 节课');
  const saved = await stored();
  assert.deepEqual([saved.id, saved.from], [before.id, before.from]);
  assert.deepEqual(lessonsOf(saved).slice(3), [
    '4 all 08:00-08:40 数学',
    '4 all 08:50-09:30 语文',
    '4 all 14:00-14:40 英语',
  ]);
  assert.equal(saved.timetable.subjects.find(({ name }) => name === '语文').teacher, '王老师');
  await button(page, '撤销').click();
  await shows('已撤销导入');
  assert.deepEqual((await stored()).timetable, before.timetable);
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test('a timetable goes out as CSES 2 and comes back equal; CSES 1 and a calendar are there too', async () => {
  const { page, shows, watch, context } = await openApp(OFFICER, 'timetable', 'phone');
  const before = await stored();
  await openActs(page);
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await sheetOf(page, `导出「${HELD}」`).waitFor();
  await lookAt(page, 'timetable-import', 'phone-export');
  const cses = await exported(page, /^CSES 第 2 版/);
  assert.equal(cses.name, `${HELD}.yaml`);
  assert.match(String((await exported(page, /^CSES 第 1 版/)).bytes), /^version: 1\n/);
  assert.match(String((await exported(page, /^手机日历/)).bytes), /^BEGIN:VCALENDAR/);
  await button(sheetOf(page, `导出「${HELD}」`), '关闭').click();
  await button(sheetOf(page, '课表').getByRole('region', { name: '班级课表' }), '导入').click();
  const sheet = sheetOf(page, '导入班级课表');
  await give(sheet, cses.name, YAML, cses.bytes);
  await sheet.getByText('4 节课 · 2 个科目 · 3 天有课').waitFor();
  await sheet.getByText('按天数', { exact: true }).click();
  await sheet.getByLabel('循环的第 1 天').waitFor();
  await sheet.getByText('按周，第 1 天是周一').click();
  await sheet.getByLabel('第 1 周里的任意一天').waitFor();
  await button(sheet, '替换课表').click();
  await shows('已导入「春季课表」，共 4 节课');
  const after = await stored();
  assert.deepEqual(lessonsOf(after), lessonsOf(before));
  assert.deepEqual(after.timetable.subjects, before.timetable.subjects);
  assert.deepEqual([after.name, after.first_day], [before.name, before.first_day]);
  assert.deepEqual(faultsOf(watch), []);
  await context.close();
});

test.describe('what was saved', () => {
  test('is brought back after an edit, and the way back is there', async () => {
    const { page, shows, watch, context } = await openApp(OFFICER, 'timetable');
    const before = await stored();
    const { revision } = before;
    const change = { revision, timetable: { ...before.timetable, schedules: [] } };
    await as(CLASS_ADMIN, 'PATCH', `/api/timetable/${before.id}`, change);
    await openActs(page);
    await button(page, '历史版本').click();
    const sheet = sheetOf(page, `「${HELD}」的历史版本`);
    const rows = sheet.getByRole('listitem');
    await expect(rows.nth(0)).toContainText(`${CLASS_ADMIN} · 0 节课`);
    await expect(rows.nth(1)).toContainText('4 节课');
    await lookAt(page, 'timetable-import', 'laptop-revisions');
    await rows.nth(1).getByRole('button').click();
    await shows(/^已恢复到 .* 的版本$/);
    await expect(rows.nth(0)).toContainText('4 节课');
    await button(page, '撤销').click();
    await shows('已撤销恢复');
    assert.deepEqual(lessonsOf(await stored()), []);
    await expect(rows.nth(0)).toContainText('0 节课');
    await rows.nth(1).getByRole('button').click();
    await expect(rows.nth(0)).toContainText('4 节课');
    assert.deepEqual((await stored()).timetable, before.timetable);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();
  });

  test('is brought back after it was deleted, and is closed to whoever may not change it', async () => {
    const { page, shows, watch, context } = await openApp(OFFICER, 'timetable', 'phone');
    const before = await stored();
    await openActs(page);
    await button(page, '删除').click();
    await shows(`已删除「${HELD}」`);
    assert.deepEqual(await listed(), []);
    await button(page, '撤销').click();
    await shows(`已恢复「${HELD}」`);
    const after = await stored();
    assert.deepEqual([after.id, after.timetable], [before.id, before.timetable]);
    // Also long after, from the list of what was deleted.
    await button(page, `「${HELD}」的更多操作`).click();
    await button(page, '删除').click();
    await shows(`已删除「${HELD}」`);
    await button(page, `恢复课表「${HELD}」`).click();
    await shows(`已恢复「${HELD}」`);
    assert.deepEqual((await stored()).timetable, before.timetable);
    assert.deepEqual(faultsOf(watch), []);
    await context.close();

    const mate = await openApp(MATE, 'timetable');
    await button(mate.page, '课表列表').click();
    await button(mate.page, `「${HELD}」的更多操作`).click();
    await button(mate.page, '导出').waitFor();
    assert.equal(await button(mate.page, '历史版本').count(), 0);
    await mate.context.close();
  });
});
