// Texts of windows.
const zh = {
  'app.staff': '「{name}」只有老师和班委能打开',
  'window.unknown': '没有名为「{name}」的应用',
  'window.waiting': '正在读取应用列表…',
  'window.unread': '现在读不到应用列表，读到以后会打开它',
  'window.failed': '「{name}」没有打开',
  'window.minimize': '最小化',
  'window.restore': '还原',
  'window.maximize': '最大化',
};

export type WindowKey = keyof typeof zh;
export default zh;
