// Texts of the history and the counts.
const zh = {
  title: '记录与次数',
  tabs: '看什么',
  'tab.turns': '记录',
  'tab.counts': '次数',
  roster: '值日表',
  none: '还没有过去的值日',
  none_text: '每天的值日在当天开始时记下来，以后改值日表也不会变。',
  no_roster: '还没有值日表',
  done: '已完成',
  missed: '没有打勾',
  for: '{name}（替{other}）',
  with_task: '{name} {task}',
  span: '统计多久',
  'span.30': '30 天',
  'span.90': '90 天',
  'span.180': '180 天',
  counts_about: '深色是打了勾的次数，浅色是没有打勾的。',
  counts_none: '这段时间没有值日',
  count: '{n} 次，完成 {done} 次',
  average: '平均每人 {n} 次',
};

export type HistoryKey = keyof typeof zh;
export default zh;
