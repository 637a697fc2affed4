//! Texts of the enrolment feature.

kernel::refusals! {
    /// `open_until` is no time.
    END_INVALID = 400, "enrolment_end_invalid", "集中注册的结束时间格式不正确", "The end of the enrolment is no time";
    /// `open_until` is over.
    END_PAST = 400, "enrolment_end_past", "集中注册的结束时间已经过去", "The end of the enrolment has passed";
    /// `open_until` is too far away.
    END_TOO_FAR = 400, "enrolment_end_too_far", "集中注册最多开放 {max} 小时", "The enrolment can be open for {max} hours at most";
    /// The row of somebody who will be an admin.
    LOCKOUT_OF_ADMIN = 403, "lockout_of_admin", "管理员的姓名只能由系统管理员解锁", "Only a system admin can unlock the name of an admin";
}

kernel::actions! {
    /// `change_enrolment`.
    CHANGE_ENROLMENT = "change_enrolment", "开关集中注册", "Opened or closed the enrolment"
        => "{open_until?把集中注册开放到 |结束了集中注册}{open_until}", "{open_until?opened registration for the class until |closed registration for the class}{open_until}";
    /// `clear_claim_lockout`.
    CLEAR_CLAIM_LOCKOUT = "clear_claim_lockout", "解锁姓名", "Unlocked a name"
        => "让{target}可以再次输入认领码", "let {target} enter a claim code again";
}

kernel::log_words! {
    "open_until" = "开放到", "open until";
}
