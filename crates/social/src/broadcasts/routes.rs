//! `/api/admin/broadcasts` for the staff, `/api/broadcasts` and `/api/assets/broadcasts` for members.

use std::collections::{BTreeSet, HashSet};

use axum::extract::State;
use kernel::app::iso;
use kernel::http::{Admin, Caller, Json, Officer, Path, Query, Requires};
use kernel::user::{Permission, UserFacts, UserId};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{self, BroadcastPriority};
use super::send;
use super::store::{self, Row};
use crate::chat::Names;
use crate::reach::{self, Reach};

/// Broadcasts per page unless told.
const PAGE: u32 = 20;
/// Broadcasts per page at most.
const MAX_PAGE: u32 = 100;

/// Names manage_broadcasts in a handler's signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManageBroadcasts;

impl Requires for ManageBroadcasts {
    const PERMISSION: Permission = Permission::ManageBroadcasts;
}

/// A new broadcast.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewBroadcast {
    /// 1–500 characters of plain text; markup is shown as it is written.
    content: String,
    #[serde(default)]
    priority: BroadcastPriority,
    /// Whom it is for. Unless told, everyone for an admin and the own class for others, who may
    /// name nothing else.
    audience: Option<Reach>,
    /// How many seconds it is shown to whoever comes later, 60–604800. Unless told, ten minutes when
    /// urgent, else a day.
    #[schema(minimum = 60, maximum = 604_800)]
    expires_in: Option<i64>,
    /// Made by the client, at most 80 visible ASCII characters: sending the same again gets the
    /// first result. Without one, the same words to the same people within a minute are one broadcast.
    key: Option<String>,
}

/// A broadcast as its staff sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct Broadcast {
    /// UUID.
    id: String,
    content: String,
    priority: BroadcastPriority,
    /// Empty when the sender was erased.
    sender_id: String,
    /// Net name.
    sender_name: String,
    audience: Reach,
    /// How many members it is for, as of now.
    audience_size: usize,
    /// On how many of their screens it was shown.
    reached: usize,
    /// ISO 8601.
    created_at: String,
    /// ISO 8601.
    expires_at: String,
    /// ISO 8601, when it was taken back.
    ended_at: Option<String>,
    /// Whether the caller may take it back.
    manageable: bool,
}

/// A piece of the list.
#[derive(Serialize, ToSchema)]
pub(super) struct BroadcastList {
    broadcasts: Vec<Broadcast>,
    /// How many there are in all.
    total: i64,
    page: u32,
    limit: u32,
}

/// Which piece of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BroadcastPage {
    /// From 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// 1–100; 20 unless told.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Broadcasts, newest first, with how many they reached: all for an admin; for others what is for
/// their class, and their own.
#[utoipa::path(get, path = "/api/admin/broadcasts", tag = "broadcasts", params(BroadcastPage),
    responses((status = 200, body = Envelope<BroadcastList>)))]
pub(super) async fn list_broadcasts(
    State(app): State<App>,
    Admin(caller): Admin,
    Query(query): Query<BroadcastPage>,
) -> Result<Reply<BroadcastList>> {
    let (page, limit) = (query.page.unwrap_or(1).max(1), query.limit.unwrap_or(PAGE).clamp(1, MAX_PAGE));
    let piece = (i64::from(limit), (i64::from(page) - 1) * i64::from(limit));
    let facts = caller.facts.clone();
    let (rows, total) = app.db.read(move |read| Ok(store::page(read, &facts, piece)?)).await?;
    let broadcasts = with_counts(&app, rows, &caller.facts).await?;
    Ok(Reply::ok(BroadcastList { broadcasts, total, page, limit }))
}

/// Says something to everyone, or to part of the classes, now. Each desktop among them hears
/// `{"type": "super_island_notification", "notification": {…}}` at once.
#[utoipa::path(post, path = "/api/admin/broadcasts", tag = "broadcasts", request_body = NewBroadcast,
    responses((status = 200, body = Envelope<Broadcast>)))]
pub(super) async fn send_broadcast(
    State(app): State<App>,
    officer: Officer<ManageBroadcasts>,
    Json(new): Json<NewBroadcast>,
) -> Result<Reply<Broadcast>> {
    let (caller, now) = (officer.0, app.clock.now_ms());
    let lasting = new.priority.lasting(new.expires_in)?;
    let reach = Reach::settle(new.audience, &caller.facts)?;
    let key = model::parse_key(new.key.as_deref())?;
    let row = Row {
        id: app.random.id(&app.clock),
        seq: 0,
        sender_id: caller.facts.user_id.to_string(),
        sender_tier: reach::rank(&caller.facts),
        content: model::parse_content(&new.content)?,
        priority: new.priority.as_str().to_owned(),
        classes: reach.classes(),
        role: reach.role().to_owned(),
        created_at: now,
        expires_at: now + lasting,
        ended_at: None,
    };
    let (writer, facts) = (app.clone(), caller.facts.clone());
    let sent = app.db.write(move |tx| send::send(&writer, tx, &caller, &row, key.as_deref())).await?;
    let mut all = with_counts(&app, vec![sent], &facts).await?;
    all.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}

