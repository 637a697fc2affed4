//! Texts of the announcements feature.

kernel::refusals! {
    TITLE_INVALID = 400, "announcement_title_invalid", "公告标题须为 1–{max} 个字符，且不能包含控制字符", "A title has 1–{max} characters and no control characters";
    CONTENT_INVALID = 400, "announcement_content_invalid", "公告内容须为 1–{max} 个字符，且不能包含控制字符", "An announcement has 1–{max} characters and no control characters";
    TIME_INVALID = 400, "announcement_time_invalid", "字段“{field}”须为带时区的 ISO 8601 时间", "“{field}” is an ISO 8601 time with its zone";
    TIME_PAST = 400, "announcement_time_past", "字段“{field}”须晚于现在", "“{field}” lies in the future";
    TIME_FAR = 400, "announcement_time_far", "字段“{field}”不能晚于两年之后", "“{field}” lies within two years";
    EXPIRES_EARLY = 400, "announcement_expires_early", "失效时间须晚于发布时间", "An announcement expires after it is published";
    DUE_INVALID = 400, "announcement_due_invalid", "截止日期须为 YYYY-MM-DD，且不早于今天", "A due date is YYYY-MM-DD and not past";
    DUE_OF_NOTICE = 400, "announcement_due_of_notice", "只有作业可以设置截止日期", "Only homework has a due date";
    /// A key made by the client.
    KEY_INVALID = 400, "announcement_key_invalid", "字段“key”须为 1–{max} 个可见的 ASCII 字符", "A key has 1–{max} visible ASCII characters";
    /// Audience and time of a published announcement are fixed.
    PUBLISHED_ALREADY = 409, "announcement_published_already", "公告已发布，不能再修改发布时间或接收范围", "It is published: its time and its audience can no longer change";
    /// Only what is shown can be acknowledged or reminded of.
    NOT_SHOWN = 409, "announcement_not_shown", "公告未在发布期内", "This announcement is not shown now";
    /// The announcement asks nobody to acknowledge it.
    NO_ACK_ASKED = 400, "announcement_no_ack_asked", "该公告不需要确认", "This announcement asks for no acknowledgement";
    /// Everyone has acknowledged.
    NOBODY_MISSING = 409, "announcement_nobody_missing", "所有成员都已确认", "Everyone has acknowledged";
    /// Reminded a moment ago.
    REMINDED_ALREADY = 429, "announcement_reminded_already", "刚刚已提醒过，请在 {seconds} 秒后重试", "They were reminded a moment ago; try again in {seconds} seconds";
    /// The announcement is deleted.
    DELETED = 409, "announcement_deleted", "公告已删除，请先恢复", "This announcement is deleted; restore it first";
}

kernel::texts! {
    /// There is a new notice.
    NEW_NOTICE = "announcement_new_notice", "新公告", "New announcement";
    /// There is new homework.
    NEW_HOMEWORK = "announcement_new_homework", "新作业", "New homework";
    /// An announcement waits for the reader to confirm it.
    REMINDER = "announcement_reminder", "请确认已读", "Please confirm that you have read this";
    /// The app.
    APP = "announcements_app", "公告", "Notices";
    /// `announcement.published`.
    ANNOUNCEMENT_PUBLISHED = "event_announcement_published", "发布了集成负责人能看到的公告", "An announcement that its owner sees is published";

    /// Permission `manage_announcements`.
    MANAGE = "announcements_manage", "管理公告", "Manage announcements";
    /// What it allows.
    MANAGE_ABOUT = "announcements_manage_about", "发布、修改和删除公告", "Write, change and delete announcements";
}

kernel::actions! {
    /// `create_announcement`.
    CREATE_ANNOUNCEMENT = "create_announcement", "发布公告", "Wrote an announcement"
        => "{scheduled?定时发布了|发布了}{type}{target}", "{scheduled?scheduled the|published the} {type} {target}";
    /// `edit_announcement`.
    EDIT_ANNOUNCEMENT = "edit_announcement", "修改公告", "Changed an announcement"
        => "改了公告{target}：{fields}", "changed {fields} of the announcement {target}";
    /// `pin_announcement`.
    PIN_ANNOUNCEMENT = "pin_announcement", "置顶公告", "Pinned an announcement"
        => "{pinned?置顶了|取消置顶了}公告{target}", "{pinned?pinned|unpinned} the announcement {target}";
    /// `delete_announcement`.
    DELETE_ANNOUNCEMENT = "delete_announcement", "删除公告", "Deleted an announcement"
        => "删除了公告{target}", "deleted the announcement {target}";
    /// `restore_announcement`.
    RESTORE_ANNOUNCEMENT = "restore_announcement", "恢复公告", "Restored an announcement"
        => "恢复了公告{target}", "restored the announcement {target}";
    /// `remind_announcement`.
    REMIND_ANNOUNCEMENT = "remind_announcement", "催办公告", "Reminded of an announcement"
        => "提醒了 {reminded} 人确认公告{target}", "reminded {reminded} to acknowledge the announcement {target}";
}

kernel::log_words! {
    "type" = "类型", "kind";
    "classes" = "班级", "classes";
    "reminded" = "催办人数", "reminded";
    "role" = "范围", "who";
    "scheduled" = "定时", "scheduled";
    "pinned" = "置顶", "pinned";
    "revision" = "版本", "revision";
    "notice" = "通知", "notice";
    "homework" = "作业", "homework";
    "officers" = "班干部和管理员", "officers and admins";
    "class_admins" = "管理员", "admins";
    "headline" = "标题", "title";
    "content" = "内容", "text";
    "due_date" = "截止日期", "due date";
    "requires_ack" = "需要确认", "acknowledgement";
    "publish_at" = "发布时间", "time of publishing";
    "audience" = "发给谁", "whom it is for";
    "expires_at" = "失效时间", "time of expiry";
    "ask_again" = "重新确认", "asking again";
}
