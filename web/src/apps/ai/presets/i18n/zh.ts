// Texts of presets, as members choose them.
const zh = {
  title: '用预设开始',
  text: '预设由老师写好，会告诉模型怎样回答。',
  absent: '预设已删除',
  choose: '预设',
  none: '不用预设',
  hint: '由老师写好，模型会先读到它。',
};

export type PresetKey = keyof typeof zh;
export default zh;
