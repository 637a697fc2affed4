//! Setup: the first configuration and the class list, which says who may register.
//!
//! Owns the table `pre_records`, the list file with its backups, the settings `initialised`,
//! `cohort`, `admin_user_ids`, `pre_records_hash` and `pre_records_left_out`, and the paths
//! `/api/setup/*`, `/api/admin/pre-records` and `/api/admin/settings`. Rows and file change
//! together (see `list_file`); the list of a saved portal never shrinks by accident. It never
//! touches a member: who has registered keeps their number whatever the list says, and a person's
//! erasure leaves their row, which is the school's, until a system admin takes it off the list.

mod admin;
mod change;
mod dto;
mod events;
mod list_file;
mod model;
mod names;
mod request;
mod routes;
mod settings;
mod start;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::BTreeMap;

use kernel::config::{Cohort, Config, ConfigError, HTTPS, Secret, Variable};
use kernel::db::{DbResult, Read};
use kernel::feature::Health;
use kernel::settings::Settings;
use kernel::texts::Language;
use kernel::user::UserId;
use kernel::{App, AppTx, Feature, Result, Routes, routes};

pub use events::SetupEvent;
pub(crate) use names::name_key;

use change::ClassList;
use list_file::Report;

/// Members who administer all classes; the wizard's list adds to them.
pub static ADMIN_USER_IDS: Variable<Vec<UserId>> =
    Variable::new("ADMIN_USER_IDS", "", "user IDs that administer all classes");
/// Whether registering takes the one-time code of the list.
static CLAIM_CODES: Variable<Option<bool>> = Variable::new(
    "CLAIM_CODES",
    "",
    "1 asks each member for the one-time code of the list when registering, 0 never does; empty leaves it to the settings",
);
/// The code for rows of the list that become admins, when the operator has set one.
pub(crate) static ADMIN_CLAIM_CODE: Variable<Option<Secret<String>>> =
    Variable::new("ADMIN_CLAIM_CODE", "", "code needed to register a row that becomes admin or class admin");
/// Whether the wizard asks for a code; [`is_setup_code_required`] has the default.
static SETUP_CODE_REQUIRED: Variable<Option<bool>> = Variable::new(
    "SETUP_CODE_REQUIRED",
    "",
    "1 asks for the code printed at first start when setting up; default 1 under HTTPS, else 0",
)
.printed_as(|config| u8::from(is_setup_code_required(config)).to_string());
/// The enrolment year that all class servers of a school share.
static COHORT: Variable<Option<Cohort>> =
    Variable::new("COHORT", "", "enrolment year of the school's node network; equal on all nodes");
/// The bot's account, which is no registration.
static BOT_USER_ID: Variable<Vec<UserId>> = Variable::new("BOT_USER_ID", "", "user ID of the bot account");

/// Whether registering takes the claim code of the list, while CLAIM_CODES is not set.
const SETTING_CLAIM_CODES: &str = "claim_codes";
/// The SHA-256 of the code that admins and class admins register with, while ADMIN_CLAIM_CODE is not set.
pub(crate) const SETTING_ADMIN_CLAIM_CODE: &str = "admin_claim_code";
/// The name of the school.
const SETTING_SCHOOL_NAME: &str = "school_name";
/// The names of the classes: a JSON object from two digits to a name.
const SETTING_CLASS_NAMES: &str = "class_names";

/// Whether the wizard asks for the code that the start has printed.
fn is_setup_code_required(config: &Config) -> bool {
    SETUP_CODE_REQUIRED.of(config).unwrap_or(*HTTPS.of(config))
}

/// Warns about admins whose user ID is not that of an admin.
fn check_config(config: &Config, warnings: &mut Vec<String>) -> std::result::Result<(), ConfigError> {
    let unusual = ADMIN_USER_IDS.of(config).iter().filter(|id| !id.as_str().ends_with("00"));
    warnings.extend(unusual.map(|id| {
        format!("ADMIN_USER_IDS: {id} does not end in 00; it will administer all classes all the same")
    }));
    Ok(())
}

