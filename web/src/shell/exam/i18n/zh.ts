// Texts of the banner about the exam mode.
const zh = {
  'exam.on': '考试中：聊天和社区只能看，AI 助手关闭，{time} 恢复',
  'exam.staff': '考试中：同学们的聊天和社区只能看，AI 助手关闭，{time} 恢复',
  'soon.own': '考试 {time} 开始，还有 {n} 分钟；期间不能聊天、不弹出通知',
  'soon.staff': '考试 {time} 开始，还有 {n} 分钟；期间同学们不能聊天、不弹出通知',
  'soon.spoken': '考试 {time} 开始',
};

export type ExamKey = keyof typeof zh;
export default zh;
