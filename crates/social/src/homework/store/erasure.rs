//! What a member takes along, and what goes with their account.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{files, p, statements};
use serde_json::{Value, json};

use super::submissions::{HandedFile, SubmissionRow};
use crate::homework::pictures::FEATURE;

statements! {
    /// What one has done.
    TICKS = "select announcement_id, done_at from homework_ticks where user_id = $1 order by done_at";
    /// What one has handed in.
    SUBMISSIONS = "select announcement_id, user_id, text, files, submitted_at, revision from homework_submissions
                   where user_id = $1 order by submitted_at";
    /// The pictures that one has added.
    PICTURES = "select announcement_id, hash from homework_pictures where user_id = $1
                order by announcement_id, position";
    /// Forgets what one has done.
    DROP_TICKS = "delete from homework_ticks where user_id = $1";
    /// And handed in.
    DROP_SUBMISSIONS = "delete from homework_submissions where user_id = $1";
    /// And the pictures that one has added.
    DROP_PICTURES = "delete from homework_pictures where user_id = $1";
}

/// The card itself stays, without its author, as the announcement does.
pub(in crate::homework) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    for statement in [&DROP_TICKS, &DROP_SUBMISSIONS, &DROP_PICTURES] {
        tx.exec(statement, p![user])?;
    }
    files::forget_owner(tx, FEATURE, user)
}

pub(in crate::homework) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let ticks: Vec<(i64, i64)> = read.all(&TICKS, p![user])?;
    let handed: Vec<SubmissionRow> = read.all(&SUBMISSIONS, p![user])?;
    let pictures: Vec<(i64, String)> = read.all(&PICTURES, p![user])?;
    if ticks.is_empty() && handed.is_empty() && pictures.is_empty() {
        return Ok(None);
    }
    let file = |file: HandedFile| json!({ "hash": file.hash, "name": file.name });
    let submission = |row: SubmissionRow| {
        json!({ "homework": row.announcement_id, "text": row.text, "submitted_at": iso(row.submitted_at),
                "files": row.file_list().into_iter().map(file).collect::<Value>() })
    };
    Ok(Some(json!({
        "done": ticks.into_iter().map(|(id, at)| json!({ "homework": id, "done_at": iso(at) })).collect::<Value>(),
        "submissions": handed.into_iter().map(submission).collect::<Value>(),
        "pictures": pictures.into_iter().map(|(id, hash)| json!({ "homework": id, "hash": hash })).collect::<Value>(),
    })))
}