/// Gives the row of somebody who was erased another claim code: whoever registered in that name knows the old one.
///
/// # Errors
/// When a statement fails.
pub fn renew_claim_code(tx: &mut AppTx, user: UserId) -> DbResult<()> {
    let code = tx.app().random.code(2);
    store::renew_code(tx, user, &code)
}

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "setup",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    variables: &[
        &ADMIN_USER_IDS,
        &CLAIM_CODES,
        &ADMIN_CLAIM_CODE,
        &SETUP_CODE_REQUIRED,
        &COHORT,
        &BOT_USER_ID,
    ],
    check_config,
    statements: store::STATEMENTS,
    state: |state, _| state.insert(ClassList::default()),
    start: |app| Box::pin(start::start(app)),
    on_event: Some(start::follow),
    health: Some(health),
    export_user: store::export,
    // The list is the setters' business.
    render: Some(kernel::events::render_none),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::setup_status))
        .routes(routes!(routes::portal_info))
        .routes(routes!(routes::setup_preview))
        .routes(routes!(routes::setup_save))
        .routes(routes!(admin::pre_records, admin::put_pre_records))
        .routes(routes!(settings::portal_settings, settings::change_portal_settings))
}

fn health(app: &App) -> Health {
    let (status, details) = match app.state::<ClassList>().report() {
        Report::Absent => ("not_configured", None),
        Report::Fine => ("ok", None),
        Report::Warning(message) => ("warning", Some(message.localized(Language::Chinese))),
    };
    Health { name: "pre_records", status, details }
}

/// A row of the class list (`interface 2.6`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreRecord {
    /// Unique, normalised.
    pub real_name: String,
    /// Unique, YYCCNN.
    pub user_id: UserId,
    /// At most 10 characters, empty when unknown.
    pub gender: String,
    /// From the user ID: number 00 of a class.
    pub is_class_admin: bool,
    /// What the person types to register, while CLAIM_CODES is on.
    pub claim_code: Option<String>,
}

impl From<store::StoredRow> for PreRecord {
    fn from(row: store::StoredRow) -> Self {
        Self {
            is_class_admin: row.user_id.is_class_admin(),
            real_name: row.real_name,
            user_id: row.user_id,
            gender: row.gender,
            claim_code: row.claim_code,
        }
    }
}

/// The row of a name, with or without blanks in it and with whatever sign between its parts.
///
/// # Errors
/// When the statement fails.
pub fn find_record(read: &mut Read, real_name: &str) -> DbResult<Option<PreRecord>> {
    Ok(store::find(read, real_name)?.map(PreRecord::from))
}

/// The row of a user ID.
///
/// # Errors
/// When the statement fails.
pub fn find_record_by_id(read: &mut Read, user: UserId) -> DbResult<Option<PreRecord>> {
    Ok(store::find_by_id(read, user)?.map(PreRecord::from))
}

/// Whether several rows may be meant by a name that is none of theirs: those with a mark behind it that tells
/// namesakes apart, such as `李梓涵(大)`, or several that differ in their spelling alone.
///
/// # Errors
/// When the statement fails.
pub fn has_namesakes(read: &mut Read, real_name: &str) -> DbResult<bool> {
    let key = names::name_key(real_name);
    let listed = store::names(read)?;
    let is_shared = listed.iter().filter(|(name, _)| names::name_key(name) == key).count() > 1;
    Ok(is_shared || listed.iter().any(|(name, _)| names::is_namesake(name, real_name)))
}

/// The whole list, by user ID.
///
/// # Errors
/// When the statement fails.
pub fn listed(read: &mut Read) -> DbResult<Vec<PreRecord>> {
    Ok(store::all(read)?.into_iter().map(PreRecord::from).collect())
}

/// Whether registering takes the claim code of the list: CLAIM_CODES when it is set, else the setting.
#[must_use]
pub fn are_claim_codes_on(app: &App) -> bool {
    CLAIM_CODES.of(&app.config).unwrap_or_else(|| app.settings.is_on(SETTING_CLAIM_CODES))
}

/// The same as the database has it: another node may have turned it on a moment ago.
///
/// # Errors
/// When the statement fails.
pub fn are_stored_claim_codes_on(app: &App, read: &mut Read) -> DbResult<bool> {
    if let Some(on) = CLAIM_CODES.of(&app.config) {
        return Ok(*on);
    }
    Ok(Settings::stored(read, SETTING_CLAIM_CODES)?.is_some_and(|value| value == "1"))
}

/// Which rows of the list register with the admins' code in place of their own, and which become system admins.
pub struct AdminRegistrations {
    admins: Vec<UserId>,
    is_code_set: bool,
}

impl AdminRegistrations {
    /// # Errors
    /// When a statement fails.
    pub fn read(app: &App, read: &mut Read) -> DbResult<Self> {
        let stored = Settings::stored(read, SETTING_ADMIN_CLAIM_CODE)?;
        let is_code_set =
            ADMIN_CLAIM_CODE.of(&app.config).is_some() || stored.is_some_and(|hash| !hash.is_empty());
        Ok(Self { admins: stored_effective_admin_ids(app, read)?, is_code_set })
    }

