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
    /// `from` or `until` of an exam mode.
    EXAM_TIME_INVALID = 400, "exam_time_invalid", "字段“{field}”须为带时区的 ISO 8601 时间", "“{field}” is an ISO 8601 time with its zone";
    EXAM_ENDS_EARLY = 400, "exam_ends_early", "考试模式的结束时间须晚于开始时间", "The exam mode ends after it begins";
    EXAM_PAST = 400, "exam_past", "考试模式的结束时间须晚于现在", "The end of the exam mode lies in the future";
    EXAM_LONG = 400, "exam_long", "考试模式最长 {max} 天", "The exam mode lasts {max} days at most";
    EXAM_FAR = 400, "exam_far", "考试模式最多提前 {max} 天安排", "The exam mode begins within {max} days";
    /// What is closed while the member sits an exam.
    EXAM_ON = 403, "exam_mode", "考试期间暂停使用，{until} 恢复", "Closed during the exam, until {until}";
    /// The own password, asked for again.
    PASSWORD_WRONG = 401, "admin_password_wrong", "密码错误", "The password is wrong";
    /// Someone must be left to look after the portal.
    LAST_ADMIN = 409, "admin_last", "最后一位管理员不能注销账号", "The last admin cannot delete the account";
}

kernel::texts! {
    /// The kind of what one is told after an exam.
    EXAM_DIGEST = "exam_digest", "考试后的汇总", "After an exam";
    /// An exam is over.
    EXAM_OVER = "exam_over", "考试结束了", "The exam is over";
    /// What came meanwhile, as a list of kinds with their numbers.
    EXAM_MISSED = "exam_missed", "期间收到：{list}", "Meanwhile: {list}";

    /// The app.
    APP = "admin_app", "管理", "Admin";

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
    MANAGE_APP_CONTROL_ABOUT = "admin_manage_app_control_about", "开关应用、锁定屏幕、管理教室大屏、设置考试模式、清空网络图片缓存", "Turn apps on and off, lock the screens, manage classroom panels, set the exam mode, empty the cache of web pictures";
    /// Permission `manage_posts`.
    MANAGE_POSTS = "admin_manage_posts", "管理帖子和消息", "Manage posts and messages";
    /// What it allows.
    MANAGE_POSTS_ABOUT = "admin_manage_posts_about", "置顶、加精，删除不当的帖子、评论和消息，处理举报", "Pin and feature posts, remove improper posts, comments and messages, handle reports";
}

kernel::actions! {
    /// `edit_user`.
    EDIT_USER = "edit_user", "编辑成员", "Edited a member"
        => "改了{target}的资料：{fields}", "changed {fields} of {target}";
    /// `delete_user`.
    DELETE_USER = "delete_user", "删除成员", "Deleted a member"
        => "删除了成员{target}", "deleted the member {target}";
    /// `batch_disable_users`.
    BATCH_DISABLE_USERS = "batch_disable_users", "批量禁用", "Disabled many"
        => "一次禁用了 {affected} 人", "disabled {affected} at once";
    /// `batch_enable_users`.
    BATCH_ENABLE_USERS = "batch_enable_users", "批量解除禁用", "Enabled many"
        => "一次解除了 {affected} 人的禁用", "let {affected} back in at once";
    /// `set_officer`.
    SET_OFFICER = "set_officer", "任命班干部", "Appointed an officer"
        => "任命{target}为班干部{permissions?，可以：|}{permissions}", "made {target} an officer{permissions?, who may: |}{permissions}";
    /// `update_officer_perms`.
    UPDATE_OFFICER_PERMS = "update_officer_perms", "修改班干部", "Changed an officer"
        => "改了班干部{target}的{fields}", "changed {fields} of the officer {target}";
    /// `remove_officer`.
    REMOVE_OFFICER = "remove_officer", "免去班干部", "Removed an officer"
        => "免去了{target}的班干部职务", "removed {target} as an officer";
    /// `set_lock_screen`.
    SET_LOCK_SCREEN = "set_lock_screen", "锁屏开关", "Turned the lock"
        => "{enabled?锁定了屏幕|解除了屏幕锁定}", "{enabled?locked the screens|unlocked the screens}";
    /// `set_exam_mode`.
    SET_EXAM_MODE = "set_exam_mode", "考试模式", "Set the exam mode"
        => "{until?把考试模式设为 |结束了考试模式}{from}{until? 至 |}{until}", "{until?set the exam mode from |ended the exam mode}{from}{until? to |}{until}";
    /// `set_server_mode`.
    SET_SERVER_MODE = "set_server_mode", "切换运行模式", "Changed the mode"
        => "把运行方式改为{mode}", "changed how the portal runs to {mode}";
    /// `process_restart`.
    PROCESS_RESTART = "process_restart", "重启进程", "Restarted a process"
        => "重启了{target}", "restarted {target}";
    /// `process_stop`.
    PROCESS_STOP = "process_stop", "停止进程", "Stopped a process"
        => "停止了{target}", "stopped {target}";
    /// `process_start`.
    PROCESS_START = "process_start", "启动进程", "Started a process"
        => "启动了{target}", "started {target}";
    /// `end_sessions`.
    END_SESSIONS = "end_sessions", "结束登录", "Ended sessions"
        => "让{target}在所有设备上退出登录", "signed {target} out on all devices";
    /// `end_session`.
    END_SESSION = "end_session", "结束一个登录", "Session ended"
        => "让{target}在一台设备上退出登录", "signed {target} out on one device";
    /// `view_sessions`.
    VIEW_SESSIONS = "view_sessions", "查看登录设备", "Sessions viewed"
        => "查看了{target}的登录设备", "looked at the devices of {target}";
    /// `view_level_log`.
    VIEW_LEVEL_LOG = "view_level_log", "查看经验记录", "Experience viewed"
        => "查看了{target}的经验记录", "looked at the experience of {target}";
    /// `delete_account`.
    DELETE_ACCOUNT = "delete_account", "注销自己的账号", "Own account deleted"
        => "注销了自己的账号", "deleted the own account";
}

kernel::log_words! {
    "affected" = "人数", "members";
    "user_ids" = "成员", "whom";
    "exclude" = "除外", "without";
    "ban_expires_at" = "截止", "until";
    "from" = "开始", "from";
    "until" = "结束", "until";
    "fields" = "改动", "changed";
    "permissions" = "权限", "rights";
    "mode" = "模式", "mode";
    "node" = "节点", "node";
    "single" = "一台服务器", "one server";
    "multi" = "多台服务器", "several servers";
    "stat-sampler" = "运行数据的记录", "the recording of figures";
    "session-notes" = "登录设备的记录", "the recording of devices";
    "chat" = "聊天连接", "the chat connection";
    "title" = "职务", "title";
}
