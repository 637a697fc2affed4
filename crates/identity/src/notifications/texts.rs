//! Texts of the notifications feature.

kernel::refusals! {
    QUIET_INCOMPLETE = 400, "notification_quiet_incomplete", "请同时填写免打扰时段的开始和结束时间", "Quiet hours have a beginning and an end";
    QUIET_INVALID = 400, "notification_quiet_invalid", "时间须为 HH:MM，开始和结束不能相同", "Times are HH:MM, and the beginning is not the end";
    KIND_UNKNOWN = 400, "notification_kind_unknown", "没有「{kind}」这类通知", "There is no kind {kind} of notifications";
}

kernel::texts! {
    /// The kind in the search.
    NOTIFICATIONS = "notifications", "通知", "Notifications";
    /// A notification whose reader may not see any more what it tells of.
    GONE = "notification_gone", "内容已不可见", "No longer available";
    /// The kind of what happens to one's account.
    ACCOUNT = "notification_account", "账号", "Your account";
    /// The member was let in again.
    LET_IN = "notification_let_in", "你的账号已恢复使用", "Your account is enabled again";
    /// Below it.
    LET_IN_TEXT = "notification_let_in_text", "停用期间的消息和公告可以在各应用里查看", "What was said meanwhile is in its apps";
}
