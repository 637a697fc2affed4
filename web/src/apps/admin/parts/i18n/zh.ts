// Texts of the choice of an audience and of what goes to one.
const zh = {
  'audience.label': '发给',
  'audience.everywhere': '全部班级',
  'audience.class': '{n} 班',
  'audience.all': '所有人',
  'audience.officers': '班干部和管理员',
  'audience.class_admins': '管理员',
  'audience.role': '范围',
  'audience.classes': '班级',
  'audience.own': '只发给你的班级（{n} 班）',
  'audience.size': '现在有 {n} 人会收到',
};

export type PartsKey = keyof typeof zh;
export default zh;
