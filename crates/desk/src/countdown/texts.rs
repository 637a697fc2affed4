//! Texts of the countdown feature.

kernel::refusals! {
    TITLE_INVALID = 400, "countdown_title_invalid", "标题须为 1–80 个字符", "A title has 1–80 characters";
    DATE_INVALID = 400, "countdown_date_invalid", "日期须为 1900–2199 年间的 YYYY-MM-DD", "A date is YYYY-MM-DD between 1900 and 2199";
    COLOR_INVALID = 400, "countdown_color_invalid", "颜色须为 #rrggbb", "A colour is #rrggbb";
    NOTE_INVALID = 400, "countdown_note_invalid", "备注最多 500 个字符", "A note has at most 500 characters";
    /// An id made by the client must be a UUID.
    ID_INVALID = 400, "countdown_id_invalid", "编号须为 UUID", "An id is a UUID";
    /// The id belongs to something else.
    ID_TAKEN = 409, "countdown_id_taken", "该编号已被使用", "This id is in use";
    /// An admin of all classes named none.
    CLASS_MISSING = 400, "countdown_class_missing", "请指明班级（class）", "Name the class (class)";
    REMINDERS_INVALID = 400, "countdown_reminders_invalid", "最多 {max} 个提醒，每个须为提前 0–365 天", "There are at most {max} reminders, each 0–365 days before";
    /// An integration names a class.
    INTEGRATION_OWN = 400, "countdown_integration_own", "集成只能给负责人自己添加倒计时，不能指定班级（for_class、class）", "An integration adds countdowns for its owner alone; it cannot name a class (for_class, class)";
    TOO_MANY_OF_CLASS = 409, "countdown_too_many_of_class", "一个班级最多可以有 {max} 个倒计时", "A class can have at most {max} countdowns";
    TOO_MANY_PINNED_OF_CLASS = 409, "countdown_too_many_pinned_of_class", "一个班级最多可以置顶 {max} 个倒计时", "A class can pin at most {max} countdowns";
    TOO_MANY = 409, "countdown_too_many", "最多可以建立 {max} 个倒计时", "You can have at most {max} countdowns";
    TOO_MANY_PINNED = 409, "countdown_too_many_pinned", "最多可以置顶 {max} 个倒计时", "You can pin at most {max} countdowns";
}

kernel::texts! {
    /// The app.
    APP = "countdown_app", "倒计时", "Countdown";
    /// `countdown.reached`.
    COUNTDOWN_REACHED = "event_countdown_reached", "集成负责人自己或其班级的倒计时到了当天", "The day of a countdown of its owner, or of the owner's class, has come";
    /// `countdown.create`.
    COUNTDOWN_CREATE = "event_countdown_create", "给集成负责人添加倒计时", "Adds a countdown for its owner";
    /// The kind of notifications.
    REMINDERS = "countdown_reminders", "倒计时提醒", "Countdown reminders";
    /// A reminder that is read before the day.
    REMINDER_LEFT = "countdown_reminder_left", "还有 {days} 天（{date}）", "{days} more to go ({date})";
    /// A reminder that is read on the day.
    REMINDER_TODAY = "countdown_reminder_today", "就是今天", "Today is the day";
    /// A reminder that is read after the day.
    REMINDER_OVER = "countdown_reminder_over", "{date}，已经过去", "It was on {date}";
    /// An exam.
    GAOKAO = "countdown_gaokao", "高考", "Gaokao";
    /// An exam.
    ZHONGKAO = "countdown_zhongkao", "中考", "Zhongkao";
}

kernel::actions! {
    /// `create_class_countdown`.
    CREATE_CLASS_COUNTDOWN = "create_class_countdown", "添加班级倒计时", "Added a class countdown"
        => "给 {class} 班添加了一个倒计时", "added a countdown for class {class}";
    /// `edit_class_countdown`.
    EDIT_CLASS_COUNTDOWN = "edit_class_countdown", "修改班级倒计时", "Changed a class countdown"
        => "修改了 {class} 班的一个倒计时", "changed a countdown of class {class}";
    /// `delete_class_countdown`.
    DELETE_CLASS_COUNTDOWN = "delete_class_countdown", "删除班级倒计时", "Deleted a class countdown"
        => "删除了 {class} 班的一个倒计时", "deleted a countdown of class {class}";
}
