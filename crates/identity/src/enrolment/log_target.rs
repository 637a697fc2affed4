//! What readers of the operation log are told of a row of the class list that was unlocked: its name. The log itself
//! holds the user ID alone, because a name could not be erased from it.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};

use super::routes::looks_after;
use crate::setup;

/// Names the row for those who look after its class.
pub(super) fn name(_: &App, read: &mut Read, reader: &UserFacts, entry: &Entry) -> Result<TargetName> {
    let Some(user) = UserId::parse(&entry.target) else { return Ok(TargetName::Unnamed) };
    if !looks_after(reader, user.class()) {
        return Ok(TargetName::Unnamed);
    }
    let Some(record) = setup::find_record_by_id(read, user)? else { return Ok(TargetName::Gone) };
    Ok(TargetName::named(record.real_name.clone(), record.real_name))
}
