// Texts of windows.
const zh = {
  'app.staff': '「{name}」只有老师和班委能打开',
  'window.unknown': '没有名为「{name}」的应用',
  'window.failed': '「{name}」没有打开',
  'window.minimize': '最小化',
  'window.restore': '还原',
  'window.maximize': '最大化',
};

export type WindowKey = keyof typeof zh;
export default zh;
