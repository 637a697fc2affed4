// Texts around apps of the market.
const zh = {
  'ask.confirm': '请确认',
  'ask.alert': '提示',
  'ask.prompt': '请输入',
  'ask.answer': '内容',
  'ask.yes': '确定',
  'crash.start': '「{name}」没有启动',
  'crash.start_text': '其他窗口不受影响。',
  'crash.later': '「{name}」出了错，可能有功能用不了',
  'crash.again': '重新打开',
  'crash.off': '停用',
  'crash.off_done': '已停用「{name}」',
  'crash.hide': '忽略',
  'crash.widget': '小组件出错了',
  'update.done': '「{name}」已更新',
  'update.ready': '「{name}」有新版本',
  'update.done_back': '「{name}」已回退到 {version}',
  'update.done_forward': '「{name}」已恢复到 {version}',
  'update.ready_back': '「{name}」已回退到 {version}，这里还是原来的版本',
  'update.reload': '重新载入',
  gone: '「{name}」已卸载',
  'router.unknown': '这里没有「{path}」',
  'forward.text': '选择一个聊天，那里的人都能看到「{name}」要发的内容。',
  'storage.leaving': '有应用的数据还没有保存到服务器',
  'ui.search': '搜索',
  'ui.close': '关闭',
  'ui.busy': '请稍等',
};

export type MarketKey = keyof typeof zh;
export default zh;
