//! Every SQL text of the assets feature: whose the wallpapers are.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, statements};

statements! {
    /// The classes of those who uploaded them.
    OWNERS = "select id, class from assets_wallpapers";
    /// Notes it; a file of the same name may have been there before.
    NOTE = "insert into assets_wallpapers (id, class) values ($1, $2)
            on conflict (id) do update set class = excluded.class";
    /// Forgets it.
    FORGET = "delete from assets_wallpapers where id = $1";
}

/// Two digits, empty for the whole portal's, by the wallpaper's id.
pub(super) fn owners(read: &mut Read) -> DbResult<Vec<(String, String)>> {
    read.all(&OWNERS, p![])
}

pub(super) fn note(tx: &mut Tx, id: &str, class: &str) -> DbResult<()> {
    tx.exec(&NOTE, p![id, class])?;
    Ok(())
}

pub(super) fn forget(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&FORGET, p![id])?;
    Ok(())
}
