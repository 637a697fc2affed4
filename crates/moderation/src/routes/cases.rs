//! `/api/moderation/cases`: the queue of moderators.

use axum::extract::State;
use identity::user::Names;
use kernel::app::iso;
use kernel::http::{Caller, Json, Officer, Path, Query};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::ManagePosts;
use super::dto::{CaseQuote, MemberReport, ModerationCase, is_member, sees_reporters};
use crate::cases::decide::{self, DecisionTexts};
use crate::cases::view::{self, CaseDetails, CasePage, ShownCase};
use crate::content::{Moderator, kind};
use crate::model::{self, Action, Filter};

/// Which cases.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CaseQuery {
    /// Only cases in this state: `open` (default), `appealed` (removed, and the author waits for a decision on their
    /// appeal), `kept`, `removed` or `restored`.
    status: Option<String>,
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// The number of items on a page: 1–100, default 20.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// How many cases wait for the caller's decision.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingCases {
    /// The number of open cases.
    open: i64,
    /// The number of cases whose author has appealed and waits, without those on which another moderator has to decide
    /// because the caller removed the content.
    appealed: i64,
}

/// A page of cases, newest first; of appeals the one that waits longest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct ModerationCases {
    /// The cases on this page.
    cases: Vec<ModerationCase>,
    /// The number of all cases in this state.
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// The largest number of items on a page.
    limit: i64,
    /// The number of cases that wait, whichever state was asked for.
    waiting: WaitingCases,
}

/// Lists the cases of the caller's class, for admins of all classes, but for those of the caller's own content. The words
/// of what the caller does not see otherwise, as in a private room, are left out.
#[utoipa::path(get, path = "/api/moderation/cases", tag = "moderation", params(CaseQuery),
    responses((status = 200, body = Envelope<ModerationCases>)))]
pub(crate) async fn list_cases(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Query(query): Query<CaseQuery>,
) -> Result<Reply<ModerationCases>> {
    let caller: Caller = officer.into();
    let (page, limit) = (query.page.unwrap_or(1).clamp(1, 1 << 32), query.limit.unwrap_or(20).clamp(1, 100));
    let filter = match query.status.as_deref() {
        None => Filter::default(),
        Some(raw) => raw.parse().map_err(|_| ApiError::invalid("status"))?,
    };
    let found = view::page(&app, &caller.facts, filter, (limit, (page - 1) * limit)).await?;
    let CasePage { cases, total, waiting } = found;
    let cases = ModerationCase::of(&app, cases).await?;
    let waiting = WaitingCases { open: waiting.open, appealed: waiting.appealed };
    Ok(Reply::ok(ModerationCases { cases, total, page, limit, waiting }))
}

/// A case with what a moderator has to know of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ModerationCaseDetails {
    /// The case.
    case: ModerationCase,
    /// What the place is called: the name of a room, or the title of a post; empty for a private room, and for what is
    /// gone.
    place_name: String,
    /// Who has reported it and why, the first first.
    reports: Vec<MemberReport>,
    /// The content among what was written before and after it, oldest first; empty once nobody waits for a decision.
    quotes: Vec<CaseQuote>,
}

/// Returns a case with what was written around the content. When the caller does not see the content otherwise, the
/// operation log records it.
#[utoipa::path(get, path = "/api/moderation/cases/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The id of the case")),
    responses((status = 200, body = Envelope<ModerationCaseDetails>)))]
pub(crate) async fn get_case(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Path(id): Path<String>,
) -> Result<Reply<ModerationCaseDetails>> {
    let caller: Caller = officer.into();
    let moderator = Moderator::of(&app, &caller).await?;
    let CaseDetails { case, title, reports, surroundings } = view::open(&app, &moderator, &id).await?;
    let names = Names::of(&app, reports.iter().map(|report| report.reporter_id.clone()).collect()).await?;
    let is_told = sees_reporters(&caller);
    let reports = reports.into_iter().map(|row| MemberReport {
        reporter_name: is_told.then(|| names.get(&row.reporter_id)),
        reporter_real_name: is_told.then(|| names.real(&row.reporter_id)),
        reporter_id: is_told.then(|| Some(row.reporter_id).filter(|id| is_member(id)).unwrap_or_default()),
        reason: row.reason,
        words: Some(row.words).filter(|words| !words.is_empty()),
        created_at: iso(row.created_at),
    });
    let reports: Vec<MemberReport> = reports.collect();
    let case = ShownCase { case, title, words_hidden: false };
    let case = ModerationCase::of(&app, vec![case]).await?.pop().ok_or_else(ApiError::not_found)?;
    let quotes = CaseQuote::of(&app, surroundings.quotes).await?;
    Ok(Reply::ok(ModerationCaseDetails { case, place_name: surroundings.place_name, reports, quotes }))
}

/// The decision of a moderator.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Decision {
    /// What the moderator does. An open case is kept or removed, a kept one reopened, a removed one restored; of an
    /// appeal, `restore` grants it and `uphold` does not.
    action: Action,
    /// A text for the author, at most 500 characters; `remove` and `uphold` need one.
    #[serde(default)]
    reason: String,
    /// A text for those who have reported it, at most 500 characters.
    #[serde(default)]
    note: String,
}

/// Decides on a case, for all who have reported it. The author of what is removed is told the reason and can appeal for
/// seven days. An appeal against a removal is upheld by another moderator than the one who removed it, or by a class
/// admin or admin.
#[utoipa::path(post, path = "/api/moderation/cases/{id}/decision", tag = "moderation",
    params(("id" = String, Path, description = "The id of the case")),
    request_body = Decision, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn decide_case(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Path(id): Path<String>,
    Json(decision): Json<Decision>,
) -> Result<Reply<()>> {
    let caller: Caller = officer.into();
    let texts = DecisionTexts::parse(decision.action, &decision.reason, &decision.note)?;
    let moderator = Moderator::of(&app, &caller).await?;
    decide::decide(&app, &moderator, &id, decision.action, &texts).await?;
    Ok(Reply::done())
}

/// What a moderator removes.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Removal {
    /// What it is: `message`, `post` or `comment`.
    kind: String,
    /// The id of the message, post or comment.
    id: String,
    /// A text for the author, 1–500 characters.
    reason: String,
}

/// Removes a message, post or comment that the caller sees and moderates, whether or not somebody has reported it. Its
/// author is told the reason and can appeal for seven days.
#[utoipa::path(post, path = "/api/moderation/removals", tag = "moderation",
    request_body = Removal, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn remove_content(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Json(removal): Json<Removal>,
) -> Result<Reply<()>> {
    let caller: Caller = officer.into();
    let (kind, reason) = (kind(&app, &removal.kind)?, model::parse_required_reason(&removal.reason)?);
    let moderator = Moderator::of(&app, &caller).await?;
    app.write(move |tx| {
        tx.lock_log()?;
        let app = tx.app();
        let content = (kind.find)(tx, app, &moderator.facts, &removal.id)?;
        decide::remove(tx, &moderator, kind.name, &removal.id, &content, &reason)
    })
    .await?;
    Ok(Reply::done())
}
