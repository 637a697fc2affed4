//! Texts of the level feature.

kernel::refusals! {
    ACTION_UNKNOWN = 400, "level_action_unknown", "未知的经验行为", "There is no such action";
    REF_INVALID = 400, "level_ref_invalid", "来源标识须为 1–200 个字符", "A ref has 1–200 characters";
}

kernel::texts! {
    /// The app.
    APP = "level_app", "等级", "Level";
    /// Success of the first check-in of a day.
    SIGNED_IN = "level_signed_in", "签到成功", "Checked in for today";
    /// Success of every further one.
    ALREADY_SIGNED_IN = "level_already_signed_in", "今日已签到", "Already checked in today";
    /// A claim that earned nothing: its ref has been paid.
    REPEATED = "level_repeated", "该记录已计入经验", "This was counted before";
    /// A claim that earned nothing: the server has seen the same thing itself.
    RECORDED = "level_recorded", "该行为已由系统计入经验", "The portal has counted this itself";
    /// A claim that earned nothing: without a ref once a minute.
    TOO_SOON = "level_too_soon", "操作过于频繁，本次不计经验", "Too soon after the last one; not counted";
    /// A claim that earned nothing: the action's daily limit.
    LIMIT_REACHED = "level_limit_reached", "今日该行为的经验已达上限", "The daily limit of this action is reached";
    /// A claim that earned nothing: the daily cap of all actions.
    CAP_REACHED = "level_cap_reached", "今日经验已达上限", "The daily cap is reached";

    // Reasons in the history.
    /// daily_login.
    DAILY_LOGIN = "level_daily_login", "每日签到", "Daily check-in";
    /// daily_login with a bonus.
    DAILY_LOGIN_BONUS = "level_daily_login_bonus", "每日签到（含连续签到奖励 {bonus}）", "Daily check-in (with a streak bonus of {bonus})";
    /// send_message.
    SEND_MESSAGE = "level_send_message", "发送消息", "A chat message";
    /// create_post.
    CREATE_POST = "level_create_post", "发布帖子", "A post";
    /// share_post.
    SHARE_POST = "level_share_post", "分享帖子", "A post shared";
    /// add_comment.
    ADD_COMMENT = "level_add_comment", "发表评论", "A comment";
    /// receive_like.
    RECEIVE_LIKE = "level_receive_like", "收到点赞", "A like received";
}

kernel::log_words! {
    "level" = "等级和经验", "levels and experience";
}
