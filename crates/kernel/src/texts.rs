//! The texts people read: contract texts and those any feature may need.
//!
//! A feature's own texts live in its `texts.rs`. Handlers name a text, never spell one;
//! `cargo xtask tidy` holds that.

#[cfg(test)]
mod tests;

/// A text in both languages. `{name}` marks a place that [`Text::with`] fills.
#[derive(Debug, PartialEq, Eq)]
pub struct Text {
    /// Stable name, for tests and logs.
    pub slug: &'static str,
    /// Chinese, the contract's language.
    pub zh: &'static str,
    /// English, for `Accept-Language: en`. Empty for contract texts, which are always Chinese.
    pub en: &'static str,
}

/// Declares texts: `texts! { /// When. NAME = "slug", "中文", "English"; }`
#[macro_export]
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident = $slug:literal, $zh:literal, $en:literal;)*) => {
        $($(#[$doc])* pub static $name: $crate::texts::Text = $crate::texts::Text { slug: $slug, zh: $zh, en: $en };)*
    };
}

/// A text with its places filled, ready to be said in either language.
#[derive(Clone, Debug)]
pub struct Message {
    text: &'static Text,
    fills: Vec<(&'static str, String)>,
}

impl Text {
    /// Fills one `{place}`.
    #[must_use]
    pub fn with(&'static self, place: &'static str, value: impl ToString) -> Message {
        Message::from(self).with(place, value)
    }
}

impl From<&'static Text> for Message {
    fn from(text: &'static Text) -> Self {
        Self { text, fills: Vec::new() }
    }
}

impl Message {
    /// Fills one more `{place}`.
    #[must_use]
    pub fn with(mut self, place: &'static str, value: impl ToString) -> Self {
        self.fills.push((place, value.to_string()));
        self
    }

    /// The text's stable name.
    #[must_use]
    pub fn slug(&self) -> &'static str {
        self.text.slug
    }

    /// The words, in English when wanted and known.
    #[must_use]
    pub fn say(&self, english: bool) -> String {
        let template = if english && !self.text.en.is_empty() { self.text.en } else { self.text.zh };
        let mut words = String::with_capacity(template.len());
        let mut rest = template;
        // In one pass: a value from outside may itself look like a place.
        while let Some((before, place, after)) = next_place(rest) {
            words.push_str(before);
            match self.fills.iter().find(|(name, _)| *name == place) {
                Some((_, value)) => words.push_str(value),
                None => words.extend(["{", place, "}"]),
            }
            rest = after;
        }
        words.push_str(rest);
        words
    }
}

/// Splits at the first `{place}`.
fn next_place(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (place, after) = rest.split_once('}')?;
    Some((before, place, after))
}

