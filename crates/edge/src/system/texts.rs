//! What the system says.

kernel::refusals! {
    /// A check of the health answer failed.
    UNHEALTHY = 503, "unhealthy", "服务状态异常", "A part of the service is not well";
}

kernel::actions! {
    /// `set_client_update`.
    SET_CLIENT_UPDATE = "set_client_update", "设置客户端版本", "Set the client version"
        => "{force_update?要求所有人更新客户端|改了客户端更新的要求}", "{force_update?made everyone update their client|changed what client is asked for}";
}

kernel::log_words! {
    "min_client_version" = "最低客户端版本", "oldest client";
    "force_update" = "强制更新", "update forced";
    "has_update_url" = "有更新地址", "has an address";
}
