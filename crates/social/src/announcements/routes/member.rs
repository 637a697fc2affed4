//! `/api/announcements`: what a member is told.

use std::collections::BTreeSet;

use axum::extract::State;
use identity::user::Names;
use kernel::http::{Caller, Json, Path, Query};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::announcements::dto::{Announcement, AnnouncementList, AnnouncementPage, UnreadAnnouncements};
use crate::announcements::notifications::mark_notifications_read;
use crate::announcements::store::lists::{self, Marked};
use crate::announcements::store::marks;
use crate::announcements::{model, texts};

/// The announcements for this member: pinned first, then the newest.
#[utoipa::path(get, path = "/api/announcements", tag = "announcements", params(AnnouncementPage),
    responses((status = 200, body = Envelope<AnnouncementList>)))]
pub(in crate::announcements) async fn list_announcements(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<AnnouncementPage>,
) -> Result<Reply<AnnouncementList>> {
    let ((page, limit), piece, kind) = (query.bounded(), query.piece(), query.kind());
    let (now, facts) = (app.clock.now_ms(), caller.facts);
    let (rows, total) =
        app.db.read(move |read| Ok(lists::page(read, &facts, now, (kind, piece.0, piece.1))?)).await?;
    let announcements = shown(&app, rows).await?;
    Ok(Reply::ok(AnnouncementList { announcements, total, page, limit }))
}

/// Counts the announcements that the member has not read or acknowledged, without the member's own.
#[utoipa::path(get, path = "/api/announcements/unread", tag = "announcements",
    responses((status = 200, body = Envelope<UnreadAnnouncements>)))]
pub(in crate::announcements) async fn unread_announcements(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<UnreadAnnouncements>> {
    let now = app.clock.now_ms();
    let counted = app.db.read(move |read| Ok(lists::unread(read, &caller.facts, now)?)).await?;
    let (unread, unacknowledged) = counted;
    Ok(Reply::ok(UnreadAnnouncements { unread, unacknowledged }))
}

/// One announcement. 404 when it is not for this member, not published yet, expired or deleted.
#[utoipa::path(get, path = "/api/announcements/{id}", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    responses((status = 200, body = Envelope<Announcement>)))]
pub(in crate::announcements) async fn get_announcement(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<Announcement>> {
    let (id, now) = (model::parse_id(&id)?, app.clock.now_ms());
    let found = app.db.read(move |read| Ok(lists::one(read, &caller.facts, now, id)?)).await?;
    one(&app, found).await
}

/// The revision of the announcement that the member has read.
#[derive(Default, Deserialize, ToSchema)]
pub(in crate::announcements) struct SeenRevision {
    /// The `revision` that was shown; by default the present one.
    revision: Option<i64>,
}

/// Records that the member has read the announcement in the revision that was shown. Repeating it has no
/// effect.
#[utoipa::path(post, path = "/api/announcements/{id}/read", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    request_body = Option<SeenRevision>, responses((status = 200, body = Envelope<Announcement>)))]
pub(in crate::announcements) async fn mark_announcement_read(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    seen: Option<Json<SeenRevision>>,
) -> Result<Reply<Announcement>> {
    note(&app, caller, &id, Note::Read, seen).await
}

/// Records that the member acknowledges the announcement in the revision that was shown. A request to
/// acknowledge that came later stays open. Repeating it has no effect. 400 when the announcement asks for no
/// acknowledgement.
#[utoipa::path(post, path = "/api/announcements/{id}/acknowledge", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    request_body = Option<SeenRevision>, responses((status = 200, body = Envelope<Announcement>)))]
pub(in crate::announcements) async fn acknowledge_announcement(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    seen: Option<Json<SeenRevision>>,
) -> Result<Reply<Announcement>> {
    note(&app, caller, &id, Note::Acknowledged, seen).await
}

#[derive(Clone, Copy)]
enum Note {
    Read,
    Acknowledged,
}

async fn note(
    app: &App,
    caller: Caller,
    id: &str,
    note: Note,
    seen: Option<Json<SeenRevision>>,
) -> Result<Reply<Announcement>> {
    let (id, now) = (model::parse_id(id)?, app.clock.now_ms());
    let seen = seen.and_then(|Json(seen)| seen.revision);
    let found = app
        .write(move |tx| {
            // The counter before the rows: reading it may read notifications.
            tx.lock_log()?;
            let facts = &caller.facts;
            let row = lists::one(tx, facts, now, id)?.ok_or_else(ApiError::not_found)?.row;
            let (seen, asked) = (seen.unwrap_or(row.revision), row.asked_revision);
            if !(1..=row.revision).contains(&seen) {
                return Err(ApiError::invalid("revision"));
            }
            match note {
                Note::Read => marks::read(tx, id, facts.user_id, seen, now)?,
                Note::Acknowledged if !row.requires_ack => return Err(texts::NO_ACK_ASKED.err()),
                Note::Acknowledged => {
                    marks::acknowledge(tx, id, facts.user_id, (seen, asked), now)?;
                }
            }
            // Who has seen an old text alone has still to read what was asked anew.
            if seen >= asked {
                mark_notifications_read(tx, facts.user_id, id)?;
            }
            Ok(lists::one(tx, facts, now, id)?)
        })
        .await?;
    one(app, found).await
}

async fn one(app: &App, found: Option<Marked>) -> Result<Reply<Announcement>> {
    let mut all = shown(app, found.into_iter().collect()).await?;
    all.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}

async fn shown(app: &App, rows: Vec<Marked>) -> Result<Vec<Announcement>> {
    let authors: BTreeSet<String> = rows.iter().map(|marked| marked.row.author_id.clone()).collect();
    let names = Names::of(app, authors).await?;
    Ok(rows.into_iter().map(|marked| Announcement::new(marked, &names)).collect())
}
