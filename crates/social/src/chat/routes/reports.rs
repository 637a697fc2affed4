//! `/api/chat/reports`: what members ask moderators to look at.

use axum::extract::State;
use kernel::app::iso;
use kernel::http::{Caller, Json, Officer, Path, Query, Requires};
use kernel::user::{Permission, Tier};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::by;
use crate::chat::report::{self, Verdict};
use crate::chat::store::reports::{self, ReportRow};

/// Officers for posts look after the chat too.
pub(in crate::chat) struct ManagePosts;

impl Requires for ManagePosts {
    const PERMISSION: Permission = Permission::ManagePosts;
}

/// Why a message is reported.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct NewChatReport {
    /// In one's own words, at most 500 characters.
    #[serde(default)]
    reason: String,
}

/// Reports a message of another to whoever moderates. Once each; again changes nothing.
#[utoipa::path(post, path = "/api/chat/messages/{id}/report", tag = "chat", params(("id" = String, Path)),
    request_body = NewChatReport, responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn report_message(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    body: Option<Json<NewChatReport>>,
) -> Result<Reply<()>> {
    let reason = body.map(|Json(new)| new.reason).unwrap_or_default();
    report::report(&app, &by(&caller), &id, &reason).await?;
    Ok(Reply::done())
}

/// Which reports.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::chat) struct ReportQuery {
    /// `open` unless told, `dismissed` or `recalled`.
    status: Option<String>,
    /// From 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// 1–100; 20 unless told.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// A report.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatReport {
    id: String,
    message_id: String,
    room_id: String,
    /// Who wrote it.
    sender_id: String,
    /// Who reported it; shown to class admins and admins alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    reporter_id: Option<String>,
    reason: String,
    /// Of the message.
    r#type: String,
    /// As it was when reported; shown to moderators alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    /// `open`, `dismissed` or `recalled`.
    status: String,
    resolved_by: Option<String>,
    /// ISO 8601.
    resolved_at: Option<String>,
    /// What the moderator said to it.
    note: String,
    /// ISO 8601.
    created_at: String,
}

/// How much of a report someone sees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Reporter,
    Officer,
    Admin,
}

impl ChatReport {
    fn new(row: ReportRow, seen: Seen) -> Self {
        Self {
            id: row.id,
            message_id: row.message_id,
            room_id: row.room_id,
            sender_id: row.sender_id,
            reporter_id: (seen == Seen::Admin).then_some(row.reporter_id),
            reason: row.reason,
            r#type: row.kind,
            content: (seen != Seen::Reporter).then_some(row.content),
            status: row.status,
            resolved_by: row.resolved_by,
            resolved_at: row.resolved_at.map(iso),
            note: row.note,
            created_at: iso(row.created_at),
        }
    }
}

/// A page of reports, the newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatReports {
    reports: Vec<ChatReport>,
    total: i64,
    page: i64,
    limit: i64,
}

/// The reports of one's class, or of all for admins; none of oneself.
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
    let (rows, total) = app
        .db
        .read(move |read| {
            Ok((reports::list(read, &scope, limit, (page - 1) * limit)?, reports::count(read, &scope)?))
        })
        .await?;
    let seen = if caller.facts.tier() >= Tier::ClassAdmin { Seen::Admin } else { Seen::Officer };
    let reports = rows.into_iter().map(|row| ChatReport::new(row, seen)).collect();
    Ok(Reply::ok(ChatReports { reports, total, page, limit }))
}

/// What one has reported, and what came of it; the newest hundred.
#[utoipa::path(get, path = "/api/chat/reports/own", tag = "chat",
    responses((status = 200, body = Envelope<Vec<ChatReport>>)))]
pub(in crate::chat) async fn list_own_reports(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<Vec<ChatReport>>> {
    let user = caller.facts.user_id;
    let rows = app.db.read(move |read| Ok(reports::own(read, user)?)).await?;
    Ok(Reply::ok(rows.into_iter().map(|row| ChatReport::new(row, Seen::Reporter)).collect()))
}

/// What is to come of it.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ChatVerdict {
    /// Nothing.
    Dismiss,
    /// The message is recalled.
    Recall,
}

/// A moderator's answer to a report.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatResolution {
    action: ChatVerdict,
    /// For whoever reported it, at most 500 characters.
    #[serde(default)]
    note: String,
}

/// Settles a report, and with it every open one of the same message.
#[utoipa::path(post, path = "/api/chat/reports/{id}/resolve", tag = "chat", params(("id" = String, Path)),
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
    };
    report::resolve(&app, &by(&caller), &id, verdict, &resolution.note).await?;
    Ok(Reply::done())
}
