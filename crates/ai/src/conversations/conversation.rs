//! What whoever reads or writes a conversation begins with: finding it, and what refuses a write.

use kernel::db::Read;
use kernel::user::UserId;
use kernel::{ApiError, Result};
use serde_json::json;

use super::dto::detail;
use super::fields::{FULL_BYTES, MAX_BYTES_OF_USER, MAX_MESSAGES};
use crate::store::conversations::{self as store, ConversationRow};
use crate::store::generations;
use crate::texts;

/// The conversation of a path.
///
/// # Errors
/// 404, also for one of somebody else.
pub(crate) fn find(read: &mut Read, id: &str, user: UserId) -> Result<ConversationRow> {
    store::find(read, id, user)?.ok_or_else(ApiError::not_found)
}

/// Whether a conversation is still what the caller has read. Who names no revision does not ask.
///
/// # Errors
/// 409 with the conversation as it is (`interface 2.12`).
pub(crate) fn check_revision(read: &mut Read, row: &ConversationRow, revision: Option<i64>) -> Result<()> {
    if revision.is_none_or(|revision| revision == row.revision) {
        return Ok(());
    }
    let current =
        detail(row.clone(), store::messages(read, &row.id)?, generations::of_conversation(read, &row.id)?);
    Err(texts::CONVERSATION_CHANGED.err().data(json!(current)))
}

/// Whether a question and its answer fit into a conversation.
///
/// # Errors
/// 409 when it is full.
pub(crate) fn check_space(read: &mut Read, id: &str) -> Result<()> {
    let (count, bytes) = store::size(read, id)?;
    if usize::try_from(count).unwrap_or(usize::MAX) + 2 > MAX_MESSAGES || bytes >= FULL_BYTES {
        return Err(texts::CONVERSATION_FULL.err());
    }
    Ok(())
}

/// Whether a member may store more messages.
///
/// # Errors
/// 409 when all of theirs are too much already.
pub(crate) fn check_space_of_user(read: &mut Read, user: UserId) -> Result<()> {
    if store::size_of_user(read, user)? >= MAX_BYTES_OF_USER {
        return Err(texts::CONVERSATIONS_FULL.err());
    }
    Ok(())
}

/// # Errors
/// 409 while an answer is being written: it belongs behind the question that it answers.
pub(crate) fn refuse_while_answering(read: &mut Read, id: &str) -> Result<()> {
    match generations::of_conversation(read, id)? {
        Some(_) => Err(texts::ANSWER_RUNNING.err()),
        None => Ok(()),
    }
}

/// Takes the summary away: messages that it is made of are not there any more.
pub(crate) fn forget_summary(row: &mut ConversationRow) {
    (row.summary, row.summary_to, row.summary_at) = (String::new(), 0, None);
}
