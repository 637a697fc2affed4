// Texts of the console's log.
const zh = {
  'filter.actor': '谁做的（学号）',
  'filter.action': '做了什么',
  'filter.from': '从',
  'filter.to': '到',
  'filter.all': '全部操作',
  'filter.clear': '清除筛选',
  'filter.order_error': '开始日期不能晚于结束日期',
  'list.label': '操作日志',
  'list.count': '共 {n} 条',
  'list.none': '没有符合条件的记录',
  'list.none_yet': '还没有操作记录',
  'list.scope_class': '这里是本班成员做的，以及对本班成员做的操作。',
  'list.scope_own': '这里只有你自己的操作。',
  'list.export': '导出 CSV',
  'column.time': '时间',
  'column.act': '谁做了什么',
  'column.ip': '网络地址',
  'actor.system': '系统',
  'member.gone': '已注销的成员 {id}',
  'target.gone': '（已删除）',
  'target.unnamed': '（没有名称）',
  'row.stored': '同时显示原始记录（供核对）',

  'detail.all': '全部',
  'detail.yes': '是',
  'detail.no': '否',
  'detail.many': '{n} 人',
  'detail.comma': '、',
};

export type LogsKey = keyof typeof zh;
export default zh;
