// Texts of the lessons on the board.
const zh = {
  now: '正在上课',
  exam: '正在考试',
  break: '课间休息',
  before: '上课前',
  after: '今天的课上完了',
  free: '今天没有课',
  off: '今天放假',
  left: '还有 {n} 分钟下课',
  until: '{n} 分钟后上课',
  until_hours: '{h} 小时 {n} 分钟后上课',
  next: '下一节',
  next_on: '{day}第一节',
  changed: '调课',
  more: '还有 {n} 节',
};

export type LessonsKey = keyof typeof zh;
export default zh;
