// What a broadcast is called where it is shown.
const zh = {
  normal: '班级广播',
  important: '重要广播',
  urgent: '紧急广播',
  from: '{title} · {name}',
  acknowledgement: '知道了',
};

export type BroadcastsKey = keyof typeof zh;
export default zh;
