// Texts of the notices: the island and the list.
const zh = {
  'notices.behind': '还有 {n} 条',
  'notices.none': '还没有通知',
  'notices.clear': '全部清除',
  'notices.quiet': '免打扰',
  'notices.quiet_hint': '只弹出紧急通知，其余留在这里',
};

export type NoticesKey = keyof typeof zh;
export default zh;
