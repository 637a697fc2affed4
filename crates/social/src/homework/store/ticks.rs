//! Who has done what.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// Notes that it is done; the first time counts.
    TICK = "insert into homework_ticks (announcement_id, user_id, done_at) values ($1, $2, $3)
            on conflict (announcement_id, user_id) do nothing";
    /// Notes that it is not done.
    UNTICK = "delete from homework_ticks where announcement_id = $1 and user_id = $2";
    /// What a member has done of the cards of a JSON list.
    OWN = "select announcement_id, user_id, done_at from homework_ticks
           where user_id = $1
           and announcement_id in (select cast(value as bigint) from json_each(cast($2 as text)))";
    /// Who has done the cards of a JSON list.
    ALL = "select announcement_id, user_id, done_at from homework_ticks
           where announcement_id in (select cast(value as bigint) from json_each(cast($1 as text)))";
}

record! {
    /// That a member has done a card.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::homework) struct Tick {
        pub(in crate::homework) announcement_id: i64,
        pub(in crate::homework) user_id: UserId,
        pub(in crate::homework) done_at: i64,
    }
}

/// False when it was done already.
pub(in crate::homework) fn tick(tx: &mut Tx, id: i64, user: UserId, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&TICK, p![id, user, now])? == 1)
}

/// False when it was not done.
pub(in crate::homework) fn untick(tx: &mut Tx, id: i64, user: UserId) -> DbResult<bool> {
    Ok(tx.exec(&UNTICK, p![id, user])? == 1)
}

pub(in crate::homework) fn own(read: &mut Read, user: UserId, ids: &[i64]) -> DbResult<Vec<Tick>> {
    read.all(&OWN, p![user, super::list(ids)])
}

pub(in crate::homework) fn all(read: &mut Read, ids: &[i64]) -> DbResult<Vec<Tick>> {
    read.all(&ALL, p![super::list(ids)])
}
