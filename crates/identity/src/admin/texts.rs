//! Texts of the admin room.

kernel::texts! {
    /// The app.
    APP = "admin_app", "管理中心", "Admin centre";
    /// 400: a part that the portal cannot do without.
    PROCESS_ESSENTIAL = "process_essential", "该服务是运行必需的，不能停止", "The portal cannot run without this part";
    /// 400.
    BAN_END_INVALID = "ban_end_invalid", "封禁截止时间须为 YYYY-MM-DD HH:mm:ss", "The end of a ban is YYYY-MM-DD HH:mm:ss";
    /// 400.
    BAN_END_PAST = "ban_end_past", "封禁截止时间须晚于现在", "The end of a ban lies in the future";
    /// 400.
    BAN_REASON_INVALID = "ban_reason_invalid", "封禁原因最多 {max} 个字符，且不能包含控制字符", "A reason has at most {max} characters";
    /// 400: a list of user IDs has one that is none.
    USER_ID_INVALID = "admin_user_id_invalid", "学号“{id}”须为六位数字", "The user ID “{id}” is not six digits";
    /// 400: a list of user IDs is too long.
    TOO_MANY_IDS = "admin_too_many_ids", "一次最多可以选择 {max} 名成员", "At most {max} members at once";
    /// 400.
    GENDER_INVALID = "admin_gender_invalid", "性别最多 {max} 个字符，且不能包含控制字符", "A gender has at most {max} characters";
    /// 409: the class list gives this name to another number.
    REAL_NAME_LISTED = "admin_real_name_listed", "名单中该姓名属于其他学号", "The class list gives this name to another user ID";
    /// 403: officers do not see these fields, and so do not change them.
    CONTACT_HIDDEN = "admin_contact_hidden", "班干部不能修改成员的生日和联系方式", "Officers cannot change birthdays or contact data";
    /// 400.
    PERMISSION_UNKNOWN = "admin_permission_unknown", "未知的权限“{permission}”", "There is no permission “{permission}”";
    /// 403: nobody gives what they have not.
    PERMISSION_BEYOND = "admin_permission_beyond", "不能授予自己没有的权限“{permission}”", "You cannot grant “{permission}”, which you do not hold";
    /// 400.
    ADMIN_AS_OFFICER = "admin_as_officer", "管理员不能任命为班干部", "An admin cannot be an officer";
    /// 404.
    NO_OFFICER = "admin_no_officer", "该成员不是班干部", "This member is not an officer";
    /// 400.
    TITLE_INVALID = "admin_title_invalid", "职务最多 {max} 个字符，且不能包含控制字符", "A title has at most {max} characters";
    /// 400: from or to of the log.
    TIME_INVALID = "admin_time_invalid", "字段“{field}”须为 YYYY-MM-DD 或 ISO 8601 时间", "“{field}” is YYYY-MM-DD or an ISO 8601 time";
    /// 401: the own password, asked for again.
    PASSWORD_WRONG = "admin_password_wrong", "密码错误", "The password is wrong";
    /// 409: someone must be left to look after the portal.
    LAST_ADMIN = "admin_last", "最后一位管理员不能注销账号", "The last admin cannot delete the account";
}
