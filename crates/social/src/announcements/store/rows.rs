//! One announcement: made, changed, published, taken away; and what it said before.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

use crate::announcements::model::{AnnouncementType, MAX_REVISIONS};
use crate::target::{Target, TargetRole};

macro_rules! columns {
    () => {
        "n.id, n.type, n.title, n.content, n.due_date, n.classes, n.role, n.requires_ack, n.pinned, n.author_id,
         n.author_tier, n.revision, n.asked_revision, n.publish_at, n.published_at, n.expires_at, n.deleted_at,
         n.reminded_at, n.created_at, n.updated_at"
    };
}
pub(super) use columns;

kernel::text_column!(AnnouncementType);

statements! {
    /// Adds one.
    INSERT = "insert into announcements (id, key, type, title, content, due_date, classes, role, requires_ack, pinned,
                  author_id, author_tier, revision, asked_revision, publish_at, published_at, expires_at, created_at,
                  updated_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, null, $16, $17, $17)";
    /// Says who may see it.
    ADDRESS = "insert into announcements_audience (announcement_id, audience) values ($1, $2)";
    /// Nobody may see it.
    UNADDRESS = "delete from announcements_audience where announcement_id = $1";
    /// By number.
    FIND = concat!("select ", columns!(), " from announcements n where n.id = $1");
    /// The ids after one.
    IDS_AFTER = "select id from announcements where id > $1 order by id limit $2";
    /// The one that a client has made with this key.
    BY_KEY = concat!("select ", columns!(), " from announcements n where n.author_id = $1 and n.key = $2");
    /// Replaces what may change.
    UPDATE = "update announcements set type = $2, title = $3, content = $4, due_date = $5, classes = $6, role = $7,
                  requires_ack = $8, revision = $9, asked_revision = $10, publish_at = $11, expires_at = $12,
                  updated_at = $13 where id = $1";
    /// Puts it first, or back.
    PIN = "update announcements set pinned = $2 where id = $1";
    /// Takes it away, or brings it back.
    SET_DELETED = "update announcements set deleted_at = $2 where id = $1";
    /// Notes that those who are missing were reminded.
    SET_REMINDED = "update announcements set reminded_at = $2 where id = $1";
    /// A piece of those whose time has come and is not over, after the one of `$2` and `$3`.
    DUE = concat!(
        "select ", columns!(), " from announcements n where n.published_at is null and n.deleted_at is null
         and n.publish_at <= $1 and (n.expires_at is null or n.expires_at > $1)
         and (n.publish_at > $2 or (n.publish_at = $2 and n.id > $3)) order by n.publish_at, n.id limit 50"
    );
    /// Publishes one; once.
    PUBLISH = "update announcements set published_at = $2 where id = $1 and published_at is null";
    /// Keeps what it said.
    KEEP = "insert into announcements_revisions (announcement_id, revision, type, title, content, due_date, editor_id,
                replaced_at) values ($1, $2, $3, $4, $5, $6, $7, $8)";
    /// Forgets what it said long ago.
    TRIM = "delete from announcements_revisions where announcement_id = $1 and revision <= $2";
    /// What it said before, newest first.
    HISTORY = "select revision, type, title, content, due_date, editor_id, replaced_at from announcements_revisions
               where announcement_id = $1 order by revision desc";
    /// When the words of a revision were replaced.
    REPLACED_AT = "select replaced_at from announcements_revisions where announcement_id = $1 and revision = $2";
    /// Deleted for longer than it can be restored.
    GONE = "select id from announcements where deleted_at <= $1 order by id limit 100";
    /// Removes one for good.
    DROP = "delete from announcements where id = $1";
    /// Its marks go too.
    DROP_MARKS = "delete from announcements_marks where announcement_id = $1";
    /// And its history.
    DROP_HISTORY = "delete from announcements_revisions where announcement_id = $1";
}

record! {
    /// A row, but for its key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Row {
        pub(crate) id: i64,
        pub(crate) kind: AnnouncementType,
        pub(crate) title: String,
        pub(crate) content: String,
        pub(crate) due_date: Option<String>,
        pub(crate) classes: String,
        pub(crate) role: TargetRole,
        pub(crate) requires_ack: bool,
        pub(crate) pinned: bool,
        pub(crate) author_id: String,
        pub(crate) author_tier: i64,
        pub(crate) revision: i64,
        pub(crate) asked_revision: i64,
        pub(crate) publish_at: i64,
        pub(crate) published_at: Option<i64>,
        pub(crate) expires_at: Option<i64>,
        pub(crate) deleted_at: Option<i64>,
        pub(crate) reminded_at: Option<i64>,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
    }
}

record! {
    /// What an announcement said before it was edited.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(in crate::announcements) struct Replaced {
        pub(in crate::announcements) revision: i64,
        pub(in crate::announcements) kind: AnnouncementType,
        pub(in crate::announcements) title: String,
        pub(in crate::announcements) content: String,
        pub(in crate::announcements) due_date: Option<String>,
        pub(in crate::announcements) editor_id: String,
        pub(in crate::announcements) replaced_at: i64,
    }
}

impl Row {
    pub(crate) fn target(&self) -> Target {
        Target::stored(&self.classes, self.role)
    }

