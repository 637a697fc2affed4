//! `/api/admin/broadcasts` for the staff, `/api/broadcasts` and `/api/assets/broadcasts` for members.

use std::collections::BTreeSet;

use axum::extract::State;
use identity::user::Names;
use kernel::app::iso;
use kernel::http::{Admin, Caller, Json, Officer, Path, Query, Requires};
use kernel::user::{Permission, UserFacts};
use kernel::{ApiError, App, Envelope, Reply, Result};
use panels::{PanelCount, ShownKind};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{self, BroadcastPriority};
use super::send;
use super::store::{self, Row};
use crate::broadcasts::MANAGE_BROADCASTS;
use crate::on_panels::{self, Sent};
use crate::target::{self, Target};

/// Broadcasts per page unless told.
const PAGE: u32 = 20;
/// Broadcasts per page at most.
const MAX_PAGE: u32 = 100;

/// Names manage_broadcasts in a handler's signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManageBroadcasts;

impl Requires for ManageBroadcasts {
    fn permission() -> &'static Permission {
        &MANAGE_BROADCASTS
    }
}

/// A new broadcast.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewBroadcast {
    /// The text of the broadcast, 1–500 characters of plain text; markup is shown as it is written.
    content: String,
    /// The priority of the broadcast; an unknown word counts as `normal`.
    #[serde(default, deserialize_with = "model::priority_or_normal")]
    priority: BroadcastPriority,
    /// The members that it addresses. By default everyone for an admin, and the own class for others, who
    /// cannot name another one.
    audience: Option<Target>,
    /// For how many seconds the broadcast is shown to members who connect later, 60–604800. By default ten
    /// minutes when urgent, else a day.
    #[schema(minimum = 60, maximum = 604_800)]
    expires_in: Option<i64>,
    /// An id that the client makes, at most 80 visible ASCII characters: sending again with the same id
    /// returns the first result. Without an id, the same text to the same members within a minute is one
    /// broadcast.
    key: Option<String>,
}

/// A broadcast as its staff sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct Broadcast {
    /// The id of the broadcast, a UUID.
    id: String,
    /// The text of the broadcast, in plain text.
    content: String,
    /// The priority of the broadcast.
    priority: BroadcastPriority,
    /// The user ID of the sender; empty when the sender's account was erased.
    sender_id: String,
    /// The net name of the sender.
    sender_name: String,
    /// The members that the broadcast addresses.
    audience: Target,
    /// The number of members now whom it addresses, without its sender and those who registered after it was sent.
    audience_size: usize,
    /// The number of them who have seen it.
    reached: usize,
    /// How many panels have shown it.
    panels: PanelCount,
    /// When the broadcast was created, ISO 8601.
    created_at: String,
    /// When the broadcast expires, ISO 8601.
    expires_at: String,
    /// When the broadcast was taken back, ISO 8601.
    ended_at: Option<String>,
    /// Whether the caller may take it back.
    manageable: bool,
}

/// One page of broadcasts.
#[derive(Serialize, ToSchema)]
pub(super) struct BroadcastList {
    /// The broadcasts on this page.
    broadcasts: Vec<Broadcast>,
    /// The number of items on all pages.
    total: i64,
    /// The number of this page, from 1.
    page: u32,
    /// The largest number of items on a page.
    limit: u32,
    /// For how many seconds each priority lasts unless the sender says.
    lasts: DefaultLasts,
}

/// For how many seconds a broadcast is shown to members who connect later, by priority.
#[derive(Serialize, ToSchema)]
pub(super) struct DefaultLasts {
    /// For how many seconds a `normal` broadcast lasts.
    normal: i64,
    /// For how many seconds an `important` broadcast lasts.
    important: i64,
    /// For how many seconds an `urgent` broadcast lasts.
    urgent: i64,
}

impl DefaultLasts {
    fn new() -> Self {
        let [normal, important, urgent] =
            [BroadcastPriority::Normal, BroadcastPriority::Important, BroadcastPriority::Urgent]
                .map(BroadcastPriority::lasts);
        Self { normal, important, urgent }
    }
}

/// Which piece of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BroadcastPage {
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–100, default 20.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Lists the broadcasts, newest first, with the number of members reached: all for an admin; for others those
/// for their class, and their own.
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
    Ok(Reply::ok(BroadcastList { broadcasts, total, page, limit, lasts: DefaultLasts::new() }))
}

/// Sends a broadcast to everyone, or to part of the classes, now. Each desktop concerned gets the frame
/// `{"type": "super_island_notification", "notification": {…}}`.
#[utoipa::path(post, path = "/api/admin/broadcasts", tag = "broadcasts", request_body = NewBroadcast,
    responses((status = 200, body = Envelope<Broadcast>)))]
