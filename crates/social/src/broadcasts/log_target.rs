//! What readers of the operation log are told of a broadcast: the beginning of it, if it was meant for them.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};

use super::{FEATURE, store};

/// Names the broadcast of an act.
pub(super) fn name(_: &App, read: &mut Read, reader: &UserFacts, entry: &Entry) -> Result<TargetName> {
    let Some(row) = store::find(read, &entry.target)? else { return Ok(TargetName::Gone) };
    let is_own = row.sender_id == reader.user_id.as_str();
    if reader.is_admin || is_own || row.target().audience().includes(reader) {
        return Ok(TargetName::quoting(&row.content).at(FEATURE.name, entry.target.as_str()));
    }
    Ok(TargetName::Unnamed)
}
