// Texts of urgent broadcasts that take the whole screen.
const zh = {
  title: '紧急广播',
  more: '之后还有 {n} 条',
  pass: '知道了',
};

export type UrgentKey = keyof typeof zh;
export default zh;
