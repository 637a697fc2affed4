//! Texts of the homework feature.

kernel::refusals! {
    /// The key belongs to a notice.
    KEY_TAKEN = 409, "homework_key_taken", "这个 key 已用于一条公告", "This key belongs to a notice";
    SUBJECT_INVALID = 400, "homework_subject_invalid", "科目最多 {max} 个字符，且不能包含控制字符", "A subject has at most {max} characters and no control characters";
    TIME_INVALID = 400, "homework_time_invalid", "截止时间须为 HH:MM", "The time of a day is HH:MM";
    TIME_WITHOUT_DAY = 400, "homework_time_without_day", "设置截止时间前须先设置截止日期", "A time needs its day";
    DUE_PAST = 400, "homework_due_past", "截止时间须晚于现在", "Homework is due in the future";
    PICTURES_INVALID = 400, "homework_pictures_invalid", "最多可放 {max} 张不同的图片", "There are at most {max} pictures, all of them different";
    /// A picture that the writer may not read, or a file that is none.
    PICTURE_UNKNOWN = 400, "homework_picture_unknown", "图片不存在，或不是图片", "A picture does not exist, or is none";
    /// Days that a list cannot be about.
    RANGE_INVALID = 400, "homework_range_invalid", "日期须为 YYYY-MM-DD，先后有序，且最多 {max} 天", "The days are YYYY-MM-DD, in order, and at most {max}";
    /// There is a card of that subject on that day.
    EXISTS = 409, "homework_exists", "当天已有这个科目的作业", "There is homework in this subject on that day";
    /// The card asks for nothing to be handed in.
    NO_HAND_IN = 400, "homework_no_hand_in", "这项作业不需要提交", "Nothing is handed in for this homework";
    /// Long after it was due.
    CLOSED = 409, "homework_closed", "截止已超过 {days} 天，不能再提交或撤回", "It was due more than {days} days ago; it is closed";
    SUBMISSION_EMPTY = 400, "homework_submission_empty", "请填写文字或添加文件", "Write something or add a file";
    SUBMISSION_TEXT_INVALID = 400, "homework_submission_text_invalid", "文字最多 {max} 个字符，且不能包含控制字符", "The text has at most {max} characters and no control characters";
    SUBMISSION_FILES_INVALID = 400, "homework_submission_files_invalid", "最多可提交 {max} 个不同的文件", "At most {max} files are handed in, all of them different";
    /// A file that the member may not read.
    FILE_UNKNOWN = 400, "homework_file_unknown", "文件不存在", "This file does not exist";
    /// Something is handed in.
    HANDED_IN = 409, "homework_handed_in", "已经提交，请先撤回提交", "It is handed in; withdraw that first";
    /// Members do not see it now.
    NOT_SHOWN = 409, "homework_not_shown", "作业未在发布期内", "This homework is not shown now";
    NOBODY_MISSING = 409, "homework_nobody_missing", "所有人都已完成", "Everyone has done it";
    REMINDED_ALREADY = 429, "homework_reminded_already", "刚刚已提醒过，请在 {seconds} 秒后重试", "They were reminded a moment ago; try again in {seconds} seconds";
}

kernel::texts! {
    /// The app.
    APP = "homework_app", "作业", "Homework";
    /// The kind of notifications.
    REMINDERS = "homework_reminders", "作业提醒", "Homework reminders";
    /// The title of a reminder of what is ticked.
    REMINDER = "homework_reminder", "作业还没有完成", "Homework is still open";
    /// The title of a reminder of what is handed in.
    HAND_IN_REMINDER = "homework_hand_in_reminder", "作业还没有提交", "Homework is not handed in";
    /// The title of a card that nobody gave one.
    TITLE = "homework_title", "作业", "Homework";
    /// The same with a subject.
    TITLE_OF_SUBJECT = "homework_title_of_subject", "{subject}作业", "{subject} homework";
    /// The text of a card of which the pictures say everything.
    SEE_PICTURES = "homework_see_pictures", "见图片", "See the pictures";
}

kernel::actions! {
    /// `remind_homework`.
    REMIND_HOMEWORK = "remind_homework", "催交作业", "Reminded of homework"
        => "提醒了 {reminded} 人完成作业{target}", "reminded {reminded} of the homework {target}";
}

kernel::log_words! {
    "subject" = "科目", "subject";
    "due_time" = "截止时间", "time it is due";
    "hand_in" = "需要提交", "handing in";
    "pictures" = "图片", "pictures";
}
