// Texts of the widget.
const zh = {
  today: '今天',
  tomorrow: '明天',
  all_day: '全天',
  on: '正在进行',
  none: '接下来 30 天没有日程',
  add: '新建日程',
  open: '打开日历',
};

export type WidgetKey = keyof typeof zh;
export default zh;
