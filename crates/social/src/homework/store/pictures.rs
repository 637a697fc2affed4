//! The pictures of cards.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// Those of the cards of a JSON list, in order.
    ALL = "select announcement_id, hash, mime, width, height, user_id from homework_pictures
           where announcement_id in (select cast(value as bigint) from json_each(cast($1 as text)))
           order by announcement_id, position";
    /// Removes those of a card.
    CLEAR = "delete from homework_pictures where announcement_id = $1";
    /// Adds one.
    ADD = "insert into homework_pictures (announcement_id, position, hash, mime, width, height, user_id)
           values ($1, $2, $3, $4, $5, $6, $7)";
}

record! {
    /// A picture of a card.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in crate::homework) struct Picture {
        pub(in crate::homework) announcement_id: i64,
        pub(in crate::homework) hash: String,
        pub(in crate::homework) mime: String,
        pub(in crate::homework) width: Option<i64>,
        pub(in crate::homework) height: Option<i64>,
        /// Who added it.
        pub(in crate::homework) user_id: UserId,
    }
}

pub(in crate::homework) fn all(read: &mut Read, ids: &[i64]) -> DbResult<Vec<Picture>> {
    read.all(&ALL, p![super::list(ids)])
}

pub(in crate::homework) fn of_card(read: &mut Read, id: i64) -> DbResult<Vec<Picture>> {
    all(read, &[id])
}

pub(in crate::homework) fn replace(tx: &mut Tx, id: i64, pictures: &[Picture]) -> DbResult<()> {
    tx.exec(&CLEAR, p![id])?;
    for (position, picture) in (0_i64..).zip(pictures) {
        let Picture { hash, mime, width, height, user_id, .. } = picture;
        tx.exec(&ADD, p![id, position, hash, mime, *width, *height, *user_id])?;
    }
    Ok(())
}
