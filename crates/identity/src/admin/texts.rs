//! Texts of the admin feature.

kernel::refusals! {
    /// A part that the portal cannot do without.
    PROCESS_ESSENTIAL = 400, "process_essential", "该服务是运行必需的，不能停止", "The portal cannot run without this part";
    BAN_END_INVALID = 400, "ban_end_invalid", "封禁截止时间须为 YYYY-MM-DD HH:mm:ss", "The end of a ban is YYYY-MM-DD HH:mm:ss";
    BAN_END_PAST = 400, "ban_end_past", "封禁截止时间须晚于现在", "The end of a ban lies in the future";
    BAN_REASON_INVALID = 400, "ban_reason_invalid", "封禁原因最多 {max} 个字符，且不能包含控制字符", "A reason has at most {max} characters";
    /// A list of user IDs has one that is none.
    USER_ID_INVALID = 400, "admin_user_id_invalid", "学号“{id}”须为六位数字", "The user ID “{id}” is not six digits";
    /// A list of user IDs is too long.
    TOO_MANY_IDS = 400, "admin_too_many_ids", "一次最多可以选择 {max} 名成员", "At most {max} members at once";
    GENDER_INVALID = 400, "admin_gender_invalid", "性别最多 {max} 个字符，且不能包含控制字符", "A gender has at most {max} characters";
    /// The class list gives this name to another number.
    REAL_NAME_LISTED = 409, "admin_real_name_listed", "名单中该姓名属于其他学号", "The class list gives this name to another user ID";
    /// Officers do not see these fields, and so do not change them.
    CONTACT_HIDDEN = 403, "admin_contact_hidden", "班干部不能修改成员的生日和联系方式", "Officers cannot change birthdays or contact data";
    PERMISSION_UNKNOWN = 400, "admin_permission_unknown", "未知的权限“{permission}”", "There is no permission “{permission}”";
    /// Officers cannot give a permission that they do not have.
    PERMISSION_BEYOND = 403, "admin_permission_beyond", "不能授予自己没有的权限“{permission}”", "You cannot grant “{permission}”, which you do not hold";
    ADMIN_AS_OFFICER = 400, "admin_as_officer", "管理员不能任命为班干部", "An admin cannot be an officer";
    NO_OFFICER = 404, "admin_no_officer", "该成员不是班干部", "This member is not an officer";
    TITLE_INVALID = 400, "admin_title_invalid", "职务最多 {max} 个字符，且不能包含控制字符", "A title has at most {max} characters";
    /// `from` or `to` of the operation log.
    TIME_INVALID = 400, "admin_time_invalid", "字段“{field}”须为 YYYY-MM-DD 或 ISO 8601 时间", "“{field}” is YYYY-MM-DD or an ISO 8601 time";
    /// The own password, asked for again.
    PASSWORD_WRONG = 401, "admin_password_wrong", "密码错误", "The password is wrong";
    /// Someone must be left to look after the portal.
    LAST_ADMIN = 409, "admin_last", "最后一位管理员不能注销账号", "The last admin cannot delete the account";
}

kernel::texts! {
    /// The app.
    APP = "admin_app", "管理中心", "Admin centre";

    /// Permission `manage_users`.
    MANAGE_USERS = "admin_manage_users", "管理成员", "Manage members";
    /// What it allows.
    MANAGE_USERS_ABOUT = "admin_manage_users_about", "编辑、禁用、删除成员，重置密码", "Edit, disable and delete members, reset passwords";
    /// Permission `manage_officers`.
    MANAGE_OFFICERS = "admin_manage_officers", "任命班干部", "Appoint officers";
    /// What it allows.
    MANAGE_OFFICERS_ABOUT = "admin_manage_officers_about", "任命班干部，最多给出自己有的权限", "Appoint officers, with no more than the own rights";
    /// Permission `manage_app_control`.
    MANAGE_APP_CONTROL = "admin_manage_app_control", "管理应用与锁屏", "Manage apps and the lock";
    /// What it allows.
    MANAGE_APP_CONTROL_ABOUT = "admin_manage_app_control_about", "开关应用、锁定屏幕、清除 CDN 缓存", "Turn apps on and off, lock the screens, clear the CDN cache";
}

kernel::actions! {
    /// `edit_user`.
    EDIT_USER = "edit_user", "编辑成员", "Edited a member";
    /// `delete_user`.
    DELETE_USER = "delete_user", "删除成员", "Deleted a member";
    /// `batch_disable_users`.
    BATCH_DISABLE_USERS = "batch_disable_users", "批量禁用", "Disabled many";
    /// `batch_enable_users`.
    BATCH_ENABLE_USERS = "batch_enable_users", "批量解除禁用", "Enabled many";
    /// `set_officer`.
    SET_OFFICER = "set_officer", "任命班干部", "Appointed an officer";
    /// `update_officer_perms`.
    UPDATE_OFFICER_PERMS = "update_officer_perms", "修改班干部", "Changed an officer";
    /// `remove_officer`.
    REMOVE_OFFICER = "remove_officer", "免去班干部", "Removed an officer";
    /// `set_lock_screen`.
    SET_LOCK_SCREEN = "set_lock_screen", "锁屏开关", "Turned the lock";
    /// `set_server_mode`.
    SET_SERVER_MODE = "set_server_mode", "切换运行模式", "Changed the mode";
    /// `process_restart`.
    PROCESS_RESTART = "process_restart", "重启进程", "Restarted a process";
    /// `process_stop`.
    PROCESS_STOP = "process_stop", "停止进程", "Stopped a process";
    /// `process_start`.
    PROCESS_START = "process_start", "启动进程", "Started a process";
    /// `end_sessions`.
    END_SESSIONS = "end_sessions", "结束登录", "Ended sessions";
    /// `end_session`.
    END_SESSION = "end_session", "结束一个登录", "Session ended";
    /// `view_sessions`.
    VIEW_SESSIONS = "view_sessions", "查看登录设备", "Sessions viewed";
    /// `view_level_log`.
    VIEW_LEVEL_LOG = "view_level_log", "查看经验记录", "Experience viewed";
    /// `delete_account`.
    DELETE_ACCOUNT = "delete_account", "注销自己的账号", "Own account deleted";
}

kernel::log_words! {
    "affected" = "人数", "members";
    "user_ids" = "成员", "whom";
    "exclude" = "除外", "without";
    "ban_expires_at" = "截止", "until";
    "fields" = "改动", "changed";
    "permissions" = "权限", "rights";
    "mode" = "模式", "mode";
    "node" = "节点", "node";
    "single" = "单机", "single";
    "multi" = "多机", "several servers";
}
