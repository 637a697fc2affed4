//! Who may act on whom: a higher tier, within one's own class unless is_admin, never on oneself,
//! and an officer only with the right (`interface 5.4`).

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use kernel::db::Read;
use kernel::http::{Caller, ClassAdmin, Officer, Requires};
use kernel::user::{Permission, Tier, UserFacts};
use kernel::{ApiError, App, AppTx, Result};

use crate::admin::{MANAGE_APP_CONTROL, MANAGE_OFFICERS, MANAGE_USERS};
use crate::setup;
use crate::user::directory::{self, Member};

/// Names manage_users in a handler's signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManageUsers;

impl Requires for ManageUsers {
    fn permission() -> &'static Permission {
        &MANAGE_USERS
    }
}

/// Names manage_officers.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManageOfficers;

impl Requires for ManageOfficers {
    fn permission() -> &'static Permission {
        &MANAGE_OFFICERS
    }
}

/// Names manage_app_control.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManageAppControl;

impl Requires for ManageAppControl {
    fn permission() -> &'static Permission {
        &MANAGE_APP_CONTROL
    }
}

/// Someone who may manage users.
pub(super) type UserManager = Officer<ManageUsers>;
/// Someone who may manage officers.
pub(super) type OfficerManager = Officer<ManageOfficers>;
/// Someone who may lock the screen and set the exam mode.
pub(super) type AppManager = Officer<ManageAppControl>;

/// Someone who may turn what concerns every class alike, such as the parts of the portal: admins of all
/// classes, and class admins as long as the list has no second class (`interface 3`).
#[derive(Clone, Debug)]
pub(super) struct PortalManager(pub(super) Caller);

impl FromRequestParts<App> for PortalManager {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let ClassAdmin(caller) = ClassAdmin::from_request_parts(parts, app).await?;
        if manages_portal(app, &caller.facts).await? {
            Ok(Self(caller))
        } else {
            Err(kernel::texts::NO_PERMISSION.err())
        }
    }
}

/// Whether this class admin or admin is a [`PortalManager`].
///
/// # Errors
/// When the database is away.
pub(super) async fn manages_portal(app: &App, facts: &UserFacts) -> Result<bool> {
    Ok(facts.is_admin || !app.db.read(|read| Ok(setup::has_several_classes(read)?)).await?)
}

/// The class in reach: empty for an admin, who reaches all.
pub(super) fn class_of(facts: &UserFacts) -> &str {
    if facts.is_admin { "" } else { facts.user_id.class() }
}

/// Whom a path names.
///
/// # Errors
/// 404.
pub(super) fn find(read: &mut Read, raw: &str) -> Result<Member> {
    directory::member(read, raw)?.ok_or_else(ApiError::not_found)
}

/// Whom a path names, when the caller may manage them. Takes the event log's counter first: what
/// is checked here cannot change until the transaction ends, on any node.
///
/// # Errors
/// 404 or 403.
pub(super) fn target(tx: &mut AppTx, caller: &Caller, raw: &str, permission: &Permission) -> Result<Member> {
    tx.lock_log()?;
    let member = find(tx, raw)?;
    if caller.facts.may_manage(&member.facts, permission) {
        Ok(member)
    } else {
        Err(kernel::texts::NO_PERMISSION.err())
    }
}

/// Officers see neither birthdays nor contact data.
pub(super) fn sees_contacts(facts: &UserFacts) -> bool {
    facts.tier() >= Tier::ClassAdmin
}
