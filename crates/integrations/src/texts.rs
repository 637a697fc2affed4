//! Texts of the integrations feature.

kernel::refusals! {
    /// The name.
    NAME_INVALID = 400, "integration_name_invalid", "集成名称需为 1–{max} 个可见字符", "The name of an integration needs 1–{max} visible characters";
    /// What it is for.
    PURPOSE_INVALID = 400, "integration_purpose_invalid", "用途说明最多 {max} 个字，且不能有换行", "The purpose may have at most {max} characters in one line";
    /// Why a request was refused.
    REFUSAL_REASON_INVALID = 400, "integration_refusal_reason_invalid", "理由最多 {max} 个字，且不能有换行", "The reason may have at most {max} characters in one line";
    /// A scope that is none.
    SCOPE_UNKNOWN = 400, "integration_scope_unknown", "没有名为“{scope}”的权限", "There is no scope “{scope}”";
    /// No scope at all.
    SCOPES_MISSING = 400, "integration_scopes_missing", "请至少选择一项权限", "Choose at least one scope";
    /// An origin that is none.
    ORIGIN_INVALID = 400, "integration_origin_invalid", "“{origin}”不是有效的来源，应类似 https://example.com", "“{origin}” is no origin; write it like https://example.com";
    /// Too many of them.
    TOO_MANY_ORIGINS = 400, "integration_origins_too_many", "一个集成最多 {max} 个来源", "An integration can have at most {max} origins";
    /// The address of the webhook.
    WEBHOOK_URL_INVALID = 400, "integration_webhook_url_invalid", "Webhook 地址必须是不带密码的 http 或 https 网址", "The webhook needs an http or https address without a password";
    /// A webhook within the network of the portal, or at the port of another service.
    WEBHOOK_URL_REFUSED = 400, "integration_webhook_url_refused", "门户不会向这个地址发送：它在内部网络中，或端口属于其他服务。内网地址需要管理员用 EGRESS_ALLOW 放行", "The portal sends nothing to this address: it is in a private network, or its port is another service's. An admin allows private addresses with EGRESS_ALLOW";
    /// The address of the page.
    PAGE_URL_INVALID = 400, "integration_page_url_invalid", "页面地址必须是不带密码的 http 或 https 网址，主机名只含字母、数字和 . - _", "The page needs an http or https address without a password, whose host has only letters, digits and . - _";
    /// A page of an origin that is not listed.
    PAGE_ORIGIN_UNLISTED = 400, "integration_page_origin_unlisted", "页面的来源“{origin}”须列在该集成的来源中", "The origin of the page, “{origin}”, has to be one of the origins of the integration";
    /// The lifetime.
    TTL_INVALID = 400, "integration_ttl_invalid", "有效期为 1–{max} 天", "The lifetime is 1–{max} days";
    /// The overlap of two secrets.
    OVERLAP_INVALID = 400, "integration_overlap_invalid", "旧密钥最多继续有效 {max} 小时", "The old secret can hold for {max} more hours at most";
    /// A member owns too many.
    TOO_MANY = 409, "integrations_too_many", "每人最多拥有 {max} 个集成，请先撤销不用的", "A member can own at most {max} integrations; revoke one first";
    /// A member asks for too many.
    TOO_MANY_REQUESTS = 409, "integration_requests_too_many", "最多同时有 {max} 个待审批的申请", "At most {max} requests can wait for a decision";
    /// It was decided already.
    REQUEST_DECIDED = 409, "integration_request_decided", "这个申请已经处理过了", "This request has been decided already";
    /// It was refused, changed and asked again since it was read.
    REQUEST_CHANGED = 409, "integration_request_changed", "这个申请刚被修改过，请再看一遍", "This request has just been changed; look at it again";
    /// It was not refused.
    REQUEST_NOT_REFUSED = 409, "integration_request_not_refused", "只有被拒绝的申请才能修改后再申请", "Only a refused request can be changed and asked again";
    /// It was not approved yet.
    REQUEST_OPEN = 409, "integration_request_open", "申请通过后才能生成密钥", "The secret can be made once the request is approved";
    /// More scopes than were asked for.
    SCOPES_WIDENED = 400, "integration_scopes_widened", "只能批准申请中的权限，不能增加", "Only scopes that were asked for can be granted";
    /// The secret was made before.
    SECRET_SHOWN = 409, "integration_secret_shown", "密钥已经显示过一次；需要新密钥请找批准人重新生成", "The secret has been shown once; ask the owner to regenerate it";

    // Inbound webhooks.
    /// Neither of the two headers with a token, or one twice.
    TOKEN_MISSING = 401, "webhook_token_missing", "请求需要一个 X-Service-Token 或 X-Webhook-Token", "The request needs one X-Service-Token or X-Webhook-Token";
    /// Unknown, revoked, expired or switched off.
    TOKEN_INVALID = 401, "webhook_token_invalid", "集成令牌无效、已过期、已停用或已撤销", "The integration's token is unknown, has expired, was revoked or is switched off";
    /// The header with the time.
    TIMESTAMP_INVALID = 401, "webhook_timestamp_invalid", "X-Service-Timestamp 必须是毫秒时间戳", "X-Service-Timestamp must be a time in milliseconds";
    /// Too far from now.
    TIMESTAMP_FAR = 401, "webhook_timestamp_far", "X-Service-Timestamp 与服务器时间相差超过 5 分钟，请校准时钟", "X-Service-Timestamp is more than 5 minutes from the server's time; set the clock";
    /// The header with the signature.
    SIGNATURE_INVALID = 401, "webhook_signature_invalid", "签名不正确", "The signature is not right";
    /// The integration takes signed events alone.
    SIGNATURE_NEEDED = 401, "webhook_signature_needed", "该集成只接受带签名的事件", "The integration takes signed events alone";
    /// The title of a notification.
    NOTIFICATION_TITLE_INVALID = 400, "notification_title_invalid", "通知标题须为 1–80 个字符，不能换行", "The title of a notification has 1–80 characters in one line";
    /// The text of a notification.
    NOTIFICATION_TEXT_INVALID = 400, "notification_text_invalid", "通知内容最多 500 个字符，且不能包含控制字符", "The text of a notification has at most 500 characters and no control characters";
    /// The link of a notification.
    NOTIFICATION_LINK_INVALID = 400, "notification_link_invalid", "链接须属于该集成登记的来源之一", "A link leads to one of the origins of the integration";
    /// Who gets a notification.
    NOTIFICATION_RECIPIENTS_INVALID = 400, "notification_recipients_invalid", "请用 user_ids（1–{max} 个）或 class 指明收件人，二者选一", "Name the recipients by either user_ids (1–{max}) or class";
    /// A recipient who is another's, or nobody.
    NOT_MANAGED = 403, "notification_recipient_refused", "「{user_id}」不是该集成负责人管理的成员", "The owner of the integration does not manage “{user_id}”";
    /// A browser of another site.
    ORIGIN_REFUSED = 403, "webhook_origin_refused", "来源“{origin}”不在该集成的来源列表中", "The origin “{origin}” is not among the origins of the integration";
    /// The name of the event.
    EVENT_INVALID = 400, "webhook_event_invalid", "事件名称只能包含 1–80 个字母、数字或 _ . : -", "The name of an event has 1–80 letters, digits or _ . : -";
    /// The header and the body name different events.
    EVENT_DIFFERS = 400, "webhook_event_differs", "X-Service-Event 与内容中的事件名称不一致", "X-Service-Event and the body name different events";
    /// Nothing can be sent.
    NO_WEBHOOK = 409, "integration_no_webhook", "该集成现在收不到事件：请检查密钥、有效期、开关和 Webhook 地址", "The integration cannot be sent events now; check its secret, lifetime, switch and webhook";

    // Pages.
    /// The member has not agreed to show the page what it would see.
    PAGE_CONSENT_MISSING = 403, "integration_page_consent_missing", "请先同意打开这个页面", "Agree to open this page first";
    /// What the member agreed to is not what the page is now.
    PAGE_CHANGED = 409, "integration_page_changed", "这个页面的地址或权限刚刚变了，请再看一遍", "The address or the scopes of this page have just changed; look again";

    // Data.
    /// The key of an entry.
    KEY_INVALID = 400, "integration_key_invalid", "键只能包含 1–100 个字母、数字或 _ . : -", "A key has 1–100 letters, digits or _ . : -";
    /// One value.
    VALUE_TOO_LARGE = 400, "integration_value_too_large", "一个值最多 {max} 字节", "A value can have at most {max} bytes";
    /// All entries together.
    DATA_FULL = 409, "integration_data_full", "该集成的数据空间已满（最多 {keys} 项、{bytes} 字节）", "The data of the integration is full ({keys} entries, {bytes} bytes)";
}

