//! Reading the operation log: pages for people, and everything in order for an export.

use super::Entry;
use crate::db::{Db, DbResult, Read};
use crate::{p, statements};

macro_rules! columns {
    () => {
        "id, admin_id, action, target, detail, created_at, ip, request_id, hash"
    };
}

/// A class sees what its own members did, and what was done to them.
macro_rules! matches {
    () => {
        "($1 = '' or substr(admin_id, 3, 2) = $1 or (length(target) = 6 and substr(target, 3, 2) = $1))
         and ($2 = '' or admin_id = $2) and ($3 = '' or action = $3) and created_at >= $4 and created_at < $5"
    };
}

statements! {
    /// Newest first.
    PAGE = concat!("select ", columns!(), " from audit_log where ", matches!(),
                   " and id < $6 order by id desc limit $7 offset $8");
    /// How many fit.
    COUNT = concat!("select count(*) from audit_log where ", matches!());
    /// Oldest first, after a row.
    AFTER = concat!("select ", columns!(), " from audit_log where ", matches!(), " and id > $6 order by id limit $7");
}

/// The rows of the log that are asked for.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Two digits: by members of this class, or to them.
    pub class: Option<String>,
    /// Only rows of this actor.
    pub actor: Option<String>,
    /// Only rows of this action.
    pub action: Option<String>,
    /// From this moment on, in milliseconds.
    pub from: i64,
    /// Before this moment.
    pub to: i64,
}

impl Default for Filter {
    fn default() -> Self {
        Self { class: None, actor: None, action: None, from: 0, to: i64::MAX }
    }
}

/// A page, newest first, of what stands before the row `before`; and how many rows fit in all.
///
/// # Errors
/// When a statement fails.
pub fn page(
    read: &mut Read,
    filter: &Filter,
    before: i64,
    limit: i64,
    offset: i64,
) -> DbResult<(Vec<Entry>, i64)> {
    let Filter { class, actor, action, from, to } = filter;
    let (class, actor, action) = (text(class), text(actor), text(action));
    let rows = read.all(&PAGE, p![class, actor, action, *from, *to, before, limit, offset])?;
    Ok((rows, read.one(&COUNT, p![class, actor, action, *from, *to])?))
}

/// Rows after the row `id`, oldest first.
///
/// # Errors
/// When the statement fails.
pub async fn after(db: &Db, filter: &Filter, id: i64, limit: i64) -> DbResult<Vec<Entry>> {
    let Filter { class, actor, action, from, to } = filter;
    db.all(&AFTER, p![text(class), text(actor), text(action), *from, *to, id, limit]).await
}

/// Absent means any.
fn text(given: &Option<String>) -> &str {
    given.as_deref().unwrap_or_default()
}
