// Texts of the notification centre.
const zh = {
  show: '显示',
  'because.exam': '考试中，只弹紧急消息',
  'because.lesson': '上课中，{until} 前只弹紧急消息',
  'because.hours': '免打扰时段，{until} 前只弹紧急消息',
  'because.change': '更改设置',
  inbox: '通知',
  device: '本机提示',
  device_hint: '这台设备上弹出过的提示，离开桌面后清空',
  none: '还没有通知',
  none_text: '有人提到你、回复你，或有新公告时，会出现在这里',
  read_all: '全部标为已读',
  older: '更早的通知',
  more: '还有 {n} 条',
  fewer: '收起',
  all_text: '展开全文',
  less_text: '收起全文',
  unread: '未读',
  settings: '通知设置',
  open: '查看',
  leaves: '打开 {host}',
  failed: '没能标为已读：{reason}',
};

export type NotificationsKey = keyof typeof zh;
export default zh;
