// Texts of the homework widget, and what the window says in the same words.
const zh = {
  left: '还剩',
  'left.unit': '项',
  'left.none': '到明天的作业都完成了',
  tonight: '今晚还剩',
  'tonight.unit': '项',
  'tonight.none': '今晚的作业都完成了',
  overdue: '{n} 项已过期',
  later: '之后 {n} 项',
  open: '打开作业',
  tick: '完成「{title}」',
  hand_in: '交「{title}」',
  'hand_in.sign': '交',
  done: '「{title}」完成了',
  deleted: '已删除「{title}」，连同打勾和交上来的作业',
  restored: '已恢复「{title}」',
  'day.today': '今天',
  'day.tomorrow': '明天',
  'day.yesterday': '昨天',
  'day.next_week': '下{weekday}',
  'due.before': '{subject}课前',
  'due.over': '{when} 已截止',
  'left.minutes': '还有 {n} 分钟',
  'left.hours': '还有 {n} 小时',
  'left.days': '还有 {n} 天',
  'over.minutes': '过了 {n} 分钟',
  'over.hours': '过了 {n} 小时',
  'over.days': '过了 {n} 天',
};

export type WidgetKey = keyof typeof zh;
export default zh;
