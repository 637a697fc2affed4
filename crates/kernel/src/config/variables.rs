//! The kernel's own variables, in the order of `.env.example`.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use jiff::tz::TimeZone;

use super::{AnyVariable, OriginList, Secret, Url, Variable};

/// Address that the ports are opened on.
pub static HOST: Variable<IpAddr> = Variable::new(
    "HOST",
    "0.0.0.0",
    "address the ports are opened on; 127.0.0.1 behind a proxy on the same machine",
);

/// Port of the desktop and the API; 0 picks a free one, for tests.
pub static PORT: Variable<u16> = Variable::new("PORT", "3000", "port of the desktop and the API");

/// Signs tokens. [`Config::jwt_secret`](super::Config::jwt_secret) has the checked value.
pub(super) static JWT_SECRET: Variable<Option<Secret<String>>> =
    Variable::new("JWT_SECRET", "", "required; signs the tokens; at least 32 random characters");

/// Lifetime of a token.
pub static JWT_EXPIRES_IN: Variable<Duration> =
    Variable::new("JWT_EXPIRES_IN", "7d", "lifetime of a token and its cookie");

/// Whether the portal is reached over HTTPS.
pub static HTTPS: Variable<bool> =
    Variable::new("HTTPS", "0", "1 behind HTTPS: the cookie is sent over HTTPS only");

/// Proxies whose `X-Forwarded-For` is believed.
pub static TRUSTED_PROXIES: Variable<Vec<IpNet>> =
    Variable::new("TRUSTED_PROXIES", "", "proxies whose X-Forwarded-For is believed");

/// One of two lists of front ends; [`Config::origins`](super::Config::origins) unites them.
pub(super) static CORS_ORIGIN: Variable<OriginList> = Variable::new(
    "CORS_ORIGIN",
    "",
    "allowed front-end origins, comma-separated; empty allows any without credentials",
);

/// The other list of front ends.
pub(super) static CORS_ORIGINS: Variable<OriginList> =
    Variable::new("CORS_ORIGINS", "", "the same; both lists are united");

/// The portal's time zone, when the operator has set one.
pub static TIMEZONE: Variable<Option<TimeZone>> = Variable::new(
    "TIMEZONE",
    "",
    "IANA time zone of day boundaries and ban ends; empty takes the wizard's, else the machine's",
);

/// Whether every request is logged.
pub static VERBOSE_LOG: Variable<bool> =
    Variable::new("VERBOSE_LOG", "0", "1 logs every request, without bodies and tokens");

/// Which log lines are written, in the syntax of the crate `tracing-subscriber`. The portal reports the connection to
/// NATS itself, once for each change.
pub static RUST_LOG: Variable<String> = Variable::new(
    "RUST_LOG",
    "info,async_nats=off",
    "log lines that are written: a severity for all, and others for modules, like info,identity::auth=debug",
);

/// Whether the developer account may sign in from other machines.
pub static DEV_ALLOW_REMOTE: Variable<bool> =
    Variable::new("DEV_ALLOW_REMOTE", "0", "1 lets the developer account in from other machines too");

/// The SQLite file; its folder is [`Config::data_dir`](super::Config::data_dir).
pub(super) static DB_PATH: Variable<PathBuf> =
    Variable::new("DB_PATH", "data/classportal.db", "SQLite file; its folder is the data folder");

/// A PostgreSQL database in place of the file.
pub(super) static DATABASE_URL: Variable<Option<Url>> =
    Variable::new("DATABASE_URL", "", "postgres://… uses PostgreSQL instead");

/// The class list's file; [`Config::pre_records_path`](super::Config::pre_records_path) has the default.
pub(super) static PRE_RECORDS_PATH: Variable<Option<PathBuf>> =
    Variable::new("PRE_RECORDS_PATH", "", "class list file; default pre-records.json in the data folder")
        .printed_as(|config| config.pre_records_path.to_string_lossy().into_owned());

/// A front end that replaces the embedded one.
pub static PUBLIC_DIR: Variable<Option<PathBuf>> =
    Variable::new("PUBLIC_DIR", "", "folder with a front end that replaces the built-in one");

/// How long the event log is kept.
pub static EVENT_RETENTION_DAYS: Variable<u32> =
    Variable::new("EVENT_RETENTION_DAYS", "7", "days the event log reaches back");

/// How long the operation log is kept.
pub static AUDIT_RETENTION_DAYS: Variable<u32> =
    Variable::new("AUDIT_RETENTION_DAYS", "365", "days the operation log reaches back");

/// The key of secrets in the database, when the operator has set one.
pub static DATA_KEY: Variable<Option<Secret<String>>> = Variable::new(
    "DATA_KEY",
    "",
    "key of secrets stored in the database; created in the data folder when empty",
);

/// The link between nodes.
pub static NATS_URL: Variable<Option<Url>> =
    Variable::new("NATS_URL", "", "nats://… links several nodes on one PostgreSQL; see docs/operate.md");

/// Addresses that outbound calls may reach although they are not global.
pub static EGRESS_ALLOW: Variable<Vec<IpNet>> =
    Variable::new("EGRESS_ALLOW", "", "private networks that outbound calls may reach");

/// The kernel's variables; features bring theirs.
pub static VARIABLES: &[&dyn AnyVariable] = &[
    &HOST,
    &PORT,
    &JWT_SECRET,
    &JWT_EXPIRES_IN,
    &HTTPS,
    &TRUSTED_PROXIES,
    &CORS_ORIGIN,
    &CORS_ORIGINS,
    &TIMEZONE,
    &VERBOSE_LOG,
    &RUST_LOG,
    &DEV_ALLOW_REMOTE,
    &DB_PATH,
    &DATABASE_URL,
    &PRE_RECORDS_PATH,
    &PUBLIC_DIR,
    &EVENT_RETENTION_DAYS,
    &AUDIT_RETENTION_DAYS,
    &DATA_KEY,
    &NATS_URL,
    &EGRESS_ALLOW,
];
