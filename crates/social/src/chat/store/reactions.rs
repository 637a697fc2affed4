//! What is hung onto messages: reactions and pins.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

use super::messages::{MessageRow, select};

statements! {
    /// Reactions of a page of history.
    REACTIONS = "select seq, emoji, user_id from chat_reactions
                 where room_id = $1 and seq >= $2 and seq <= $3 order by seq, created_at, user_id";
    /// Adds one.
    REACT = "insert into chat_reactions (room_id, seq, user_id, emoji, created_at)
             values ($1, $2, $3, $4, $5) on conflict (room_id, seq, user_id, emoji) do nothing";
    /// Takes one back.
    UNREACT = "delete from chat_reactions where room_id = $1 and seq = $2 and user_id = $3 and emoji = $4";
    /// Those of a message that is recalled.
    DROP_REACTIONS = "delete from chat_reactions where room_id = $1 and seq = $2";
    /// Pinned messages of a room, the newest pin first.
    PINNED = select!("join chat_pins p on p.message_id = m.id where p.room_id = $1 and m.seq > $2 order by p.pinned_at desc, m.seq desc");
    /// Whether a message is one of them.
    IS_PINNED = "select count(*) from chat_pins where room_id = $1 and message_id = $2";
    /// How many a room has.
    COUNT_PINS = "select count(*) from chat_pins where room_id = $1";
    /// Adds one.
    PIN = "insert into chat_pins (room_id, message_id, pinned_by, pinned_at)
           values ($1, $2, $3, $4) on conflict (room_id, message_id) do nothing";
    /// Takes one down.
    UNPIN = "delete from chat_pins where room_id = $1 and message_id = $2";
}

record! {
    /// Who reacted how to which message.
    #[derive(Clone, Debug)]
    pub(crate) struct ReactionRow {
        pub(crate) seq: i64,
        pub(crate) emoji: String,
        pub(crate) user_id: String,
    }
}

pub(crate) fn reactions(read: &mut Read, room: &str, first: i64, last: i64) -> DbResult<Vec<ReactionRow>> {
    read.all(&REACTIONS, p![room, first, last])
}

/// False when it was there.
pub(crate) fn react(
    tx: &mut Tx,
    message: &MessageRow,
    user: UserId,
    emoji: &str,
    now: i64,
) -> DbResult<bool> {
    Ok(tx.exec(&REACT, p![&message.room_id, message.seq, user, emoji, now])? == 1)
}

/// False when there was none.
pub(crate) fn unreact(tx: &mut Tx, message: &MessageRow, user: UserId, emoji: &str) -> DbResult<bool> {
    Ok(tx.exec(&UNREACT, p![&message.room_id, message.seq, user, emoji])? == 1)
}

/// Takes everything off a message that is recalled.
pub(crate) fn strip(tx: &mut Tx, message: &MessageRow) -> DbResult<()> {
    tx.exec(&DROP_REACTIONS, p![&message.room_id, message.seq])?;
    tx.exec(&UNPIN, p![&message.room_id, &message.id])?;
    Ok(())
}

pub(crate) fn pinned(read: &mut Read, room: &str, hidden: i64) -> DbResult<Vec<MessageRow>> {
    read.all(&PINNED, p![room, hidden])
}

pub(crate) fn is_pinned(read: &mut Read, message: &MessageRow) -> DbResult<bool> {
    let count: i64 = read.one(&IS_PINNED, p![&message.room_id, &message.id])?;
    Ok(count > 0)
}

pub(crate) fn count_pins(read: &mut Read, room: &str) -> DbResult<i64> {
    read.one(&COUNT_PINS, p![room])
}

/// False when it was pinned.
pub(crate) fn pin(tx: &mut Tx, message: &MessageRow, user: UserId, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&PIN, p![&message.room_id, &message.id, user, now])? == 1)
}

/// False when it was not pinned.
pub(crate) fn unpin(tx: &mut Tx, message: &MessageRow) -> DbResult<bool> {
    Ok(tx.exec(&UNPIN, p![&message.room_id, &message.id])? == 1)
}
