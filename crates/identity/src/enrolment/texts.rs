//! Texts of the enrolment feature.

kernel::refusals! {
    /// `open_until` is no time.
    END_INVALID = 400, "enrolment_end_invalid", "集中注册的结束时间格式不正确", "The end of the enrolment is no time";
    /// `open_until` is over.
    END_PAST = 400, "enrolment_end_past", "集中注册的结束时间已经过去", "The end of the enrolment has passed";
    /// `open_until` is too far away.
    END_TOO_FAR = 400, "enrolment_end_too_far", "集中注册最多开放 {max} 小时", "The enrolment can be open for {max} hours at most";
    /// A name whose owner will be an admin.
    REOPEN_ADMIN = 403, "reopen_admin", "管理员的姓名只能由系统管理员重新开放", "Only a system admin can reopen the name of an admin";
}

kernel::actions! {
    /// `change_enrolment`.
    CHANGE_ENROLMENT = "change_enrolment", "开关集中注册", "Opened or closed the enrolment"
        => "{open_until?把集中注册开放到 |结束了集中注册}{open_until}", "{open_until?opened registration for the class until |closed registration for the class}{open_until}";
    /// `reopen_name`.
    REOPEN_NAME = "reopen_name", "重新开放姓名", "Reopened a name"
        => "让{real_name}可以再次输入认领码", "let {real_name} enter a claim code again";
}

kernel::log_words! {
    "open_until" = "开放到", "open until";
}
