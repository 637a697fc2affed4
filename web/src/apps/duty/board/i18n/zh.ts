// Texts of duty on the board.
const zh = { left: '已离开', done: '已完成' };

export type DutyKey = keyof typeof zh;
export default zh;
