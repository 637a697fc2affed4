// Texts of the banner about the exam mode.
const zh = {
  'exam.on': '考试中：聊天和社区只能看，AI 助手关闭，{time} 恢复',
  'exam.staff': '考试中：同学们的聊天和社区只能看，AI 助手关闭，{time} 恢复',
};

export type ExamKey = keyof typeof zh;
export default zh;
