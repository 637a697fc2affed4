// Texts of swaps.
const zh = {
  title: '换值日',
  whom: '找谁换？',
  whom_search: '搜索同学',
  whom_clear: '清除',
  whom_none: '没有能换的同学。对方要有账号，而且那天不值日。',
  which: '换对方的哪一天？',
  favour: '算帮忙，不用还',
  message: '捎句话',
  message_sample: '那天我要去比赛',
  effect_pick: '先选一位同学。',
  effect_swap: '{name}同意后：{mine}由{name}值日，{theirs}由你值日。不同意就什么也不变。',
  effect_favour: '{name}同意后：{mine}由{name}替你值日，你不用还。不同意就什么也不变。',
  send: '发出请求',
  sent: '已请{name}换值日，等对方同意',
  'card.in_swap': '{name}想和你换：{theirs}由你替{name}值日（{roster}），你的{mine}由{name}值日。',
  'card.in_favour': '{name}请你帮忙：{theirs}替{name}值日（{roster}）。',
  'card.out': '等{name}回复：{day}的{roster}',
  'card.gone': '和{name}的换值日：{days}（{roster}）',
  'state.void': '值日日期变了，已失效',
  'card.message': '“{text}”',
  accept: '同意',
  decline: '拒绝',
  cancel: '撤回请求',
  list: '换值日的请求',
  'done.accept': '换好了，双方的值日已经改过来',
  'done.decline': '已拒绝，值日没有变',
  'done.cancel': '请求已撤回',
};

export type SwapKey = keyof typeof zh;
export default zh;
