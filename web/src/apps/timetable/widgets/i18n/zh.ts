// Texts of the widget, and those that it shares with the window.
const zh = {
  minutes: '{n} 分钟',
  hours: '{n} 小时',
  today: '今天',
  tomorrow: '明天',
  off: '放假',
  free: '没有课',
  now: '现在',
  exam: '考试',
  'left.lesson': '还有 {time}下课',
  'left.break': '{time}后上课',
  'left.before': '{time}后上课',
  'left.next': '{time}后上{subject}',
  next: '下一节',
  'next.tomorrow': '明天',
  next_on: '{day}第一节',
  break: '课间休息',
  before: '快上课了',
  'break.short': '课间',
  'before.short': '上课前',
  after: '今天的课上完了',
  nothing_today: '今天{what}',
  changed: '改',
  changed_label: '临时调整',
  cancelled: '取消',
  own_label: '自己的课',
  none: '还没有课表',
  add: '去看看',
  open: '打开课表',
};

export type WidgetKey = keyof typeof zh;
export default zh;
