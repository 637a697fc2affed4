//! The texts people read: contract texts and those any feature may need.
//!
//! A feature's own texts live in its `texts.rs`. Handlers name a text, never spell one;
//! `cargo xtask tidy` holds that.

#[cfg(test)]
mod tests;

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// A text in both languages. `{name}` marks a place that [`Text::with`] fills.
#[derive(Debug, PartialEq, Eq)]
pub struct Text {
    /// Stable name, for tests, logs and programs that recognise a failure.
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

/// A text that says why a request is refused, with the HTTP status of the refusal.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    /// HTTP status, which is also the business code; at least 400.
    pub status: u16,
    /// What the caller reads.
    pub text: Text,
}

/// Declares refusals: `refusals! { /// When. NAME = 409, "slug", "中文", "English"; }`
#[macro_export]
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $status:literal, $slug:literal, $zh:literal, $en:literal;)*) => {
        $($(#[$doc])* #[doc = concat!("Status ", stringify!($status), ": ", $zh)]
        pub static $name: $crate::texts::Refusal = $crate::texts::Refusal {
            status: {
                const { assert!($status >= 400 && $status < 600, "a refusal has the status of an error") };
                $status
            },
            text: $crate::texts::Text { slug: $slug, zh: $zh, en: $en },
        };)*
    };
}

/// A text in both languages, as the browser gets it where it chooses the language itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Bilingual {
    /// The text for readers of Chinese.
    pub zh: String,
    /// The text for readers of English.
    pub en: String,
}

impl Bilingual {
    /// A text that is no [`Text`].
    #[must_use]
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Self { zh: zh.into(), en: en.into() }
    }
}

impl From<&Text> for Bilingual {
    fn from(text: &Text) -> Self {
        Self::new(text.zh, text.en)
    }
}

/// A text with its places filled, ready to be said in either language.
#[derive(Clone, Debug)]
pub struct Message {
    text: &'static Text,
    fills: Vec<(&'static str, String)>,
}

/// A language of the server's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// That of the contract's texts.
    Chinese,
    /// For whoever asks for it.
    English,
}

impl Language {
    /// A day as people write it: `11月26日` or `26 Nov`, with the year where it is another one than today's.
    #[must_use]
    pub fn format_day(self, day: Date, today: Date) -> String {
        let format = match (self, day.year() == today.year()) {
            (Self::Chinese, true) => "%-m月%-d日",
            (Self::Chinese, false) => "%Y年%-m月%-d日",
            (Self::English, true) => "%-d %b",
            (Self::English, false) => "%-d %b %Y",
        };
        day.strftime(format).to_string()
    }
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

