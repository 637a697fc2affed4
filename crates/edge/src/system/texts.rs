//! What the system says.

kernel::texts! {
    /// 503: a check of the health answer failed.
    UNHEALTHY = "unhealthy", "服务状态异常", "A part of the service is not well";
}
