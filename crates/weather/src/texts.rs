//! Texts of the weather.

kernel::texts! {
    /// The app.
    APP = "weather_app", "天气", "Weather";
    /// 401.
    KEY_REJECTED = "weather_key_rejected", "天气服务不认可密钥，请管理员检查 WEATHER_KEY", "The weather service does not accept the key; an admin should check WEATHER_KEY";
    /// 402.
    QUOTA_USED = "weather_quota_used", "天气服务的额度已用完", "The quota of the weather service is used up";
    /// 403.
    NOT_ALLOWED = "weather_not_allowed", "天气服务没有开放这项数据，请管理员检查 WEATHER_API_HOST 和订阅", "The weather service does not grant this; an admin should check WEATHER_API_HOST and the subscription";
    /// 429.
    RATE_LIMITED = "weather_rate_limited", "向天气服务请求得太频繁，稍后会自动再试", "The weather service was asked too often; the portal tries again later";
    /// 204 and 404.
    NO_DATA = "weather_no_data", "天气服务没有这个地点的这项数据", "The weather service has none of this for the place";
    /// The look-up found nothing.
    PLACE_UNKNOWN = "weather_place_unknown", "天气服务找不到这个地点，请管理员检查 WEATHER_LOCATION", "The weather service does not know the place; an admin should check WEATHER_LOCATION";
    /// Any other status.
    UNAVAILABLE = "weather_unavailable", "天气服务出错了，稍后会自动再试", "The weather service has failed; the portal tries again later";
    /// No answer in time.
    TIMEOUT = "weather_timeout", "天气服务没有及时回答，稍后会自动再试", "The weather service did not answer in time; the portal tries again later";
    /// Nobody answers there.
    UNREACHABLE = "weather_unreachable", "连不上天气服务，稍后会自动再试", "The weather service cannot be reached; the portal tries again later";
    /// The rules of outbound calls forbid it.
    REFUSED = "weather_refused", "不允许访问天气服务的地址，请管理员检查 WEATHER_API_HOST", "The address of the weather service is not allowed; an admin should check WEATHER_API_HOST";
    /// More than is read.
    TOO_LARGE = "weather_too_large", "天气服务的回答太大", "The answer of the weather service is too large";
    /// No JSON, or fields are missing.
    UNREADABLE = "weather_unreadable", "看不懂天气服务的回答", "The answer of the weather service is not understood";
}
