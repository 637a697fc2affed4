// Texts of the help that whoever asks is shown.
const zh = {
  title: '你不是一个人，现在就可以找人说说',
  text: '无论发生了什么，都有人愿意听。可以告诉你信任的老师、家人或同学，也可以打电话：',
  line_12356: '全国心理援助热线',
  line_12355: '青少年服务热线',
  line_110: '有危险时报警',
  title_other: '需要帮助吗？',
  violence: '如果你或别人有危险，马上告诉老师或家人，或拨打 110。',
  bullying: '被欺负不是你的错。告诉老师或家人，也可以拨打青少年服务热线 12355。',
  sexual: '有人让你不舒服或强迫你，不是你的错。告诉信任的大人，也可以拨打 12355 或 110。',
  drugs: '有人给你毒品时，离开那里，告诉老师或家人，或拨打 110。',
  bar: '你不是一个人',
  show: '查看',
  hide: '收起这条提示',
  line: '需要帮助？',
  privacy: '系统按词语判断，可能看错。老师第二天只能看到这类提问有几个，看不到是谁、问了什么。',
};

export type HelpKey = keyof typeof zh;
export default zh;
