//! Texts of the realtime feature.

kernel::refusals! {
    /// Nothing is registered under this id or token, or no longer.
    NOT_REGISTERED = 401, "realtime_not_registered", "轮询通道未注册或已过期，请重新注册", "This poll is not registered or has expired; register again";
    EVENT_INVALID = 400, "realtime_event_invalid", "事件名须为 1–80 个字母、数字或 _ . : -", "An event name has 1–80 letters, digits or _ . : -";
    APP_INVALID = 400, "realtime_app_invalid", "应用名须为 1–80 个字母、数字或 _ . : -", "An app name has 1–80 letters, digits or _ . : -";
    PAYLOAD_TOO_LARGE = 400, "realtime_payload_too_large", "事件内容最多 {max} 字节", "A payload has at most {max} bytes";
    AUDIENCE_INVALID = 400, "realtime_audience_invalid", "接收范围须为 all、class:CC、user:ID、role:admin 或 role:officer", "An audience is all, class:CC, user:ID, role:admin or role:officer";
    /// The name is one of the server's own events.
    EVENT_RESERVED = 403, "realtime_event_reserved", "该事件名由系统保留", "This event name is the system's own";
    AUDIENCE_REFUSED = 403, "realtime_audience_refused", "无权向该范围发布事件", "You may not publish to this audience";
    /// A frame of the socket that nobody knows.
    FRAME_UNKNOWN = 400, "realtime_frame_unknown", "未知的消息类型“{type}”", "There is no frame of type “{type}”";
    /// The first frame of a socket without a token.
    CONNECT_FIRST = 401, "realtime_connect_first", "请先发送 connect 登录", "Sign in with a connect frame first";
    /// The socket belongs to someone already.
    CONNECTED_ALREADY = 400, "realtime_connected_already", "已经登录", "Signed in already";
    /// The frame names another user than its token.
    NOT_THE_TOKENS = 401, "realtime_not_the_tokens", "用户与令牌不一致", "The token is another user's";
    /// Nobody signed in within ten seconds.
    SIGN_IN_LATE = 401, "realtime_sign_in_late", "登录超时", "Signing in took too long";
    /// As many sockets as this server holds.
    TOO_MANY_SOCKETS = 503, "realtime_too_many_sockets", "连接数已满，请稍后再试", "There are too many connections; try again later";
    /// As many as one address may have that have not signed in.
    TOO_MANY_PENDING = 429, "realtime_too_many_pending", "该网络有过多尚未登录的连接，请稍后再试", "Too many connections of this network have not signed in; try again later";
    /// An admin has stopped the service.
    SOCKETS_CLOSED = 503, "realtime_sockets_closed", "聊天服务已停止，请稍后再试", "The chat service is stopped; try again later";
}

kernel::log_words! {
    "realtime-tick" = "备用连接的计时", "the timing of the fallback connection";
}
