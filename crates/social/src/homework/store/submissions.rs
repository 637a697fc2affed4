//! What members have handed in.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde::{Deserialize, Serialize};

macro_rules! columns {
    () => {
        "select announcement_id, user_id, text, files, submitted_at, revision from homework_submissions "
    };
}

statements! {
    /// That of a member.
    FIND = concat!(columns!(), "where announcement_id = $1 and user_id = $2");
    /// Those of a card.
    OF_CARD = concat!(columns!(), "where announcement_id = $1 order by user_id");
    /// Those of a member among the cards of a JSON list.
    OWN = concat!(columns!(), "where user_id = $1
          and announcement_id in (select cast(value as bigint) from json_each(cast($2 as text)))");
    /// Who has handed in the cards of a JSON list.
    WHO = "select announcement_id, user_id from homework_submissions
           where announcement_id in (select cast(value as bigint) from json_each(cast($1 as text)))";
    /// Stores one, or replaces it.
    PUT = "insert into homework_submissions (announcement_id, user_id, text, files, submitted_at, revision)
           values ($1, $2, $3, $4, $5, $6)
           on conflict (announcement_id, user_id) do update set text = excluded.text, files = excluded.files,
               submitted_at = excluded.submitted_at, revision = excluded.revision";
    /// Takes one back.
    REMOVE = "delete from homework_submissions where announcement_id = $1 and user_id = $2";
}

/// A handed in file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::homework) struct HandedFile {
    pub(in crate::homework) hash: String,
    pub(in crate::homework) name: String,
    pub(in crate::homework) mime: String,
    pub(in crate::homework) size: i64,
}

record! {
    /// What a member has handed in.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in crate::homework) struct SubmissionRow {
        pub(in crate::homework) announcement_id: i64,
        pub(in crate::homework) user_id: UserId,
        pub(in crate::homework) text: String,
        /// A JSON list of [`HandedFile`].
        pub(in crate::homework) files: String,
        pub(in crate::homework) submitted_at: i64,
        pub(in crate::homework) revision: i64,
    }
}

impl SubmissionRow {
    /// Its files, in order.
    pub(in crate::homework) fn file_list(&self) -> Vec<HandedFile> {
        serde_json::from_str(&self.files).unwrap_or_default()
    }
}

pub(in crate::homework) fn find(read: &mut Read, id: i64, user: UserId) -> DbResult<Option<SubmissionRow>> {
    read.opt(&FIND, p![id, user])
}

pub(in crate::homework) fn of_card(read: &mut Read, id: i64) -> DbResult<Vec<SubmissionRow>> {
    read.all(&OF_CARD, p![id])
}

pub(in crate::homework) fn own(read: &mut Read, user: UserId, ids: &[i64]) -> DbResult<Vec<SubmissionRow>> {
    read.all(&OWN, p![user, super::list(ids)])
}

/// Number of the card and member of each.
pub(in crate::homework) fn who(read: &mut Read, ids: &[i64]) -> DbResult<Vec<(i64, UserId)>> {
    read.all(&WHO, p![super::list(ids)])
}

pub(in crate::homework) fn put(tx: &mut Tx, row: &SubmissionRow) -> DbResult<()> {
    let SubmissionRow { announcement_id, user_id, text, files, submitted_at, revision } = row;
    tx.exec(&PUT, p![*announcement_id, *user_id, text, files, *submitted_at, *revision]).map(drop)
}

pub(in crate::homework) fn remove(tx: &mut Tx, id: i64, user: UserId) -> DbResult<()> {
    tx.exec(&REMOVE, p![id, user]).map(drop)
}
