// A class as it is in the middle of a term: thirty members, what they talk about, what hangs on the
// wall. Made-up people, for the tests that look at screens that are full.
import { call, dateIn, register } from './people.mjs';

export const TEACHER = '周文静';
export const PUPIL = '林知夏';

/** Real names and net names; who has none is not registered yet. */
const PEOPLE = [
  [TEACHER, '周老师'],
  [PUPIL, '夏天'],
  ['陈默', '沉默的小陈'],
  ['许安然', '安然'],
  ['沈听澜', '听澜'],
  ['李子昂', '子昂'],
  ['韩雨桐', '雨桐'],
  ['王一鸣', '一鸣惊人'],
  ['赵思远', '思远'],
  ['钱多多', '多多'],
  ['孙悦', '阅读中'],
  ['吴思齐', '见贤'],
  ['郑凯文', '凯文'],
  ['冯晓雯', '晓雯'],
  ['褚明轩', '明轩'],
  ['卫兰心', '兰心'],
  ['蒋子墨', '子墨'],
  ['杨若溪', '若溪'],
  ['朱启航', '启航'],
  ['秦时雨', '时雨'],
  ['尤佳怡', '佳怡'],
  ['何其正', '其正'],
  ['吕思涵', ''],
  ['施博文', ''],
  ['张乐天', ''],
  ['孔令仪', ''],
  ['曹小满', ''],
  ['严向阳', ''],
  ['华清越', ''],
  ['金灿然', ''],
];

const HOMEWORK = `完成《导数及其应用》单元练习第 **1–12** 题。

1. 第 8 题写出两种解法；
2. 第 12 题可以小组讨论，但每人独立成文；
3. 周四早读前交到课代表处。

> 订正请用红笔，错因写在旁边。`;
const TRIP = `本周五全天到**省科技馆**研学，请大家提前准备：

| 时间 | 安排 |
|---|---|
| 7:40 | 操场集合，清点人数 |
| 8:00 | 乘车出发，按座位表就座 |
| 11:30 | 馆内午餐，可自带水果 |
| 16:10 | 返校，在教室总结 |

- 穿校服、运动鞋，带水杯和笔记本；
- 需要服药或晕车的同学请今天之内告诉我。`;

const ANNOUNCEMENTS = [
  { title: '值日安排有调整', content: '从下周一起，第二组与第四组对调，具体见班级墙。' },
  { title: '图书角新到 24 本书', content: '在教室后排书架，借阅请登记，两周内归还。' },
  { title: '家长会改到下周三晚七点', content: '地点不变，请转告家长。', requires_ack: true },
  { title: '导数单元练习', content: HOMEWORK, type: 'homework', due: 3 },
  { title: '周五研学：省科技馆', content: TRIP, requires_ack: true, pinned: true },
];

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
  const rows = PEOPLE.map(([real_name], i) => ({
    real_name,
    gender: i % 2 ? 'female' : 'male',
    ...(real_name === TEACHER && { is_class_admin: true }),
  }));
  const pre_records = { class01: rows };
  await call(portal, 'POST', '/api/setup/save', {
    body: { cohort: '26', pre_records, admin_user_ids: ['260100'], settings: {} },
  });
  const tokens = {};
  for (const [name, netName] of PEOPLE.filter(([, netName]) => netName)) {
    tokens[name] = (await register(portal, name, netName)).token;
  }
  const as = (name, method, path, body) => call(portal, method, path, { token: tokens[name], body });
  await pin(as);
  await talk(as);
  await lead(as);
  return tokens;
}

/** What hangs on the wall. */
async function pin(as) {
  for (const { due, ...more } of ANNOUNCEMENTS) {
    await as(TEACHER, 'POST', '/api/admin/announcements', { ...more, ...(due && { due_date: dateIn(due) }) });
  }
  const { announcements } = await as(PUPIL, 'GET', '/api/announcements');
  for (const { id } of announcements.slice(3)) await as(PUPIL, 'POST', `/api/announcements/${id}/read`);
  const countdown = (name, title, days, more) =>
    as(name, 'POST', '/api/countdown', { title, target_date: dateIn(days), ...more });
  await countdown(PUPIL, '期末考试', 41, { pinned: true, color: '#2f63d6' });
  await countdown(PUPIL, '校运动会', 6, { color: '#a4530b', note: '4×100 接力、跳远；带号码布和运动鞋' });
  await countdown(PUPIL, '妈妈的生日', 19, { repeat_type: 'yearly', color: '#c02a4f' });
  await countdown(PUPIL, '寒假', 63, { color: '#0d7a53' });
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
async function lead(as) {
  const permissions = ['manage_announcements', 'manage_broadcasts'];
  await as(TEACHER, 'POST', '/api/admin/officers', { user_id: '260103', title: '班长', permissions });
  const { id } = await as(TEACHER, 'POST', '/api/admin/broadcasts', {
    content: '第三节课改在实验楼 302，请带实验报告册。',
  });
  await as(PUPIL, 'POST', `/api/broadcasts/${id}/seen`);
}
