//! User: accounts, profiles, personal settings.
//!
//! Owns the tables `users`, `user_settings`, `user_layouts` and `user_default_layouts` and the paths
//! `/api/user/*` and `/api/admin/default-layout`. Answers for the whole
//! portal who someone is ([`accounts`]) and keeps that in memory. It never checks a password: `auth`
//! does, through the public functions below.

mod accounts;
mod cli;
mod default_layout;
mod desktop_layout;
pub mod directory;
mod events;
mod follow;
mod frames;
mod layouts;
mod log_target;
mod members;
mod mentions;
mod model;
mod replaced_layouts;
mod routes;
mod search;
mod settings;
mod start;
mod store;
#[cfg(test)]
mod tests;
pub(crate) mod texts;
mod tokens;
mod user_info;

use std::sync::Arc;

use kernel::apps::BuiltIn;
use kernel::config::{Config, ConfigError, HTTPS, Secret, Variable};
use kernel::db::{DbResult, Read, Statement};
use kernel::user::UserId;
use kernel::{App, AppTx, Feature, Result, Routes, routes};

use crate::notifications::notify_let_in;

pub use accounts::{Account, accounts};
pub use cli::{CliUser, cli_list, cli_set_status};
pub use members::{Members, Names, deleted_name, facts_of, members};
pub use mentions::mentioned;
pub use model::is_invisible;
pub use model::{Info, NetName, UserInfo, check_password, normalise};
pub(crate) use routes::{refuse_imitation, refuse_taken_name};
pub(crate) use store::password_hash;
pub use store::{Credentials, NewUser, Office, sign_in_candidates};
pub(crate) use tokens::{RevokedTokens, TokensInUse};

pub use events::UserEvent;

const STATEMENTS: &[&Statement] =
    &kernel::db::joined::<
        { store::STATEMENTS.len() + store::directory::STATEMENTS.len() + store::layouts::STATEMENTS.len() },
    >(&[store::STATEMENTS, store::directory::STATEMENTS, store::layouts::STATEMENTS]);

/// The password of the developer account, which exists as long as this is set.
static DEV_PASSWORD: Variable<Option<Secret<String>>> = Variable::new(
    "DEV_PASSWORD",
    "",
    "creates the developer account 999999; leave empty in production, refused under HTTPS",
);

/// The developer account is for the machine of whoever builds on the portal, never for a school.
fn check_config(config: &Config, warnings: &mut Vec<String>) -> std::result::Result<(), ConfigError> {
    if DEV_PASSWORD.of(config).is_none() {
        return Ok(());
    }
    if *HTTPS.of(config) {
        let fix = "is set under HTTPS=true, where the developer account has no place; remove it";
        return Err(ConfigError { variable: "DEV_PASSWORD".into(), fix: fix.into() });
    }
    let warning = "DEV_PASSWORD is set: the developer account 999999 can sign in; remove it in production";
    warnings.push(warning.into());
    Ok(())
}

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "user",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    variables: &[&DEV_PASSWORD],
    check_config,
    apps: &[BuiltIn { name: "settings", label: &texts::APP, protected: true, paths: &[] }],
    statements: STATEMENTS,
    state: |state, _| state.insert(members::MemberCache::default()),
    start: |app| Box::pin(start::settle(app)),
    on_event: Some(follow::follow),
    provides: &[&search::MEMBERS],
    erase_user: store::erase,
    export_user: store::export,
    frames: frames::FRAMES,
    render: Some(frames::render),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::profile, routes::update_profile))
        .routes(routes!(settings::get_settings, settings::put_settings))
        .routes(routes!(layouts::list_layouts, layouts::keep_layout))
        .routes(routes!(layouts::restore_layout))
        .routes(routes!(
            default_layout::get_default_layout,
            default_layout::put_default_layout,
            default_layout::delete_default_layout
        ))
}

/// The account of a user, from memory when fresh; `None` when there is none.
///
/// # Errors
/// When the database is away.
pub async fn account(app: &App, user: UserId) -> Result<Option<Arc<Account>>> {
    app.state::<accounts::AccountStore>().account(user).await
}

/// Everyone registered: user ID and real name.
///
/// # Errors
/// When the statement fails.
pub fn registered(read: &mut Read) -> DbResult<Vec<(UserId, String)>> {
    store::registered(read)
}

