//! Timetables.

use jiff::civil::Date;
use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Value, json};

use super::revisions::{self, Revision};

macro_rules! columns {
    () => {
        "id, class, owner_id, name, valid_from, valid_until, first_day, content, revision, deleted_at, created_at,
         updated_at, updated_by"
    };
}

statements! {
    /// Those of a class or of a member; the other of the two is empty.
    LIST = concat!("select ", columns!(), " from timetable_timetables
                   where class = $1 and owner_id = $2 and deleted_at is null order by valid_from, id");
    /// Those that were deleted and can be brought back, the last one first.
    DELETED = concat!("select ", columns!(), " from timetable_timetables
                      where class = $1 and owner_id = $2 and deleted_at is not null order by deleted_at desc, id");
    /// One, deleted or not.
    FIND = concat!("select ", columns!(), " from timetable_timetables where id = $1");
    /// A member's own, deleted or not.
    ALL_OWN = concat!("select ", columns!(), " from timetable_timetables where owner_id = $1 order by valid_from, id");
    /// How many there are.
    COUNT_OF = "select count(*) from timetable_timetables where class = $1 and owner_id = $2 and deleted_at is null";
    /// Adds one; nothing happens when the id exists.
    INSERT = "insert into timetable_timetables (id, class, owner_id, name, valid_from, valid_until, first_day, content, revision,
                  deleted_at, created_at, updated_at, updated_by)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (id) do nothing";
    /// Replaces what may change.
    UPDATE = "update timetable_timetables set name = $2, valid_from = $3, valid_until = $4, first_day = $5, content = $6,
                  revision = $7, deleted_at = $8, updated_at = $9, updated_by = $10 where id = $1";
    /// Forgets a member's own.
    ERASE_OWN = "delete from timetable_timetables where owner_id = $1";
    /// Forgets the versions of a member's own.
    ERASE_VERSIONS = "delete from timetable_revisions
                      where timetable_id in (select id from timetable_timetables where owner_id = $1)";
    /// Forgets who changed one.
    ERASE_EDITOR = "update timetable_timetables set updated_by = '' where updated_by = $1";
    /// Forgets who saved a version.
    ERASE_SAVER = "update timetable_revisions set saved_by = '' where saved_by = $1";
    /// Forgets who changed a day.
    ERASE_DAY_EDITOR = "update timetable_day_changes set updated_by = '' where updated_by = $1";
}

record! {
    /// A row.
    #[derive(Clone, Debug)]
    pub(crate) struct Row {
        pub(crate) id: String,
        pub(crate) class: String,
        pub(crate) owner_id: String,
        pub(crate) name: String,
        pub(crate) valid_from: Date,
        pub(crate) valid_until: Option<String>,
        pub(crate) first_day: Date,
        pub(crate) content: String,
        pub(crate) revision: i64,
        pub(crate) deleted_at: Option<i64>,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
        pub(crate) updated_by: String,
    }
}

impl Row {
    /// The last day on which it holds.
    pub(crate) fn until(&self) -> Option<Date> {
        self.valid_until.as_deref().and_then(|until| until.parse().ok())
    }

    /// Whether it would hold on a day, were it the only one.
    pub(crate) fn holds_on(&self, day: Date) -> bool {
        self.valid_from <= day && self.until().is_none_or(|until| day <= until)
    }
}

/// Those of a class, or of a member: the other of the two is empty.
pub(crate) fn list(read: &mut Read, class: &str, owner_id: &str) -> DbResult<Vec<Row>> {
    read.all(&LIST, p![class, owner_id])
}

/// Those that were deleted and can be brought back, the last one first.
pub(crate) fn deleted(read: &mut Read, class: &str, owner_id: &str) -> DbResult<Vec<Row>> {
    read.all(&DELETED, p![class, owner_id])
}

/// One, deleted or not.
pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<Row>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn count(read: &mut Read, class: &str, owner_id: &str) -> DbResult<i64> {
    read.one(&COUNT_OF, p![class, owner_id])
}

/// False when the id exists already.
pub(crate) fn insert(tx: &mut Tx, row: &Row) -> DbResult<bool> {
    let params = p![
        &row.id,
        &row.class,
        &row.owner_id,
        &row.name,
        row.valid_from,
        row.valid_until.as_deref(),
        row.first_day,
        &row.content,
        row.revision,
        row.deleted_at,
        row.created_at,
        row.updated_at,
        &row.updated_by
    ];
    Ok(tx.exec(&INSERT, params)? == 1)
}

pub(crate) fn update(tx: &mut Tx, row: &Row) -> DbResult<()> {
    let params = p![
        &row.id,
        &row.name,
        row.valid_from,
        row.valid_until.as_deref(),
        row.first_day,
        &row.content,
        row.revision,
        row.deleted_at,
        row.updated_at,
        &row.updated_by
    ];
    tx.exec(&UPDATE, params)?;
    Ok(())
}

/// Forgets what is a member's own, and that it was they who changed what is the class's.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    for statement in [&ERASE_VERSIONS, &ERASE_OWN, &ERASE_EDITOR, &ERASE_SAVER, &ERASE_DAY_EDITOR] {
        tx.exec(statement, p![user])?;
    }
    Ok(())
}

/// A member's own timetables with what they were before, also the deleted ones.
pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let rows: Vec<Row> = read.all(&ALL_OWN, p![user])?;
    let content = |json: &str| serde_json::from_str::<Value>(json).unwrap_or_default();
    let mut plain = Vec::new();
    for row in rows {
        let before = |old: Revision| {
            json!({ "revision": old.revision, "saved_at": iso(old.saved_at), "name": old.name,
                    "from": old.valid_from.to_string(), "until": old.valid_until,
                    "first_day": old.first_day.to_string(), "timetable": content(&old.content) })
        };
        let revisions: Vec<_> = revisions::list(read, &row.id)?.into_iter().map(before).collect();
        plain.push(json!({ "name": row.name, "from": row.valid_from.to_string(), "until": row.valid_until,
                           "first_day": row.first_day.to_string(), "deleted_at": row.deleted_at.map(iso),
                           "timetable": content(&row.content), "revisions": revisions }));
    }
    Ok((!plain.is_empty()).then_some(Value::Array(plain)))
}
