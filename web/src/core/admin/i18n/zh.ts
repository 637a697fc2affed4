// Texts that the sections of the console share.
const zh = {
  'audience.label': '发给',
  'audience.everywhere': '全部班级',
  'audience.all': '所有人',
  'audience.officers': '班干部和管理员',
  'audience.class_admins': '管理员',
  'audience.role': '范围',
  'audience.classes': '班级',
  'audience.own': '只发给你的班级（{name}）',
  'audience.size': '除你以外，现在有 {n} 人会收到',

  'tier.user': '成员',
  'tier.officer': '班干部',
  'tier.class_admin': '班级管理员',
  'tier.admin': '系统管理员',

  'class.all': '全部班级',
  'list.comma': '，',

  'panels.shown': '大屏已显示 {shown}/{of}',
  'panels.look': '{text}，打开大屏画面',

  'names.copy': '复制姓名',
  'names.copied': '已复制 {n} 个姓名',
};

export type SharedKey = keyof typeof zh;
export default zh;
