//! The audiences of posts, each once.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, sequence, statements};

statements! {
    /// Those after a number.
    AFTER = "select id, audience from community_audiences where id > $1 order by id";
    /// The number of one.
    FIND = "select id from community_audiences where audience = $1";
    /// Adds one.
    INSERT = "insert into community_audiences (id, audience) values ($1, $2)";
}

/// The audiences after a number, in order.
pub(crate) fn after(read: &mut Read, id: i64) -> DbResult<Vec<(i64, String)>> {
    read.all(&AFTER, p![id])
}

/// The number of an audience, which is added when it is new. The caller holds the log's counter, so that two nodes do
/// not add it at once.
pub(crate) fn number(tx: &mut Tx, audience: &str) -> DbResult<i64> {
    if let Some(id) = tx.opt(&FIND, p![audience])? {
        return Ok(id);
    }
    let id = sequence::next(tx, "community_audiences")?;
    tx.exec(&INSERT, p![id, audience])?;
    Ok(id)
}
