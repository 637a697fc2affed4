// Texts of the clock.
const zh = {
  night: '夜深了，早点休息',
  morning: '早上好',
  forenoon: '上午好',
  noon: '中午好',
  afternoon: '下午好',
  evening: '晚上好',
};

export type ClockKey = keyof typeof zh;
export default zh;
