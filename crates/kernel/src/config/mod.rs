//! Configuration: every variable of `interface 1.1` that the kernel or a feature registers, read and
//! checked once at start.
//!
//! The environment wins over `.env`. A value that does not fit stops the start with one line that
//! names the variable and the fix; a name that looks like a typing error is warned about.
//! Absent on purpose: reading a variable anywhere else, and reloading while running.

mod parse;
mod secret;
#[cfg(test)]
mod tests;
mod values;
mod variable;
mod variables;

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

pub use parse::{RateLimit, parse_duration, unknown};
pub use secret::Secret;
pub use values::{Cohort, HttpUrl, OriginList, Origins, Url};
pub use variable::{AnyVariable, FromVariable, Variable};
pub use variables::*;

use crate::db::Location;

/// Why a start is refused: one line naming the variable and the fix.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{variable}: {fix}")]
pub struct ConfigError {
    /// The variable to change.
    pub variable: String,
    /// What is wrong and what to write instead.
    pub fix: String,
}

/// The effective configuration: every registered variable's value, and what follows from several.
#[derive(Clone)]
pub struct Config {
    /// JWT_SECRET, checked.
    pub jwt_secret: Secret<String>,
    /// DATABASE_URL, else DB_PATH.
    pub database: Location,
    /// Folder of the SQLite file; also holds the list file, keys and uploads.
    pub data_dir: PathBuf,
    /// PRE_RECORDS_PATH, else a file in the data folder.
    pub pre_records_path: PathBuf,
    /// CORS_ORIGIN and CORS_ORIGINS, united.
    pub origins: Origins,
    /// The variables, in the order in which they are registered.
    entries: Vec<Entry>,
    /// Where each of them stands.
    positions: HashMap<&'static str, usize>,
    /// Lines to warn about at start.
    pub warnings: Vec<String>,
    /// This program, for work that is safer in a process of its own; set by its command line, and
    /// absent where it is not the running program, as in tests, which then do that work themselves.
    pub executable: Option<PathBuf>,
}

/// A variable with what was given for it.
#[derive(Clone)]
struct Entry {
    variable: &'static dyn AnyVariable,
    text: String,
    value: Arc<dyn Any + Send + Sync>,
}

/// Sample secrets of documents and templates; nobody may run with them.
const SAMPLE_SECRETS: [&str; 6] =
    ["secret", "changeme", "change-me", "your-secret-key", "your_jwt_secret", "please-change-this-secret"];

impl Config {
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

    /// Builds the configuration from names and values, of these variables.
    ///
    /// # Errors
    /// The first variable that does not fit.
    pub fn new(
        given: &BTreeMap<String, String>,
        variables: impl IntoIterator<Item = &'static dyn AnyVariable>,
    ) -> Result<Self, ConfigError> {
        let entries = variables.into_iter().map(|variable| Entry::read(variable, given));
        let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
        let names: Vec<&str> = entries.iter().map(|entry| entry.variable.name()).collect();
        let warnings = parse::near_misses(given.keys().map(String::as_str), &names);
        let mut config = Self {
            jwt_secret: Secret::new(String::new()),
            database: Location::Sqlite(PathBuf::new()),
            data_dir: PathBuf::new(),
            pre_records_path: PathBuf::new(),
            origins: Origins::Any,
            positions: names.into_iter().enumerate().map(|(at, name)| (name, at)).collect(),
            entries,
            warnings,
            executable: None,
        };
        config.derive()?;
        Ok(config)
    }

