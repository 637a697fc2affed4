//! Messages that were cleared or replaced, or that a question took the place of: they can be restored for a day
//! (`interface 2.12`).

use axum::extract::State;
use kernel::app::iso;
use kernel::http::{Json, Path};
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::attachments;
use super::conversation::{check_space_of_user, find, forget_summary, refuse_while_answering};
use super::dto::ConversationRevision;
use crate::access::Member;
use crate::store::conversations;
use crate::store::replaced::{self as store, ReplacedRow};

/// How long they are kept.
const KEPT_MS: i64 = 24 * 60 * 60 * 1000;
/// How many replacements of a conversation are kept: a program that writes all day fills no disk.
const MAX_KEPT: usize = 5;

/// Messages that a conversation had.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplacedMessages {
    /// The id of these messages.
    id: String,
    /// When they were cleared or replaced, ISO 8601.
    replaced_at: String,
    /// How many messages there are.
    count: i64,
}

/// Which messages are restored.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(crate) struct MessagesToRestore {
    /// The id of the messages; those that were replaced last when absent.
    #[serde(default)]
    replaced_id: Option<String>,
}

/// Puts the messages of a conversation aside. It has none then. Of more than five replacements the oldest go: the caller
/// lets go of files that are not named any more.
///
/// # Errors
/// When a statement fails.
pub(super) fn put_aside(tx: &mut AppTx, conversation: &str) -> Result<()> {
    let (id, now) = (tx.app().random.id(&tx.app().clock), tx.now());
    store::put_aside(tx, conversation, &id, now)?;
    drop_oldest(tx, conversation)
}

/// Puts a copy of the messages of a conversation aside, before some of them go.
///
/// # Errors
/// When a statement fails.
pub(crate) fn copy_aside(tx: &mut AppTx, user: UserId, conversation: &str) -> Result<()> {
    // Whose conversations take all the space keeps this copy alone of the conversation.
    if check_space_of_user(tx, user).is_err() {
        store::delete_of(tx, conversation)?;
    }
    let (id, now) = (tx.app().random.id(&tx.app().clock), tx.now());
    store::copy_aside(tx, conversation, &id, now)?;
    drop_oldest(tx, conversation)
}

fn drop_oldest(tx: &mut AppTx, conversation: &str) -> Result<()> {
    for old in store::list(tx, conversation)?.into_iter().skip(MAX_KEPT) {
        store::delete(tx, &old.id)?;
    }
    Ok(())
}

/// Lists the messages that a conversation of the caller had, and that can be restored: the newest five of the last day,
/// the newest first.
#[utoipa::path(get, path = "/api/ai-chat/conversations/{id}/replaced", tag = "ai",
    params(("id" = String, Path, description = "The id of the conversation")),
    responses((status = 200, body = Envelope<Vec<ReplacedMessages>>)))]
pub(crate) async fn list_replaced_messages(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
) -> Result<Reply<Vec<ReplacedMessages>>> {
    let (user, since) = (caller.facts.user_id, app.clock.now_ms() - KEPT_MS);
    let read = app.db.read(move |read| {
        find(read, &id, user)?;
        let mut all = Vec::new();
        for row in store::list(read, &id)?.into_iter().filter(|row| row.replaced_at >= since) {
            let (count, _) = conversations::size(read, &row.id)?;
            all.push(ReplacedMessages { id: row.id, replaced_at: iso(row.replaced_at), count });
        }
        Ok(all)
    });
    Ok(Reply::ok(read.await?))
}

/// Restores messages that a conversation of the caller had before they were cleared, before a question took the place of
/// some of them, or before they were replaced, at most a day ago. Those that it has now can be restored in turn. 404 when there are none.
#[utoipa::path(post, path = "/api/ai-chat/conversations/{id}/restore", tag = "ai",
    params(("id" = String, Path, description = "The id of the conversation")), request_body = Option<MessagesToRestore>,
    responses((status = 200, body = Envelope<ConversationRevision>)))]
pub(crate) async fn restore_messages(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
    which: Option<Json<MessagesToRestore>>,
) -> Result<Reply<ConversationRevision>> {
    let wanted = which.and_then(|Json(which)| which.replaced_id);
    let (user, since) = (caller.facts.user_id, app.clock.now_ms() - KEPT_MS);
    let restore = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = find(tx, &id, user)?;
        refuse_while_answering(tx, &id)?;
        let is_wanted = |row: &ReplacedRow| wanted.as_ref().is_none_or(|wanted| row.id == *wanted);
        let mut kept = store::list(tx, &id)?.into_iter().filter(|row| row.replaced_at >= since);
        let restored = kept.find(is_wanted).ok_or_else(ApiError::not_found)?;
        let (now_id, now) = (tx.app().random.id(&tx.app().clock), tx.now());
        store::put_aside(tx, &id, &now_id, now)?;
        store::put_back(tx, &id, &restored.id)?;
        forget_summary(&mut row);
        (row.revision, row.updated_at) = (row.revision + 1, now);
        conversations::update(tx, &row)?;
        Ok(row.revision)
    });
    Ok(Reply::ok(ConversationRevision { revision: restore.await? }))
}

/// Removes what was replaced more than a day ago, and lets go of its files.
///
/// # Errors
/// When the database is away.
pub(crate) async fn remove_old(app: &App) -> Result<()> {
    let before = app.clock.now_ms() - KEPT_MS;
    loop {
        let removed = app.write(move |tx| {
            tx.lock_log()?;
            let old = store::expired(tx, before)?;
            for row in &old {
                let files = attachments::of_conversation(tx, &row.conversation_id)?;
                store::delete(tx, &row.id)?;
                if let Some(owner) = UserId::parse(&row.user_id) {
                    attachments::forget_unnamed(tx, owner, &row.conversation_id, files)?;
                }
            }
            Ok(old.len())
        });
        if removed.await? == 0 {
            return Ok(());
        }
    }
}
