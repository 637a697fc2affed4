// Texts of moderation, wherever something can be reported or removed.
const zh = {
  'kind.message': '消息',
  'kind.post': '帖子',
  'kind.comment': '评论',

  'words.image': '[图片]',
  'words.file': '[文件]',
  'words.audio': '[语音]',
  'words.video': '[视频]',
  'words.community_forward': '[帖子]',
  'words.music_playlist': '[歌单]',
  'words.ai_forward': '[AI 回答]',
  'words.ai_batch': '[AI 对话]',
  'words.gomoku_invite': '[五子棋邀请]',
  'words.shared_post': '分享的帖子 #{id}',
  'words.none': '没有文字',

  'place.pair': '私聊',
  'place.group': '群聊',
  'place.post': '帖子 {id}',
  'author.anonymous': '匿名同学',

  'reason.hurts': '伤害他人',
  'reason.private': '泄露隐私',
  'reason.spam': '广告刷屏',
  'reason.unsure': '不确定，请看看',
  'reason.place': '不适合发在这里',
  'quick.label': '常用语',

  'quote.by': '{author}：{quote}',

  'report.title_message': '举报消息',
  'report.title_post': '举报帖子',
  'report.title_comment': '举报评论',
  'report.reason': '原因',
  'report.words': '补充说明',
  'report.hint_message': '管理员会看到这条消息、它前后的几条和你的说明。对方不会知道是谁举报的。',
  'report.hint_post': '管理员会看到这条帖子和你的说明。对方不会知道是谁举报的。',
  'report.hint_comment': '管理员会看到这条评论、它前后的几条和你的说明。对方不会知道是谁举报的。',
  'report.send': '举报',
  'report.done': '已举报，管理员会处理',
  'report.see': '查看',

  'remove.title_message': '删除这条消息？',
  'remove.title_post': '删除这条帖子？',
  'remove.title_comment': '删除这条评论？',
  'remove.effect':
    '所有人都不再看到它。作者会收到通知和你写的原因，七天内可以申诉；在此期间可以在「管理 → 审核」里恢复。',
  'remove.reason': '给作者的原因',
  'remove.reason_missing': '请写明原因',
  'remove.do': '删除',

  'held.done': '已提交，管理员通过后会发布',

  'silence.note': '你已被禁言至 {time}，在此之前不能发消息、帖子和评论。',
  'silence.why': '原因：{reason}',
};

export type ModerationKey = keyof typeof zh;
export default zh;
