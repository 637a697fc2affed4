//! Texts of the user feature.

kernel::refusals! {
    /// Net name of a wrong length or with forbidden characters.
    NET_NAME_INVALID = 400, "net_name_invalid", "网名须为 1–20 个字符，且不能包含控制字符或不可见字符", "A net name has 1–20 visible characters";
    /// Six digits would be mistaken for a user ID.
    NET_NAME_IS_ID = 400, "net_name_is_id", "网名不能是六位数字", "A net name cannot be six digits";
    /// `[02]` at the end is how relayed names are told apart.
    NET_NAME_MARKED = 400, "net_name_marked", "网名不能以 [班级] 标记结尾", "A net name cannot end in a class marker like [02]";
    /// Contract text.
    NET_NAME_TAKEN = 409, "net_name_taken", "该网名已被使用", "";
    /// A listed name that must not be imitated.
    NET_NAME_RESERVED = 409, "net_name_reserved", "该网名与名单中的姓名相同，请换一个", "This net name is a name on the class list; choose another";
    /// A word for the portal or those who run it.
    NET_NAME_RESERVED_WORD = 409, "net_name_reserved_word", "该网名容易被误认为系统或管理员，请换一个", "This net name could be mistaken for the portal or an admin; choose another";
    /// Another member has this real name.
    REAL_NAME_TAKEN = 409, "real_name_taken", "该姓名已由其他成员使用", "Another member has this real name";
    /// Shorter than 8 bytes or longer than 128.
    PASSWORD_LENGTH = 400, "password_length", "密码须为 8–128 位（一个汉字算 3 位）", "A password has 8–128 characters (a Chinese one counts as 3)";
    /// The password has no letter or no digit.
    PASSWORD_WEAK = 400, "password_weak", "密码须同时包含字母和数字", "A password needs at least one letter and one digit";
    /// The password is a name of its owner.
    PASSWORD_IS_NAME = 400, "password_is_name", "密码不能与姓名、网名或学号相同", "A password cannot be your own name or ID";
    /// The password is on the list of the commonest.
    PASSWORD_COMMON = 400, "password_common", "这个密码太常见，请换一个", "This password is too common; choose another";
    /// A profile field is too long or has control characters.
    INFO_INVALID = 400, "info_invalid", "资料“{field}”最多 {max} 个字符，且不能包含控制字符", "“{field}” may have at most {max} characters";
    THEME_INVALID = 400, "theme_invalid", "主题只能是 light、dark 或 auto", "A theme is light, dark or auto";
    LAYOUT_INVALID = 400, "layout_invalid", "桌面布局的格式不正确", "The desktop layout is not valid";
    /// Layout or notifications too large.
    SETTINGS_TOO_LARGE = 400, "settings_too_large", "设置“{field}”超过 {max} KiB", "“{field}” is larger than {max} KiB";
}

kernel::texts! {
    /// The app.
    APP = "settings_app", "设置", "Settings";
    /// The kind in the search.
    MEMBERS = "user_members", "成员", "Members";
    /// The name beside what a member wrote whose account was erased.
    DELETED_USER = "deleted_user", "已注销用户", "Deleted user";
    /// Whose default desktop it is.
    ALL_CLASSES = "user_all_classes", "所有班级", "all classes";
    /// One class's.
    CLASS = "user_class", "{class}班", "class {class}";
}

kernel::actions! {
    /// `disable_user`.
    DISABLE_USER = "disable_user", "禁用成员", "Disabled a member"
        => "禁用了{target}{ban_expires_at?，直到 |}{ban_expires_at}", "disabled {target}{ban_expires_at? until |}{ban_expires_at}";
    /// `enable_user`.
    ENABLE_USER = "enable_user", "解除禁用", "Enabled a member"
        => "解除了对{target}的禁用", "let {target} back in";
    /// `set_admin`.
    SET_ADMIN = "set_admin", "管理员名单变动", "System admins changed"
        => "{is_admin?给了|收回了}{target}系统管理员权限", "{is_admin?made a system admin of|took the system admin right from} {target}";
    /// `set_default_layout`.
    SET_DEFAULT_LAYOUT = "set_default_layout", "设置默认桌面", "Default desktop set"
        => "设置了{target}的默认桌面", "set the default desktop of {target}";
    /// `clear_default_layout`.
    CLEAR_DEFAULT_LAYOUT = "clear_default_layout", "清除默认桌面", "Default desktop cleared"
        => "清除了{target}的默认桌面", "cleared the default desktop of {target}";
}

kernel::log_words! {
    "by" = "来自", "from";
    "command line" = "命令行", "the command line";
    "widgets" = "组件数", "widgets";
    "revision" = "版本", "revision";
    "is_admin" = "系统管理员", "system admin";
    "net_name" = "网名", "net name";
    "real_name" = "姓名", "name";
    "gender" = "性别", "gender";
    "birthday" = "生日", "birthday";
    "wechat" = "微信", "WeChat";
    "qq" = "QQ", "QQ";
    "email" = "邮箱", "email";
    "phone" = "电话", "phone";
    "address" = "住址", "address";
    "signature" = "个性签名", "signature";
}
