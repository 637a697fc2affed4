// Texts of the components that lists share.
const zh = {
  'list.none': '没有符合条件的结果',
  'pager.label': '翻页',
  'pager.page': '第 {page} / {pages} 页，共 {total} 条',
  'pager.previous': '上一页',
  'pager.next': '下一页',
};

export type UiKey = keyof typeof zh;
export default zh;
