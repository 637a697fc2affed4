//! Who has acknowledged, who is missing, and a word to those alone.

use std::collections::HashMap;
use std::time::Duration;

use kernel::audit::Actor;
use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{AppTx, Result};
use serde_json::json;

use super::model::REMIND_EVERY;
use super::notifications::notify_missing;
use super::store::marks::{self, Mark};
use super::store::rows::{self, Row};
use super::{access, events, texts};
use crate::target::{self, Person};

/// How far an announcement has come.
pub(super) struct Tally {
    /// Whom it is for, but for its author and those who registered after it asked.
    pub(super) audience: usize,
    pub(super) read: usize,
    pub(super) acknowledged: usize,
    /// Who has not acknowledged, by user ID.
    pub(super) missing: Vec<UserId>,
}

/// Counts those it is for as of now, who were members when it asked them; marks of others do not count. What is not
/// published asks everyone.
pub(super) fn tally(read: &mut Read, people: &[Person], row: &Row) -> DbResult<Tally> {
    let marks: HashMap<UserId, Mark> =
        marks::of(read, row.id)?.into_iter().map(|mark| (mark.user_id, mark)).collect();
    let mut tally = Tally { audience: 0, read: 0, acknowledged: 0, missing: Vec::new() };
    let (meant, asked_at) = (row.target(), rows::asked_at(read, row)?.unwrap_or(i64::MAX));
    for user in meant.among(people, asked_at).filter(|user| user.as_str() != row.author_id) {
        let mark = marks.get(&user);
        tally.audience += 1;
        tally.read += usize::from(mark.is_some_and(|mark| mark.read_revision >= row.asked_revision));
        let done = mark.and_then(|mark| mark.ack_revision).is_some_and(|seen| seen >= row.asked_revision);
        tally.acknowledged += usize::from(done);
        if !done {
            tally.missing.push(user);
        }
    }
    tally.missing.sort_unstable();
    Ok(tally)
}

/// Reminds those who have not acknowledged, and nobody else; answers how many that are.
pub(super) fn remind(tx: &mut AppTx, caller: &Caller, id: i64) -> Result<usize> {
    let row = access::target(tx, caller, id)?;
    let now = tx.now();
    if !row.requires_ack {
        return Err(texts::NO_ACK_ASKED.err());
    }
    if !row.is_shown(now) {
        return Err(texts::NOT_SHOWN.err());
    }
    let wait = row.reminded_at.map_or(0, |last| last + REMIND_EVERY - now);
    if let Ok(wait @ 1..) = u64::try_from(wait) {
        let wait = Duration::from_millis(wait);
        let seconds = kernel::error::whole_seconds(wait);
        return Err(texts::REMINDED_ALREADY.with("seconds", seconds).retry_after(wait));
    }
    let people = target::people(tx)?;
    let missing = tally(tx, &people, &row)?.missing;
    if missing.is_empty() {
        return Err(texts::NOBODY_MISSING.err());
    }
    let seq = events::remind(tx, caller.facts.user_id, &row, &missing)?;
    notify_missing(tx, &row, seq, &missing)?;
    rows::set_reminded(tx, id, now)?;
    let detail = json!({ "reminded": missing.len() });
    tx.audit(&Actor::from(caller), &texts::REMIND_ANNOUNCEMENT, &id.to_string(), &detail)?;
    Ok(missing.len())
}