    /// Whether whoever registers in this row is a system admin.
    #[must_use]
    pub fn becomes_admin(&self, user: &UserId) -> bool {
        self.admins.contains(user)
    }

    /// Whether the claim code of the row opens nothing, because the admins' code is asked for.
    #[must_use]
    pub fn needs_admin_code(&self, user: &UserId) -> bool {
        self.is_code_set && (user.is_class_admin() || self.becomes_admin(user))
    }
}

/// The name of the school; `None` when none was given.
#[must_use]
pub fn school_name(app: &App) -> Option<String> {
    app.settings.text(SETTING_SCHOOL_NAME).filter(|name| !name.is_empty())
}

/// The names that the school gives its classes, by their two digits.
#[must_use]
pub fn class_names(app: &App) -> BTreeMap<String, String> {
    let stored = app.settings.text(SETTING_CLASS_NAMES).unwrap_or_default();
    serde_json::from_str(&stored).unwrap_or_default()
}

/// The same as the database has them: another node may have changed them a moment ago.
///
/// # Errors
/// When the statement fails.
pub fn stored_class_names(read: &mut Read) -> DbResult<BTreeMap<String, String>> {
    let stored = Settings::stored(read, SETTING_CLASS_NAMES)?.unwrap_or_default();
    Ok(serde_json::from_str(&stored).unwrap_or_default())
}

/// Everyone on the list: name and user ID.
///
/// # Errors
/// When the statement fails.
pub fn listed_names(read: &mut Read) -> DbResult<Vec<(String, UserId)>> {
    store::names(read)
}

/// Whether the list has more than one class: then a class admin is not the only one whom the whole portal
/// concerns.
///
/// # Errors
/// When the statement fails.
pub fn has_several_classes(read: &mut Read) -> DbResult<bool> {
    Ok(store::classes(read)? > 1)
}

/// ADMIN_USER_IDS and the admins that were saved (`interface 5.4`).
#[must_use]
pub fn effective_admin_ids(app: &App) -> Vec<UserId> {
    with_configured(app, stored_admin_ids(app))
}

/// The same as the database has them: another node may have saved others a moment ago.
///
/// # Errors
/// When the statement fails.
pub fn stored_effective_admin_ids(app: &App, read: &mut Read) -> DbResult<Vec<UserId>> {
    let stored = Settings::stored(read, change::SETTING_ADMIN_USER_IDS)?.unwrap_or_default();
    Ok(with_configured(app, parse_ids(&stored)))
}

fn stored_admin_ids(app: &App) -> Vec<UserId> {
    parse_ids(&app.settings.text(change::SETTING_ADMIN_USER_IDS).unwrap_or_default())
}

fn parse_ids(list: &str) -> Vec<UserId> {
    list.split(',').filter_map(UserId::parse).collect()
}

fn with_configured(app: &App, stored: Vec<UserId>) -> Vec<UserId> {
    let configured = ADMIN_USER_IDS.of(&app.config);
    let further = stored.into_iter().filter(|id| !configured.contains(id));
    configured.iter().copied().chain(further).collect()
}

/// A real name in its one spelling: NFKC, trimmed, 1–20 visible characters.
///
/// # Errors
/// 400 for anything else.
pub fn normalise_name(raw: &str) -> Result<String> {
    names::clean_name(raw).ok_or_else(|| texts::REAL_NAME_INVALID.err())
}

/// Whether a save has succeeded or a member has registered; a list file alone is no setup.
///
/// # Errors
/// When the statement fails.
pub fn is_initialised(app: &App, read: &mut Read) -> DbResult<bool> {
    Ok(app.settings.text(change::SETTING_INITIALISED).is_some() || has_members(app, read)?)
}

/// The path of the page that sets the portal up, with the code when one is asked for; nothing once the portal is set
/// up. The code stands behind the `#`, which browsers send to no server.
///
/// # Errors
/// When the database does not answer.
pub async fn pending_page(app: &App) -> Result<Option<String>> {
    let reader = app.clone();
    if app.db.read(move |read| Ok(is_initialised(&reader, read)?)).await? {
        return Ok(None);
    }
    let state = app.state::<ClassList>();
    let code = state.setup_code.get().map(|code| format!("?code={code}"));
    Ok(Some(format!("/#/setup{}", code.unwrap_or_default())))
}

/// The bot's account is the operator's doing and no registration.
fn has_members(app: &App, read: &mut Read) -> DbResult<bool> {
    let bot = BOT_USER_ID.of(&app.config);
    Ok(crate::user::registered(read)?.iter().any(|(id, _)| !bot.contains(id)))
}
