//! The table of variables: name, default, kind and meaning. `.env.example`, `docs/operate.md`,
//! the start-up checks and `classportal config` all come from it.

use super::{ConfigError, parse};

/// What a value must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// Any text, never shown.
    Secret,
    /// 1 … 65535 (0 picks a free port, for tests).
    Port,
    /// 1/0, true/false, on/off, yes/no.
    Flag,
    /// A whole number.
    Count,
    /// `7d`, `12h`, `30m`, `45s` or seconds.
    Duration,
    /// Six-digit user IDs, comma-separated.
    UserIds,
    /// A file or folder.
    Path,
    /// An address with a scheme; a password in it is masked.
    Url,
    /// An IP address.
    Address,
    /// Networks in CIDR form, comma-separated.
    Networks,
    /// An IANA time zone.
    Zone,
    /// `COUNT/SECONDS`, or `0` to switch the rule off.
    Rate,
    /// Origins of front ends, comma-separated; `*` is any, `null` is none.
    Origins,
    /// An enrolment year, whole or by its last two digits.
    Cohort,
    /// Other servers, comma-separated: `host`, `host:port` or an address.
    Servers,
}

/// One variable.
#[derive(Debug)]
pub struct Variable {
    /// Its name in the environment.
    pub name: &'static str,
    /// Its value when not set; empty means none.
    pub default: &'static str,
    /// What it must look like.
    pub kind: Kind,
    /// What it does, in one line.
    pub meaning: &'static str,
}

impl Variable {
    pub(super) fn check(&self, value: &str) -> Result<(), ConfigError> {
        let wrong = |expected: &str| {
            Err(ConfigError { variable: self.name.into(), fix: format!("“{value}” is not {expected}") })
        };
        match self.kind {
            Kind::Text | Kind::Secret | Kind::Path => Ok(()),
            Kind::Port if value.parse::<u16>().is_err() => wrong("a port number between 1 and 65535"),
            Kind::Flag if parse::flag(value).is_none() => wrong("1 or 0"),
            Kind::Count if value.parse::<u32>().is_err() => wrong("a whole number"),
            Kind::Duration if parse::parse_duration(value).is_none() => {
                wrong("a duration like 7d, 12h, 30m or a number of seconds")
            }
            Kind::UserIds => {
                self.check_each(parse::bad_user_id(value), "a user ID; write six digits each, separated by commas")
            }
            Kind::Origins => self.check_each(
                parse::bad_origin(value),
                "an origin; write scheme://host or scheme://host:port each, without a path, separated by commas",
            ),
            Kind::Servers => self.check_each(
                parse::bad_server(value),
                "a server; write host, host:port or https://host each, separated by commas",
            ),
            Kind::Cohort if parse::cohort(value).is_none() => wrong("an enrolment year like 2024 or 24"),
            // Without the value: it may hold a password.
            Kind::Url if !value.contains("://") => Err(ConfigError {
                variable: self.name.into(),
                fix: "is not an address with a scheme, like https://host".into(),
            }),
            Kind::Address if value.parse::<std::net::IpAddr>().is_err() => wrong("an IP address"),
            Kind::Networks if parse::networks(value).is_none() => {
                wrong("a list of networks like 10.0.0.0/8,127.0.0.1/32")
            }
            Kind::Zone if jiff::tz::TimeZone::get(value).is_err() => wrong("a time zone like Asia/Shanghai"),
            Kind::Rate if parse::RateLimit::parse(value).is_none() => {
                wrong("COUNT/SECONDS like 10/60, or 0 for none")
            }
            _ => Ok(()),
        }
    }

    /// Refuses a list for its first bad entry.
    fn check_each(&self, bad: Option<&str>, expected: &str) -> Result<(), ConfigError> {
        match bad {
            Some(entry) => Err(ConfigError {
                variable: self.name.into(),
                fix: format!("“{entry}” is not {expected}"),
            }),
            None => Ok(()),
        }
    }
}

