// Texts of the announcement app.
const zh = {
  'filter.label': '筛选',
  'filter.all': '全部',
  'filter.unread': '未读',
  'filter.notice': '通知',
  'filter.homework': '作业',
  'list.none': '还没有公告',
  'list.none_text': '班级的通知和作业会出现在这里。',
  'list.none_here': '这里没有公告',
  'list.failed': '公告没有加载成功',
  'list.pinned': '置顶',
  'list.to_confirm': '待确认',
  'list.confirmed': '已确认',
  'list.more': '更早的公告',
  'detail.by': '{name} 发布于 {time}',
  'detail.edited': '{time} 改过',
  'detail.expires': '{time} 之后不再显示',
  'detail.due': '截止日期：{day}',
  'detail.ask': '请在读完后确认。',
  'detail.changed': '内容刚刚改过。请再读一遍，然后确认。',
  'detail.confirm': '我已知悉',
  'detail.confirmed': '你在 {time} 确认了',
  'detail.gone': '这条公告已经不在了',
  'detail.gone_text': '可能刚刚被撤下，或者已经过期。',
  'detail.back': '全部公告',
  'notice.new': '新公告',
  'notice.new_homework': '新作业',
  'notice.reminder': '有一条公告等你确认',
  'notice.open': '查看',
};

export type AnnouncementsKey = keyof typeof zh;
export default zh;
