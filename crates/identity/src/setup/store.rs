//! Every SQL text of the setup feature.

use std::collections::HashSet;

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Value, json};

use super::model::Listed;
use super::names::{self, NameIndex};

statements! {
    /// The whole list.
    ALL = "select real_name, user_id, gender, claim_code from pre_records order by user_id";
    /// The rows of a name, however it is spelt.
    FIND = "select real_name, user_id, gender, claim_code from pre_records where name_key = $1";
    /// The row of a user ID.
    FIND_BY_ID = "select real_name, user_id, gender, claim_code from pre_records where user_id = $1";
    /// Names and user IDs.
    NAMES = "select real_name, user_id from pre_records";
    /// How many classes the list has. Number 00 is none: those are of the whole portal.
    CLASSES = "select count(distinct substr(user_id, 3, 2)) from pre_records
               where substr(user_id, 3, 2) <> '00'";
    /// Length of the list.
    COUNT = "select count(*) from pre_records";
    /// The newest row number. Numbers are made by whoever holds the event counter, one at a time.
    LAST_ID = "select coalesce(max(id), 0) from pre_records";
    /// Adds a row.
    INSERT = "insert into pre_records (id, real_name, name_key, user_id, gender, claim_code)
              values ($1, $2, $3, $4, $5, $6)";
    /// Removes a row.
    DELETE = "delete from pre_records where real_name = $1";
    /// Rows from before CLAIM_CODES was on.
    WITHOUT_CODE = "select real_name from pre_records where claim_code is null";
    /// Gives a row its code, once.
    SET_CODE = "update pre_records set claim_code = $2 where real_name = $1 and claim_code is null";
    /// Gives a row another code.
    RENEW_CODE = "update pre_records set claim_code = $2 where user_id = $1 and claim_code is not null";
}

record! {
    /// A row of `pre_records`.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub struct StoredRow {
        pub real_name: String,
        pub user_id: UserId,
        pub gender: String,
        pub claim_code: Option<String>,
    }
}

pub(super) fn all(read: &mut Read) -> DbResult<Vec<StoredRow>> {
    read.all(&ALL, p![])
}

pub(super) fn find(read: &mut Read, real_name: &str) -> DbResult<Option<StoredRow>> {
    let rows: Vec<StoredRow> = read.all(&FIND, p![names::name_key(real_name)])?;
    let rows = NameIndex::new(rows.into_iter().map(|row| (row.real_name.clone(), row)));
    Ok(rows.find(real_name).map(|(_, row)| row.clone()))
}

/// The row of a user ID.
pub(super) fn find_by_id(read: &mut Read, user: UserId) -> DbResult<Option<StoredRow>> {
    read.opt(&FIND_BY_ID, p![user])
}

pub(super) fn names(read: &mut Read) -> DbResult<Vec<(String, UserId)>> {
    read.all(&NAMES, p![])
}

pub(super) fn classes(read: &mut Read) -> DbResult<i64> {
    read.one(&CLASSES, p![])
}

pub(super) fn count(read: &mut Read) -> DbResult<i64> {
    read.one(&COUNT, p![])
}

/// Makes the stored list `next`, touching only rows that differ; answers how many went and came.
pub(super) fn replace(tx: &mut Tx, previous: &[StoredRow], next: &[StoredRow]) -> DbResult<(usize, usize)> {
    let (old, new): (HashSet<_>, HashSet<_>) = (previous.iter().collect(), next.iter().collect());
    // All that go first: two rows may swap their user IDs.
    let gone = previous.iter().filter(|row| !new.contains(row));
    let mut removed = 0;
    for row in gone {
        tx.exec(&DELETE, p![&row.real_name])?;
        removed += 1;
    }
    let first: i64 = tx.one(&LAST_ID, p![])?;
    let mut added = 0;
    for (id, row) in (first + 1..).zip(next.iter().filter(|row| !old.contains(row))) {
        let key = names::name_key(&row.real_name);
        tx.exec(&INSERT, p![id, &row.real_name, key, row.user_id, &row.gender, row.claim_code.clone()])?;
        added += 1;
    }
    Ok((removed, added))
}

pub(super) fn without_code(read: &mut Read) -> DbResult<Vec<String>> {
    read.all(&WITHOUT_CODE, p![])
}

/// Gives the row of a user ID another code in place of its own.
pub(super) fn renew_code(tx: &mut Tx, user: UserId, code: &str) -> DbResult<()> {
    tx.exec(&RENEW_CODE, p![user, code])?;
    Ok(())
}

pub(super) fn set_code(tx: &mut Tx, real_name: &str, code: &str) -> DbResult<()> {
    tx.exec(&SET_CODE, p![real_name, code])?;
    Ok(())
}

pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let row = find_by_id(read, *user)?;
    Ok(row.map(|row| json!({ "real_name": row.real_name, "user_id": row.user_id, "gender": row.gender })))
}

impl From<StoredRow> for Listed {
    fn from(row: StoredRow) -> Self {
        Self { real_name: row.real_name, user_id: row.user_id, gender: row.gender }
    }
}
