//! Which of the layouts that a member replaces are kept.

use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::desktop_layout::parse;
use super::store::{SettingsRow, layouts};

/// Steps closer than this are one.
const STEP_MS: i64 = 5 * 60 * 1000;

/// Keeps what a write of the settings has replaced.
///
/// # Errors
/// When a statement fails.
pub(super) fn keep_replaced(
    tx: &mut AppTx,
    user: UserId,
    before: Option<String>,
    now: &SettingsRow,
    knew_it: bool,
) -> Result<()> {
    let Some(before) = before.filter(|before| Some(before) != now.desktop_layout.as_ref()) else {
        return Ok(());
    };
    // A write that did not know what it replaces, and a way back to the default, may end hours of
    // work: these are no small steps.
    let arranged = |layout: &Option<String>| layout.as_ref().is_some_and(|text| !follows_default(text));
    if knew_it && arranged(&now.desktop_layout) {
        let newest = layouts::newest(tx, user)?;
        if newest.is_some_and(|newest| now.updated_at - newest < STEP_MS) {
            return Ok(());
        }
    }
    Ok(layouts::keep(tx, user, &before)?)
}

fn follows_default(layout: &str) -> bool {
    parse(layout)["pages"].as_array().is_none_or(Vec::is_empty)
}
