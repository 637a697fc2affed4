// Texts that the seats and the draws share.
const zh = {
  class: '班级',
  tabs: '座位和点名',
  'tab.plan': '座位',
  'tab.pick': '点名',
  left: '已离开',
  failed: '这部分没能打开',
  drawn: '点到：{names}',
  drawn_more: '点到：{names}等 {n} 人',
  show: '看看',
  names: '、',
};

export type SeatingKey = keyof typeof zh;
export default zh;
