// Texts of the widget and of the badge that it shares with the list: they are part of the first load.
const zh = {
  'type.all': '公告',
  'type.notice': '通知',
  'type.homework': '作业',
  unread: '未读',
  none: '还没有{what}',
  unread_count: '{n} 条未读',
  all_read: '都读过了',
  open: '打开公告',
  'state.over': '已截止',
  'state.done': '已完成',
  'state.handed_in': '已交',
  'state.late': '迟交',
  'due.today': '今天截止',
  'due.tomorrow': '明天截止',
  'due.left': '还有 {n} 天截止',
  'due.past': '{day} 已截止',
};

export type WidgetKey = keyof typeof zh;
export default zh;
