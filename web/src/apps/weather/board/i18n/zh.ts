// Texts of the weather on the board.
const zh = { air: '空气{air}', since: '{time} 更新' };

export type WeatherBoardKey = keyof typeof zh;
export default zh;
