//! `/api/moderation/reports`, `/own` and appeals: what members ask of moderators, and what came of it.

use axum::extract::State;
use identity::user::Names;
use kernel::app::iso;
use kernel::db::Read;
use kernel::http::{Caller, Json, LimitedCaller, Path};
use kernel::user::UserFacts;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Reports;
use super::dto::Appeal;
use crate::cases::{appeal, report};
use crate::content::kind;
use crate::silence;
use crate::store::cases::CaseRow;
use crate::store::reports::OwnReportRow;
use crate::store::silences::SilenceRow;
use crate::store::{cases, reports, silences};

/// A report.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewReport {
    /// What is reported: `message`, `post` or `comment`.
    kind: String,
    /// The id of the message, post or comment.
    id: String,
    /// The reason in the words of the member, at most 500 characters.
    #[serde(default)]
    reason: String,
}

/// Reports a message, post or comment of another member to the moderators of the author's class. Repeating it while
/// the case is open notes the words of now; what was kept opens a case again only once it has changed. Its author is not
/// told.
#[utoipa::path(post, path = "/api/moderation/reports", tag = "moderation",
    request_body = NewReport, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn report_content(
    State(app): State<App>,
    limited: LimitedCaller<Reports>,
    Json(new): Json<NewReport>,
) -> Result<Reply<()>> {
    let caller = Caller::from(limited);
    report::report(&app, &caller.facts, &new.kind, &new.id, &new.reason).await?;
    Ok(Reply::done())
}

/// What the caller has reported, with what came of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnReport {
    /// The id of the report, a UUID.
    id: String,
    /// What was reported: `message`, `post` or `comment`.
    kind: String,
    /// Where it stood: the id of a room, or the number of a post.
    place: String,
    /// Whether the author is hidden.
    anonymous: bool,
    /// The user ID of the author; empty when it is anonymous.
    author_id: String,
    /// The net name of the author; empty when it is anonymous.
    author_name: String,
    /// The type of the message or post.
    r#type: String,
    /// Its words when it was reported first; null when the caller does not see it any more, and once it was settled seven
    /// days ago.
    words: Option<String>,
    /// The reason that the caller gave.
    reason: String,
    /// The state of the case: `open`, `kept`, `removed` or `restored`.
    status: String,
    /// What the moderator says to those who have reported it.
    note: String,
    /// When it was reported, ISO 8601.
    created_at: String,
    /// When the case was decided, ISO 8601; null while it is open.
    decided_at: Option<String>,
}

impl OwnReport {
    /// What is gone its reporter reads no more.
    fn new(read: &mut Read, app: &App, facts: &UserFacts, row: OwnReportRow) -> Self {
        // Of what is forgotten there are no words to show, so that it need not be looked for.
        let is_there = !row.forgotten
            && kind(app, &row.kind).is_ok_and(|kind| (kind.find)(read, app, facts, &row.content_id).is_ok());
        let words = Some(row.words).filter(|_| is_there);
        Self {
            id: row.id,
            kind: row.kind,
            place: row.place,
            anonymous: row.anonymous,
            author_id: if row.anonymous { String::new() } else { row.author_id },
            // Names come when all are read.
            author_name: String::new(),
            r#type: row.content_type,
            words,
            reason: row.reason,
            status: row.status,
            note: row.note,
            created_at: iso(row.created_at),
            decided_at: row.decided_at.map(iso),
        }
    }
}

/// Something that the caller wrote and that a moderator has removed.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnRemoval {
    /// The id of the case, a UUID.
    case_id: String,
    /// What was removed: `message`, `post` or `comment`.
    kind: String,
    /// The type of the message or post.
    r#type: String,
    /// The words; null once the caller can no longer appeal.
    words: Option<String>,
    /// Whether it was never published: a moderator has not let it through.
    held: bool,
    /// The state of the case: `removed` or `restored`.
    status: String,
    /// What the moderator says to the caller.
    reason: String,
    /// When it was removed or restored, ISO 8601.
    decided_at: Option<String>,
    /// What the caller said against the removal; null when they have not appealed.
    appeal: Option<Appeal>,
    /// Whether the caller can appeal.
    may_appeal: bool,
}

