// Texts of homework on the board.
const zh = { due: '{time} 交', due_day: '{day}交', other: '其他' };

export type HomeworkBoardKey = keyof typeof zh;
export default zh;
