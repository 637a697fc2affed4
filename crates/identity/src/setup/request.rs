//! What someone asks for when they save a list, checked.

use jiff::tz::TimeZone;
use kernel::config::Cohort;
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::dto::{SetupBody, SetupSettings};
use super::model::{self, Entry};
use super::{COHORT, SETTING_CLAIM_CODES, SETTING_CLASS_NAMES, SETTING_SCHOOL_NAME, class_names, texts};
use crate::user::is_invisible;

/// Longest name of a school, in characters.
const MAX_SCHOOL_NAME: usize = 40;
/// Longest name of a class, in characters.
const MAX_CLASS_NAME: usize = 20;
/// Longest admin claim code, in characters.
const MAX_CLAIM_CODE: usize = 64;

/// A checked request. Holding one is the proof that every field holds on its own.
#[derive(Clone)]
pub(super) struct ListRequest {
    /// As given; else what the portal knows.
    pub cohort: Option<String>,
    /// The cohort was given: IDs must be of it.
    pub only_cohort: bool,
    /// Unnumbered.
    pub entries: Vec<Entry>,
    /// `None` leaves the stored ones.
    pub admins: Option<Vec<UserId>>,
    /// Names and values.
    pub settings: Vec<(&'static str, String)>,
    /// Past the shrink guard.
    pub force: bool,
}

impl ListRequest {
    /// # Errors
    /// 400 naming class and row, or the field.
    pub fn parse(app: &App, body: &SetupBody) -> Result<Self> {
        let given = body.cohort.as_deref().map(str::trim).filter(|cohort| !cohort.is_empty());
        if given.is_some_and(|cohort| !model::is_cohort(cohort)) {
            return Err(texts::COHORT_INVALID.err());
        }
        Ok(Self {
            only_cohort: given.is_some(),
            cohort: given.map(ToOwned::to_owned).or_else(|| known_cohort(app)),
            entries: model::parse_lists(&body.pre_records)?,
            admins: body.admin_user_ids.as_deref().map(parse_admins).transpose()?,
            settings: parse_settings(app, body.settings.clone().unwrap_or_default())?,
            force: body.force == Some(true),
        })
    }

    /// The value that a setting gets; `None` for one that stays as it is.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

/// The cohort that is settled: the wizard's, else COHORT.
pub(super) fn known_cohort(app: &App) -> Option<String> {
    let stored = app.settings.text(model::SETTING_COHORT).filter(|cohort| model::is_cohort(cohort));
    stored.or_else(|| COHORT.of(&app.config).as_ref().map(|Cohort(digits)| digits.clone()))
}

/// # Errors
/// 400 naming what is no user ID.
pub(super) fn parse_admins(given: &[String]) -> Result<Vec<UserId>> {
    let mut admins = Vec::new();
    for raw in given {
        let wrong = || texts::ADMIN_ID_INVALID.with("id", model::short(raw));
        let id = UserId::parse(raw.trim()).ok_or_else(wrong)?;
        if !admins.contains(&id) {
            admins.push(id);
        }
    }
    Ok(admins)
}

/// Names and values as they are stored.
///
/// # Errors
/// 400 naming the field.
pub(super) fn parse_settings(app: &App, given: SetupSettings) -> Result<Vec<(&'static str, String)>> {
    let mut settings = parse_names(app, &given)?;
    let zone = given.timezone.as_deref().map(str::trim).filter(|zone| !zone.is_empty());
    if let Some(name) = zone {
        let zone = TimeZone::get(name).ok().filter(|zone| !zone.is_unknown());
        let unknown = || texts::ZONE_UNKNOWN.with("zone", model::short(name));
        let zone = zone.ok_or_else(unknown)?;
        settings.push(("timezone", zone.iana_name().unwrap_or(name).to_owned()));
    }
    let switches = [
        ("deny_common_passwords", given.deny_common_passwords),
        ("names_unique_across", given.names_unique_across),
        (SETTING_CLAIM_CODES, given.claim_codes),
    ];
    for (name, on) in switches {
        settings.extend(on.map(|on| (name, u8::from(on).to_string())));
    }
    if let Some(code) = given.admin_claim_code.as_deref().map(str::trim) {
        if code.chars().count() > MAX_CLAIM_CODE {
            return Err(kernel::texts::TOO_LONG
                .with("field", "admin_claim_code")
                .with("max", MAX_CLAIM_CODE));
        }
        let stored = if code.is_empty() { String::new() } else { hex::encode(Sha256::digest(code)) };
        settings.push(("admin_claim_code", stored));
    }
    Ok(settings)
}

/// The names of the school and its classes.
fn parse_names(app: &App, given: &SetupSettings) -> Result<Vec<(&'static str, String)>> {
    let mut settings = Vec::new();
    if let Some(school) = &given.school_name {
        settings.push((SETTING_SCHOOL_NAME, parse_name(school, "school_name", MAX_SCHOOL_NAME)?));
    }
    if let Some(given) = &given.class_names {
        let mut names = class_names(app);
        for (class, name) in given {
            let class = model::class_of_digits(class).filter(|class| *class > 0);
            let class = class.ok_or_else(|| ApiError::invalid("class_names"))?;
            let name = parse_name(name, "class_names", MAX_CLASS_NAME)?;
            names.insert(format!("{class:02}"), name);
        }
        names.retain(|_, name| !name.is_empty());
        settings.push((SETTING_CLASS_NAMES, json!(names).to_string()));
    }
    Ok(settings)
}

/// One line of visible characters; may be empty.
fn parse_name(raw: &str, field: &'static str, max: usize) -> Result<String> {
    let name = raw.trim();
    if name.chars().count() > max {
        return Err(kernel::texts::TOO_LONG.with("field", field).with("max", max));
    }
    if name.chars().any(|c| c.is_control() || is_invisible(c)) {
        return Err(ApiError::invalid(field));
    }
    Ok(name.to_owned())
}