impl OwnRemoval {
    fn new(case: CaseRow, now: i64) -> Self {
        Self {
            may_appeal: appeal::is_open(&case, now),
            appeal: Appeal::of(&case),
            case_id: case.id,
            kind: case.kind,
            r#type: case.content_type,
            words: Some(case.words).filter(|_| !case.forgotten),
            held: case.held,
            status: case.status,
            reason: case.reason,
            decided_at: case.decided_at.map(iso),
        }
    }
}

/// Something that the caller wrote and that waits for a moderator.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnHeld {
    /// The id of the case, a UUID.
    case_id: String,
    /// What it is: `message`, `post` or `comment`.
    kind: String,
    /// Its words.
    words: String,
    /// The id that the caller's client made, of a message its `temp_id`; absent when it made none.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_key: Option<String>,
    /// When it was written, ISO 8601.
    created_at: String,
}

impl From<CaseRow> for OwnHeld {
    fn from(case: CaseRow) -> Self {
        Self {
            case_id: case.id,
            kind: case.kind,
            words: case.words,
            client_key: case.client_key,
            created_at: iso(case.created_at),
        }
    }
}

/// That the caller may write nothing for a time.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnSilence {
    /// When the caller may write again, ISO 8601.
    ends_at: String,
    /// The reason.
    reason: String,
}

impl From<SilenceRow> for OwnSilence {
    fn from(row: SilenceRow) -> Self {
        Self { ends_at: iso(row.ends_at), reason: row.reason }
    }
}

/// What concerns the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnModeration {
    /// That the caller may write nothing for a time; null for whoever may write.
    silence: Option<OwnSilence>,
    /// What of the caller's waits for a moderator before it is published.
    held: Vec<OwnHeld>,
    /// The newest hundred reports of the caller.
    reports: Vec<OwnReport>,
    /// The newest hundred of the caller's messages, posts and comments that moderators have removed.
    removals: Vec<OwnRemoval>,
}

/// Returns what the caller has reported, what moderators have removed of theirs, and whether they may write.
#[utoipa::path(get, path = "/api/moderation/own", tag = "moderation",
    responses((status = 200, body = Envelope<OwnModeration>)))]
pub(crate) async fn get_own_moderation(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<OwnModeration>> {
    let (user, now, facts, portal) = (caller.facts.user_id, app.clock.now_ms(), caller.facts, app.clone());
    let is_silenced = silence::silenced_until(&app, user).is_some();
    let mut own = app
        .db
        .read(move |read| {
            let silence = silences::find(read, user)?.filter(|_| is_silenced);
            let removals = cases::of_author(read, user)?.into_iter().map(|case| OwnRemoval::new(case, now));
            let removals = removals.collect();
            let reports = reports::own(read, user)?;
            let reports = reports.into_iter().map(|row| OwnReport::new(read, &portal, &facts, row)).collect();
            let held = cases::held_of(read, user)?.into_iter().map(OwnHeld::from).collect();
            Ok(OwnModeration { held, silence: silence.map(OwnSilence::from), removals, reports })
        })
        .await?;
    let authors = own.reports.iter().map(|report| report.author_id.clone()).collect();
    let names = Names::of(&app, authors).await?;
    for report in own.reports.iter_mut().filter(|report| !report.anonymous) {
        report.author_name = names.get(&report.author_id);
    }
    Ok(Reply::ok(own))
}

/// What an author says against a removal.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewAppeal {
    /// The words of the author, 1–500 characters.
    text: String,
}

/// Appeals against the removal of something that the caller wrote, once and within seven days.
#[utoipa::path(post, path = "/api/moderation/cases/{id}/appeal", tag = "moderation",
    params(("id" = String, Path, description = "The id of the case")),
    request_body = NewAppeal, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn appeal_removal(
    State(app): State<App>,
    limited: LimitedCaller<Reports>,
    Path(id): Path<String>,
    Json(new): Json<NewAppeal>,
) -> Result<Reply<()>> {
    appeal::appeal(&app, &Caller::from(limited), &id, &new.text).await?;
    Ok(Reply::done())
}