    /// The words; in Chinese where there are no English ones.
    #[must_use]
    pub fn localized(&self, language: Language) -> String {
        let is_english = language == Language::English && !self.text.en.is_empty();
        let template = if is_english { self.text.en } else { self.text.zh };
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

refusals! {
    // Contract texts (`interface 7.2`), byte for byte.
    /// A request without a token.
    NO_LOGIN = 401, "no_login", "未登录", "";
    /// A token that does not verify, has expired or was ended.
    LOGIN_EXPIRED = 401, "login_expired", "登录已过期", "";
    /// The caller's tier or permissions do not suffice.
    NO_PERMISSION = 403, "no_permission", "无权限执行此操作", "";
    /// Sent with the ban fields.
    ACCOUNT_DISABLED = 403, "account_disabled", "该账号已被禁用", "";
    INTERNAL = 500, "internal", "服务器内部错误", "";

    // General texts.
    /// The body is not JSON.
    MALFORMED_JSON = 400, "malformed_json", "请求内容不是有效的 JSON", "The request body is not valid JSON";
    /// The body is JSON, but not what is asked for, and it cannot be told which field.
    BODY_INVALID = 400, "body_invalid", "请求内容的结构或取值不对", "The request body has another structure, or a value out of range";
    /// Nothing was sent where JSON is needed.
    BODY_MISSING = 400, "body_missing", "缺少请求内容", "The request body is missing";
    /// A key occurs twice in one object.
    DUPLICATE_KEY = 400, "duplicate_key", "请求内容中的字段“{field}”重复", "The field “{field}” occurs twice";
    /// A key that changes the prototype of objects in scripts.
    FORBIDDEN_KEY = 400, "forbidden_key", "请求内容中不能使用字段名 __proto__", "The field name __proto__ is not allowed";
    /// Nested too deeply.
    TOO_DEEP = 400, "too_deep", "请求内容嵌套过深", "The request body is nested too deeply";
    /// NUL or a broken character.
    BAD_CHARACTER = 400, "bad_character", "请求内容包含无法保存的字符", "The request contains a character that cannot be stored";
    /// A required field is absent.
    FIELD_MISSING = 400, "field_missing", "缺少字段“{field}”", "The field “{field}” is missing";
    /// A field has a wrong type or value.
    FIELD_INVALID = 400, "field_invalid", "字段“{field}”的格式不正确", "The field “{field}” is not valid";
    /// A query parameter occurs twice.
    DUPLICATE_QUERY = 400, "duplicate_query", "查询参数“{field}”重复", "The query parameter “{field}” occurs twice";
    /// The query string cannot be read.
    QUERY_INVALID = 400, "query_invalid", "查询参数格式不正确", "The query parameters are not valid";
    /// A length limit.
    TOO_LONG = 400, "too_long", "字段“{field}”最多 {max} 个字符", "The field “{field}” may have at most {max} characters";
    /// An empty change.
    NOTHING_TO_CHANGE = 400, "nothing_to_change", "没有要修改的内容", "There is nothing to change";
    /// The query token on a mutation.
    QUERY_TOKEN_REFUSED = 401, "query_token_refused", "此操作不接受地址中的令牌", "A token in the address is not accepted here";
    /// Another site asked.
    CROSS_SITE = 403, "cross_site", "已拒绝来自其他网站的请求", "A request from another site was refused";
    /// The credential of an API client that is unknown, has expired or was revoked.
    CREDENTIAL_INVALID = 401, "credential_invalid", "密钥无效、已过期或已撤销", "The secret is unknown, has expired or was revoked";
    /// An API client lacks the scope that a route names.
    SCOPE_MISSING = 403, "scope_missing", "没有权限“{scope}”", "The scope “{scope}” is missing";
    /// An API client on a route that names no scope.
    NO_SCOPE_OPENS = 403, "no_scope_opens", "此接口不对程序开放", "This endpoint is not open to programs";
    /// Somebody else on a route for API clients.
    CLIENTS_ONLY = 403, "clients_only", "此接口只供程序使用", "This endpoint is for programs only";
    /// The credential of a page, from anywhere else.
    PAGE_ORIGIN_REFUSED = 403, "page_origin_refused", "页面令牌只能由该页面自己的来源使用", "The token of a page is for requests from the page's own origin";
    /// Whatever is asked for, where no other text fits.
    NOT_FOUND = 404, "not_found", "请求的内容不存在", "This does not exist";
    /// A path that no route serves.
    UNKNOWN_PATH = 404, "unknown_path", "接口不存在", "There is no such endpoint";
    /// An admin has disabled the app that this path belongs to.
    APP_DISABLED = 404, "app_disabled", "该应用已停用", "This app is disabled";
    /// No app of this name.
    APP_UNKNOWN = 404, "app_unknown", "没有名为“{app}”的应用", "There is no app “{app}”";
    /// Without it nobody could enable anything again.
    APP_PROTECTED = 400, "app_protected", "该应用受保护，不能停用", "This app is protected and cannot be disabled";
    WRONG_METHOD = 405, "wrong_method", "不支持的请求方法", "This method is not supported here";
    /// Not exactly one usable `Host` header.
    WRONG_HOST = 400, "wrong_host", "请求必须有且只有一个有效的 Host", "A request names exactly one valid Host";
    /// One address has half of all connections.
    TOO_MANY_CONNECTIONS = 429, "too_many_connections", "来自你所在网络的连接太多，请稍后再试", "Too many connections from your network, try again later";
    /// No connection is left.
    CONNECTIONS_FULL = 503, "connections_full", "服务器的连接已满，请稍后再试", "The server has no connection left, try again later";
    /// Two headers say how long the body is (RFC 9112, section 6.1).
    TWO_LENGTHS = 400, "two_lengths", "请求不能同时有 Content-Length 和 Transfer-Encoding", "A request has either a Content-Length or a Transfer-Encoding, not both";
    /// The connection ended within the body.
    BODY_CUT = 400, "body_cut", "请求内容没有收全", "The request body was cut off";
    /// The body stopped arriving.
    BODY_TIMEOUT = 408, "body_timeout", "请求内容接收超时", "The request body took too long";
    /// Someone else changed it first.
    REVISION_CONFLICT = 409, "revision_conflict", "内容已在其他设备上修改，请刷新后重试", "This was changed elsewhere; reload and try again";
    TOO_LARGE = 413, "too_large", "请求内容过大", "The request body is too large";
    /// The address is too long.
    ADDRESS_TOO_LONG = 414, "address_too_long", "请求地址过长", "The address is too long";
    NOT_JSON = 415, "not_json", "请求内容类型必须是 application/json", "The content type must be application/json";
    /// This address speaks WebSocket.
    UPGRADE_REQUIRED = 426, "upgrade_required", "此地址只接受 WebSocket 连接", "This address speaks WebSocket";
    RANGE_UNSATISFIABLE = 416, "range_unsatisfiable", "请求的范围超出文件大小", "The file is shorter than the range asked for";
    RATE_LIMITED = 429, "rate_limited", "请求过于频繁，请在 {seconds} 秒后重试", "Too many requests; try again in {seconds} seconds";
    /// The database, a queue or a pool is busy.
    UNAVAILABLE = 503, "unavailable", "服务暂时不可用，请稍后重试", "The service is busy; try again shortly";
}

crate::actions! {
    /// `enable_app`.
    ENABLE_APP = "enable_app", "打开应用", "Turned an app on"
        => "打开了应用{target}", "turned on the app {target}";
    /// `disable_app`.
    DISABLE_APP = "disable_app", "关闭应用", "Turned an app off"
        => "关闭了应用{target}", "turned off the app {target}";
    /// `audit_anchor`.
    AUDIT_ANCHOR = "audit_anchor", "日志归档起点", "Start after archiving"
        => "更早的记录已归档，从这里接着记", "older entries were archived; the log goes on from here";
}

crate::log_words! {
    "class" = "班级", "class";
    "enabled" = "开启", "on";
    "events" = "消息分发", "passing events on";
    "file-sweep" = "文件清理", "tidying of files";
}
