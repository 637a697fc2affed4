// Texts of the widget and of the sign-in, which are part of the first load.
const zh = {
  'widget.streak': '已连续 {n} 天',
  'widget.school_days': '已连续 {n} 个上学日',
  'widget.start': '从今天的签到开始',
  'widget.sign': '每日签到',
  'widget.done': '今日已签到',
  'widget.open': '打开等级',
  'sign.before': '今天已经签到过了',
  'sign.gained': '签到成功，经验 +{n}',
  'sign.streak': '已连续签到 {n} 天',
  'sign.retry': '再试一次',
  'up.title': '升到 Lv{n} 了！',
};

export type WidgetKey = keyof typeof zh;
export default zh;
