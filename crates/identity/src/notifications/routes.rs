//! `/api/notifications`: the inbox of the caller.

use axum::extract::State;
use kernel::http::{Caller, Json, Query};
use kernel::texts::Language;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::dto::{Inbox, UnreadNotifications};
use super::kinds::Reader;
use super::{events, inbox, store};

/// The ids of one request.
const MAX_IDS: usize = 200;

/// Which piece of the inbox.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct InboxPiece {
    /// Only notifications before the one with this id.
    before: Option<i64>,
    /// Only notifications after the one with this id, the newest of them; `before` does not count then.
    after: Option<i64>,
    /// Whether to list unread notifications alone.
    #[serde(default)]
    unread: bool,
    /// The number of items to return: 1–100, default 30.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Lists the notifications of the caller, newest first, in words of what they tell of now.
#[utoipa::path(get, path = "/api/notifications", tag = "notifications", params(InboxPiece),
    responses((status = 200, body = Envelope<Inbox>)))]
pub(super) async fn list_notifications(
    State(app): State<App>,
    caller: Caller,
    language: Language,
    Query(piece): Query<InboxPiece>,
) -> Result<Reply<Inbox>> {
    let limit: i64 = piece.limit.unwrap_or(30).clamp(1, 100).into();
    let portal = app.clone();
    let inbox = app.db.read(move |read| {
        let user = caller.facts.user_id;
        let reader = Reader { app: &portal, facts: &caller.facts, language };
        let mut rows = match piece.after {
            Some(after) => store::after(read, user, after, piece.unread, limit + 1)?,
            None => store::before(read, user, piece.before.unwrap_or(i64::MAX), piece.unread, limit + 1)?,
        };
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let notifications = inbox::described(read, &reader, rows)?;
        Ok(Inbox { notifications, unread: store::unread(read, user)?, has_more })
    });
    Ok(Reply::ok(inbox.await?))
}

/// Returns how many notifications the caller has not read.
#[utoipa::path(get, path = "/api/notifications/unread", tag = "notifications",
    responses((status = 200, body = Envelope<UnreadNotifications>)))]
pub(super) async fn count_unread_notifications(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<UnreadNotifications>> {
    let user = caller.facts.user_id;
    let unread = app.db.read(move |read| Ok(store::unread(read, user)?)).await?;
    Ok(Reply::ok(UnreadNotifications { unread }))
}

/// The notifications that were read.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct ReadNotifications {
    /// The ids of the notifications, at most 200. Unknown ones do nothing.
    ids: Vec<i64>,
}

/// Notes that the caller has read notifications; every device hears of it.
#[utoipa::path(post, path = "/api/notifications/read", tag = "notifications", request_body = ReadNotifications,
    responses((status = 200, body = Envelope<UnreadNotifications>)))]
pub(super) async fn mark_notifications_read(
    State(app): State<App>,
    caller: Caller,
    Json(request): Json<ReadNotifications>,
) -> Result<Reply<UnreadNotifications>> {
    if request.ids.len() > MAX_IDS {
        return Err(ApiError::invalid("ids"));
    }
    let user = caller.facts.user_id;
    let unread = app.write(move |tx| {
        // The counter before the rows, as everywhere: else two nodes wait for each other until one gives up.
        tx.lock_log()?;
        let (now, mut changed) = (tx.now(), false);
        for id in &request.ids {
            changed |= store::mark_read(tx, user, *id, now)?;
        }
        if changed {
            events::append_changed(tx, &[user])?;
        }
        Ok(store::unread(tx, user)?)
    });
    Ok(Reply::ok(UnreadNotifications { unread: unread.await? }))
}

/// Up to where the inbox was read.
#[derive(Clone, Copy, Deserialize, ToSchema)]
pub(super) struct ReadUpTo {
    /// The id of the newest notification that the caller has seen; without it, all are read.
    up_to: Option<i64>,
}

/// Notes that the caller has read the whole inbox, or all of it up to a notification: what came meanwhile stays unread.
#[utoipa::path(post, path = "/api/notifications/read-all", tag = "notifications", request_body = Option<ReadUpTo>,
    responses((status = 200, body = Envelope<UnreadNotifications>)))]
pub(super) async fn mark_all_notifications_read(
    State(app): State<App>,
    caller: Caller,
    request: Option<Json<ReadUpTo>>,
) -> Result<Reply<UnreadNotifications>> {
    let up_to = request.and_then(|Json(request)| request.up_to).unwrap_or(i64::MAX);
    let user = caller.facts.user_id;
    let unread = app.write(move |tx| {
        tx.lock_log()?;
        let now = tx.now();
        if store::mark_all_read(tx, user, up_to, now)? > 0 {
            events::append_changed(tx, &[user])?;
        }
        Ok(store::unread(tx, user)?)
    });
    Ok(Reply::ok(UnreadNotifications { unread: unread.await? }))
}
