// Texts of the first steps.
const zh = {
  'step.enrol': '{registered}/{total} 已注册',
  'step.slips': '打印认领单',
  'step.announce': '写第一条公告',
  'step.layout': '设为班级默认布局',
  'step.photo': '放一张班级照片',
  'hint.enrol': '投屏二维码，谁注册好了名字就亮起来',
  'hint.slips': '还有 {n} 张没用过',
  'hint.announce': '通知或作业，全班都看得到',
  'hint.layout': '同学们打开就是你排好的桌面',
  'hint.photo': '本班同学可以选它做壁纸',
  'step.done': '已完成',
  'list.label': '开班清单，已完成 {done}/{count}',
  'list.progress': '开班清单 {done}/{count}',
  'list.finished': '都做好了',
  'list.hide': '收起',
  'list.hide_label': '收起开班清单',
  'list.hidden': '已收起开班清单',
};

export type StepsKey = keyof typeof zh;
export default zh;
