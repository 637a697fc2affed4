//! What readers of the operation log are told of an integration: its name. The log itself holds its number alone,
//! because a name could not be erased from it.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};

use super::manage::may_see;
use super::store::integrations as store;

/// Names the integration for those who see it, or see who has asked for it.
pub(super) fn name(_: &App, read: &mut Read, reader: &UserFacts, entry: &Entry) -> Result<TargetName> {
    let Ok(id) = entry.target.parse() else { return Ok(TargetName::Unnamed) };
    let Some(row) = store::find(read, id)? else { return Ok(TargetName::Gone) };
    let person = if row.owner_id.is_empty() { &row.requested_by } else { &row.owner_id };
    if may_see(reader, person) {
        Ok(TargetName::named(row.name.clone(), row.name))
    } else {
        Ok(TargetName::Unnamed)
    }
}
