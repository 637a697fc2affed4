//! Groups that members were taken out of and have not seen that yet. The name is the group's at that
//! time.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// Someone was taken out.
    KICKED = "insert into chat_removals (user_id, room_id, name, change, removed_at)
              select $1, id, name, 'kicked', $3 from chat_rooms where id = $2
              on conflict (user_id, room_id) do update set name = excluded.name, change = excluded.change,
              removed_at = excluded.removed_at";
    /// Everyone but whoever ended it.
    DISSOLVED = "insert into chat_removals (user_id, room_id, name, change, removed_at)
                 select m.user_id, m.room_id, r.name, 'dissolved', $3 from chat_members m
                 join chat_rooms r on r.id = m.room_id where m.room_id = $1 and m.user_id <> $2
                 on conflict (user_id, room_id) do update set name = excluded.name, change = excluded.change,
                 removed_at = excluded.removed_at";
    /// The newest of what one has not seen, the oldest of them first.
    OF = "select room_id, name, change, removed_at from
          (select room_id, name, change, removed_at from chat_removals where user_id = $1
           order by removed_at desc, room_id limit $2) as newest
          order by removed_at, room_id";
    /// What nobody came to see in all that time.
    EXPIRE = "delete from chat_removals where removed_at < $1";
    /// One has seen it, or is in the group again.
    FORGET = "delete from chat_removals where user_id = $1 and room_id = $2";
}

/// How long a removal waits to be seen, in milliseconds: 90 days, longer than a holiday.
const KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// Of one member told at once, the newest.
const MOST: i64 = 100;

record! {
    /// A group that is gone from one's list.
    #[derive(Clone, Debug)]
    pub(crate) struct RemovalRow {
        pub(crate) room_id: String,
        pub(crate) name: String,
        pub(crate) change: String,
        pub(crate) removed_at: i64,
    }
}

pub(crate) fn kicked(tx: &mut Tx, user: UserId, room: &str, now: i64) -> DbResult<()> {
    tx.exec(&EXPIRE, p![now - KEPT_MS])?;
    tx.exec(&KICKED, p![user, room, now]).map(drop)
}

/// To be called while they are still in it.
pub(crate) fn dissolved(tx: &mut Tx, room: &str, by: UserId, now: i64) -> DbResult<()> {
    tx.exec(&EXPIRE, p![now - KEPT_MS])?;
    tx.exec(&DISSOLVED, p![room, by, now]).map(drop)
}

pub(crate) fn of(read: &mut Read, user: UserId) -> DbResult<Vec<RemovalRow>> {
    read.all(&OF, p![user, MOST])
}

pub(crate) fn forget(tx: &mut Tx, user: UserId, room: &str) -> DbResult<()> {
    tx.exec(&FORGET, p![user, room]).map(drop)
}
