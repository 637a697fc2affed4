//! What readers of the operation log are told of an announcement: the beginning of its title, if they may see it.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};

use super::access::sees;
use super::search::ANNOUNCEMENTS;
use super::store::rows;

/// Names the announcement of an act.
pub(crate) fn name(_: &App, read: &mut Read, reader: &UserFacts, entry: &Entry) -> Result<TargetName> {
    let Ok(id) = entry.target.parse() else { return Ok(TargetName::Unnamed) };
    match rows::find(read, id)? {
        None => Ok(TargetName::Gone),
        Some(row) if row.deleted_at.is_some() && sees(reader, &row) => Ok(TargetName::quoting(&row.title)),
        Some(row) if sees(reader, &row) => {
            Ok(TargetName::quoting(&row.title).at(ANNOUNCEMENTS.name, id.to_string()))
        }
        Some(_) => Ok(TargetName::Unnamed),
    }
}
