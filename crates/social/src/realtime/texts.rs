//! Texts of the realtime feature.

kernel::texts! {
    /// 401: nothing is registered under this id or token, or no longer.
    NOT_REGISTERED = "realtime_not_registered", "轮询通道未注册或已过期，请重新注册", "This poll is not registered or has expired; register again";
    /// 400.
    EVENT_INVALID = "realtime_event_invalid", "事件名须为 1–80 个字母、数字或 _ . : -", "An event name has 1–80 letters, digits or _ . : -";
    /// 400.
    APP_INVALID = "realtime_app_invalid", "应用名须为 1–80 个字母、数字或 _ . : -", "An app name has 1–80 letters, digits or _ . : -";
    /// 400.
    PAYLOAD_TOO_LARGE = "realtime_payload_too_large", "事件内容最多 {max} 字节", "A payload has at most {max} bytes";
    /// 400.
    AUDIENCE_INVALID = "realtime_audience_invalid", "接收范围须为 all、class:CC、user:ID、role:admin 或 role:officer", "An audience is all, class:CC, user:ID, role:admin or role:officer";
    /// 403: the server's own events.
    EVENT_RESERVED = "realtime_event_reserved", "该事件名由系统保留", "This event name is the system's own";
    /// 403.
    AUDIENCE_REFUSED = "realtime_audience_refused", "无权向该范围发布事件", "You may not publish to this audience";
}
