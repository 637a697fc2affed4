//! Texts of moderation.

kernel::refusals! {
    KIND_UNKNOWN = 400, "moderation_kind_unknown", "字段“kind”须为 {kinds}", "“kind” is one of {kinds}";
    REASON_INVALID = 400, "moderation_reason_invalid", "最多 {max} 个字符，且不能包含控制字符", "At most {max} characters, without control characters";
    REASON_MISSING = 400, "moderation_reason_missing", "请写明原因", "Give a reason";
    MINUTES_INVALID = 400, "moderation_minutes_invalid", "字段“minutes”须为 {min}–{max}", "“minutes” is {min}–{max}";
    REPORT_OWN = 400, "moderation_report_own", "不能举报自己的内容", "You cannot report what you wrote yourself";
    /// Somebody else was quicker.
    CASE_SETTLED = 409, "moderation_case_settled", "该举报已处理", "This report is settled";
    /// It was reported again after it was kept.
    CASE_OPEN = 409, "moderation_case_open", "这条内容又被举报了，请处理新的举报", "This was reported again; decide on the new report";
    /// It was decided on too long ago.
    REOPEN_CLOSED = 409, "moderation_reopen_closed", "处理超过七天，不能重新处理；可以再次举报", "It was decided on more than seven days ago; report it again instead";
    /// The days for an appeal are over, or the words are gone.
    NOT_RESTORABLE = 409, "moderation_not_restorable", "已不能恢复", "It can no longer be restored";
    /// Settled, appealed already, or too old.
    APPEAL_CLOSED = 409, "moderation_appeal_closed", "不能再申诉", "You can no longer appeal";
    /// They are banned, silenced, or in an exam.
    AUTHOR_MAY_NOT_WRITE = 409, "moderation_author_may_not_write", "作者现在不能发言（停用、禁言或考试中），请稍后再发布", "Its author may not write now (banned, silenced, or in an exam); publish it later";
    /// Its room, post or answered message is gone, or its author may not write there any more.
    NOT_PUBLISHABLE = 409, "moderation_not_publishable", "已不能发布：原来的位置或所回复的内容已经不在了", "It can no longer be published: its place, or what it answers, is gone";
    OWN_REMOVAL = 403, "moderation_own_removal", "申诉须由另一位管理员处理", "Another moderator decides on this appeal";
    TERM_INVALID = 400, "moderation_term_invalid", "字词须为 1–{max} 个字符，且不能包含控制字符", "A term has 1–{max} characters and no control characters";
    /// Signs alone, which do not count when texts are compared.
    TERM_EMPTY = 400, "moderation_term_empty", "字词须包含文字或数字", "A term has letters or digits";
    EXCEPTIONS_INVALID = 400, "moderation_exceptions_invalid", "最多 {count} 个例外，每个最多 {max} 个字符；正则表达式没有例外", "At most {count} exceptions of at most {max} characters; patterns have none";
    PATTERN_INVALID = 400, "moderation_pattern_invalid", "这不是支持的正则表达式（不支持环视和反向引用）", "This is no supported regular expression (look-around and back-references are not)";
    PATTERN_TOO_LARGE = 400, "moderation_pattern_too_large", "正则表达式过大", "The regular expression is too large";
    /// It would fit every text.
    PATTERN_EMPTY = 400, "moderation_pattern_empty", "正则表达式不能匹配空文本", "The regular expression must not fit an empty text";
    TOO_MANY_RULES = 409, "moderation_too_many_rules", "最多 {max} 条规则", "At most {max} rules";
    TOO_MANY_PATTERNS = 409, "moderation_too_many_patterns", "最多 {max} 条正则表达式规则", "At most {max} rules with regular expressions";
    WORDS_BLOCKED = 400, "moderation_words_blocked", "内容里的“{words}”不能发送，请修改", "“{words}” cannot be sent; please change it";
    /// Of what stands, like a message that is edited and the name of a group, and of what a program writes.
    CANNOT_BE_HELD = 400, "moderation_cannot_be_held", "这些文字需要审核，不能直接保存", "These words would have to be looked at first, so they cannot be saved";
    /// It is kept, and published when a moderator lets it through; sending it again changes nothing.
    HELD = 409, "held", "内容需要审核，通过后会发布", "A moderator has to look at it first; it is published then";
    SILENCED = 403, "silenced", "您已被禁言至 {until}", "You may not write until {until}";
}

