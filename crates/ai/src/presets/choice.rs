//! The preset of a conversation: which one a member may choose, and what models are told of it.

use kernel::Result;
use kernel::db::Read;
use kernel::user::UserId;

use crate::store::presets as store;
use crate::texts;

/// Checks the choice of a member; `None` and an empty id choose nothing.
///
/// # Errors
/// 404 for a preset of another class, and for one that is not there.
pub(crate) fn chosen(read: &mut Read, user: UserId, id: Option<&str>) -> Result<Option<String>> {
    let Some(id) = id.filter(|id| !id.is_empty()) else { return Ok(None) };
    let preset = store::find_of_user(read, id, user)?.ok_or_else(|| texts::PRESET_UNKNOWN.err())?;
    Ok(Some(preset.id))
}

/// What models are told by the preset of a conversation; nothing without one, and where it was removed.
///
/// # Errors
/// When the database is away.
pub(crate) fn prompt_of(read: &mut Read, user: UserId, id: Option<&str>) -> Result<String> {
    let Some(id) = id else { return Ok(String::new()) };
    Ok(store::find_of_user(read, id, user)?.map(|preset| preset.prompt).unwrap_or_default())
}