kernel::texts! {
    /// The app.
    APP = "integrations_app", "集成", "Integrations";
    /// An accepted webhook.
    WEBHOOK_RECEIVED = "webhook_received", "Webhook 已接收", "Webhook received";
    /// `data.set`.
    DATA_SET = "event_data_set", "保存一项数据", "Stores an entry of its data";
    /// `data.delete`.
    DATA_DELETE = "event_data_delete", "删除一项数据", "Removes an entry of its data";
    /// `user.signed_in`.
    SIGNED_IN = "event_signed_in", "集成负责人管理的成员登录", "A member whom its owner manages signs in";
    /// `user.signed_out`.
    SIGNED_OUT = "event_signed_out", "集成负责人管理的成员退出登录", "A member whom its owner manages signs out";
    /// `user.update`.
    USER_UPDATE = "event_user_update", "修改集成负责人的资料", "Changes the profile of its owner";
    /// `notification.send`.
    NOTIFICATION_SEND = "event_notification_send", "给集成负责人管理的成员发通知", "Sends a notification to members whom its owner manages";

    /// The kind of notifications that integrations send.
    INTEGRATION_MESSAGE = "notification_integration_message", "集成发来的通知", "Messages of integrations";
    /// The kind of notifications about integrations.
    INTEGRATION = "notification_integration", "集成的申请和状态", "Requests for integrations, and their state";
    /// A member asks for an integration.
    REQUEST_WAITS = "notification_request_waits", "{name} 申请集成「{integration}」", "{name} asks for the integration “{integration}”";
    /// The request of the reader was approved.
    REQUEST_APPROVED = "notification_request_approved", "集成「{integration}」已获批准", "The integration “{integration}” was approved";
    /// Below it.
    REQUEST_APPROVED_TEXT = "notification_request_approved_text", "现在可以领取密钥", "You can make its secret now";
    /// The request of the reader was refused.
    REQUEST_REFUSED = "notification_request_refused", "集成「{integration}」的申请没有通过", "The request for the integration “{integration}” was refused";
    /// A webhook was switched off.
    WEBHOOK_SWITCHED_OFF = "notification_webhook_off", "集成「{integration}」的 Webhook 已停用", "The webhook of “{integration}” was switched off";
    /// Because it answered 410.
    WEBHOOK_GONE = "notification_webhook_gone", "对方表示该地址已永久关闭", "Its address said that it is gone for good";
    /// Because every delivery has failed for a week.
    WEBHOOK_FAILING = "notification_webhook_failing", "连续一周都没有发送成功", "Nothing was delivered for a week";
}

