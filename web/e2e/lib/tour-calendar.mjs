// The screens of the calendar, for the tours of tour.mjs. They are found by place and not by words, so that one tour
// goes through both languages.
import { loadAnew } from './desktop.mjs';
import { call, dateIn, PASSWORD } from './people.mjs';

const HEAD = '周老师';
const LONG_TITLE = '高三年级全体学生与家长第二次模拟考试动员大会（请提前十五分钟入场）';

/** The event that each tour opens. */
const opened = new WeakMap();

/** Makes events of the class and of whoever the tour signs in, whose `token` it is. Whoever leads the class is there. */
export async function fillCalendar(portal, token) {
  const body = { account: HEAD, password: PASSWORD };
  const { token: head } = await call(portal, 'POST', '/api/auth/login', { body });
  const make = async (author, title, day, more = {}) => {
    const event = { title, starts: dateIn(day), all_day: true, ...more };
    return (await call(portal, 'POST', '/api/calendar', { token: author, body: event })).event;
  };
  const at = (day, from, until) => ({
    starts: `${dateIn(day)}T${from}`,
    ends: `${dateIn(day)}T${until}`,
    all_day: false,
  });
  const ofClass = { owner: 'class' };
  await make(head, '月考', 1, { ...ofClass, ends: dateIn(2), category: '考试', show_in_countdown: true });
  await make(head, '秋游', 4, { ...ofClass, category: '活动', location: '植物园南门' });
  await make(head, '交读书笔记', 1, { ...ofClass, category: '作业' });
  const meeting = { ...ofClass, ...at(1, '14:30', '16:00'), category: '会议', location: '报告厅', reminders: [30] };
  const { id } = await make(head, LONG_TITLE, 1, { ...meeting, description: '带好准考证。\n家长从东门进。' });
  await make(token, '钢琴课', 1, { ...at(1, '15:00', '15:45'), rule: 'FREQ=WEEKLY' });
  await make(token, '还书', 1, at(1, '08:00', '08:10'));
  opened.set(portal, id);
}

/** The month, the week, the list, an event, the form and the subscriptions, as a member who is signed in. */
export async function tourOfCalendar(page, portal, visit) {
  const go = async (path, place) => {
    await loadAnew(page, portal, `#/app/calendar${path}`);
    await page.locator(place).first().waitFor();
  };
  const view = (nth) => page.locator('.segment button').nth(nth);
  await go('', `[data-day="${dateIn(0)}"]`);
  await page.locator(`[data-day="${dateIn(0)}"]`).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.panel [data-event]').first().waitFor();
  await visit('calendar');
  await view(1).click();
  await page.locator('[data-hours]').first().waitFor();
  await visit('calendar-week');
  await view(2).click();
  await page.locator('ol [data-event]').first().waitFor();
  await visit('calendar-list');
  await view(0).click();
  await go(`/${opened.get(portal)}?day=${dateIn(1)}`, '[role=dialog] dl');
  await visit('calendar-event');
  await go('/new', '[role=dialog] form');
  await page.locator('[role=dialog] form select').selectOption('weekly');
  await visit('calendar-form');
  // Another app's window has such a form too, hidden.
  await go('/share', '[role=dialog] [role=tabpanel] form');
  await visit('calendar-share');
}
