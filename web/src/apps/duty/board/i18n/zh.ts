// Texts of duty on the board.
const zh = { done: '已完成' };

export type DutyKey = keyof typeof zh;
export default zh;
