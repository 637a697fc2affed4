//! Configuration: every variable of `interface 1.1`, read once at start.
//!
//! The environment wins over `.env`. A value that does not fit stops the start with one line that
//! names the variable and the fix; a name that looks like a typing error is warned about.
//! Absent on purpose: reading a variable anywhere else, and reloading while running.

mod parse;
mod secret;
#[cfg(test)]
mod tests;
mod variables;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use ipnet::IpNet;
use jiff::tz::TimeZone;

pub use parse::{RateLimit, parse_duration};
pub use secret::Secret;
pub use variables::{Kind, VARIABLES, Variable};

use crate::db::Location;
use crate::limits::Rule;
use crate::user::UserId;

/// Why a start is refused: one line naming the variable and the fix.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{variable}: {fix}")]
pub struct ConfigError {
    /// The variable to change.
    pub variable: String,
    /// What is wrong and what to write instead.
    pub fix: String,
}

/// Which front ends may call (`interface 5.7`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origins {
    /// Any, without credentials.
    Any,
    /// These, with credentials.
    Listed(Vec<String>),
}

/// The effective configuration. Rooms read their own variables by [`Config::text`].
#[derive(Clone)]
pub struct Config {
    /// HOST, the address the ports are opened on.
    pub host: std::net::IpAddr,
    /// PORT, the HTTP port.
    pub port: u16,
    /// JWT_SECRET.
    pub jwt_secret: Secret<String>,
    /// JWT_EXPIRES_IN.
    pub jwt_expires_in: Duration,
    /// ADMIN_USER_IDS.
    pub admin_user_ids: Vec<UserId>,
    /// DEV_PASSWORD.
    pub dev_password: Option<Secret<String>>,
    /// DEV_ALLOW_REMOTE.
    pub dev_allow_remote: bool,
    /// DATABASE_URL, else DB_PATH.
    pub database: Location,
    /// Folder of the SQLite file; also holds the list file, keys and uploads.
    pub data_dir: PathBuf,
    /// PRE_RECORDS_PATH.
    pub pre_records_path: PathBuf,
    /// PUBLIC_DIR: a front end that replaces the embedded one.
    pub public_dir: Option<PathBuf>,
    /// CORS_ORIGIN and CORS_ORIGINS, united.
    pub origins: Origins,
    /// HTTPS: the cookie's `secure` flag.
    pub https: bool,
    /// VERBOSE_LOG.
    pub verbose_log: bool,
    /// TRUSTED_PROXIES.
    pub trusted_proxies: Vec<IpNet>,
    /// COHORT, when set: the last two digits of the year.
    pub cohort: Option<String>,
    /// TIMEZONE, when set.
    pub timezone: Option<TimeZone>,
    /// CLAIM_CODES.
    pub claim_codes: bool,
    /// ADMIN_CLAIM_CODE.
    pub admin_claim_code: Option<Secret<String>>,
    /// SETUP_CODE_REQUIRED; on by default under HTTPS alone.
    pub setup_code_required: bool,
    /// EVENT_RETENTION_DAYS.
    pub event_retention: Duration,
    /// EGRESS_ALLOW: addresses that outbound calls may reach although they are not global.
    pub egress_allow: Vec<IpNet>,
    /// RATE_LIMIT_*, by rule; `None` is off.
    limits: Vec<(Rule, Option<RateLimit>)>,
    /// Every value as given or defaulted, by name.
    values: BTreeMap<&'static str, String>,
    /// Lines to warn about at start.
    pub warnings: Vec<String>,
    /// This program, for work that is safer in a process of its own; set by its command line, and
    /// absent where it is not the running program, as in tests, which then do that work themselves.
    pub executable: Option<PathBuf>,
}

/// Sample secrets of documents and templates; nobody may run with them.
const SAMPLE_SECRETS: [&str; 6] =
    ["secret", "changeme", "change-me", "your-secret-key", "your_jwt_secret", "please-change-this-secret"];

impl Config {
    /// Reads `.env` in `folder` and the environment.
    ///
    /// # Errors
    /// The first variable that does not fit.
    pub fn load(
        folder: &Path,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        Self::from_variables(Self::given(folder, environment)?)
    }

