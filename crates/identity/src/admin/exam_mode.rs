//! `/api/admin/exam-mode`: from when until when the class sits an exam; `/api/user/exam-mode` tells every
//! desktop. What is closed meanwhile is the matter of the features (`interface 4.13`).

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::events::NewEvent;
use kernel::http::{Caller, Json, Query};
use kernel::scope::Scope;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::access::AppManager;
use super::events::AdminEvent;
use super::exam::{self, Exam};
use super::exam_digest;
use super::texts;

/// The longest exam mode, in days: whoever forgets it finds it over.
const MAX_DAYS: i64 = 14;
/// How far ahead it may begin, in days.
const MAX_DAYS_AHEAD: i64 = 60;
/// A time is 24 characters long as the portal writes it.
const MAX_TIME: usize = 40;

/// The new exam mode.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct ExamModeChange {
    /// The class, two digits. Only for admins of all classes, who set the exam mode of the whole portal without
    /// it; others set that of their own class.
    class: Option<String>,
    /// When the exam begins, ISO 8601, at most 60 days ahead; it may have begun. Absent or null is now.
    from: Option<String>,
    /// When the exam ends, ISO 8601, at most 14 days after it begins; null ends the exam mode at once, or takes
    /// back one that was planned.
    // This makes the field required: without it, an absent one would be null.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    until: Option<String>,
}

impl ExamModeChange {
    /// # Errors
    /// 400 for what is no time, is over, ends before it begins, or is too long or too far ahead.
    fn exam(&self, now: i64) -> Result<Option<Exam>> {
        let Some(until) = self.until.as_deref() else { return Ok(None) };
        let until = parse_time("until", until)?;
        let from = self.from.as_deref().map_or(Ok(now), |from| parse_time("from", from))?;
        if until <= from {
            return Err(texts::EXAM_ENDS_EARLY.err());
        }
        if until <= now {
            return Err(texts::EXAM_PAST.err());
        }
        if until - from > days(MAX_DAYS) {
            return Err(texts::EXAM_LONG.with("max", MAX_DAYS));
        }
        if from - now > days(MAX_DAYS_AHEAD) {
            return Err(texts::EXAM_FAR.with("max", MAX_DAYS_AHEAD));
        }
        Ok(Some(Exam { from, until }))
    }
}

fn days(count: i64) -> i64 {
    SignedDuration::from_hours(24 * count).as_millis().try_into().unwrap_or(i64::MAX)
}

fn parse_time(field: &'static str, raw: &str) -> Result<i64> {
    let at = raw.parse::<Timestamp>().ok().filter(|_| raw.len() <= MAX_TIME);
    at.map(Timestamp::as_millisecond).ok_or_else(|| texts::EXAM_TIME_INVALID.with("field", field))
}

/// Which exam mode is looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// The class, two digits. Only for admins of all classes, who see the exam mode of the whole portal without
    /// it.
    class: Option<String>,
}

/// From when until when an exam is held.
#[derive(Serialize, ToSchema)]
pub(super) struct ExamMode {
    /// The class that the answer is about; `null` for the whole portal.
    #[schema(required)]
    class: Option<String>,
    /// When the exam begins, ISO 8601; `null` when none is on or planned.
    #[schema(required)]
    from: Option<String>,
    /// When the exam ends, ISO 8601; `null` when none is on or planned.
    #[schema(required)]
    until: Option<String>,
    /// Whether the exam is on now.
    active: bool,
    /// When the exam of the whole portal ends, which holds for every class; `null` when none is on or planned.
    #[schema(required)]
    portal_until: Option<String>,
}

impl ExamMode {
    fn new(app: &App, scope: &Scope, exam: Option<Exam>) -> Self {
        Self {
            class: scope.class().map(str::to_owned),
            from: exam.map(|exam| iso(exam.from)),
            until: exam.map(|exam| iso(exam.until)),
            active: exam.is_some_and(|exam| exam.is_active(app.clock.now_ms())),
            portal_until: exam::of(app, &Scope::Portal).map(|exam| iso(exam.until)),
        }
    }

    /// What was set for this scope.
    fn of(app: &App, scope: &Scope) -> Self {
        Self::new(app, scope, exam::of(app, scope))
    }
}

/// Returns the exam mode of the caller's class; for admins of all classes that of the whole portal, or of the
/// class that they name. One that is over is none.
#[utoipa::path(get, path = "/api/admin/exam-mode", tag = "admin", params(Which),
    responses((status = 200, body = Envelope<ExamMode>)))]
pub(super) async fn exam_mode(
    State(app): State<App>,
    manager: AppManager,
    Query(which): Query<Which>,
) -> Result<Reply<ExamMode>> {
    let scope = Scope::managed(&manager.0.facts, which.class.as_deref())?;
    Ok(Reply::ok(ExamMode::of(&app, &scope)))
}

/// Returns the exam that the caller's class sits now, or the next one: the class's or the whole portal's. Two
/// that overlap or meet are told as one. A desktop asks here after its start, after a lost connection and after
/// an exam mode has changed.
#[utoipa::path(get, path = "/api/user/exam-mode", tag = "admin",
    responses((status = 200, body = Envelope<ExamMode>)))]
pub(super) async fn own_exam_mode(State(app): State<App>, caller: Caller) -> Result<Reply<ExamMode>> {
    let scope = Scope::of(&caller.facts);
    Ok(Reply::ok(ExamMode::new(&app, &scope, exam::next(&app, &scope))))
}

/// Sets or ends the exam mode of the caller's class; admins of all classes do it for the whole portal, or for
/// the class that they name. It begins and ends by itself, and a new one replaces the one before. That of a
/// class does not change with that of the whole portal.
#[utoipa::path(put, path = "/api/admin/exam-mode", tag = "admin", request_body = ExamModeChange,
    responses((status = 200, body = Envelope<ExamMode>)))]
pub(super) async fn set_exam_mode(
    State(app): State<App>,
    manager: AppManager,
    Json(change): Json<ExamModeChange>,
) -> Result<Reply<ExamMode>> {
    let caller = manager.0;
    let scope = Scope::managed(&caller.facts, change.class.as_deref())?;
    let exam = change.exam(app.clock.now_ms())?;
    let turned = scope.clone();
    let written = app.write(move |tx| {
        let (from, until) = (exam.map(|exam| iso(exam.from)), exam.map(|exam| iso(exam.until)));
        let data = turned.with_class(json!({ "from": from, "until": until }));
        let class = turned.class().map(ToOwned::to_owned);
        let changed = AdminEvent::ExamModeChanged { class, from, until };
        let seq = tx.emit(NewEvent::new(&changed, turned.audience()).by(caller.facts.user_id))?;
        exam_digest::note_exam(tx, &turned, exam, seq)?;
        let app = tx.app().clone();
        exam::store(tx, &app, &turned, exam)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::SET_EXAM_MODE, "exam_mode", &data)?)
    });
    written.await?;
    Ok(Reply::ok(ExamMode::of(&app, &scope)))
}
