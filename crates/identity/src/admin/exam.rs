//! Whether an exam is on. The whole portal has an exam mode and so has each class; either one holds. Features
//! that stay closed during an exam ask here.

use jiff::Timestamp;
use kernel::api_client::ApiClient;
use kernel::app::iso;
use kernel::db::{DbResult, Tx};
use kernel::scope::Scope;
use kernel::user::{Tier, UserFacts};
use kernel::{App, Result};

use super::texts;
use crate::user::facts_of;

/// The portal's setting; a class's has the class's two digits after a dot. It holds the two times with a slash
/// between them, and nothing when the exam mode was ended before its time.
const EXAM_MODE: &str = "exam_mode";

/// From when until when an exam is held, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exam {
    pub from: i64,
    pub until: i64,
}

impl Exam {
    pub(super) fn is_active(self, now: i64) -> bool {
        self.from <= now && now < self.until
    }

    fn parse(stored: &str) -> Option<Self> {
        let (from, until) = stored.split_once('/')?;
        let at = |text: &str| text.parse::<Timestamp>().ok().map(Timestamp::as_millisecond);
        Some(Self { from: at(from)?, until: at(until)? })
    }
}

fn setting(scope: &Scope) -> String {
    scope.class().map_or_else(|| EXAM_MODE.to_owned(), |class| format!("{EXAM_MODE}.{class}"))
}

/// The exam that was set for this scope and is not over.
pub(super) fn of(app: &App, scope: &Scope) -> Option<Exam> {
    let exam = Exam::parse(&app.settings.text(&setting(scope))?)?;
    (exam.until > app.clock.now_ms()).then_some(exam)
}

/// The exam that those who belong to this scope sit now or next. Two that overlap or meet are one.
pub(super) fn next(app: &App, scope: &Scope) -> Option<Exam> {
    let class = scope.class().and_then(|_| of(app, scope));
    let (Some(portal), Some(class)) = (of(app, &Scope::Portal), class) else {
        return class.or_else(|| of(app, &Scope::Portal));
    };
    let (first, second) = if class.from < portal.from { (class, portal) } else { (portal, class) };
    let joined = second.from <= first.until;
    Some(if joined { Exam { until: first.until.max(second.until), ..first } } else { first })
}

/// From when until when the exam is held that is on where this scope holds, or else comes next; in milliseconds.
#[must_use]
pub fn next_times(app: &App, scope: &Scope) -> Option<(i64, i64)> {
    next(app, scope).map(|exam| (exam.from, exam.until))
}

/// Sets the exam of this scope; `None` ends it.
pub(super) fn store(tx: &mut Tx, app: &App, scope: &Scope, exam: Option<Exam>) -> DbResult<()> {
    let stored = exam.map(|exam| format!("{}/{}", iso(exam.from), iso(exam.until)));
    app.settings.set(tx, &setting(scope), &stored.unwrap_or_default())
}

/// When the exam ends that is on where this scope holds, in milliseconds; `None` while there is none.
#[must_use]
pub fn until(app: &App, scope: &Scope) -> Option<i64> {
    let now = app.clock.now_ms();
    next(app, scope).filter(|exam| exam.is_active(now)).map(|exam| exam.until)
}

/// When the exam ends that this member sits now, in milliseconds. Class admins and admins sit none; officers do.
#[must_use]
pub fn closed_until(app: &App, facts: &UserFacts) -> Option<i64> {
    if facts.tier() >= Tier::ClassAdmin { None } else { until(app, &Scope::of(facts)) }
}

/// Refuses what is closed during an exam to a member who sits one.
///
/// # Errors
/// 403 with the slug `exam_mode`.
pub fn refuse(app: &App, facts: &UserFacts) -> Result<()> {
    closed_until(app, facts).map_or(Ok(()), |until| Err(texts::EXAM_ON.with("until", app.clock_time(until))))
}

/// Refuses what is closed during an exam to a program whose operator sits one: what its owner may do is no way around
/// it.
///
/// # Errors
/// 403 with the slug `exam_mode`.
pub async fn refuse_program(app: &App, client: &ApiClient) -> Result<()> {
    let Some(operator) = client.operator else { return Ok(()) };
    let operator = facts_of(app, operator).await?;
    operator.map_or(Ok(()), |operator| refuse(app, &operator))
}
