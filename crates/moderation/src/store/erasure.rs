//! What a member takes along, and what is left when they are erased.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Map, Value, json};

use super::{rules, silences};
use crate::cases::files;

statements! {
    /// What one has reported, oldest first.
    REPORTED = "select c.kind, r.reason, c.status, c.note, r.created_at from moderation_reports r
                join moderation_cases c on c.id = r.case_id where r.reporter_id = $1 order by r.created_at, r.id";
    /// What of one's was removed, not let through or waits, oldest first.
    JUDGED = "select kind, words, held, status, reason, decided_at, appeal, appeal_status, appeal_note
              from moderation_cases where author_id = $1 and (held = 1 or status in ('removed', 'restored'))
              order by created_at, id";
    /// One's reports stay without a name; their own ids stand in, since nobody reports twice in a case.
    UNSIGN_REPORTS = "update moderation_reports set reporter_id = id, reason = '' where reporter_id = $1";
    /// The cases of what one wrote.
    CASES_OF = "select id from moderation_cases where author_id = $1";
    /// What others reported of one goes with them.
    DROP_REPORTS = "delete from moderation_reports where case_id in
                        (select id from moderation_cases where author_id = $1)";
    /// And what was decided on it.
    DROP_CASES = "delete from moderation_cases where author_id = $1";
    /// Who decided stays without a name.
    UNSIGN_DECISIONS = "update moderation_cases set decided_by = '' where decided_by = $1";
    /// Who decided on an appeal, likewise.
    UNSIGN_APPEALS = "update moderation_cases set appeal_by = '' where appeal_by = $1";
    /// That one is silenced.
    DROP_SILENCE = "delete from moderation_silences where user_id = $1";
    /// Who silenced somebody stays without a name.
    UNSIGN_SILENCES = "update moderation_silences set silenced_by = '' where silenced_by = $1";
}

record! {
    struct Reported {
        kind: String,
        reason: String,
        status: String,
        note: String,
        created_at: i64,
    }
}

record! {
    struct Judged {
        kind: String,
        words: String,
        held: bool,
        status: String,
        reason: String,
        decided_at: Option<i64>,
        appeal: String,
        appeal_status: String,
        appeal_note: String,
    }
}

/// Forgets a member. What was kept of theirs goes with the features that kept it.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    rules::unsign(tx, user.as_str())?;
    for case in tx.all::<String>(&CASES_OF, p![user])? {
        kernel::files::remove_refs(tx, files::FILE_REFERENCES, &case)?;
    }
    for statement in [
        &UNSIGN_REPORTS,
        &DROP_REPORTS,
        &DROP_CASES,
        &UNSIGN_DECISIONS,
        &UNSIGN_APPEALS,
        &DROP_SILENCE,
        &UNSIGN_SILENCES,
    ] {
        tx.exec(statement, p![user])?;
    }
    Ok(())
}

/// What a member has reported and what was decided against them. Who did either is not theirs to take.
pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let reported: Vec<Reported> = read.all(&REPORTED, p![user])?;
    let reported = reported.into_iter().map(|row| {
        json!({ "kind": row.kind, "reason": row.reason, "status": row.status, "note": row.note,
                "created_at": iso(row.created_at) })
    });
    let reported: Vec<Value> = reported.collect();
    let decided: Vec<Judged> = read.all(&JUDGED, p![user])?;
    let decided = decided.into_iter().map(|row| {
        json!({ "kind": row.kind, "words": row.words, "held": row.held, "status": row.status, "reason": row.reason,
                "decided_at": row.decided_at.map(iso), "appeal": row.appeal, "appeal_status": row.appeal_status,
                "appeal_note": row.appeal_note })
    });
    let decided: Vec<Value> = decided.collect();
    let silence = silences::find(read, *user)?;
    let mut all = Map::new();
    for (name, list) in [("reports", reported), ("decisions", decided)] {
        if !list.is_empty() {
            all.insert(name.to_owned(), list.into());
        }
    }
    if let Some(row) = silence {
        all.insert("silence".to_owned(), json!({ "ends_at": iso(row.ends_at), "reason": row.reason }));
    }
    Ok((!all.is_empty()).then(|| all.into()))
}
