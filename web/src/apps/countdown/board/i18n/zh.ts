// Texts of countdowns on the board.
const zh = { today: '就是今天', days: '天' };

export type CountdownBoardKey = keyof typeof zh;
export default zh;