/// Whether this ID or this name has an account.
///
/// # Errors
/// When the statement fails.
pub fn is_registered(read: &mut Read, user: UserId, real_name: &str) -> DbResult<bool> {
    store::is_registered(read, user, real_name)
}

/// How many admins and class admins are registered (`interface 4.4`, admin_count).
///
/// # Errors
/// When the statement fails.
pub fn count_admins(read: &mut Read) -> DbResult<i64> {
    store::count_admins(read)
}

/// Sets `is_admin` for exactly these and takes it from everyone else (`interface 5.4`); each
/// change is audited in the name of the system.
///
/// # Errors
/// When a statement fails.
pub fn settle_admins(tx: &mut AppTx, admins: &[UserId]) -> DbResult<()> {
    start::settle_admins(tx, admins)
}

/// Adds a member; memory and the event log follow.
///
/// # Errors
/// [`kernel::db::DbError::Unique`] when a name or the ID was taken meanwhile.
pub fn insert(tx: &mut AppTx, new: &NewUser) -> DbResult<()> {
    store::insert(tx, new)?;
    events::append_and_forget(tx, new.user_id, &UserEvent::Registered)
}

/// Notes a sign-in.
///
/// # Errors
/// When a statement fails.
pub fn note_login(tx: &mut AppTx, user: UserId) -> DbResult<()> {
    // The counter before the row, as everywhere: else two nodes wait for each other until one gives up.
    events::append_and_forget(tx, user, &UserEvent::SignedIn)?;
    store::note_login(tx, user)
}

/// Changes the profile fields of a member that are given.
///
/// # Errors
/// 400 naming the field that is against the rules, or when none is given.
pub fn update_info(tx: &mut AppTx, user: UserId, info: &Info) -> Result<()> {
    routes::change_profile(tx, user, None, info)
}

/// Sets a new password hash and ends every token of the user but `kept`.
///
/// # Errors
/// When a statement fails.
pub fn set_password(tx: &mut AppTx, user: UserId, hash: &str, kept: Option<&str>) -> DbResult<()> {
    events::append_and_forget(tx, user, &UserEvent::SessionsEnded { kept: kept.map(ToOwned::to_owned) })?;
    store::set_password(tx, user, hash, kept)
}

/// Leaves the user without a password that opens anything, until another is set, and ends every token.
///
/// # Errors
/// When a statement fails.
pub fn lock_password(tx: &mut AppTx, user: UserId) -> DbResult<()> {
    set_password(tx, user, store::LOCKED, None)
}

/// Ends every token of the user but `kept`.
///
/// # Errors
/// When a statement fails.
pub fn end_sessions(tx: &mut AppTx, user: UserId, kept: Option<&str>) -> DbResult<()> {
    events::append_and_forget(tx, user, &UserEvent::SessionsEnded { kept: kept.map(ToOwned::to_owned) })?;
    store::end_sessions(tx, user, kept)
}

/// Makes someone an officer with these rights, or an ordinary member again; false when there is no
/// such member. Who may do that to whom is the caller's to check.
///
/// # Errors
/// When a statement fails.
pub fn set_office(tx: &mut AppTx, user: UserId, office: Option<&Office>) -> DbResult<bool> {
    tx.lock_log()?;
    let known = store::set_officer(tx, user, office)?;
    if known {
        events::append_and_forget(tx, user, &UserEvent::RightsChanged)?;
    }
    Ok(known)
}

/// Disables an account, with or without end, or reactivates it, which the member is told; its connections end within a
/// second on every node. False when there is no such member.
///
/// # Errors
/// When a statement fails.
pub fn set_ban(tx: &mut AppTx, user: UserId, ban: Option<&kernel::user::Ban>) -> DbResult<bool> {
    tx.lock_log()?;
    let ban_before = store::find(tx, user)?.and_then(|row| row.facts().ban);
    // Whoever a ban has let in by its end is in already.
    let was_out = ban_before.is_some_and(|ban| ban.holds(tx.app().clock.now()));
    let known = store::set_status(tx, user, ban)?;
    if known {
        if was_out && ban.is_none() {
            notify_let_in(tx, &[user])?;
        }
        events::append_and_forget(tx, user, &UserEvent::StatusChanged { disabled: ban.is_some() })?;
    }
    Ok(known)
}
