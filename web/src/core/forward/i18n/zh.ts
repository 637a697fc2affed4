// Texts of forwarding to a chat.
const zh = {
  title: '转发到聊天',
  send: '转发',
  done: '已转发到“{name}”',
  open: '打开',
  none: '没有可以转发的聊天',
};

export type ForwardKey = keyof typeof zh;
export default zh;
