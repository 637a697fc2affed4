//! What members have read and acknowledged.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// Notes that a revision was read; the first time counts.
    READ = "insert into announcements_marks (announcement_id, user_id, read_revision, read_at) values ($1, $2, $3, $4)
            on conflict (announcement_id, user_id) do update
                set read_revision = excluded.read_revision, read_at = excluded.read_at
            where announcements_marks.read_revision < excluded.read_revision";
    /// Notes that a revision was acknowledged; the first time counts.
    ACKNOWLEDGE = "update announcements_marks set ack_revision = $3, ack_at = $4
                   where announcement_id = $1 and user_id = $2 and (ack_revision is null or ack_revision < $5)";
    /// Everyone's marks.
    OF = "select user_id, read_revision, ack_revision from announcements_marks where announcement_id = $1";
}

record! {
    /// What one member has done.
    pub(in crate::announcements) struct Mark {
        pub(in crate::announcements) user_id: UserId,
        pub(in crate::announcements) read_revision: i64,
        pub(in crate::announcements) ack_revision: Option<i64>,
    }
}

pub(in crate::announcements) fn read(
    tx: &mut Tx,
    id: i64,
    user: UserId,
    revision: i64,
    now: i64,
) -> DbResult<()> {
    tx.exec(&READ, p![id, user, revision, now]).map(drop)
}

/// Acknowledges what is read, unless that was done since it was `asked`.
pub(in crate::announcements) fn acknowledge(
    tx: &mut Tx,
    id: i64,
    user: UserId,
    (revision, asked): (i64, i64),
    now: i64,
) -> DbResult<()> {
    read(tx, id, user, revision, now)?;
    tx.exec(&ACKNOWLEDGE, p![id, user, revision, now, asked]).map(drop)
}

pub(in crate::announcements) fn of(read: &mut Read, id: i64) -> DbResult<Vec<Mark>> {
    read.all(&OF, p![id])
}