    /// Whether its end has passed, published or not.
    pub(in crate::announcements) fn is_over(&self, now: i64) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }

    /// Whether members see it.
    pub(crate) fn is_shown(&self, now: i64) -> bool {
        self.published_at.is_some() && self.deleted_at.is_none() && !self.is_over(now)
    }

    /// Whether its time has come: planned, and neither deleted nor over.
    pub(in crate::announcements) fn is_due(&self, now: i64) -> bool {
        self.published_at.is_none()
            && self.deleted_at.is_none()
            && self.publish_at <= now
            && !self.is_over(now)
    }
}

pub(in crate::announcements) fn insert(tx: &mut Tx, row: &Row, key: Option<&str>) -> DbResult<()> {
    let params = p![
        row.id,
        key.map(str::to_owned),
        row.kind,
        &row.title,
        &row.content,
        row.due_date.clone(),
        &row.classes,
        row.role,
        row.requires_ack,
        row.pinned,
        &row.author_id,
        row.author_tier,
        row.revision,
        row.asked_revision,
        row.publish_at,
        row.expires_at,
        row.created_at
    ];
    tx.exec(&INSERT, params)?;
    address(tx, row)
}

fn address(tx: &mut Tx, row: &Row) -> DbResult<()> {
    for part in row.target().parts() {
        tx.exec(&ADDRESS, p![row.id, part.to_key()])?;
    }
    Ok(())
}

pub(in crate::announcements) fn find(read: &mut Read, id: i64) -> DbResult<Option<Row>> {
    read.opt(&FIND, p![id])
}

/// Some ids after one, in their order.
pub(in crate::announcements) fn ids_after(read: &mut Read, after: i64, limit: i64) -> DbResult<Vec<i64>> {
    read.all(&IDS_AFTER, p![after, limit])
}

pub(in crate::announcements) fn by_key(read: &mut Read, author: &str, key: &str) -> DbResult<Option<Row>> {
    read.opt(&BY_KEY, p![author, key])
}

/// Replaces what may change and keeps what it said.
pub(in crate::announcements) fn update(tx: &mut Tx, old: &Row, new: &Row, editor: &str) -> DbResult<()> {
    let Row { id, revision, kind, title, content, due_date, .. } = old;
    tx.exec(&KEEP, p![*id, *revision, *kind, title, content, due_date.clone(), editor, new.updated_at])?;
    tx.exec(&TRIM, p![*id, *revision - MAX_REVISIONS])?;
    let params = p![
        *id,
        new.kind,
        &new.title,
        &new.content,
        new.due_date.clone(),
        &new.classes,
        new.role,
        new.requires_ack,
        new.revision,
        new.asked_revision,
        new.publish_at,
        new.expires_at,
        new.updated_at
    ];
    tx.exec(&UPDATE, params)?;
    tx.exec(&UNADDRESS, p![*id])?;
    address(tx, new)
}

pub(in crate::announcements) fn pin(tx: &mut Tx, id: i64, pinned: bool) -> DbResult<()> {
    tx.exec(&PIN, p![id, pinned]).map(drop)
}

pub(in crate::announcements) fn set_deleted(tx: &mut Tx, id: i64, at: Option<i64>) -> DbResult<()> {
    tx.exec(&SET_DELETED, p![id, at]).map(drop)
}

pub(in crate::announcements) fn set_reminded(tx: &mut Tx, id: i64, at: i64) -> DbResult<()> {
    tx.exec(&SET_REMINDED, p![id, at]).map(drop)
}

/// A piece of those that are due, by time and number; after the last one of the piece before.
pub(in crate::announcements) fn due(read: &mut Read, now: i64, last: Option<&Row>) -> DbResult<Vec<Row>> {
    let (at, id) = last.map_or((i64::MIN, 0), |last| (last.publish_at, last.id));
    read.all(&DUE, p![now, at, id])
}

/// False when it was published already.
pub(in crate::announcements) fn publish(tx: &mut Tx, id: i64, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&PUBLISH, p![id, now])? == 1)
}

pub(in crate::announcements) fn history(read: &mut Read, id: i64) -> DbResult<Vec<Replaced>> {
    read.all(&HISTORY, p![id])
}

/// When its members were last asked to read it: when it was published, or when an edit asked them again; none before
/// that.
pub(crate) fn asked_at(read: &mut Read, row: &Row) -> DbResult<Option<i64>> {
    let again: Option<i64> = read.opt(&REPLACED_AT, p![row.id, row.asked_revision - 1])?;
    Ok(row.published_at.map(|published| published.max(again.unwrap_or(published))))
}

/// Those deleted at or before this moment.
pub(in crate::announcements) fn gone(read: &mut Read, until: i64) -> DbResult<Vec<i64>> {
    read.all(&GONE, p![until])
}

/// Removes one with everything that hangs on it.
pub(in crate::announcements) fn drop_whole(tx: &mut Tx, id: i64) -> DbResult<()> {
    for statement in [&UNADDRESS, &DROP_MARKS, &DROP_HISTORY, &DROP] {
        tx.exec(statement, p![id])?;
    }
    Ok(())
}
