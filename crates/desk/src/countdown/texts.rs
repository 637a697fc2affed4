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
    TOO_MANY = 409, "countdown_too_many", "最多可以建立 {max} 个倒计时", "You can have at most {max} countdowns";
    TOO_MANY_PINNED = 409, "countdown_too_many_pinned", "最多可以置顶 {max} 个倒计时", "You can pin at most {max} countdowns";
}

kernel::texts! {
    /// The app.
    APP = "countdown_app", "倒计时", "Countdown";
    /// `countdown.reached`.
    COUNTDOWN_REACHED = "event_countdown_reached", "集成负责人的倒计时到了当天", "The day of a countdown of its owner has come";
    /// `countdown.create`.
    COUNTDOWN_CREATE = "event_countdown_create", "给集成负责人添加倒计时", "Adds a countdown for its owner";
}
