// Texts of the lessons on the board.
const zh = {
  now: '上课中',
  exam: '考试中',
  break: '课间',
  before: '上课前',
  after: '今天的课上完了',
  free: '今天没有课',
  off: '今天放假',
  left: '还剩 {n} 分钟',
  until: '{n} 分钟后上课',
  until_hours: '{h} 小时 {n} 分钟后上课',
  next: '下一节',
  later: '之后',
  next_on: '{day}第一节',
  changed: '调课',
  cancelled: '取消',
  more: '还有 {n} 节',
};

export type LessonsKey = keyof typeof zh;
export default zh;