    /// The variables of `.env` in `folder` and the environment, which wins.
    ///
    /// # Errors
    /// When `.env` cannot be read.
    pub fn given(
        folder: &Path,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<BTreeMap<String, String>, ConfigError> {
        let mut given = BTreeMap::new();
        let file = folder.join(".env");
        if file.exists() {
            let broken = |e: dotenvy::Error| ConfigError { variable: ".env".into(), fix: e.to_string() };
            for line in dotenvy::from_path_iter(&file).map_err(broken)? {
                let (name, value) = line.map_err(broken)?;
                given.insert(name, value);
            }
        }
        given.extend(environment);
        Ok(given)
    }

    /// Builds the configuration from names and values.
    ///
    /// # Errors
    /// The first variable that does not fit.
    pub fn from_variables(given: BTreeMap<String, String>) -> Result<Self, ConfigError> {
        let mut values = BTreeMap::new();
        for variable in VARIABLES {
            // An empty value means "not set": templates leave lines empty.
            let set = given.get(variable.name).map(|v| v.trim()).filter(|v| !v.is_empty());
            let value = set.unwrap_or(variable.default);
            if !value.is_empty() {
                variable.check(value)?;
                values.insert(variable.name, value.to_owned());
            }
        }
        let mut config = Self::typed(values)?;
        config.warnings.extend(parse::near_misses(given.keys().map(String::as_str)));
        Ok(config)
    }

    fn typed(values: BTreeMap<&'static str, String>) -> Result<Self, ConfigError> {
        let text = |name: &str| values.get(name).cloned();
        let flag = |name: &str| text(name).is_some_and(|v| parse::flag(&v).unwrap_or(false));
        let path = |name: &str| text(name).map(PathBuf::from);

        let mut warnings = Vec::new();
        let jwt_secret = jwt_secret(text("JWT_SECRET"), &mut warnings)?;
        let db_path = path("DB_PATH").unwrap_or_default();
        let data_dir = folder_of(&db_path);
        let database = match text("DATABASE_URL") {
            Some(url) => Location::Postgres { url, schema: None },
            None => Location::Sqlite(db_path),
        };
        several_nodes(&values, &mut warnings)?;
        let pre_records_path = path("PRE_RECORDS_PATH").unwrap_or_else(|| data_dir.join("pre-records.json"));
        let public_dir = path("PUBLIC_DIR");
        let private =
            [("data folder (DB_PATH)", &data_dir), ("class list (PRE_RECORDS_PATH)", &pre_records_path)];
        for (name, root) in [("PUBLIC_DIR", public_dir.clone()), ("RESOURCES_DIR", path("RESOURCES_DIR"))] {
            refuse_in_static_root(name, root.as_deref(), private)?;
        }
        let admin_user_ids = admin_user_ids(&text("ADMIN_USER_IDS").unwrap_or_default(), &mut warnings);
        let networks = |name: &str| parse::networks(&text(name).unwrap_or_default()).unwrap_or_default();
        let limit = |rule: Rule| text(rule.variable()).and_then(|v| RateLimit::parse(&v).flatten());
        let https = flag("HTTPS");
        Ok(Self {
            host: text("HOST").and_then(|v| v.parse().ok()).unwrap_or(std::net::Ipv4Addr::UNSPECIFIED.into()),
            port: text("PORT").and_then(|v| v.parse().ok()).unwrap_or(3000),
            jwt_secret,
            jwt_expires_in: text("JWT_EXPIRES_IN")
                .and_then(|v| parse_duration(&v))
                .unwrap_or(Duration::from_secs(604_800)),
            admin_user_ids,
            dev_password: dev_password(text("DEV_PASSWORD"), https, &mut warnings)?,
            dev_allow_remote: flag("DEV_ALLOW_REMOTE"),
            database,
            pre_records_path,
            data_dir,
            public_dir,
            origins: origins([text("CORS_ORIGIN"), text("CORS_ORIGINS")]),
            https,
            verbose_log: flag("VERBOSE_LOG"),
            trusted_proxies: networks("TRUSTED_PROXIES"),
            cohort: text("COHORT").and_then(|v| parse::cohort(&v).map(ToOwned::to_owned)),
            timezone: text("TIMEZONE").and_then(|v| TimeZone::get(&v).ok()),
            claim_codes: flag("CLAIM_CODES"),
            admin_claim_code: text("ADMIN_CLAIM_CODE").map(Secret::new),
            setup_code_required: text("SETUP_CODE_REQUIRED").map_or(https, |_| flag("SETUP_CODE_REQUIRED")),
            event_retention: days(text("EVENT_RETENTION_DAYS"), 7),
            egress_allow: networks("EGRESS_ALLOW"),
            limits: Rule::ALL.iter().map(|rule| (*rule, limit(*rule))).collect(),
            values,
            warnings,
            executable: None,
        })
    }

    /// The limit of a rule; `None` when it is switched off.
    #[must_use]
    pub fn limit(&self, rule: Rule) -> Option<RateLimit> {
        self.limits.iter().find(|(known, _)| *known == rule).and_then(|(_, limit)| *limit)
    }

    /// A variable's text as given or defaulted; rooms read their own settings by it.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The effective values, one `NAME=value` line each, secrets masked: what
    /// `classportal config` prints. Empty is what holds without a value, or is settled only when the
    /// database is open.
    #[must_use]
    pub fn masked(&self) -> Vec<String> {
        let line = |variable: &Variable| {
            let value = self.effective(variable.name);
            let shown = match variable.kind {
                Kind::Secret if !value.is_empty() => "***".to_owned(),
                Kind::Url => parse::without_password(&value),
                _ => value.into_owned(),
            };
            format!("{}={shown}", variable.name)
        };
        VARIABLES.iter().map(line).collect()
    }

    /// What holds, also where the default depends on other variables.
    fn effective(&self, name: &str) -> Cow<'_, str> {
        match name {
            "PRE_RECORDS_PATH" => self.pre_records_path.to_string_lossy(),
            "SETUP_CODE_REQUIRED" => u8::from(self.setup_code_required).to_string().into(),
            _ => self.text(name).unwrap_or_default().into(),
        }
    }
}

