// Texts of the console's frame and of what its own sections share.
const zh = {
  'nav.label': '管理',
  'nav.all': '全部管理项目',
  'nav.waiting': '件待处理',
  'gone.title': '这一部分你现在用不了',
  'gone.text': '你的权限可能刚刚变了。如有疑问，请问班级管理员。',
  'gone.all': '你已经没有管理权限了',
  'rights.changed': '你的管理权限刚刚变了，界面已更新',
  'load.failed': '这一部分没有打开',

  'status.active': '正常',
  'status.disabled': '已禁用',

  'common.copy': '复制',
  'common.print': '打印',
  'common.done': '完成',
};

export type AdminKey = keyof typeof zh;
export default zh;
