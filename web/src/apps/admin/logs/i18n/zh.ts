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
  'column.actor': '操作人',
  'column.action': '操作',
  'column.target': '对象',
  'column.detail': '详情',
  'column.ip': '地址',
  'actor.system': '系统',

  'detail.all': '全部',
  'detail.yes': '是',
  'detail.no': '否',
  'detail.none': '无',
  'detail.many': '{n} 人',
};

export type LogsKey = keyof typeof zh;
export default zh;
