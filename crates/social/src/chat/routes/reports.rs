//! `/api/chat/reports`: what members ask moderators to look at.

use axum::extract::State;
use identity::user::Names;
use kernel::app::iso;
use kernel::db::Read;
use kernel::http::{Caller, Json, Officer, Path, Query, Requires};
use kernel::user::{Permission, Tier, UserId};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::actor;
use crate::chat::dto::{self, ChatMessage};
use crate::chat::messages::report::{self, Case, Verdict};
use crate::chat::store::reports::{self, ReportRow};
use identity::admin::MANAGE_POSTS;

/// Officers for posts look after the chat too.
pub(in crate::chat) struct ManagePosts;

impl Requires for ManagePosts {
    fn permission() -> &'static Permission {
        &MANAGE_POSTS
    }
}

/// Why a message is reported.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct NewChatReport {
    /// The reason in the words of the member, at most 500 characters.
    #[serde(default)]
    reason: String,
}

/// Reports a message of another member to the moderators. Repeating it has no effect.
#[utoipa::path(post, path = "/api/chat/messages/{id}/report", tag = "chat",
    params(("id" = String, Path, description = "The id of the message")),
    request_body = NewChatReport, responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn report_message(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    body: Option<Json<NewChatReport>>,
) -> Result<Reply<()>> {
    let reason = body.map(|Json(new)| new.reason).unwrap_or_default();
    report::report(&app, &actor(&caller), &id, &reason).await?;
    Ok(Reply::done())
}

/// Which reports.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::chat) struct ReportQuery {
    /// Only reports in this state: `open` (default), `dismissed` or `recalled`.
    status: Option<String>,
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// The number of items on a page: 1–100, default 20.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// A report about a message.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatReport {
    /// The id of the report, a UUID.
    id: String,
    /// The id of the reported message.
    message_id: String,
    /// The id of the room of the message.
    room_id: String,
    /// The name of the room; empty for a private room, and for a group that was dissolved.
    room_name: String,
    /// The user ID of the sender of the message.
    sender_id: String,
    /// The net name of the sender of the message.
    sender_name: String,
    /// The user ID of the member who reported it; shown to class admins and admins only.
    #[serde(skip_serializing_if = "Option::is_none")]
    reporter_id: Option<String>,
    /// The net name of the member who reported the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    reporter_name: Option<String>,
    /// The reason in the words of the member.
    reason: String,
    /// The type of the reported message.
    r#type: String,
    /// The text of the message when it was reported; shown to moderators, and to the reporting member until
    /// it is recalled.
    content: String,
    /// The state of the report: `open`, `dismissed` or `recalled`.
    status: String,
    /// The user ID of the moderator who settled it; shown to moderators only.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_by: Option<String>,
    /// The net name of the moderator who resolved the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolver_name: Option<String>,
    /// When the report was settled, ISO 8601.
    resolved_at: Option<String>,
    /// The text of the moderator for the member who reported the message.
    note: String,
    /// The number of members whose reports about the message have the same state.
    reporters: usize,
    /// When the report was created, ISO 8601.
    created_at: String,
}

/// How much of a report someone sees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReportView {
    Reporter,
    Officer,
    Admin,
}

/// A report with what is looked up for it.
struct ReportDetails {
    row: ReportRow,
    room_name: String,
    reporters: usize,
}

fn with_details(read: &mut Read, rows: Vec<ReportRow>) -> Result<Vec<ReportDetails>> {
    let facts = |row: ReportRow| {
        let room_name = report::room_name(read, &row.room_id)?;
        let reporters = reports::together(read, &row)?.len();
        Ok(ReportDetails { row, room_name, reporters })
    };
    rows.into_iter().map(facts).collect()
}

fn view_of(caller: &Caller) -> ReportView {
    if caller.facts.tier() >= Tier::ClassAdmin { ReportView::Admin } else { ReportView::Officer }
}

impl ChatReport {
    fn new(
        ReportDetails { row, room_name, reporters }: ReportDetails,
        names: &Names,
        view: ReportView,
    ) -> Self {
        let is_moderator = view != ReportView::Reporter;
        let reporter_id = (view == ReportView::Admin).then_some(row.reporter_id);
        let resolved_by = row.resolved_by.filter(|_| is_moderator);
        Self {
            sender_name: names.get(&row.sender_id),
            reporter_name: reporter_id.as_deref().map(|id| names.get(id)),
            resolver_name: resolved_by.as_deref().map(|id| names.get(id)),
            id: row.id,
            message_id: row.message_id,
            room_id: row.room_id,
            room_name,
            sender_id: row.sender_id,
            reporter_id,
            reason: row.reason,
            r#type: row.kind,
            content: row.content,
            status: row.status,
            resolved_by,
            resolved_at: row.resolved_at.map(iso),
            note: row.note,
            reporters: if is_moderator { reporters } else { 1 },
            created_at: iso(row.created_at),
        }
    }

    /// Several, with their names.
    async fn of(app: &App, all: Vec<ReportDetails>, view: ReportView) -> Result<Vec<Self>> {
        let rows = all.iter().map(|facts| &facts.row);
        let named = rows.flat_map(|row| {
            [row.sender_id.clone(), row.reporter_id.clone()].into_iter().chain(row.resolved_by.clone())
        });
        let names = Names::of(app, named.collect()).await?;
        Ok(all.into_iter().map(|facts| Self::new(facts, &names, view)).collect())
    }
}

