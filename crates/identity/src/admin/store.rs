//! Every SQL text of the admin room.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{App, p, statements};

statements! {
    /// Remembers that someone was erased.
    BURY = "insert into admin_tombstones (user_id, deleted_at) values ($1, $2)
            on conflict (user_id) do update set deleted_at = excluded.deleted_at";
    /// When someone was erased.
    BURIED = "select deleted_at from admin_tombstones where user_id = $1";
}

pub(super) fn bury(app: &App, tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&BURY, p![user, app.clock.now_ms()])?;
    Ok(())
}

pub(super) fn buried_at(read: &mut Read, user: UserId) -> DbResult<Option<i64>> {
    read.opt(&BURIED, p![user])
}
