// Texts of members' pages.
const zh = {
  label: '个人主页',
  gone: '找不到这位同学',
  privacy: '隐私设置',
  privacy_text: '选择谁能在社区看到你的资料。资料本身在设置里填写。',
  to_settings: '去设置',
  show_level: '显示等级',
  saved: '已保存隐私设置',
  chat: '发消息',
  'count.posts': '帖子',
  'count.comments': '评论',
  'count.likes': '获赞',
  own_posts: '我的帖子（匿名的只有自己能看到）',
  posts: '发过的帖子',
  no_posts: '还没有帖子',
  'field.signature': '签名',
  'field.birthday': '生日',
  'field.wechat': '微信',
  'field.qq': 'QQ',
  'field.email': '邮箱',
  'field.phone': '电话',
  'field.address': '地址',
  'reach.nobody': '不显示',
  'reach.class': '本班可见',
  'reach.everyone': '所有人可见',
};

export type ProfileKey = keyof typeof zh;
export default zh;
