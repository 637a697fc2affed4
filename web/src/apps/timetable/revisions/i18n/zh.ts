// Texts of the versions of a timetable.
const zh = {
  title: '「{name}」的历史版本',
  about: '每次保存都会留下一个版本，最近的 50 个可以恢复。恢复不会丢掉现在的版本。',
  none: '还没有保存过',
  now: '现在的',
  now_removed: '现在：已删除',
  removed: '删除',
  unknown: '已离开的成员',
  lessons: '{n} 节课',
  restore: '恢复',
  restore_name: '恢复 {time} 的版本',
  restored: '已恢复到 {time} 的版本',
  undone: '已撤销恢复',
};

export type RevisionsKey = keyof typeof zh;
export default zh;
