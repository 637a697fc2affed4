// Texts of the clock.
const zh = {
  night: '夜深了，{name}，早点休息',
  morning: '早上好，{name}',
  forenoon: '上午好，{name}',
  noon: '中午好，{name}',
  afternoon: '下午好，{name}',
  evening: '晚上好，{name}',
};

export type ClockKey = keyof typeof zh;
export default zh;
