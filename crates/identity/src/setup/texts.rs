//! Texts of the setup feature.

kernel::refusals! {
    /// The wizard ran, or someone has registered.
    ALREADY_INITIALISED = 403, "already_initialised", "系统已完成初始化，不能再次设置", "This portal is already set up";
    /// The code from the server's log is missing or wrong.
    SETUP_CODE_WRONG = 403, "setup_code_wrong", "设置码不正确，请输入服务器启动时显示的设置码", "The setup code is not right; the server shows it at start";

    /// Not two digits.
    COHORT_INVALID = 400, "cohort_invalid", "年级（cohort）须为两位数字，例如 24", "The cohort has two digits, like 24";
    /// Numbers are to be made and no cohort is known.
    COHORT_MISSING = 400, "cohort_missing", "{class} 第 {row} 行：缺少年级（cohort），无法分配学号", "{class} row {row}: without a cohort no user ID can be made";
    /// A key that names no class.
    CLASS_KEY = 400, "class_key", "“{class}”不是有效的班级，请使用 class01 到 class99", "“{class}” is no class; use class01 to class99";
    /// `01` beside `class01`.
    CLASS_TWICE = 400, "class_twice", "{class} 重复出现", "{class} is given twice";
    /// A class without rows.
    CLASS_EMPTY = 400, "class_empty", "{class} 的名单为空", "{class} has no rows";
    /// No rows at all.
    LIST_EMPTY = 400, "list_empty", "名单为空", "The list is empty";
    /// More rows than a portal can have.
    LIST_TOO_LONG = 400, "list_too_long", "名单最多 {max} 人", "The list may have at most {max} rows";
    /// A row that is no object of the known fields.
    ROW_INVALID = 400, "row_invalid", "{class} 第 {row} 行：格式不正确", "{class} row {row}: is not valid";
    NAME_EMPTY = 400, "name_empty", "{class} 第 {row} 行：缺少姓名", "{class} row {row}: the name is missing";
    NAME_INVALID = 400, "name_invalid", "{class} 第 {row} 行：姓名须为 1–20 个字符，且不能包含控制字符或不可见字符", "{class} row {row}: a name has 1–20 visible characters";
    /// The same name, in whatever class.
    NAME_TWICE = 400, "name_twice", "{class} 第 {row} 行：姓名“{name}”重复", "{class} row {row}: the name “{name}” is on the list twice";
    GENDER_INVALID = 400, "gender_invalid", "{class} 第 {row} 行：性别最多 {max} 个字符", "{class} row {row}: the gender has at most {max} characters";
    /// User ID; also for the developer's.
    ID_INVALID = 400, "id_invalid", "{class} 第 {row} 行：“{id}”不是可用的六位学号", "{class} row {row}: “{id}” is no usable user ID of six digits";
    /// The digits of the user ID name another class or cohort.
    ID_ELSEWHERE = 400, "id_elsewhere", "{class} 第 {row} 行：学号 {id} 不属于该班级或年级", "{class} row {row}: the user ID {id} is not of this class and cohort";
    ID_TWICE = 400, "id_twice", "{class} 第 {row} 行：学号 {id} 重复", "{class} row {row}: the user ID {id} is on the list twice";
    /// User ID of a member with another name.
    ID_REGISTERED = 400, "id_registered", "{class} 第 {row} 行：学号 {id} 已由其他成员注册", "{class} row {row}: the user ID {id} belongs to another member";
    /// A member's ID, class or rank would change.
    ID_KEPT = 400, "id_kept", "{class} 第 {row} 行：该成员已注册为 {id}，学号与班级不能更改", "{class} row {row}: this member is registered as {id}, which cannot change";
    /// A class admin whose number is not 00.
    ADMIN_NUMBER = 400, "admin_number", "{class} 第 {row} 行：班级管理员的学号须以 00 结尾", "{class} row {row}: a class admin's user ID ends in 00";
    /// A class has one number 00.
    ADMIN_TWICE = 400, "admin_twice", "{class} 第 {row} 行：每个班级只能有一位班级管理员", "{class} row {row}: a class has one class admin";
    /// The numbers of a class are used up.
    CLASS_FULL = 400, "class_full", "{class} 第 {row} 行：该班级的学号 01–99 已用完", "{class} row {row}: the numbers 01–99 of this class are used up";
    ADMIN_ID_INVALID = 400, "admin_id_invalid", "管理员“{id}”不是六位数字的学号", "The admin “{id}” is no user ID of six digits";
    /// An admin who changes the admins cannot remove their own rights.
    OWN_RIGHTS = 400, "own_rights", "不能移除自己的管理员权限", "You cannot take the admin right from yourself";
    ZONE_UNKNOWN = 400, "zone_unknown", "时区“{zone}”不存在", "There is no time zone “{zone}”";
    /// The shrink guard (interface 4.4).
    SHRINKS = 400, "list_shrinks", "原名单有 {old} 人，新名单只有 {new} 人，减少超过一半。确认无误后请选择强制保存", "The list had {old} rows and would have {new}, less than half; send force to save it all the same";
    /// A real name outside the list.
    REAL_NAME_INVALID = 400, "real_name_invalid", "姓名须为 1–20 个字符，且不能包含控制字符或不可见字符", "A name has 1–20 visible characters";

    /// The wizard's own account has a name that the list does not have.
    ACCOUNT_NOT_LISTED = 400, "account_not_listed", "您的姓名不在名单中，请把自己加进名单", "Your own name is not on the list; add yourself to it";
    /// The enrolment window of the wizard.
    ENROLMENT_HOURS = 400, "enrolment_hours", "集中注册可以开放 1–{max} 小时", "The enrolment can be open for 1–{max} hours";

    /// Somebody registered or wrote the list just now.
    LIST_CHANGED = 409, "list_changed", "名单刚刚发生变化，请重试", "The list has just changed; try again";
    /// Nothing was saved.
    FILE_UNWRITABLE = 503, "file_unwritable", "名单文件无法写入，未保存任何内容", "The list file cannot be written; nothing was saved";
}