    /// Fills in what follows from several variables.
    fn derive(&mut self) -> Result<(), ConfigError> {
        self.jwt_secret = jwt_secret(JWT_SECRET.of(self).clone(), &mut self.warnings)?;
        let db_path = DB_PATH.of(self).clone();
        self.data_dir = folder_of(&db_path);
        self.database = match DATABASE_URL.of(self) {
            Some(Url(url)) => Location::Postgres { url: url.clone(), schema: None },
            None => Location::Sqlite(db_path),
        };
        let list = PRE_RECORDS_PATH.of(self).clone();
        self.pre_records_path = list.unwrap_or_else(|| self.data_dir.join("pre-records.json"));
        self.origins = Origins::united([CORS_ORIGIN.of(self), CORS_ORIGINS.of(self)]);
        self.refuse_in_static_root(&PUBLIC_DIR)?;
        several_nodes(self)
    }

    /// The value of a registered variable.
    fn value(&self, name: &str) -> &(dyn Any + Send + Sync) {
        let at = self.positions.get(name).expect("the variable is registered");
        &*self.entries[*at].value
    }

    /// Refuses a folder that is served to everyone and holds the data folder or the class list.
    ///
    /// # Errors
    /// When it does.
    pub fn refuse_in_static_root(&self, variable: &Variable<Option<PathBuf>>) -> Result<(), ConfigError> {
        let Some(root) = variable.of(self).as_deref().map(settled) else { return Ok(()) };
        let private = [
            ("data folder (DB_PATH)", &self.data_dir),
            ("class list (PRE_RECORDS_PATH)", &self.pre_records_path),
        ];
        match private.iter().find(|(_, path)| settled(path).starts_with(&root)) {
            Some((what, path)) => Err(ConfigError {
                variable: variable.name().into(),
                fix: format!(
                    "the {what} {} lies inside it and would be published; move it elsewhere",
                    path.display()
                ),
            }),
            None => Ok(()),
        }
    }

    /// The effective values, one `NAME=value` line each, secrets masked: what
    /// `classportal config` prints. Empty is what holds without a value, or is settled only when the
    /// database is open.
    #[must_use]
    pub fn masked(&self) -> Vec<String> {
        let line =
            |entry: &Entry| format!("{}={}", entry.variable.name(), entry.variable.shown(&entry.text, self));
        self.entries.iter().map(line).collect()
    }
}

impl Entry {
    fn read(
        variable: &'static dyn AnyVariable,
        given: &BTreeMap<String, String>,
    ) -> Result<Self, ConfigError> {
        // An empty value means "not set": templates leave lines empty.
        let set = given.get(variable.name()).map(|text| text.trim()).filter(|text| !text.is_empty());
        let text = set.unwrap_or(variable.default_text());
        Ok(Self { variable, text: text.to_owned(), value: variable.parse(text)?.into() })
    }
}

impl std::fmt::Debug for Config {
    /// As [`Config::masked`]: a configuration that finds its way into a log shows no secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.masked()).finish()
    }
}

fn jwt_secret(
    given: Option<Secret<String>>,
    warnings: &mut Vec<String>,
) -> Result<Secret<String>, ConfigError> {
    let refuse = |fix: &str| ConfigError { variable: "JWT_SECRET".into(), fix: fix.into() };
    let advice = "set it to at least 32 random characters, for example the output of `openssl rand -hex 32`";
    let Some(secret) = given else {
        let init = "run `classportal init` once, which writes it into .env";
        return Err(refuse(&format!("is not set; {init}, or {advice}")));
    };
    let text = secret.expose();
    if SAMPLE_SECRETS.contains(&text.to_lowercase().as_str()) {
        return Err(refuse(&format!("is a known sample value; {advice}")));
    }
    if text.len() < 32 {
        warnings.push(format!("JWT_SECRET has {} bytes; use at least 32 random ones", text.len()));
    }
    Ok(secret)
}

/// Nodes share a database, and what one seals in it the others must open.
fn several_nodes(config: &mut Config) -> Result<(), ConfigError> {
    if NATS_URL.of(config).is_none() {
        return Ok(());
    }
    if DATABASE_URL.of(config).is_none() {
        let warning = "NATS_URL has no effect without DATABASE_URL: nodes share a PostgreSQL database";
        config.warnings.push(warning.into());
    } else if DATA_KEY.of(config).is_none() {
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
