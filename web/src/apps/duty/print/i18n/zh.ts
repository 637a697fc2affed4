// Texts of the month on paper.
const zh = {
  title: '打印一个月的值日',
  before: '上个月',
  after: '下个月',
  month: '{year} 年 {month} 月',
  print: '打印',
  heading: '{month}值日',
  off: '休',
  undone: '从今天起的日子按现在的值日表排，放假或换值日后会变。',
};

export type PrintKey = keyof typeof zh;
export default zh;
