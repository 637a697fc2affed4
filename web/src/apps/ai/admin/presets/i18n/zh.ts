// Texts of the presets of the console.
const zh = {
  text: '同学开始对话时可以选一个预设，模型会先读到它的提示词。方案锁定提示词时，预设照样有效。',
  add: '添加预设',
  none: '还没有预设',
  none_text: '写一个给全班用的提示词，例如“作文评改”或“英语口语陪练”。',
  not_yours: '全校的预设，由系统管理员修改。',
  remove_ask: '删除「{name}」？',
  remove_effect: '同学们不能再选它。用它开始的对话会保留，之后的回答不再读到它的提示词。',
  removed: '已删除「{name}」',
  saved: '已保存「{name}」',
  created: '已添加「{name}」',
  new: '添加预设',
  edit: '编辑预设',
  label: '名称',
  label_sample: '例如：作文评改',
  label_error: '名称需为 1–{max} 个字符',
  description: '用途',
  description_sample: '例如：先说优点，再提两条修改建议',
  description_error: '最多 {max} 个字符，现在是 {n} 个',
  prompt: '提示词',
  prompt_hint: '模型在方案的提示词之后、同学自己的设定之前读到它；同学也能看到。',
  prompt_empty: '请填写提示词',
  prompt_error: '最多 {max} 个字符，现在是 {n} 个',
};

export type PresetKey = keyof typeof zh;
export default zh;
