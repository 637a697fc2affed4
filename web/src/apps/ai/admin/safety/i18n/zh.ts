// Texts of the counts of questions.
const zh = {
  text: '同学在 AI 助手里的提问提到下列内容时，本人会立刻看到求助方式，这里只记下数量。',
  what: '记录的只有：哪一天、哪个班、哪一类、几个。',
  what_not: '不记录是谁、问了什么。今天的数量明天才显示，避免猜出刚才是谁在用电脑。',
  rough: '判断靠词语表：查资料、读小说也可能算进来，换个说法就认不出。数量变多时，值得在班里多关心一句。',
  kinds: '近 {n} 天，到 {day} 为止',
  none: '近 {n} 天没有这类提问',
  days: '按天',
  self_harm: '自我伤害',
  violence: '暴力',
  bullying: '欺凌',
  sexual: '性话题',
  drugs: '毒品',
};

export type SafetyKey = keyof typeof zh;
export default zh;
