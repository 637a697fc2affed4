//! Texts of panels.

kernel::refusals! {
    /// The panel was removed, or its code has run out; or there never was one.
    PANEL_UNKNOWN = 401, "panel_unknown", "这块屏幕还没有配对", "This screen is not paired";
    /// A screen that is paired asks for a code.
    PANEL_PAIRED = 409, "panel_paired", "这块屏幕已经配对", "This screen is paired already";
    CODE_UNKNOWN = 404, "panel_code_unknown", "没有显示这个码的屏幕，可能已经过期", "No screen shows this code; it may have run out";
    NAME_INVALID = 400, "panel_name_invalid", "名称须为 1–{max} 个字", "A name has 1–{max} characters";
    NAME_TAKEN = 409, "panel_name_taken", "本班已有同名的大屏", "The class has a screen of this name";
    TOO_MANY = 409, "panel_too_many", "一个班最多 {max} 块大屏", "A class has at most {max} screens";
    /// Too many screens of the portal wait to be confirmed.
    TOO_MANY_WAITING = 503, "panel_too_many_waiting", "等待配对的屏幕太多，请稍后再试", "Too many screens wait to be paired, try again later";
    CLASS_MISSING = 400, "panel_class_missing", "请指明班级", "Name the class";
}

kernel::actions! {
    /// `pair_panel`.
    PAIR_PANEL = "pair_panel", "配对大屏", "Paired a classroom screen"
        => "为 {class} 班配对了一块大屏", "paired a classroom screen of class {class}";
    /// `change_panel`.
    CHANGE_PANEL = "change_panel", "修改大屏", "Changed a classroom screen"
        => "修改了 {class} 班一块大屏的设置", "changed the settings of a classroom screen of class {class}";
    /// `remove_panel`.
    REMOVE_PANEL = "remove_panel", "移除大屏", "Removed a classroom screen"
        => "移除了 {class} 班的一块大屏", "removed a classroom screen of class {class}";
}

kernel::log_words! {
    "name" = "名称", "name";
    "language" = "语言", "language";
    "theme" = "外观", "colours";
    "text_scale" = "文字大小", "size of the text";
    "seconds" = "秒", "seconds";
    "hidden" = "显示的内容", "what is shown";
    "night" = "夜间", "night";
}
