//! Safety: questions that have words such as those of self-harm are counted by category, and whoever looks after the
//! class is told the counts of a day that is over. Nothing says who asked, or what was asked.

mod category;
mod list;
mod notifications;
pub(super) mod routes;
mod telling;
mod words;

use kernel::{AppTx, Result};

use crate::store::safety as store;
use kernel::user::UserId;

pub(super) use category::Category;
pub(super) use notifications::SAFETY;
pub(super) use telling::tell_officers;
pub(super) use words::categories;

/// Counts a question of a member for each category, within the transaction that stores it. What it is asked in place of
/// was counted before: asking the same again counts nothing.
///
/// # Errors
/// When a statement fails.
pub(super) fn count(
    tx: &mut AppTx,
    user: UserId,
    found: &[Category],
    replaced: impl FnOnce(&mut AppTx) -> Result<Option<String>>,
) -> Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    let counted = replaced(tx)?.map(|text| categories(&text)).unwrap_or_default();
    let day = tx.app().today();
    for category in found.iter().filter(|category| !counted.contains(category)) {
        store::add(tx, day, user.class(), *category)?;
    }
    Ok(())
}