/// Takes a broadcast back: it leaves every screen and every member's list. One takes back what is
/// for one's own class and was sent by nobody of a higher tier; an admin all.
#[utoipa::path(post, path = "/api/admin/broadcasts/{id}/end", tag = "broadcasts", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn end_broadcast(
    State(app): State<App>,
    officer: Officer<ManageBroadcasts>,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let (writer, caller) = (app.clone(), officer.0);
    app.db.write(move |tx| send::end(&writer, tx, &caller, &id)).await?;
    Ok(Reply::done())
}

/// Says that this member's screen has shown a broadcast. Once counts.
#[utoipa::path(post, path = "/api/broadcasts/{id}/seen", tag = "broadcasts", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn mark_broadcast_seen(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let now = app.clock.now_ms();
    app.db
        .write(move |tx| {
            if !store::is_for(tx, &id, &caller.facts)? {
                return Err(ApiError::not_found());
            }
            Ok(store::mark_seen(tx, &id, caller.facts.user_id, now)?)
        })
        .await?;
    Ok(Reply::done())
}

/// A broadcast, as the desktop's island rolls it.
#[derive(Serialize, ToSchema)]
pub(super) struct AssetBroadcast {
    /// UUID.
    id: String,
    /// Plain text.
    content: String,
    priority: BroadcastPriority,
    /// ISO 8601.
    created_at: String,
    /// ISO 8601.
    expires_at: String,
    /// Net name.
    sender_name: String,
    /// Whether it has not expired yet.
    active: bool,
    /// Whether this member's screen has said that it showed it. One that is active and not seen was
    /// missed: show it now.
    seen: bool,
}

/// The newest 20 broadcasts for this member, newest first, without those that were taken back. A
/// desktop asks when it connects and shows what it missed: `active` and not `seen`.
#[utoipa::path(get, path = "/api/assets/broadcasts", tag = "broadcasts",
    responses((status = 200, body = Envelope<Vec<AssetBroadcast>>)))]
pub(super) async fn newest_broadcasts(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<Vec<AssetBroadcast>>> {
    let now = app.clock.now_ms();
    let shown = app.db.read(move |read| Ok(store::newest(read, &caller.facts)?)).await?;
    let names = Names::of(&app, shown.iter().map(|shown| shown.row.sender_id.clone()).collect()).await?;
    let plain = |store::Shown { row, seen }| AssetBroadcast {
        sender_name: names.get(&row.sender_id),
        priority: BroadcastPriority::parse(&row.priority),
        created_at: iso(row.created_at),
        expires_at: iso(row.expires_at),
        active: row.expires_at > now,
        id: row.id,
        content: row.content,
        seen,
    };
    Ok(Reply::ok(shown.into_iter().map(plain).collect()))
}

async fn with_counts(app: &App, rows: Vec<Row>, facts: &UserFacts) -> Result<Vec<Broadcast>> {
    let senders: BTreeSet<String> = rows.iter().map(|row| row.sender_id.clone()).collect();
    let counted = app
        .db
        .read(move |read| {
            let people = reach::people(read)?;
            let mut counted = Vec::with_capacity(rows.len());
            for row in rows {
                let meant: HashSet<UserId> = row.reach().among(&people).collect();
                let reached = store::seen_by(read, &row.id)?;
                let reached = reached.iter().filter(|user| meant.contains(user)).count();
                counted.push((row, meant.len(), reached));
            }
            Ok(counted)
        })
        .await?;
    let names = Names::of(app, senders).await?;
    let may = facts.may(Permission::ManageBroadcasts);
    let plain = |(row, audience_size, reached): (Row, usize, usize)| Broadcast {
        sender_name: names.get(&row.sender_id),
        priority: BroadcastPriority::parse(&row.priority),
        audience: row.reach(),
        created_at: iso(row.created_at),
        expires_at: iso(row.expires_at),
        ended_at: row.ended_at.map(iso),
        manageable: may && row.reach().is_managed_by(row.sender_tier, facts),
        id: row.id,
        content: row.content,
        sender_id: row.sender_id,
        audience_size,
        reached,
    };
    Ok(counted.into_iter().map(plain).collect())
}
