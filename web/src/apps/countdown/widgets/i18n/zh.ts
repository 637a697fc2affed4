// Texts of the widget: they are part of the first load.
const zh = {
  'days.today': '就是今天',
  'days.unit': '天',
  'days.to': '距离{title}',
  'days.since': '{title}已过去',
  'days.is_today': '{title}',
  empty: '还没有倒计时',
  none_fits: '没有符合选项的倒计时',
  add: '去添加',
  open: '打开倒计时',
  open_event: '在日历中打开',
};

export type WidgetKey = keyof typeof zh;
export default zh;
