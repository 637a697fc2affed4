//! Texts that the features of this crate share.

kernel::refusals! {
    /// An admin of all classes named none.
    CLASS_MISSING = 400, "classroom_class_missing", "请指明班级（class）", "Name the class (class)";
    ID_INVALID = 400, "classroom_id_invalid", "编号须为 UUID", "An id is a UUID";
    /// The id belongs to something else.
    ID_TAKEN = 409, "classroom_id_taken", "该编号已被使用", "This id is in use";
    NAME_INVALID = 400, "classroom_name_invalid", "名称须为 1–{max} 个字符，一行", "A name is one line of 1–{max} characters";
    TEXT_TOO_LONG = 400, "classroom_text_too_long", "“{field}”最多 {max} 个字符", "“{field}” has at most {max} characters";
    DATE_INVALID = 400, "classroom_date_invalid", "“{field}”须为 1900–2199 年间的 YYYY-MM-DD", "“{field}” is a date YYYY-MM-DD between 1900 and 2199";
    RANGE_INVALID = 400, "classroom_range_invalid", "“until”不能早于“from”，且最多 {max} 天", "“until” is not before “from”, and there are at most {max} days";
    NUMBER_UNKNOWN = 400, "classroom_number_unknown", "班级名单里没有 {number}", "The class list has no {number}";
    NUMBER_TWICE = 400, "classroom_number_twice", "{number} 出现了两次", "{number} is there twice";
}

kernel::texts! {
    /// Permission `manage_duty`.
    MANAGE = "classroom_manage", "管理值日与座位", "Manage duty and seats";
    /// What it allows.
    MANAGE_ABOUT = "classroom_manage_about", "安排值日、座位，随机点名", "Arrange duty and seats, and draw pupils at random";
    /// Who is no longer on the class list.
    LEFT = "classroom_left", "已离开", "left";
}