impl std::fmt::Debug for Config {
    /// As [`Config::masked`]: a configuration that finds its way into a log shows no secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.masked()).finish()
    }
}

fn admin_user_ids(list: &str, warnings: &mut Vec<String>) -> Vec<UserId> {
    let ids = parse::user_ids(list);
    let unusual = ids.iter().filter(|id| !id.as_str().ends_with("00"));
    warnings.extend(unusual.map(|id| {
        format!("ADMIN_USER_IDS: {id} does not end in 00; it will administer all classes all the same")
    }));
    ids
}

fn jwt_secret(given: Option<String>, warnings: &mut Vec<String>) -> Result<Secret<String>, ConfigError> {
    let refuse = |fix: &str| ConfigError { variable: "JWT_SECRET".into(), fix: fix.into() };
    let advice = "set it to at least 32 random characters, for example the output of `openssl rand -hex 32`";
    let Some(secret) = given else {
        return Err(refuse(&format!("is not set; {advice}")));
    };
    if SAMPLE_SECRETS.contains(&secret.to_lowercase().as_str()) {
        return Err(refuse(&format!("is a known sample value; {advice}")));
    }
    if secret.len() < 32 {
        warnings.push(format!("JWT_SECRET has {} bytes; use at least 32 random ones", secret.len()));
    }
    Ok(Secret::new(secret))
}

/// The developer account is for the machine of whoever builds on the portal, never for a school.
fn dev_password(
    given: Option<String>,
    https: bool,
    warnings: &mut Vec<String>,
) -> Result<Option<Secret<String>>, ConfigError> {
    if given.is_some() && https {
        let fix = "is set under HTTPS=true, where the developer account has no place; remove it";
        return Err(ConfigError { variable: "DEV_PASSWORD".into(), fix: fix.into() });
    }
    warnings.extend(given.is_some().then(|| {
        "DEV_PASSWORD is set: the developer account 999999 can sign in; remove it in production".to_owned()
    }));
    Ok(given.map(Secret::new))
}

/// Nodes share a database, and what one seals in it the others must open.
fn several_nodes(
    values: &BTreeMap<&'static str, String>,
    warnings: &mut Vec<String>,
) -> Result<(), ConfigError> {
    let is_set = |name: &str| values.contains_key(name);
    if is_set("NATS_URL") && !is_set("DATABASE_URL") {
        warnings
            .push("NATS_URL has no effect without DATABASE_URL: nodes share a PostgreSQL database".into());
    } else if is_set("NATS_URL") && !is_set("DATA_KEY") {
        let fix = "is not set, and with NATS_URL all nodes need the same one; set it to the content of \
                   data.key if that is in the data folder, else to the output of `openssl rand -hex 32`";
        return Err(ConfigError { variable: "DATA_KEY".into(), fix: fix.into() });
    }
    Ok(())
}

/// The folder a file is in, also of a bare name.
fn folder_of(file: &Path) -> PathBuf {
    file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| Path::new(".")).to_owned()
}

/// What is served to everyone must hold neither the data folder nor the class list.
fn refuse_in_static_root(
    name: &str,
    root: Option<&Path>,
    private: [(&str, &PathBuf); 2],
) -> Result<(), ConfigError> {
    let Some(root) = root.map(settled) else { return Ok(()) };
    match private.iter().find(|(_, path)| settled(path).starts_with(&root)) {
        Some((what, path)) => Err(ConfigError {
            variable: name.into(),
            fix: format!(
                "the {what} {} lies inside it and would be published; move it elsewhere",
                path.display()
            ),
        }),
        None => Ok(()),
    }
}

/// An absolute path without links and `..`, as far as it exists; its end may be made later.
fn settled(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for ancestor in absolute.ancestors() {
        if let Ok(mut real) = ancestor.canonicalize() {
            for part in absolute.strip_prefix(ancestor).into_iter().flat_map(Path::components) {
                match part {
                    Component::ParentDir => drop(real.pop()),
                    part => real.push(part),
                }
            }
            return real;
        }
    }
    absolute
}

fn origins(given: [Option<String>; 2]) -> Origins {
    let mut listed: Vec<String> = given
        .iter()
        .flatten()
        .flat_map(|list| list.split(','))
        .map(|origin| origin.trim().trim_end_matches('/').to_ascii_lowercase())
        .filter(|origin| !origin.is_empty())
        .collect();
    if listed.is_empty() || listed.iter().any(|origin| origin == "*") {
        return Origins::Any;
    }
    // After the question whether there is a list: nothing but `null` allows nobody, not everybody.
    listed.retain(|origin| origin != "null");
    Origins::Listed(listed)
}

fn days(given: Option<String>, default: u64) -> Duration {
    Duration::from_secs(given.and_then(|v| v.parse().ok()).unwrap_or(default) * 86_400)
}
