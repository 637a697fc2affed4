// Texts of what staff change of one turn.
const zh = {
  title: '{name} · {day}',
  stand_in: '谁来替？',
  search: '搜索同学',
  clear: '清除',
  excuse: '{name}这次免值',
  swap: '换值日',
  nobody: '全班都在这组里，没有人可以替。',
  off: '这天不用值日',
  off_text: '轮换照常往下走，这一组不补。',
  on: '恢复值日',
  unexcuse: '恢复：{name}照常值日',
  restore: '恢复：还是{name}值日',
  note: '写备注',
  note_title: '备注',
  note_hint: '全班都看得到，例如“拖把坏了”。',
  'done.stand_in': '{day}由{by}替{name}值日',
  'done.excuse': '{name}{day}免值',
  'done.off': '{day}不用值日（{roster}）',
  'done.undone': '已恢复原来的安排',
  menu: '{roster} · {day}',
};

export type StaffKey = keyof typeof zh;
export default zh;