kernel::texts! {
    /// Health: the file is not there, but rows are.
    FILE_MISSING = "file_missing", "名单文件不存在，继续使用数据库中的名单", "The list file is missing; the stored list stays in use";
    /// Health: the file is there and cannot be read.
    FILE_UNREADABLE = "file_unreadable", "名单文件无法读取，继续使用数据库中的名单", "The list file cannot be read; the stored list stays in use";
    /// Health: the file makes no sense.
    FILE_BROKEN = "file_broken", "名单文件有误（{why}），继续使用数据库中的名单", "The list file is broken ({why}); the stored list stays in use";
    /// Health: some rows were left out.
    FILE_CONFLICTS = "file_conflicts", "名单文件中有 {count} 行与其他行或已注册成员冲突，未采用", "{count} rows of the list file collide with others and were left out";
    /// Health: saved, but the new file is not in its place yet.
    FILE_PENDING = "file_pending", "名单已保存，但名单文件未能更新，将在下次启动时重试", "The list is saved, but its file could not be replaced; the next start tries again";
}

kernel::actions! {
    /// `setup`.
    SETUP = "setup", "初始设置", "Set the portal up"
        => "完成了初始设置，名单上有 {rows} 人", "set the portal up with {rows} on the class list";
    /// `update_pre_records`.
    UPDATE_PRE_RECORDS = "update_pre_records", "更新名单", "Updated the class list"
        => "更新了名单：共 {rows} 人，新增 {added}，移除 {removed}", "updated the class list: {rows} in all, {added} added, {removed} removed";
    /// `update_settings`.
    UPDATE_SETTINGS = "update_settings", "更改设置", "Changed the settings"
        => "{settings?改了设置：|改了系统管理员}{settings}", "{settings?changed settings: |changed the system admins}{settings}";
    /// `import_pre_records`.
    IMPORT_PRE_RECORDS = "import_pre_records", "读入名单文件", "Read the list file"
        => "从文件读入了名单：共 {rows} 人，新增 {added}，移除 {removed}", "read the class list from its file: {rows} in all, {added} added, {removed} removed";
}

kernel::log_words! {
    "left_out" = "未采用", "left out";
    "rows" = "行数", "rows";
    "previous" = "原有", "before";
    "added" = "新增", "added";
    "removed" = "移除", "removed";
    "forced" = "强制", "forced";
    "admin_user_ids" = "系统管理员", "system admins";
    "settings" = "设置", "settings";
    "timezone" = "时区", "time zone";
    "deny_common_passwords" = "常见密码", "common passwords";
    "names_unique_across" = "网名不得是别人的真名", "no net names that are real names of others";
    "admin_claim_code" = "管理员认领码", "the code for admins";
    "claim_codes" = "认领码", "claim codes";
    "school_name" = "学校名称", "name of the school";
    "class_names" = "班级名称", "names of the classes";
}
