// The screens of homework, for the tours of tour.mjs. They are found by place and not by words, so that one tour goes
// through both languages.
import { loadAnew } from './desktop.mjs';
import { call, dateIn, PASSWORD } from './people.mjs';

const HEAD = '周老师';
const LONG = '练习册第 32–33 页（第 5 题选做），订正小测，把错题抄到错题本上并写出错因';

/** The card that each tour opens. */
const opened = new WeakMap();

/** Sets homework; whoever leads the class is there. One card is done by whoever the tour signs in, whose `token` it is. */
export async function fillHomework(portal, token) {
  const body = { account: HEAD, password: PASSWORD };
  const { token: head } = await call(portal, 'POST', '/api/auth/login', { body });
  const set = (subject, content, more = {}) =>
    call(portal, 'POST', '/api/admin/homework', { token: head, body: { subject, content, ...more } });
  const tomorrow = { due_date: dateIn(1), due_time: '07:20' };
  const { id } = await set('数学', LONG, { ...tomorrow, hand_in: true, requires_ack: true });
  await set('英语', '背诵第 2 课', tomorrow);
  await set('物理', '- 实验报告\n- 预习第 4 节', { due_date: dateIn(4), title: '凸透镜成像' });
  await set('', '带一张一寸照片');
  const { id: done } = await set('语文', '预习第 12 课', { due_date: dateIn(1) });
  await call(portal, 'PUT', `/api/homework/${done}/done`, { token, body: { done: true } });
  opened.set(portal, id);
}

/** The wall or the day, what is left, and a card, as a member who is signed in. */
export async function tourOfHomework(page, portal, visit) {
  const go = async (path, place) => {
    await loadAnew(page, portal, `#/app/homework${path}`);
    await page.locator(place).first().waitFor();
  };
  await go('', '[data-id]');
  await visit('homework');
  await go('/open', 'section h3');
  await visit('homework-open');
  await go(`/${opened.get(portal)}`, 'article h3');
  await visit('homework-card');
}
