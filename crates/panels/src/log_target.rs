//! What readers of the operation log are told of a panel: its name, if they belong to its class.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::scope::Scope;
use kernel::user::UserFacts;
use kernel::{App, Result};

use super::store;

/// Names the panel of an act.
pub(super) fn name(_: &App, read: &mut Read, reader: &UserFacts, entry: &Entry) -> Result<TargetName> {
    let Some(row) = store::find(read, &entry.target)? else { return Ok(TargetName::Gone) };
    let is_own = Scope::of(reader).class() == Some(row.class.as_str());
    Ok(if reader.is_admin || is_own { TargetName::quoting(&row.name) } else { TargetName::Unnamed })
}
