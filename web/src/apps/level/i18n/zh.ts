// Texts of the level app.
const zh = {
  'up.text': '继续保持，明天也来签到吧',

  'app.failed': '没有读到等级',
  'app.exp': '经验 {exp}，下一级需要 {next}',
  'app.top': '经验 {exp}，已是最高等级',
  'app.progress': '升级进度',
  'app.longest': '最长连续 {n} 天',
  'app.school_days': '上学日连续签到 {n} 天，放假不算中断',
  'app.bonus': '再连续 {n} 天，每次签到多得 {exp}',
  'app.rewards': '怎样获得经验',
  'app.today': '今天除签到外已得 {n}，最多 {cap}',
  'app.limit': '每天最多 {n} 次',

  'action.daily_login': '每日签到',
  'action.send_message': '发消息',
  'action.create_post': '发帖子',
  'action.share_post': '转发帖子',
  'action.add_comment': '发评论',
  'action.receive_like': '收到点赞',

  'history.title': '经验记录',
  'history.none': '还没有记录，从签到开始吧',
  'history.more': '更早的记录',
};

export type LevelKey = keyof typeof zh;
export default zh;