kernel::actions! {
    /// `issue_integration`.
    ISSUE = "issue_integration", "创建集成", "Issued an integration"
        => "创建了集成{target}，权限：{scopes}", "issued the integration {target} with the scopes {scopes}";
    /// `update_integration`.
    UPDATE = "update_integration", "修改集成", "Changed an integration"
        => "修改了集成{target}{added?，新增权限：|}{added}{removed?，移除权限：|}{removed}", "changed the integration {target}{added?, added the scopes |}{added}{removed?, removed the scopes |}{removed}";
    /// `revoke_integration`.
    REVOKE = "revoke_integration", "撤销集成", "Revoked an integration"
        => "撤销了集成{target}", "revoked the integration {target}";
    /// `regenerate_integration_secret`.
    REGENERATE = "regenerate_integration_secret", "更换集成密钥", "Made a new secret for an integration"
        => "更换了集成{target}的密钥{overlap_until?，旧密钥有效到 |}{overlap_until}", "made a new secret for the integration {target}{overlap_until?; the old one holds until |}{overlap_until}";
    /// `switch_webhook_off`.
    SWITCH_WEBHOOK_OFF = "switch_webhook_off", "停用集成的 Webhook", "Switched the webhook of an integration off"
        => "停用了集成{target}的 Webhook，原因：{reason}", "switched the webhook of the integration {target} off: {reason}";
    /// `request_integration`.
    REQUEST = "request_integration", "申请集成", "Asked for an integration"
        => "申请了集成{target}，权限：{scopes}", "asked for the integration {target} with the scopes {scopes}";
    /// `withdraw_integration_request`.
    WITHDRAW = "withdraw_integration_request", "撤回集成申请", "Took a request for an integration back"
        => "撤回了集成申请{target}", "took the request for the integration {target} back";
    /// `approve_integration`.
    APPROVE = "approve_integration", "批准集成", "Approved an integration"
        => "批准了集成{target}，权限：{scopes}", "approved the integration {target} with the scopes {scopes}";
    /// `refuse_integration`.
    REFUSE = "refuse_integration", "拒绝集成", "Refused an integration"
        => "拒绝了集成{target}", "refused the integration {target}";
    /// `make_integration_secret`.
    MAKE_SECRET = "make_integration_secret", "领取集成密钥", "Made the secret of an integration"
        => "领取了集成{target}的密钥", "made the secret of the integration {target}";
}

kernel::log_words! {
    "scopes" = "权限", "scopes";
    "added" = "新增", "added";
    "removed" = "移除", "removed";
    "days" = "有效天数", "days";
    "requested_by" = "申请人", "asked for by";
    "overlap_until" = "旧密钥有效到", "old secret until";
    "origins" = "来源", "origins";
    "page_url" = "页面地址", "page address";
    "webhook_url" = "Webhook 地址", "webhook address";
    "active" = "启用", "on";
    "signed_only" = "只收签名事件", "signed events alone";
    "reason" = "原因", "reason";
    "gone" = "对方已永久关闭", "the address is gone";
    "failing" = "连续一周发送失败", "it failed for a week";
    "app:read" = "查看应用", "see apps";
    "app:write" = "打开应用", "open apps";
    "user:read" = "读取资料", "read the profile";
    "user:write" = "修改资料", "change the profile";
    "notification:write" = "发通知", "send notifications";
    "data:read" = "读取数据", "read its data";
    "data:write" = "保存数据", "store data";
    "calendar:read" = "查看日历", "read the calendar";
    "calendar:write" = "添加日程", "add to the calendar";
    "countdown:read" = "查看倒计时", "read countdowns";
    "message:read" = "读取聊天", "read chats";
    "message:write" = "发送消息", "send messages";
    "community:read" = "查看社区", "read the community";
    "community:write" = "在社区发帖", "post to the community";
}
