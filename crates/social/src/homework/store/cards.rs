//! What cards have beyond their announcements.

use std::collections::HashMap;

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

statements! {
    /// One.
    FIND = "select announcement_id, subject, due_time, hand_in, reminded_at from homework_cards
            where announcement_id = $1";
    /// Those of a JSON list.
    ALL = "select announcement_id, subject, due_time, hand_in, reminded_at from homework_cards
           where announcement_id in (select cast(value as bigint) from json_each(cast($1 as text)))";
    /// Stores one, or replaces it but for its reminder.
    PUT = "insert into homework_cards (announcement_id, subject, due_time, hand_in, reminded_at)
           values ($1, $2, $3, $4, null)
           on conflict (announcement_id) do update set subject = excluded.subject, due_time = excluded.due_time,
               hand_in = excluded.hand_in";
    /// Notes that those who are missing were reminded.
    SET_REMINDED = "insert into homework_cards (announcement_id, subject, due_time, hand_in, reminded_at)
                    values ($1, '', null, 0, $2)
                    on conflict (announcement_id) do update set reminded_at = excluded.reminded_at";
    /// Removes it.
    DROP = "delete from homework_cards where announcement_id = $1";
    /// And its pictures.
    DROP_PICTURES = "delete from homework_pictures where announcement_id = $1";
    /// And who has done it.
    DROP_TICKS = "delete from homework_ticks where announcement_id = $1";
    /// And what was handed in.
    DROP_SUBMISSIONS = "delete from homework_submissions where announcement_id = $1";
}

record! {
    /// What a card has; an announcement of the type homework without such a row has none of it.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(in crate::homework) struct Card {
        pub(in crate::homework) id: i64,
        pub(in crate::homework) subject: String,
        pub(in crate::homework) due_time: Option<String>,
        pub(in crate::homework) hand_in: bool,
        pub(in crate::homework) reminded_at: Option<i64>,
    }
}

pub(in crate::homework) fn find(read: &mut Read, id: i64) -> DbResult<Option<Card>> {
    read.opt(&FIND, p![id])
}

/// Those of these announcements that have a row, by number.
pub(in crate::homework) fn all(read: &mut Read, ids: &[i64]) -> DbResult<HashMap<i64, Card>> {
    let cards: Vec<Card> = read.all(&ALL, p![super::list(ids)])?;
    Ok(cards.into_iter().map(|card| (card.id, card)).collect())
}

pub(in crate::homework) fn put(tx: &mut Tx, card: &Card) -> DbResult<()> {
    tx.exec(&PUT, p![card.id, &card.subject, card.due_time.clone(), card.hand_in]).map(drop)
}

pub(in crate::homework) fn set_reminded(tx: &mut Tx, id: i64, at: i64) -> DbResult<()> {
    tx.exec(&SET_REMINDED, p![id, at]).map(drop)
}

/// Removes one with everything that hangs on it.
pub(in crate::homework) fn drop_whole(tx: &mut Tx, id: i64) -> DbResult<()> {
    for statement in [&DROP_PICTURES, &DROP_TICKS, &DROP_SUBMISSIONS, &DROP] {
        tx.exec(statement, p![id])?;
    }
    Ok(())
}
