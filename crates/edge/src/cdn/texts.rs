//! What the CDN proxy says.

kernel::refusals! {
    /// An address that programs may read in several ways.
    CDN_ADDRESS = 400, "cdn_address", "地址格式不正确", "The address is not spelt correctly";
    CDN_TTL = 400, "cdn_ttl", "ttl 必须是 0 到 86400 之间的整数（秒）", "ttl must be a whole number of seconds from 0 to 86400";
    /// The host is not on the list.
    CDN_UNLISTED = 403, "cdn_unlisted", "该域名不在白名单中", "This host is not on the list";
    /// A listed address that leads to a place nobody may be sent to.
    CDN_FORBIDDEN = 403, "cdn_forbidden", "不允许访问该地址", "This address may not be reached";
    /// The host does not have it.
    CDN_MISSING = 404, "cdn_missing", "源站没有该资源", "The host does not have this";
    /// The host is away, breaks off, or sends too much.
    CDN_UPSTREAM = 502, "cdn_upstream", "源站暂时无法访问", "The host cannot be reached at the moment";
    /// The type of the answer is not one that the proxy hands on.
    CDN_TYPE = 502, "cdn_type", "源站返回了不支持的内容类型", "The host sent a kind of content that is not passed on";
}

kernel::actions! {
    /// `clear_cdn_cache`.
    CLEAR_CDN_CACHE = "clear_cdn_cache", "清空网络图片缓存", "Emptied the cache of web pictures"
        => "清空了网络图片缓存", "emptied the cache of web pictures";
}