kernel::texts! {
    /// The kind of notifications of cases, for whoever moderates.
    CASE = "moderation_case", "举报与申诉待处理", "Reports and appeals to decide on";
    /// A case was opened.
    CASE_OPENED = "moderation_case_opened", "有新的举报", "There is a new report";
    /// A case was opened by a word rule for what waits to be published.
    CASE_HELD = "moderation_case_held", "有内容等待审核", "Something waits to be let through";
    /// A case was opened by a word rule for what is published.
    CASE_FLAGGED = "moderation_case_flagged", "字词规则标出了新内容", "A word rule has flagged something";
    /// A case was opened for the first post of a member.
    CASE_FIRST_POST = "moderation_case_first_post", "有新成员的第一个帖子等待审核", "A first post waits to be let through";
    /// An author appeals.
    APPEALED = "moderation_appealed", "有新的申诉", "There is a new appeal";
    /// What it is about.
    CASE_TEXT = "moderation_case_text", "{kind}等待处理", "{kind} waits to be looked at";
    /// The kind of notifications of what became of one's reports.
    DECISION = "moderation_decision", "我的举报有结果", "A report of mine is decided on";
    /// A report of the reader is settled.
    DECIDED = "moderation_decided", "你的举报有结果了", "Your report was dealt with";
    /// The content was removed.
    DECIDED_REMOVED = "moderation_decided_removed", "内容已被删除，谢谢你的提醒", "It was removed; thank you for telling";
    /// The content was removed and is there again.
    DECIDED_RESTORED = "moderation_decided_restored", "内容曾被删除，复核后已恢复", "It was removed, and restored after another look";
    /// The content stays.
    DECIDED_KEPT = "moderation_decided_kept", "管理员看过了，内容保留", "A moderator has looked at it, and it stays";
    /// The kind of notifications of what moderators remove.
    REMOVAL = "moderation_removal", "我的内容被删除", "Something of mine is removed";
    /// A moderator has removed something of the reader.
    REMOVED = "moderation_removed", "你的{kind}被管理员删除了", "A moderator removed your {kind}";
    /// A moderator has not let something of the reader through.
    REJECTED = "moderation_rejected", "你的{kind}没有通过审核", "Your {kind} was not let through";
    /// The kind of notifications of what moderators let through or restore.
    PUBLICATION = "moderation_publication", "我的内容通过审核或恢复", "Something of mine is let through or restored";
    /// A moderator has let something of the reader through.
    PUBLISHED = "moderation_published", "你的{kind}通过审核，已发布", "Your {kind} is published";
    /// A moderator has taken back the removal of something of the reader.
    RESTORED = "moderation_content_restored", "你的{kind}已恢复", "Your {kind} is restored";
    /// Why.
    REASON = "moderation_reason", "原因：{reason}", "Reason: {reason}";
    /// The kind of notifications of appeals that were decided on.
    APPEAL_DECISION = "moderation_appeal_decision", "我的申诉有结果", "An appeal of mine is decided on";
    /// An appeal was granted.
    GRANTED = "moderation_granted", "申诉通过，你的{kind}已恢复", "Your appeal is granted, your {kind} is restored";
    /// An appeal was not granted.
    UPHELD = "moderation_upheld", "申诉没有通过", "Your appeal is not granted";
    /// The kind of notifications of being silenced.
    SILENCE = "moderation_silence", "我被禁言", "I am silenced";
    /// The reader may write nothing for a time.
    SILENCED_UNTIL = "moderation_silenced_until", "你被禁言至 {until}", "You may not write until {until}";
}

kernel::actions! {
    /// `read_case`.
    READ_CASE = "read_case", "查看待处理的内容", "Read what a case is about"
        => "查看了一条待处理的{kind}和它的前后文", "read a {kind} of a case and the words around it";
    /// `decide_case`.
    DECIDE_CASE = "decide_case", "处理内容", "Decided on a content"
        => "处理了一条{kind}：{verdict}，原因：{reason}", "decided on a {kind}: {verdict}, reason: {reason}";
    /// `read_chat_report`: of reports of messages, before there were cases.
    READ_CHAT_REPORT = "read_chat_report", "查看举报前后文", "Read words around a report"
        => "查看了{sender_id}被举报的消息和它的前后文", "read a reported message of {sender_id} and the words around it";
    /// `resolve_chat_report`, likewise.
    RESOLVE_CHAT_REPORT = "resolve_chat_report", "处理举报", "Handled a report"
        => "处理了对{sender_id}的消息的举报：{verdict}", "handled a report about a message of {sender_id}: {verdict}";
    /// `change_rule`.
    CHANGE_RULE = "change_rule", "修改字词规则", "Changed a word rule"
        => "修改了字词规则：{change}（{effect}）", "word rule {change} ({effect})";
    /// `try_rule`.
    TRY_RULE = "try_rule", "试运行字词规则", "Tried a word rule"
        => "试运行了字词规则", "tried a word rule on what was written";
    /// `set_first_posts`.
    SET_FIRST_POSTS = "set_first_posts", "首帖审核", "Set whether first posts are looked at"
        => "{enabled?打开了|关闭了}首帖审核", "turned {enabled?on|off} that first posts are looked at";
    /// `silence_member`.
    SILENCE_MEMBER = "silence_member", "禁言", "Silenced a member"
        => "禁言了{target} {minutes} 分钟，原因：{reason}", "silenced {target} for {minutes} minutes: {reason}";
    /// `lift_silence`.
    LIFT_SILENCE = "lift_silence", "解除禁言", "Lifted a silence"
        => "解除了{target}的禁言", "let {target} write again";
}

kernel::log_words! {
    "kind" = "类型", "kind";
    "message" = "消息", "message";
    "post" = "帖子", "post";
    "comment" = "评论", "comment";
    "content_id" = "编号", "number";
    "author_id" = "作者", "author";
    "verdict" = "处理结果", "verdict";
    "dismissed" = "不予处理", "dismissed";
    "recalled" = "撤回了消息", "the message was recalled";
    "message_id" = "消息", "message";
    "sender_id" = "发送者", "sender";
    "kept" = "保留内容", "it stays";
    "removed" = "移除", "removed";
    "reopened" = "重新处理", "opened again";
    "restored" = "恢复了内容", "it was restored";
    "upheld" = "申诉不通过", "the appeal was not granted";
    "change" = "变更", "change";
    "added" = "新增", "added";
    "changed" = "修改", "changed";
    "effect" = "处理方式", "effect";
    "mask" = "打码", "masked";
    "flag" = "标记", "flagged";
    "hold" = "先审后发", "held";
    "block" = "禁止发送", "refused";
    "minutes" = "分钟", "minutes";
    "reason" = "原因", "reason";
}