/// A page of reports, the newest of each message, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatReports {
    /// The reports on this page.
    reports: Vec<ChatReport>,
    /// Messages, not members who reported them.
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// The largest number of items on a page.
    limit: i64,
}

/// Lists the reports of the caller's class, for admins of all classes, without reports about the caller.
#[utoipa::path(get, path = "/api/chat/reports", tag = "chat", params(ReportQuery),
    responses((status = 200, body = Envelope<ChatReports>)))]
pub(in crate::chat) async fn list_reports(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Query(query): Query<ReportQuery>,
) -> Result<Reply<ChatReports>> {
    let caller = officer.0;
    let (page, limit) = (query.page.unwrap_or(1).clamp(1, 1 << 32), query.limit.unwrap_or(20).clamp(1, 100));
    let status = match query.status.as_deref().unwrap_or("open") {
        "open" => "open",
        "dismissed" => "dismissed",
        "recalled" => "recalled",
        _ => return Err(ApiError::invalid("status")),
    };
    let scope = report::scope(&caller.facts, status);
    let (found, total) = app
        .db
        .read(move |read| {
            let rows = reports::list(read, &scope, limit, (page - 1) * limit)?;
            Ok((with_details(read, rows)?, reports::count(read, &scope)?))
        })
        .await?;
    let reports = ChatReport::of(&app, found, view_of(&caller)).await?;
    Ok(Reply::ok(ChatReports { reports, total, page, limit }))
}

/// Lists the newest hundred reports of the caller with their results.
#[utoipa::path(get, path = "/api/chat/reports/own", tag = "chat",
    responses((status = 200, body = Envelope<Vec<ChatReport>>)))]
pub(in crate::chat) async fn list_own_reports(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<Vec<ChatReport>>> {
    let user = caller.facts.user_id;
    let found = app
        .db
        .read(move |read| {
            let rows = reports::own(read, user)?;
            with_details(read, rows)
        })
        .await?;
    Ok(Reply::ok(ChatReport::of(&app, found, ReportView::Reporter).await?))
}

/// The report of one member about a message.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatAccusation {
    /// Shown to class admins and admins alone; an erased member has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    reporter_id: Option<String>,
    /// The net name of the member who reported the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    reporter_name: Option<String>,
    /// The reason in the words of the member.
    reason: String,
    /// When the report was created, ISO 8601.
    created_at: String,
}

/// A report with the messages around it, as a moderator sees it.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatCase {
    /// The report about the message.
    report: ChatReport,
    /// All who reported the message, the first first.
    accusations: Vec<ChatAccusation>,
    /// The message and up to five on either side, as its reporter sees them; empty once the report
    /// is settled.
    around: Vec<ChatMessage>,
    /// Whether the message is there, and its sender the moderator's to manage.
    may_recall: bool,
}

/// Returns a report with the messages around it. When the caller is not in the room, the operation log
/// records it.
#[utoipa::path(get, path = "/api/chat/reports/{id}", tag = "chat",
    params(("id" = String, Path, description = "The id of the report")),
    responses((status = 200, body = Envelope<ChatCase>)))]
pub(in crate::chat) async fn get_report(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Path(id): Path<String>,
) -> Result<Reply<ChatCase>> {
    let caller = officer.0;
    let Case { report, together, around, room_name, may_recall } =
        report::open(&app, &actor(&caller), &id).await?;
    let view = view_of(&caller);
    let shown = |row: &ReportRow| (view == ReportView::Admin).then(|| row.reporter_id.clone());
    let names = Names::of(&app, together.iter().filter_map(shown).collect()).await?;
    let accusations = together.iter().map(|row| {
        let reporter_id = shown(row).filter(|id| UserId::parse(id).is_some());
        let reporter_name = shown(row).map(|id| names.get(&id));
        let (reason, created_at) = (row.reason.clone(), iso(row.created_at));
        ChatAccusation { reporter_id, reporter_name, reason, created_at }
    });
    let accusations: Vec<ChatAccusation> = accusations.collect();
    let facts = ReportDetails { row: report, room_name, reporters: accusations.len() };
    let report = ChatReport::of(&app, vec![facts], view).await?.pop().ok_or_else(ApiError::not_found)?;
    let around = dto::messages(&app, around, Vec::new()).await?;
    Ok(Reply::ok(ChatCase { report, accusations, around, may_recall }))
}

/// What a moderator does with a report.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ChatVerdict {
    /// Nothing.
    Dismiss,
    /// The message is recalled.
    Recall,
    /// It was dismissed by mistake.
    Reopen,
}

/// The decision of a moderator about a report.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatResolution {
    /// What the moderator does with the message.
    action: ChatVerdict,
    /// A text for the member who reported the message, at most 500 characters.
    #[serde(default)]
    note: String,
}

/// Settles all open reports of a message, or reopens dismissed ones.
#[utoipa::path(post, path = "/api/chat/reports/{id}/resolve", tag = "chat",
    params(("id" = String, Path, description = "The id of the report")),
    request_body = ChatResolution, responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn resolve_report(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Path(id): Path<String>,
    Json(resolution): Json<ChatResolution>,
) -> Result<Reply<()>> {
    let caller = officer.0;
    let verdict = match resolution.action {
        ChatVerdict::Dismiss => Verdict::Dismiss,
        ChatVerdict::Recall => Verdict::Recall,
        ChatVerdict::Reopen => Verdict::Reopen,
    };
    report::resolve(&app, &actor(&caller), &id, verdict, &resolution.note).await?;
    Ok(Reply::done())
}
