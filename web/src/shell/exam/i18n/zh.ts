// Texts of the banner about the exam mode.
const zh = {
  'exam.on': '考试中：AI 助手暂停，{time} 恢复',
  'exam.staff': '考试中：同学们的 AI 助手暂停，{time} 恢复',
};

export type ExamKey = keyof typeof zh;
export default zh;
