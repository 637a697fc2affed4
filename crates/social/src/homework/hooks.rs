//! What becomes of a card when its announcement changes.

use kernel::{AppTx, Result};

use super::{notifications, pictures, store};
use crate::announcements::cards::{self, Row};
use crate::announcements::hooks::AnnouncementHooks;

/// Follows announcements.
pub(super) static HOMEWORK: AnnouncementHooks = AnnouncementHooks { changed, dropped };

/// Pictures are shown to whom the card is shown. What a card has stays when it becomes a notice, and is there again when
/// it becomes homework again.
fn changed(tx: &mut AppTx, row: &Row) -> Result<()> {
    pictures::show(tx, row)?;
    if row.deleted_at.is_some() || !cards::is_homework(row) {
        notifications::withdraw(tx, row.id)?;
    }
    Ok(())
}

fn dropped(tx: &mut AppTx, id: i64) -> Result<()> {
    let files = tx.app().files.clone();
    files.remove_refs(tx, pictures::FEATURE, &id.to_string())?;
    for user in store::submissions::of_card(tx, id)?.into_iter().map(|row| row.user_id) {
        files.remove_refs(tx, pictures::FEATURE, &super::submissions::reference(id, user))?;
    }
    Ok(store::cards::drop_whole(tx, id)?)
}
