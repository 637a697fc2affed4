//! Who sees and who changes an integration.

use std::sync::Arc;

use identity::user::facts_of;
use kernel::api_client::ApiScope;
use kernel::db::Read;
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, App, Result, texts};

use super::model::IntegrationStatus;
use super::store::integrations::{self as store, IntegrationRow};

/// Whether a class admin or admin sees the integration of an owner: their own, and admins all of them, class admins
/// those of their class.
pub(super) fn may_see(reader: &UserFacts, owner_id: &str) -> bool {
    let owner = UserId::parse(owner_id);
    reader.is_admin
        || owner.is_some_and(|owner| owner == reader.user_id || owner.class() == reader.user_id.class())
}

/// Whether somebody may change the integration of an owner that they see: the owner, and whoever is of a higher tier.
pub(super) fn may_change(actor: &UserFacts, owner: &UserFacts) -> bool {
    let is_above = actor.tier() >= Tier::ClassAdmin && actor.tier() > owner.tier();
    actor.user_id == owner.user_id || (is_above && may_see(actor, owner.user_id.as_str()))
}

/// Whether somebody decides about the requests of a member.
pub(super) fn may_decide(facts: &UserFacts, requested_by: &str) -> bool {
    facts.tier() >= Tier::ClassAdmin && may_see(facts, requested_by)
}

/// An integration that somebody is about to change, with the facts of its owner. Its owner may, and whoever is of a
/// higher tier: the secret of another person's integration would act in that person's name.
pub(super) struct Managed {
    pub(super) row: IntegrationRow,
}

impl Managed {
    /// # Errors
    /// 404 for one that the actor does not see, 403 for one that is not theirs to change.
    pub(super) async fn find(app: &App, actor: &UserFacts, id: &str) -> Result<Self> {
        let row = seen(app, actor, id).await?;
        let owner = owner_of(app, &row).await?.ok_or_else(ApiError::not_found)?;
        if may_change(actor, &owner) { Ok(Self { row }) } else { Err(texts::NO_PERMISSION.err()) }
    }

    /// The row as it is now, in the transaction that changes it.
    ///
    /// # Errors
    /// 404 when it was revoked, erased or given to somebody else meanwhile.
    pub(super) fn current(&self, read: &mut Read) -> Result<IntegrationRow> {
        let row = store::find(read, self.row.id)?;
        let same = |row: &IntegrationRow| {
            row.owner_id == self.row.owner_id && row.status == IntegrationStatus::Approved
        };
        row.filter(same).ok_or_else(ApiError::not_found)
    }
}

/// An integration that a class admin or admin sees.
///
/// # Errors
/// 404.
pub(super) async fn seen(app: &App, reader: &UserFacts, id: &str) -> Result<IntegrationRow> {
    let row = find(app, id).await?;
    let is_issued = matches!(row.status, IntegrationStatus::Approved | IntegrationStatus::Revoked);
    if is_issued && may_see(reader, &row.owner_id) { Ok(row) } else { Err(ApiError::not_found()) }
}

/// The row of a number in a path.
///
/// # Errors
/// 404.
pub(super) async fn find(app: &App, id: &str) -> Result<IntegrationRow> {
    let id: i64 = id.parse().map_err(|_| ApiError::not_found())?;
    app.db.read(move |read| Ok(store::find(read, id)?)).await?.ok_or_else(ApiError::not_found)
}

async fn owner_of(app: &App, row: &IntegrationRow) -> Result<Option<Arc<UserFacts>>> {
    let Some(owner) = UserId::parse(&row.owner_id) else { return Ok(None) };
    facts_of(app, owner).await
}

/// The codes of scopes, for the operation log.
pub(super) fn codes<'a>(scopes: impl IntoIterator<Item = &'a ApiScope>) -> Vec<&'static str> {
    scopes.into_iter().map(|scope| scope.as_str()).collect()
}
