// Texts of what one has reported, and of what was removed of one's own.
const zh = {
  'reports.title': '我的举报',
  'reports.none':
    '你没有举报过内容。看到伤人或泄露隐私的消息、帖子和评论，可以在「更多操作」里举报，这里会显示处理结果。',
  'reports.gone': '内容已经不在了',
  'reports.why': '举报理由：{reason}',
  'reports.note': '管理员说：{note}',
  'reports.is_open': '等待处理',
  'reports.is_kept': '已查看：内容保留',
  'reports.is_removed': '已处理：内容已删除',
  'reports.is_restored': '已处理：内容后来恢复了',

  'held.title': '等待审核',
  'held.text': '管理员通过后会以你的名义发布，结果会通知你。',
  'held.waits': '等待审核',

  'removals.title': '我被删除和没有通过的内容',
  'removals.none': '你的内容没有被管理员删除过，也没有不通过的。如果有，可以在这里申诉。',
  'removals.is_removed': '已删除',
  'removals.is_rejected': '没有通过',
  'removals.is_restored': '已恢复',
  'removals.reason': '删除原因：{reason}',
  'removals.why_rejected': '没有通过的原因：{reason}',
  'removals.no_reason': '管理员没有写原因',
  'removals.appeal': '你的申诉：{text}',
  'removals.answer': '管理员答复：{note}',
  'removals.appeal_open': '申诉处理中',
  'removals.appeal_upheld': '申诉没有通过',
  'removals.appeal_granted': '申诉通过',
  'removals.closed': '申诉期已过',
  'removals.do_appeal': '申诉',
  'removals.appeal_label': '申诉：{words}',

  'appeal.title': '申诉',
  'appeal.hint': '只能申诉一次。管理员会看到你的话，尽量由另一位管理员来处理；通过后内容会恢复或发布。',
  'appeal.text': '为什么应该保留或发布',
  'appeal.missing': '请写明理由',
  'appeal.send': '提交申诉',
  'appeal.done': '申诉已提交，结果会通知你',
};

export type OwnKey = keyof typeof zh;
export default zh;
