// Texts of the console's officers.
const zh = {
  'list.none': '还没有班干部',
  'list.none_text': '请几位同学帮忙管理班级，各管各的，随时可以收回。',
  'list.appoint': '任命班干部',
  'list.no_rights': '没有权限',
  'list.change': '修改{name}的职务和权限',
  'list.remove': '免去{name}的职务',
  'list.not_yours': '你不能修改与自己同级的班干部',

  'pick.title': '任命谁？',
  'pick.search': '姓名、网名或学号',
  'pick.none': '没有可以任命的成员',
  'pick.none_text': '只有已注册、未被禁用、还没有职务的成员可以任命。',
  'pick.more': '还有 {n} 人，请输入姓名缩小范围',

  'form.title': '职务',
  'form.title_sample': '例如：学习委员',
  'form.title_error': '职务最多 20 个字',
  'form.rights': '权限',
  'form.not_held': '你自己没有这项权限，所以不能授予',
  'form.unknown': '门户的任何功能都不认识这项权限；关闭后不能再授予',
  'form.none': '没有任何权限的班干部只有职务名称，可以看运行状况和自己的操作日志。',
  'form.effect': '{name}会立刻得到这些权限，只对本班有效。',
  'form.effect_everywhere':
    '{name}会立刻得到这些权限。“管理应用与锁屏”对所有班级有效：开关应用、锁定屏幕、清除外部文件的缓存，都会影响全校。',
  'form.effect_rest': '其余权限只对本班有效。',
  'form.effect_loses': '{name}会立刻失去：{rights}。',
  'form.appoint': '任命',
  'form.done': '{name}现在是班干部',
  'form.changed': '已更新{name}的职务和权限',

  'remove.title': '免去职务',
  'remove.effect': '{name}会变回普通成员，并立刻失去 {n} 项权限。账号和内容不受影响。',
  'remove.effect_none': '{name}会变回普通成员。账号和内容不受影响。',
  'remove.do': '免去职务',
  'remove.done': '已免去{name}的职务',
};

export type OfficersKey = keyof typeof zh;
export default zh;
