//! Texts of the countdown feature.

kernel::texts! {
    /// The app.
    APP = "countdown_app", "倒计时", "Countdown";
    /// 400.
    TITLE_INVALID = "countdown_title_invalid", "标题须为 1–80 个字符", "A title has 1–80 characters";
    /// 400.
    DATE_INVALID = "countdown_date_invalid", "日期须为 1900–2199 年间的 YYYY-MM-DD", "A date is YYYY-MM-DD between 1900 and 2199";
    /// 400.
    COLOR_INVALID = "countdown_color_invalid", "颜色须为 #rrggbb", "A colour is #rrggbb";
    /// 400.
    NOTE_INVALID = "countdown_note_invalid", "备注最多 500 个字符", "A note has at most 500 characters";
    /// 400: an id made by the client must be a UUID.
    ID_INVALID = "countdown_id_invalid", "编号须为 UUID", "An id is a UUID";
    /// 409: the id belongs to something else.
    ID_TAKEN = "countdown_id_taken", "该编号已被使用", "This id is in use";
    /// 409.
    TOO_MANY = "countdown_too_many", "最多可以建立 {max} 个倒计时", "You can have at most {max} countdowns";
    /// 409.
    TOO_MANY_PINNED = "countdown_too_many_pinned", "最多可以置顶 {max} 个倒计时", "You can pin at most {max} countdowns";
}
