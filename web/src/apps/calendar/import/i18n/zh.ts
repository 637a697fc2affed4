// Texts of the import.
const zh = {
  title: '导入日程',
  owner: '导入到',
  'owner.self': '我的日历',
  'owner.class': '班级日历',
  choose: '选一个 .ics 文件，或拖到这里',
  file: '选择文件',
  another: '换一个文件',
  too_large: '文件太大，最多 2 MB。',
  problems: '{n} 处无法读取，相关的日程不会导入：',
  warnings: '{n} 处不能完全照搬：',
  left_out: '不导入',
  partly: '注意',
  found: '会导入这 {n} 个日程',
  known: '会替换已有的',
  without: '除去 {n} 次',
  more: '还有 {n} 个',
  cancel: '取消',
  import: '导入 {n} 个日程',
  done: '已导入 {n} 个日程',
};

export type ImportKey = keyof typeof zh;
export default zh;
