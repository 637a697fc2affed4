// Texts of the components.
const zh = {
  'theme.dark': '切换到深色',
  'theme.light': '切换到浅色',
  'language.failed': '语言包没有加载成功，请重试',
  'list.none': '没有符合条件的结果',
  'pager.label': '翻页',
  'pager.page': '第 {page} / {pages} 页，共 {total} 条',
  'pager.previous': '上一页',
  'pager.next': '下一页',
  'field.required': '请填写这一项',
  'field.optional': '选填',
  'field.show_password': '显示密码',
  'field.hide_password': '隐藏密码',
  'field.less': '减少',
  'field.more': '增加',
};

export type UiKey = keyof typeof zh;
export default zh;
