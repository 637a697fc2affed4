//! What timetables were before.

use jiff::civil::Date;
use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

use super::timetables::Row;

/// How many revisions of a timetable are kept.
const KEPT: i64 = 50;
/// How much the revisions of all timetables of a class, or of a member, may take, in bytes; the oldest are forgotten.
const MAX_BYTES: i64 = 8 * 1024 * 1024;
/// How long a deleted timetable can be brought back, in milliseconds: a year.
const DELETED_KEPT_MS: i64 = 365 * 24 * 3_600_000;

macro_rules! columns {
    () => {
        "revision, name, valid_from, valid_until, first_day, content, removed, saved_at, saved_by"
    };
}

statements! {
    /// The newest first.
    LIST = concat!("select ", columns!(), " from timetable_revisions where timetable_id = $1 order by revision desc");
    /// One.
    FIND = concat!("select ", columns!(), " from timetable_revisions where timetable_id = $1 and revision = $2");
    /// Keeps one.
    INSERT = "insert into timetable_revisions
                  (timetable_id, revision, name, valid_from, valid_until, first_day, content, removed, saved_at, saved_by)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    /// Forgets those up to one.
    PRUNE = "delete from timetable_revisions where timetable_id = $1 and revision <= $2";
    /// How large those of a class or of a member are; the newest first.
    SIZES = "select r.timetable_id, r.revision, cast(octet_length(r.content) as bigint) from timetable_revisions r
             join timetable_timetables t on t.id = r.timetable_id where t.class = $1 and t.owner_id = $2
             order by r.saved_at desc, r.timetable_id, r.revision desc";
    /// Forgets the revisions of what was deleted long ago.
    PRUNE_DELETED = "delete from timetable_revisions where timetable_id in
                     (select id from timetable_timetables where class = $1 and owner_id = $2 and deleted_at < $3)";
    /// Forgets what was deleted and cannot be brought back.
    FORGET_DELETED = "delete from timetable_timetables where class = $1 and owner_id = $2 and deleted_at is not null
                      and not exists (select 1 from timetable_revisions r where r.timetable_id = timetable_timetables.id)";
}

record! {
    /// A row, but for its timetable, which every statement names.
    #[derive(Clone, Debug)]
    pub(crate) struct Revision {
        pub(crate) revision: i64,
        pub(crate) name: String,
        pub(crate) valid_from: Date,
        pub(crate) valid_until: Option<String>,
        pub(crate) first_day: Date,
        pub(crate) content: String,
        pub(crate) removed: bool,
        pub(crate) saved_at: i64,
        pub(crate) saved_by: String,
    }
}

/// The newest first.
pub(crate) fn list(read: &mut Read, timetable: &str) -> DbResult<Vec<Revision>> {
    read.all(&LIST, p![timetable])
}

pub(crate) fn find(read: &mut Read, timetable: &str, revision: i64) -> DbResult<Option<Revision>> {
    read.opt(&FIND, p![timetable, revision])
}

/// Keeps what a timetable is now. Forgets what it was fifty revisions ago, what its owner deleted a year ago, and the
/// oldest revisions of all of the owner's timetables beyond [`MAX_BYTES`].
pub(crate) fn keep(tx: &mut Tx, row: &Row) -> DbResult<()> {
    let params = p![
        &row.id,
        row.revision,
        &row.name,
        row.valid_from,
        row.valid_until.as_deref(),
        row.first_day,
        &row.content,
        row.deleted_at.is_some(),
        row.updated_at,
        &row.updated_by
    ];
    tx.exec(&INSERT, params)?;
    tx.exec(&PRUNE, p![&row.id, row.revision - KEPT])?;
    tx.exec(&PRUNE_DELETED, p![&row.class, &row.owner_id, row.updated_at - DELETED_KEPT_MS])?;
    let sizes: Vec<(String, i64, i64)> = tx.all(&SIZES, p![&row.class, &row.owner_id])?;
    let mut bytes = 0;
    for (timetable, revision, size) in sizes {
        bytes += size;
        if bytes > MAX_BYTES {
            tx.exec(&PRUNE, p![timetable, revision])?;
        }
    }
    tx.exec(&FORGET_DELETED, p![&row.class, &row.owner_id])?;
    Ok(())
}
