//! Texts of the draws.

kernel::refusals! {
    TOO_MANY_LISTS = 409, "picker_too_many_lists", "一个班最多 {max} 份名单", "A class has at most {max} lists";
    NUMBERS_INVALID = 400, "picker_numbers_invalid", "名单须有 1–{max} 人", "A list has 1–{max} people";
    COUNT_INVALID = 400, "picker_count_invalid", "一次可以抽 1–{max} 人", "1–{max} people are drawn at once";
    /// Everyone is absent, or has left.
    NOBODY = 409, "picker_nobody", "名单里没有可以抽的人", "There is nobody to draw";
    LIST_INVALID = 400, "picker_list_invalid", "请指明名单", "Name the list";
}

kernel::texts! {
    /// What the whole class is called.
    WHOLE_CLASS = "picker_whole_class", "全班", "Whole class";
}

kernel::actions! {
    /// `save_picker_list`.
    SAVE_LIST = "save_picker_list", "保存点名名单", "Saved a list to draw from"
        => "{created?新建了|修改了} {class} 班的一份点名名单", "{created?created|changed} a list to draw from of class {class}";
    /// `delete_picker_list`.
    DELETE_LIST = "delete_picker_list", "删除点名名单", "Deleted a list to draw from"
        => "删除了 {class} 班的一份点名名单", "deleted a list to draw from of class {class}";
    /// `draw_pupils`.
    DRAW_PUPILS = "draw_pupils", "随机点名", "Drew pupils"
        => "在 {class} 班抽了 {count} 人", "drew {count} pupils of class {class}";
    /// `reset_picker`.
    RESET_PICKER = "reset_picker", "重新计算点名次数", "Let the counts of a list begin anew"
        => "让 {class} 班一份名单的点名次数重新开始", "let the counts of a list of class {class} begin anew";
}

kernel::log_words! {
    "count" = "数量", "number";
}