pub(super) async fn send_broadcast(
    State(app): State<App>,
    officer: Officer<ManageBroadcasts>,
    Json(new): Json<NewBroadcast>,
) -> Result<Reply<Broadcast>> {
    let (caller, now) = (officer.0, app.clock.now_ms());
    let lasting = new.priority.lasting(new.expires_in)?;
    let target = Target::settle(new.audience, &caller.facts)?;
    let key = model::parse_key(new.key.as_deref())?;
    let row = Row {
        id: app.random.id(&app.clock),
        seq: 0,
        sender_id: caller.facts.user_id.to_string(),
        sender_tier: target::rank(&caller.facts),
        content: model::parse_content(&new.content)?,
        priority: new.priority,
        classes: target.classes(),
        role: target.role(),
        created_at: now,
        expires_at: now + lasting,
        ended_at: None,
    };
    let facts = caller.facts.clone();
    let sent = app.write(move |tx| send::send(tx, &caller, &row, key.as_deref())).await?;
    let mut all = with_counts(&app, vec![sent], &facts).await?;
    all.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}

/// Ends a broadcast: it disappears from all screens and lists. The staff ends broadcasts for the own class
/// that nobody of a higher tier has sent; an admin ends any.
#[utoipa::path(post, path = "/api/admin/broadcasts/{id}/end", tag = "broadcasts",
    params(("id" = String, Path, description = "The id of the broadcast")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn end_broadcast(
    State(app): State<App>,
    officer: Officer<ManageBroadcasts>,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let caller = officer.0;
    app.write(move |tx| send::end(tx, &caller, &id)).await?;
    Ok(Reply::done())
}

/// Records that the member has seen a broadcast: shown to them when it is `normal`, else acknowledged. The first time,
/// the member's devices get the frame `{"type": "broadcast_seen", "id": …}`. Repeating it has no effect.
#[utoipa::path(post, path = "/api/broadcasts/{id}/seen", tag = "broadcasts",
    params(("id" = String, Path, description = "The id of the broadcast")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn mark_broadcast_seen(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    app.write(move |tx| send::see(tx, &caller.facts, &id)).await?;
    Ok(Reply::done())
}

/// A broadcast, as the desktop's island rolls it.
#[derive(Serialize, ToSchema)]
pub(super) struct AssetBroadcast {
    /// The id of the broadcast, a UUID.
    id: String,
    /// The text of the broadcast, in plain text.
    content: String,
    /// The priority of the broadcast.
    priority: BroadcastPriority,
    /// When the broadcast was created, ISO 8601.
    created_at: String,
    /// When the broadcast expires, ISO 8601.
    expires_at: String,
    /// The net name of the sender.
    sender_name: String,
    /// The real name of the sender, as the class list has it.
    sender_real_name: String,
    /// Whether the broadcast has not expired yet.
    active: bool,
    /// Whether this member has seen it, on whichever device. One that is active and not seen was missed: show it now.
    seen: bool,
}

/// Lists the newest 20 broadcasts for the caller, newest first, without ended ones and those sent before the
/// caller registered. A desktop asks for them when it connects and shows those that are `active` and not `seen`.
#[utoipa::path(get, path = "/api/assets/broadcasts", tag = "broadcasts",
    responses((status = 200, body = Envelope<Vec<AssetBroadcast>>)))]
pub(super) async fn newest_broadcasts(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<Vec<AssetBroadcast>>> {
    let now = app.clock.now_ms();
    let shown = app.db.read(move |read| Ok(store::newest(read, &caller.facts, now)?)).await?;
    let names = Names::of(&app, shown.iter().map(|shown| shown.row.sender_id.clone()).collect()).await?;
    let plain = |store::ShownBroadcast { row, seen }| AssetBroadcast {
        sender_name: names.get(&row.sender_id),
        sender_real_name: names.real(&row.sender_id),
        priority: row.priority,
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
            let people = target::people(read)?;
            let until = |row: &Row| Some(row.ended_at.unwrap_or(row.expires_at));
            let sent = |row: &Row| Sent { id: row.id.clone(), target: row.target(), until: until(row) };
            let items: Vec<_> = rows.iter().map(sent).collect();
            let on_panels = on_panels::counts(read, ShownKind::Broadcast, &items)?;
            let mut counted = Vec::with_capacity(rows.len());
            for (row, panels) in rows.into_iter().zip(on_panels) {
                let (meant, seen) = (row.addressed(&people), store::seen_by(read, &row.id)?);
                let reached = meant.iter().filter(|user| seen.contains_key(user)).count();
                counted.push((row, meant.len(), reached, panels));
            }
            Ok(counted)
        })
        .await?;
    let names = Names::of(app, senders).await?;
    let may = facts.may(&MANAGE_BROADCASTS);
    let plain = |(row, audience_size, reached, panels): (Row, usize, usize, PanelCount)| Broadcast {
        sender_name: names.get(&row.sender_id),
        priority: row.priority,
        audience: row.target(),
        created_at: iso(row.created_at),
        expires_at: iso(row.expires_at),
        ended_at: row.ended_at.map(iso),
        manageable: may && row.target().is_managed_by(row.sender_tier, facts),
        id: row.id,
        content: row.content,
        sender_id: row.sender_id,
        audience_size,
        reached,
        panels,
    };
    Ok(counted.into_iter().map(plain).collect())
}
