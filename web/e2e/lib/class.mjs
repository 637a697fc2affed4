// A class as it is in the middle of a term, of the people of the demo class: what they talk about and
// what is announced. For the tests that look at screens that are full.
import { readFileSync } from 'node:fs';
import { call, dateIn, register } from './people.mjs';

const read = (file) => JSON.parse(readFileSync(new URL(`../../../crates/demo/class/${file}`, import.meta.url), 'utf8'));
const DEMO = read('class.json');
const SCHOOL = read('school.json');

/** Thirty members: the demo class without its portal admin; here the teacher is the admin. */
const PEOPLE = DEMO.people.filter(({ office }) => office !== 'admin').slice(0, 30);
/** The members with an account; the rest are only on the class list. */
const REGISTERED = PEOPLE.slice(0, 22);
export const TEACHER = PEOPLE.find(({ office }) => office === 'teacher').real_name;
/** The pupil whose desktop is full. */
export const PUPIL = PEOPLE.find(({ office }) => office === '').real_name;
/** The last five are the newest. */
const ANNOUNCEMENTS = DEMO.announcements.slice(-5);

/** Who says what in the room of the class. */
const TALK = [
  ['陈默', '有人记得物理实验报告要写误差分析吗？'],
  ['许安然', '要写，老师说至少两条来源，还要给出改进办法'],
  ['陈默', '收到，谢谢！'],
  ['韩雨桐', '运动会 4×100 还差一棒，有人愿意跑吗？预赛在周四下午第四节'],
  ['王一鸣', '我可以跑第二棒，弯道比较有把握'],
  ['韩雨桐', '太好了！放学后操场集合试一次交接'],
  [TEACHER, '@夏天 班级墙的黑板报照片请在放学前传到云盘，辛苦了'],
  [PUPIL, '好的，已经拍好了，午休的时候上传'],
  ['沈听澜', '今天的化学课代表提醒：明天默写方程式，范围是第三章和第四章前两节'],
  ['赵思远', '第四章也要啊……'],
  ['钱多多', '我整理了一份，晚自习前发到群里，大家一起看看有没有漏的'],
];

/** Sets the portal up and fills it; answers the tokens by real name. */
export async function classInTerm(portal) {
  const rows = PEOPLE.map(({ real_name, gender }) => ({
    real_name,
    gender,
    ...(real_name === TEACHER && { is_class_admin: true }),
  }));
  const pre_records = { class01: rows };
  await call(portal, 'POST', '/api/setup/save', {
    body: { cohort: '26', pre_records, admin_user_ids: ['260100'], settings: {} },
  });
  const tokens = {};
  for (const { real_name, net_name } of REGISTERED) {
    tokens[real_name] = (await register(portal, real_name, net_name)).token;
  }
  const as = (name, method, path, body) => call(portal, method, path, { token: tokens[name], body });
  await addAnnouncementsAndCountdowns(as);
  await talk(as);
  await appointAndBroadcast(as);
  return tokens;
}

/** Announcements, some of them read, and the countdowns of the class and of the pupil. */
async function addAnnouncementsAndCountdowns(as) {
  for (const { days_ago: _, content, due, ...more } of ANNOUNCEMENTS) {
    const body = { ...more, content: content.join('\n'), ...(due && { due_date: dateIn(due) }) };
    await as(TEACHER, 'POST', '/api/admin/announcements', body);
  }
  const { announcements } = await as(PUPIL, 'GET', '/api/announcements');
  for (const { id } of announcements.slice(3)) await as(PUPIL, 'POST', `/api/announcements/${id}/read`);
  for (const { days, ...more } of DEMO.countdowns.pupil) {
    await as(PUPIL, 'POST', '/api/countdown', { ...more, target_date: dateIn(days) });
  }
  for (const { days, ...more } of SCHOOL.countdowns) {
    await as(TEACHER, 'POST', '/api/countdown', { ...more, target_date: dateIn(days), for_class: true });
  }
  await as(PUPIL, 'POST', '/api/level/daily-login');
}

async function talk(as) {
  const say = (name, room, content) => as(name, 'POST', '/api/chat/messages', { room, content });
  const { group_id: group } = await as('韩雨桐', 'POST', '/api/chat/groups', {
    group_name: '运动会筹备组',
    member_ids: ['260101', '260107', '260103'],
  });
  await say('韩雨桐', group, '号码布已经领到了，放在讲台左边的柜子里');
  await say('王一鸣', group, '入场式的口号定「一班一心，勇往直前」怎么样？');
  await say('许安然', 'private:260101:260103', '借你的英语笔记明天还，谢谢啦');
  for (const [name, content] of TALK) await say(name, 'class_01', content);
}

/** What the teacher has done: an officer, and what was said to all. */
async function appointAndBroadcast(as) {
  const permissions = ['manage_announcements', 'manage_broadcasts'];
  await as(TEACHER, 'POST', '/api/admin/officers', { user_id: '260103', title: '班长', permissions });
  const { id } = await as(TEACHER, 'POST', '/api/admin/broadcasts', {
    content: '第三节课改在实验楼 302，请带实验报告册。',
  });
  await as(PUPIL, 'POST', `/api/broadcasts/${id}/seen`);
}
