// Texts of the console's broadcasts.
const zh = {
  'form.title': '发送广播',
  'form.content': '内容',
  'form.content_hint': '纯文字，{n}/500',
  'form.content_error': '请填写 1–500 个字',
  'form.priority': '重要程度',
  'priority.normal': '普通',
  'priority.important': '重要',
  'priority.urgent': '紧急',
  'about.normal': '在屏幕顶部出现十秒；开了免打扰的人只在通知里看到。',
  'about.important': '停在屏幕顶部，直到本人关掉；开了免打扰的人只在通知里看到。',
  'about.urgent':
    '穿过免打扰，排在所有通知之前，停到本人关掉为止；教室大屏会被它占满，直到有人点「知道了」。请只用于必须马上知道的事。',
  'form.lasts': '多久之内还会补发给后来上线的人',
  'lasts.usual': '按重要程度',
  'lasts.600': '10 分钟',
  'lasts.3600': '1 小时',
  'lasts.86400': '1 天',
  'lasts.604800': '7 天',
  'form.preview': '大家会看到',
  'form.sample': '在上面输入内容',
  'form.send': '发送',
  'form.sent': '已发送给 {n} 人',
  'form.urgent_title': '发送紧急广播？',
  'form.urgent_effect': '它会穿过免打扰，立刻出现在{audience}的所有屏幕顶部，直到各自关掉；教室大屏会被它占满。',

  'list.title': '已发送',
  'list.none': '还没有发过广播',
  'list.reached': '已显示给 {reached} / {size} 人',
  'list.known': '{reached} / {size} 人已点「知道了」',
  'list.recipients': '谁看到了',
  'list.live': '有效到 {time}',
  'list.over': '已结束',
  'list.recalled': '{time} 已撤回',
  'list.by': '{name} 发送于 {time}',
  'list.recall': '撤回',

  'recipients.title': '谁看到了',
  'recipients.counts': '{size} 人中 {reached} 人看到了',
  'recipients.missing': '还没看到 · {n} 人',
  'recipients.seen': '看到了 · {n} 人',
  'recipients.at': '{time} 看到',
  'recipients.all': '所有人都看到了',
  'recipients.none': '没有发给任何人',

  'recall.title': '撤回这条广播？',
  'recall.effect': '它会立刻从所有屏幕和列表里消失。已经有 {n} 人看到过。',
  'recall.do': '撤回',
  'recall.done': '已撤回广播',
};

export type BroadcastsKey = keyof typeof zh;
export default zh;