texts! {
    // Contract texts (`interface 7.2`), byte for byte.
    /// 401 without a token.
    NO_LOGIN = "no_login", "未登录", "";
    /// 401 with a token that does not verify, has expired or was ended.
    LOGIN_EXPIRED = "login_expired", "登录已过期", "";
    /// 403 below the tier.
    NO_PERMISSION = "no_permission", "无权限执行此操作", "";
    /// 403 with ban fields.
    ACCOUNT_DISABLED = "account_disabled", "该账号已被禁用", "";
    /// 500.
    INTERNAL = "internal", "服务器内部错误", "";

    // General texts.
    /// 400: the body is not JSON.
    MALFORMED_JSON = "malformed_json", "请求内容不是有效的 JSON", "The request body is not valid JSON";
    /// 400: nothing was sent where JSON is needed.
    BODY_MISSING = "body_missing", "缺少请求内容", "The request body is missing";
    /// 400: a key occurs twice in one object.
    DUPLICATE_KEY = "duplicate_key", "请求内容中的字段“{field}”重复", "The field “{field}” occurs twice";
    /// 400: nested too deeply.
    TOO_DEEP = "too_deep", "请求内容嵌套过深", "The request body is nested too deeply";
    /// 400: NUL or a broken character.
    BAD_CHARACTER = "bad_character", "请求内容包含无法保存的字符", "The request contains a character that cannot be stored";
    /// 400: a required field is absent.
    FIELD_MISSING = "field_missing", "缺少字段“{field}”", "The field “{field}” is missing";
    /// 400: a field has a wrong type or value.
    FIELD_INVALID = "field_invalid", "字段“{field}”的格式不正确", "The field “{field}” is not valid";
    /// 400: a query parameter occurs twice.
    DUPLICATE_QUERY = "duplicate_query", "查询参数“{field}”重复", "The query parameter “{field}” occurs twice";
    /// 400: the query string cannot be read.
    QUERY_INVALID = "query_invalid", "查询参数格式不正确", "The query parameters are not valid";
    /// 400: a length limit.
    TOO_LONG = "too_long", "字段“{field}”最多 {max} 个字符", "The field “{field}” may have at most {max} characters";
    /// 400: an empty change.
    NOTHING_TO_CHANGE = "nothing_to_change", "没有要修改的内容", "There is nothing to change";
    /// 401: the query token on a mutation.
    QUERY_TOKEN_REFUSED = "query_token_refused", "此操作不接受地址中的令牌", "A token in the address is not accepted here";
    /// 403: another site asked.
    CROSS_SITE = "cross_site", "已拒绝来自其他网站的请求", "A request from another site was refused";
    /// 404 in general.
    NOT_FOUND = "not_found", "请求的内容不存在", "This does not exist";
    /// 404 for a path nobody serves.
    UNKNOWN_PATH = "unknown_path", "接口不存在", "There is no such endpoint";
    /// 404: an admin has disabled the app that this path belongs to.
    APP_DISABLED = "app_disabled", "该应用已停用", "This app is disabled";
    /// 404: no app of this name.
    APP_UNKNOWN = "app_unknown", "没有名为“{app}”的应用", "There is no app “{app}”";
    /// 400: without it nobody could enable anything again.
    APP_PROTECTED = "app_protected", "该应用受保护，不能停用", "This app is protected and cannot be disabled";
    /// 405.
    WRONG_METHOD = "wrong_method", "不支持的请求方法", "This method is not supported here";
    /// 400: not exactly one usable `Host` header.
    WRONG_HOST = "wrong_host", "请求必须有且只有一个有效的 Host", "A request names exactly one valid Host";
    /// 429: one address has half of all connections.
    TOO_MANY_CONNECTIONS = "too_many_connections", "来自你所在网络的连接太多，请稍后再试", "Too many connections from your network, try again later";
    /// 503: no connection is left.
    CONNECTIONS_FULL = "connections_full", "服务器的连接已满，请稍后再试", "The server has no connection left, try again later";
    /// 400: two headers say how long the body is (RFC 9112, section 6.1).
    TWO_LENGTHS = "two_lengths", "请求不能同时有 Content-Length 和 Transfer-Encoding", "A request has either a Content-Length or a Transfer-Encoding, not both";
    /// 400: the connection ended within the body.
    BODY_CUT = "body_cut", "请求内容没有收全", "The request body was cut off";
    /// 408: the body stopped arriving.
    BODY_TIMEOUT = "body_timeout", "请求内容接收超时", "The request body took too long";
    /// 409: someone else changed it first.
    REVISION_CONFLICT = "revision_conflict", "内容已在其他设备上修改，请刷新后重试", "This was changed elsewhere; reload and try again";
    /// 413.
    TOO_LARGE = "too_large", "请求内容过大", "The request body is too large";
    /// 414: the address is too long.
    ADDRESS_TOO_LONG = "address_too_long", "请求地址过长", "The address is too long";
    /// 415.
    NOT_JSON = "not_json", "请求内容类型必须是 application/json", "The content type must be application/json";
    /// 426: this address speaks WebSocket.
    UPGRADE_REQUIRED = "upgrade_required", "此地址只接受 WebSocket 连接", "This address speaks WebSocket";
    /// 416.
    RANGE_UNSATISFIABLE = "range_unsatisfiable", "请求的范围超出文件大小", "The file is shorter than the range asked for";
    /// 429.
    RATE_LIMITED = "rate_limited", "请求过于频繁，请在 {seconds} 秒后重试", "Too many requests; try again in {seconds} seconds";
    /// 503: database, queue, pool.
    UNAVAILABLE = "unavailable", "服务暂时不可用，请稍后重试", "The service is busy; try again shortly";
}

crate::actions! {
    /// `enable_app`.
    ENABLE_APP = "enable_app", "打开应用", "Turned an app on";
    /// `disable_app`.
    DISABLE_APP = "disable_app", "关闭应用", "Turned an app off";
    /// `audit_anchor`.
    AUDIT_ANCHOR = "audit_anchor", "日志归档起点", "Start after archiving";
}

crate::log_words! {
    "class" = "班级", "class";
    "enabled" = "开启", "on";
}
