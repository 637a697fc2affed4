//! What a member takes along, and what is left when they are erased.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Value, json};

statements! {
    /// What one wrote.
    WRITTEN = "select type, title, content, created_at from announcements where author_id = $1 order by id";
    /// What one read, and acknowledged.
    READ = "select n.title, m.read_at, m.ack_at from announcements_marks m join announcements n
            on n.id = m.announcement_id where m.user_id = $1 order by m.read_at";
    /// What a class was told stays; who wrote it is forgotten.
    FORGET_AUTHOR = "update announcements set author_id = '', key = null where author_id = $1";
    /// And who changed it.
    FORGET_EDITOR = "update announcements_revisions set editor_id = '' where editor_id = $1";
    /// And who read it.
    DROP_MARKS = "delete from announcements_marks where user_id = $1";
}

record! {
    struct Written {
        kind: String,
        title: String,
        content: String,
        created_at: i64,
    }
}

pub(in crate::announcements) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    for statement in [&FORGET_AUTHOR, &FORGET_EDITOR, &DROP_MARKS] {
        tx.exec(statement, p![user])?;
    }
    Ok(())
}

pub(in crate::announcements) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let written: Vec<Written> = read.all(&WRITTEN, p![user])?;
    let marked: Vec<(String, i64, Option<i64>)> = read.all(&READ, p![user])?;
    if written.is_empty() && marked.is_empty() {
        return Ok(None);
    }
    let own = |row: Written| json!({ "type": row.kind, "title": row.title, "content": row.content, "created_at": iso(row.created_at) });
    let done = |(title, read, acknowledged): (String, i64, Option<i64>)| json!({ "title": title, "read_at": iso(read), "acknowledged_at": acknowledged.map(iso) });
    Ok(Some(json!({
        "written": written.into_iter().map(own).collect::<Value>(),
        "read": marked.into_iter().map(done).collect::<Value>(),
    })))
}
