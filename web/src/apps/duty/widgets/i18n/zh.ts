// Texts of the widget, and those that it shares with the window.
const zh = {
  today: '今天',
  tomorrow: '明天',
  left: '已离开',
  free: '今天不用值日',
  free_reason: '今天{reason}，不用值日',
  open: '打开值日',
  mine: '今天轮到你',
  next: '你下次：{day}',
  next_task: '你下次：{day} · {task}',
  done: '已完成',
  tick_name: '{roster}做完了',
  untick_name: '{roster}：取消“已完成”',
  for: '替{name}',
  names: '、',
};

export type WidgetKey = keyof typeof zh;
export default zh;
