//! Texts of duty.

kernel::refusals! {
    GROUPS_INVALID = 400, "duty_groups_invalid", "须有 1–{max} 个小组", "A roster has 1–{max} groups";
    GROUP_TWICE = 400, "duty_group_twice", "小组不能重名", "Each group has a name of its own";
    MEMBERS_INVALID = 400, "duty_members_invalid", "“{group}”最多 {max} 人", "“{group}” has at most {max} members";
    TASK_INVALID = 400, "duty_task_invalid", "任务最多 {max} 个字符", "A task has at most {max} characters";
    WEEKDAYS_INVALID = 400, "duty_weekdays_invalid", "星期须为 1–7，至少一天", "Weekdays are 1 to 7, at least one";
    FIRST_GROUP_INVALID = 400, "duty_first_group_invalid", "没有这个起始小组", "There is no such first group";
    ENDS_EARLY = 400, "duty_ends_early", "结束日期不能早于开始日期", "A roster ends on or after its first day";
    /// A roster that begins too long ago or too far ahead.
    STARTS_FAR = 400, "duty_starts_far", "开始日期须在过去 {back} 天到今后 {ahead} 天之间", "A roster begins at most {back} days ago and at most {ahead} days ahead";
    TOO_MANY_ROSTERS = 409, "duty_too_many_rosters", "一个班最多 {max} 份值日表", "A class has at most {max} rosters";
    /// There is no turn to change.
    NO_TURN = 409, "duty_no_turn", "{date} 没有这份值日表的值日", "The roster has no duty on {date}";
    /// Whom a change is about is not on duty.
    NOT_ON_DUTY = 409, "duty_not_on_duty", "{number} 在 {date} 没有值日", "{number} is not on duty on {date}";
    /// Who would stand in is on duty already.
    ON_DUTY_ALREADY = 409, "duty_on_duty_already", "{number} 在 {date} 已经值日", "{number} is on duty on {date} already";
    PAST = 409, "duty_past", "{date} 已经过去", "{date} is over";
    TOO_FAR = 400, "duty_too_far", "最多可以看今后 {max} 天", "Duty is known for the next {max} days";
    TOO_MANY_CHANGES = 409, "duty_too_many_changes", "一份值日表最多有 {max} 处调整", "A roster has at most {max} changes to come";
    CHANGE_INVALID = 400, "duty_change_invalid", "请指明被替换的人，或 off", "Name whom somebody stands in for, or say off";
    /// Neither on duty nor of the staff.
    NOT_YOURS = 403, "duty_not_yours", "只有当天值日的同学和管理者可以登记", "Only those on duty and the staff may do this";
    /// A turn that is too old, or has not come.
    NOT_NOW = 409, "duty_not_now", "只能登记今天和过去 {days} 天的值日", "Duty can be ticked on its day and {days} days after";
    SWAP_SELF = 400, "duty_swap_self", "不能和自己换", "You cannot swap with yourself";
    /// The other has no account, and so cannot answer.
    SWAP_NO_ACCOUNT = 409, "duty_swap_no_account", "{number} 还没有注册，无法回复", "{number} has not registered and cannot answer";
    /// A day that has begun.
    SWAP_LATE = 409, "duty_swap_late", "只能换明天起的值日", "Only turns from tomorrow on can be swapped";
    SWAP_SAME_DAY = 400, "duty_swap_same_day", "两次值日须在不同的日子", "The two turns are on different days";
    SWAP_TOO_OFTEN = 409, "duty_swap_too_often", "一天最多可以发起 {max} 次换值日", "You can ask for at most {max} swaps a day";
    SWAP_TOO_MANY = 409, "duty_swap_too_many", "最多有 {max} 个待回复的换值日的请求", "At most {max} swaps can be open";
    /// A swap that was answered, taken back, or is over.
    SWAP_CLOSED = 409, "duty_swap_closed", "这个换值日的请求已经结束", "This swap is not open any more";
    /// One of the two turns is not as it was.
    SWAP_CHANGED = 409, "duty_swap_changed", "值日安排已有变动，不能再换", "The turns have changed meanwhile; they cannot be swapped any more";
}

kernel::texts! {
    /// The app.
    APP = "duty_app", "值日", "Duty";
    /// The kind of notifications that tell who is on duty.
    TODAY_KIND = "duty_kind", "值日提醒", "Duty of the day";
    /// The kind of notifications about swaps.
    SWAP_KIND = "duty_swap_kind", "换值日", "Swaps of duty";
    /// Who is on duty today.
    TODAY = "duty_today", "今天值日：{roster}", "On duty today: {roster}";
    /// Who was on duty.
    ON_DAY = "duty_on_day", "{date} 值日：{roster}", "On duty on {date}: {roster}";
    /// A swap is asked for.
    SWAP_ASKED = "duty_swap_asked", "{name} 想和你换值日", "{name} asks you to swap duty";
    /// A favour is asked for.
    FAVOUR_ASKED = "duty_favour_asked", "{name} 请你代值日", "{name} asks you to take a duty";
    /// It was accepted.
    SWAP_ACCEPTED = "duty_swap_accepted", "{name} 同意了换值日", "{name} accepted your swap";
    /// It was declined.
    SWAP_DECLINED = "duty_swap_declined", "{name} 没有同意换值日", "{name} declined your swap";
    /// It was taken back.
    SWAP_CANCELLED = "duty_swap_cancelled", "{name} 撤回了换值日的请求", "{name} took the swap back";
    /// Nobody answered in time.
    SWAP_EXPIRED = "duty_swap_expired", "{name} 没有及时回复换值日", "{name} did not answer your swap in time";
    /// The turns are on other days now.
    SWAP_VOID = "duty_swap_void", "值日安排有变动，你和{name}的换值日不再有效", "The duty roster has changed: your swap with {name} no longer holds";
    /// The two days.
    SWAP_DAYS = "duty_swap_days", "{roster}：{date} ↔ {with_date}", "{roster}: {date} ↔ {with_date}";
    /// The one day of a favour.
    FAVOUR_DAY = "duty_favour_day", "{roster}：{date}", "{roster}: {date}";
}

kernel::actions! {
    /// `save_duty_roster`.
    SAVE_ROSTER = "save_duty_roster", "保存值日表", "Saved a duty roster"
        => "{created?新建了|修改了} {class} 班的一份值日表", "{created?created|changed} a duty roster of class {class}";
    /// `delete_duty_roster`.
    DELETE_ROSTER = "delete_duty_roster", "删除值日表", "Deleted a duty roster"
        => "删除了 {class} 班的一份值日表", "deleted a duty roster of class {class}";
    /// `change_duty`.
    CHANGE_DUTY = "change_duty", "调整值日", "Changed a turn of duty"
        => "{off?取消了|调整了} {class} 班 {date} 的值日", "{off?called off|changed} the duty of class {class} on {date}";
    /// `undo_duty_change`.
    UNDO_CHANGE = "undo_duty_change", "撤销值日调整", "Undid a change of duty"
        => "撤销了 {class} 班 {date} 的值日调整", "undid a change of the duty of class {class} on {date}";
}

kernel::log_words! {
    "off" = "取消", "off";
    "date" = "日期", "date";
    "number" = "学号", "number";
    "stand_in" = "代值", "stand-in";
}
