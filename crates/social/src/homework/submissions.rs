//! What members do with a card: tick it, hand something in, take that back.

use axum::http::StatusCode;
use kernel::events::Audience;
use kernel::files::{Reader, Reference, file_name};
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{AppTx, Result, sequence};
use serde_json::json;

use super::model::{self, DAY, OPEN_AFTER};
use super::pictures::FEATURE;
use super::store::cards::{self as store, Card};
use super::store::submissions::{self, HandedFile, SubmissionRow};
use super::store::ticks;
use super::{events, notifications, texts};
use crate::announcements::cards::{self, Row};

/// A file that is handed in, and what it is called.
pub(super) struct NewFile {
    pub(super) hash: String,
    pub(super) name: String,
}

/// What a member hands in.
pub(super) struct NewSubmission {
    pub(super) text: String,
    pub(super) files: Vec<NewFile>,
    /// The revision that is replaced.
    pub(super) revision: Option<i64>,
}

impl NewSubmission {
    /// The same, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(super) fn check(self) -> Result<Self> {
        model::check_files(self.files.iter().map(|file| &file.hash))?;
        let text = model::parse_text(&self.text)?;
        if text.trim().is_empty() && self.files.is_empty() {
            return Err(texts::SUBMISSION_EMPTY.err());
        }
        Ok(Self { text, ..self })
    }
}

/// What the references of the files of a submission are about.
pub(super) fn reference(id: i64, user: UserId) -> String {
    format!("{id}:{user}")
}

/// A card that the caller sees now. Takes the log's counter first: what is checked here holds until the transaction ends.
fn seen(tx: &mut AppTx, caller: &Caller, id: i64) -> Result<(Row, Card)> {
    tx.lock_log()?;
    let now = tx.now();
    let row = cards::seen(tx, &caller.facts, now, id)?.row;
    let card = store::find(tx, id)?.unwrap_or_else(|| Card { id, ..Card::default() });
    Ok((row, card))
}

/// Ticks a card, or unticks it. What is so already changes nothing.
///
/// # Errors
/// 404 for what the caller does not see; 409 for unticking what is handed in.
pub(super) fn tick(tx: &mut AppTx, caller: &Caller, id: i64, done: bool) -> Result<()> {
    let (row, _) = seen(tx, caller, id)?;
    let (user, now) = (caller.facts.user_id, tx.now());
    let has_changed = if done {
        ticks::tick(tx, id, user, now)?
    } else if submissions::find(tx, id, user)?.is_some() {
        return Err(texts::HANDED_IN.err());
    } else {
        ticks::untick(tx, id, user)?
    };
    if has_changed {
        events::append(tx, &row, user)?;
        if done {
            notifications::mark_done(tx, user, id)?;
        }
    }
    Ok(())
}

/// Hands something in, in place of what was handed in before, and ticks the card.
///
/// # Errors
/// 400 when nothing is handed in here or a file is none; 409 long after it was due, and when another revision is there.
pub(super) fn hand_in(tx: &mut AppTx, caller: &Caller, id: i64, new: &NewSubmission) -> Result<()> {
    let (row, card) = seen(tx, caller, id)?;
    if !card.hand_in {
        return Err(texts::NO_HAND_IN.err());
    }
    refuse_closed(tx, &row, &card)?;
    let (user, now) = (caller.facts.user_id, tx.now());
    let before = submissions::find(tx, id, user)?;
    let revision = before.as_ref().map_or(0, |before| before.revision);
    if new.revision.is_some_and(|known| known != revision) {
        return Err(kernel::texts::REVISION_CONFLICT.err().data(json!({ "revision": revision })));
    }
    let files = refer(tx, caller, id, &new.files)?;
    for gone in before.iter().flat_map(SubmissionRow::file_list) {
        if !new.files.iter().any(|file| file.hash == gone.hash) {
            tx.app().files.clone().remove_ref(tx, &gone.hash, FEATURE, &reference(id, user), user)?;
        }
    }
    // Never one of before: a client may still know that of a submission that was withdrawn.
    let next = sequence::next(tx, "homework_submissions")?;
    submissions::put(
        tx,
        &SubmissionRow {
            announcement_id: id,
            user_id: user,
            text: new.text.clone(),
            files: serde_json::to_string(&files).unwrap_or_else(|_| "[]".into()),
            submitted_at: now,
            revision: next,
        },
    )?;
    ticks::tick(tx, id, user, now)?;
    events::append(tx, &row, user)?;
    Ok(notifications::mark_done(tx, user, id)?)
}

fn refuse_closed(tx: &mut AppTx, row: &Row, card: &Card) -> Result<()> {
    let due = super::cards::due_at(row, card, &tx.app().timezone());
    let is_closed = due.is_some_and(|due| tx.now() > due + OPEN_AFTER * DAY);
    if is_closed { Err(texts::CLOSED.with("days", OPEN_AFTER)) } else { Ok(()) }
}

/// Keeps the files of a submission. By their references the member alone reads them; whoever manages the card reads them
/// by a path that asks for that right.
fn refer(tx: &mut AppTx, caller: &Caller, id: i64, files: &[NewFile]) -> Result<Vec<HandedFile>> {
    let reader: Reader = tx.app().file_reader(&caller.facts);
    let (ref_id, audience) = (reference(id, reader.user), Audience::User(reader.user).to_key());
    let mut handed = Vec::with_capacity(files.len());
    for NewFile { hash, name } in files {
        let file = tx.app().files.find(tx, hash)?.ok_or_else(|| texts::FILE_UNKNOWN.err())?;
        let name = file_name(name, &file.mime);
        let reference = Reference {
            feature: FEATURE,
            ref_id: &ref_id,
            owner: Some(reader.user),
            audience: &audience,
            name: &name,
        };
        let added = tx.app().files.add_ref(tx, &reader, hash, &reference);
        added.map_err(|error| {
            if error.status() == StatusCode::NOT_FOUND { texts::FILE_UNKNOWN.err() } else { error }
        })?;
        handed.push(HandedFile { hash: file.hash, name, mime: file.mime, size: file.size });
    }
    Ok(handed)
}

/// Takes back what was handed in, and the tick with it. Fine when there is nothing.
///
/// # Errors
/// 404 for what the caller does not see; 409 long after it was due.
pub(super) fn withdraw(tx: &mut AppTx, caller: &Caller, id: i64) -> Result<()> {
    let (row, card) = seen(tx, caller, id)?;
    let user = caller.facts.user_id;
    if submissions::find(tx, id, user)?.is_none() {
        return Ok(());
    }
    refuse_closed(tx, &row, &card)?;
    submissions::remove(tx, id, user)?;
    ticks::untick(tx, id, user)?;
    tx.app().files.clone().remove_refs(tx, FEATURE, &reference(id, user))?;
    Ok(events::append(tx, &row, user)?)
}
