//! Who may look at and change which announcement.

use kernel::db::Read;
use kernel::http::{Caller, Requires};
use kernel::user::{Permission, UserFacts};
use kernel::{ApiError, AppTx, Result};

use super::store::rows::{self, Row};
use crate::announcements::MANAGE_ANNOUNCEMENTS;
use crate::target::rank;

/// Names manage_announcements in a handler's signature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ManageAnnouncements;

impl Requires for ManageAnnouncements {
    fn permission() -> &'static Permission {
        &MANAGE_ANNOUNCEMENTS
    }
}

/// Up to which rank one sees what is prepared: one's own, and nobody's without the right.
pub(crate) fn sees_prepared_up_to(facts: &UserFacts) -> i64 {
    if facts.may(&MANAGE_ANNOUNCEMENTS) { rank(facts) } else { -1 }
}

/// An admin manages all; others what is for their own class and was written by nobody above them.
pub(crate) fn manages(facts: &UserFacts, row: &Row) -> bool {
    facts.may(&MANAGE_ANNOUNCEMENTS) && row.target().is_managed_by(row.author_tier, facts)
}

/// One that someone of the staff may look at.
///
/// # Errors
/// 404: what one may not see is not there.
pub(crate) fn look(read: &mut Read, facts: &UserFacts, id: i64) -> Result<Row> {
    let row = rows::find(read, id)?.ok_or_else(ApiError::not_found)?;
    if sees(facts, &row) { Ok(row) } else { Err(ApiError::not_found()) }
}

/// Whether somebody sees it, in preparation and deleted too.
pub(crate) fn sees(facts: &UserFacts, row: &Row) -> bool {
    let is_public = row.published_at.is_some() && row.deleted_at.is_none();
    let is_meant = row.target().audience().includes(facts);
    facts.is_admin
        || row.author_id == facts.user_id.as_str()
        || (is_meant && (is_public || row.author_tier <= sees_prepared_up_to(facts)))
}

/// One that the caller may change. Takes the log's counter first: what is checked here holds until
/// the transaction ends, on any node.
///
/// # Errors
/// 404 or 403.
pub(crate) fn target(tx: &mut AppTx, caller: &Caller, id: i64) -> Result<Row> {
    tx.lock_log()?;
    let row = look(tx, &caller.facts, id)?;
    if manages(&caller.facts, &row) { Ok(row) } else { Err(kernel::texts::NO_PERMISSION.err()) }
}