const fn v(name: &'static str, default: &'static str, kind: Kind, meaning: &'static str) -> Variable {
    Variable { name, default, kind, meaning }
}

/// Every variable the portal knows, in the order of `.env.example`.
pub const VARIABLES: &[Variable] = &[
    v(
        "HOST",
        "0.0.0.0",
        Kind::Address,
        "address the ports are opened on; 127.0.0.1 behind a proxy on the same machine",
    ),
    v("PORT", "3000", Kind::Port, "port of the desktop and the API"),
    v("WS_PORT", "10001", Kind::Port, "port of the chat socket"),
    v("JWT_SECRET", "", Kind::Secret, "required; signs the tokens; at least 32 random characters"),
    v("JWT_EXPIRES_IN", "7d", Kind::Duration, "lifetime of a token and its cookie"),
    v("HTTPS", "0", Kind::Flag, "1 behind HTTPS: the cookie is sent over HTTPS only"),
    v("TRUSTED_PROXIES", "", Kind::Networks, "proxies whose X-Forwarded-For is believed"),
    v(
        "CORS_ORIGIN",
        "",
        Kind::Origins,
        "allowed front-end origins, comma-separated; empty allows any without credentials",
    ),
    v("CORS_ORIGINS", "", Kind::Origins, "the same; both lists are united"),
    v(
        "TIMEZONE",
        "",
        Kind::Zone,
        "IANA time zone of day boundaries and ban ends; empty takes the wizard's, else the machine's",
    ),
    v("VERBOSE_LOG", "0", Kind::Flag, "1 logs every request, without bodies and tokens"),
    v("ADMIN_USER_IDS", "", Kind::UserIds, "user IDs that administer all classes"),
    v(
        "DEV_PASSWORD",
        "",
        Kind::Secret,
        "creates the developer account 999999; leave empty in production, refused under HTTPS",
    ),
    v("DEV_ALLOW_REMOTE", "0", Kind::Flag, "1 lets the developer account in from other machines too"),
    v(
        "CLAIM_CODES",
        "0",
        Kind::Flag,
        "1 asks each member for the one-time code of the list when registering",
    ),
    v(
        "ADMIN_CLAIM_CODE",
        "",
        Kind::Secret,
        "code needed to register a row that becomes admin or class admin",
    ),
    v(
        "SETUP_CODE_REQUIRED",
        "",
        Kind::Flag,
        "1 asks for the code printed at first start when setting up; default 1 under HTTPS, else 0",
    ),
    v("DB_PATH", "data/classportal.db", Kind::Path, "SQLite file; its folder is the data folder"),
    v("DATABASE_URL", "", Kind::Url, "postgres://… uses PostgreSQL instead"),
    v("PRE_RECORDS_PATH", "", Kind::Path, "class list file; default pre-records.json in the data folder"),
    v("PUBLIC_DIR", "", Kind::Path, "folder with a front end that replaces the built-in one"),
    v("RESOURCES_DIR", "", Kind::Path, "wallpapers, weather icons and market files"),
    v("FILE_MAX_MB", "200", Kind::Count, "largest file a member may upload, in MiB"),
    v("FILE_QUOTA_MB", "2048", Kind::Count, "what one member's files may take in all, in MiB"),
    v("EVENT_RETENTION_DAYS", "7", Kind::Count, "days the event log reaches back"),
    v("AUDIT_RETENTION_DAYS", "365", Kind::Count, "days the operation log reaches back"),
    v(
        "DATA_KEY",
        "",
        Kind::Secret,
        "key of secrets stored in the database; created in the data folder when empty",
    ),
    v("NATS_URL", "", Kind::Url, "nats://… links several nodes on one PostgreSQL; see docs/operate.md"),
    v("EGRESS_ALLOW", "", Kind::Networks, "private networks that outbound calls may reach"),
    v("CDN_WHITELIST", "", Kind::Text, "further hosts of the CDN proxy, comma-separated"),
    v("CDN_CACHE_MIB", "1024", Kind::Count, "disk space of the CDN proxy's cache, in MiB"),
    v(
        "CDN_SCRIPTS",
        "",
        Kind::Text,
        "beginnings of addresses whose scripts may run here, like https://cdn.jsdelivr.net/npm/katex@0.16.11/",
    ),
    v("RATE_LIMIT_LOGIN", "10/60", Kind::Rate, "sign-in attempts per address"),
    v("RATE_LIMIT_REGISTER", "5/3600", Kind::Rate, "registrations per address"),
    v("RATE_LIMIT_RELAY_VERIFY", "20/60", Kind::Rate, "password checks by peers per address"),
    v("RATE_LIMIT_WEBHOOK", "10/1", Kind::Rate, "inbound webhooks per integration"),
    v("RATE_LIMIT_USER", "60/60", Kind::Rate, "other requests per user"),
    v("RATE_LIMIT_AI", "30/60", Kind::Rate, "AI chat requests per user"),
    v("RATE_LIMIT_CHAT", "30/60", Kind::Rate, "chat messages per user"),
    v("RATE_LIMIT_POLL", "20/1", Kind::Rate, "polls per registration"),
    v("RATE_LIMIT_SOCKET", "120/60", Kind::Rate, "refused sign-ins at the chat socket per address"),
    v("RATE_LIMIT_SIGNAL", "600/60", Kind::Rate, "typing, status and ping frames per user"),
    v("RATE_LIMIT_THUMBNAIL", "120/60", Kind::Rate, "thumbnails made per user"),
    v("COHORT", "", Kind::Cohort, "enrolment year of the school's node network; equal on all nodes"),
    v("RELAY_SERVERS", "", Kind::Servers, "peer class servers, comma-separated"),
    v("RELAY_SECRET", "", Kind::Secret, "shared by all peers"),
    v("RELAY_SERVER_ID", "", Kind::Text, "this server's name among its peers"),
    v("RELAY_PORT", "10011", Kind::Port, "port of the peer link"),
    v("AI_API_KEY", "", Kind::Secret, "key of the default chat model"),
    v("AI_API_URL", "", Kind::Url, "address of the default chat model"),
    v("AI_MODEL", "", Kind::Text, "name of the default chat model"),
    v("AI_AVAILABLE_MODELS", "", Kind::Text, "further models of that source, comma-separated"),
    v("SEARCH_API_KEY", "", Kind::Secret, "key of the web search"),
    v("SEARCH_API_URL", "", Kind::Url, "address of the web search"),
    v("WEATHER_KEY", "", Kind::Secret, "key of the weather source"),
    v("WEATHER_LOCATION", "", Kind::Text, "longitude,latitude"),
    v("WEATHER_API_HOST", "", Kind::Text, "host of the weather source"),
    v("BOT_USER_ID", "", Kind::UserIds, "user ID of the bot account"),
    v("BOT_NET_NAME", "", Kind::Text, "net name of the bot account"),
    v("BOT_REAL_NAME", "", Kind::Text, "real name of the bot account"),
    v("BOT_PASSWORD", "", Kind::Secret, "password of the bot account; required when the bot is used"),
    v("BOT_GENDER", "", Kind::Text, "gender of the bot account"),
    v("BOT_WS_URL", "", Kind::Url, "address of the chat-bot runtime"),
    v("BOT_WS_TOKEN", "", Kind::Secret, "access token of the chat-bot runtime"),
    v("BOT_CLIENT_ROLE", "Universal", Kind::Text, "spelling of X-Client-Role"),
    v("BOT_PUBLISH_KEY", "", Kind::Secret, "key of the bot bridge's own routes"),
    v("BOT_MAX_SEGMENTS", "3", Kind::Count, "parts one bot answer may be split into"),
    v("BOT_ALLOWED_USERS", "", Kind::UserIds, "who may talk to the bot; empty means everyone"),
    v("BOT_ADMIN_IDS", "", Kind::UserIds, "who may give the bot administrative orders"),
];
