//! Days: what they are, what is on now, and what differs on single ones.

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::http::{Caller, Json, Officer, Query};
use kernel::{App, AppTx, Envelope, Reply, Result};
use school_clock::{NextLesson as Next, State as ClockState, school_clock};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::timetables::WhichClass;
use crate::access::{ManageTimetable, Owner, OwnerKind, class_of};
use crate::calendar::{self, ClassCalendar};
use crate::dto::{Day, DayChangeOf, DayToChange, LessonOfDay};
use crate::model::{self, MAX_DAYS};
use crate::notifications;
use crate::service;
use crate::texts;

/// Which days are looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichDays {
    /// The first day, `YYYY-MM-DD`.
    #[param(format = Date)]
    from: String,
    /// The last day; at most 62 days are answered at once.
    #[param(format = Date)]
    until: String,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
    /// `self`, the default, puts the caller's own lessons in the place of those that they overlap; `class` leaves
    /// them out.
    of: Option<OwnerKind>,
}

/// Some days.
#[derive(Serialize, ToSchema)]
pub(crate) struct DayList {
    /// The days in their order, each date of the range once.
    days: Vec<Day>,
}

/// Returns the lessons of some days.
#[utoipa::path(get, path = "/api/timetable/days", tag = "timetable", params(WhichDays),
    responses((status = 200, body = Envelope<DayList>)))]
pub(crate) async fn list_days(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichDays>,
) -> Result<Reply<DayList>> {
    let (from, until) = (model::parse_date("from", &which.from)?, model::parse_date("until", &which.until)?);
    model::check_range(from, until)?;
    let class = class_of(&caller, which.class.as_deref())?;
    let member = (which.of != Some(OwnerKind::Class)).then_some(caller.facts.user_id);
    let loaded = app.db.read(move |read| calendar::load(read, class.as_deref(), member)).await?;
    let dates = from.series(jiff::Span::new().days(1)).take_while(|date| *date <= until);
    Ok(Reply::ok(DayList { days: dates.map(|date| day(&loaded, date)).collect() }))
}

fn day(loaded: &ClassCalendar, date: Date) -> Day {
    Day::new(&loaded.calendar.day(date), loaded)
}

/// What differs on some days.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct DayChanges {
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
    /// The days, each date once; at most 62.
    days: Vec<DayToChange>,
}

/// The days after a change.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedDays {
    /// The days as they are now.
    days: Vec<Day>,
    /// What differed on them before: sending it as `days` undoes the change.
    before: Vec<DayChangeOf>,
}

/// Sets what differs on some days of a class, all of them or none. A day that was changed before is as it is sent
/// here. 409 when one of them is not as the client has `seen` it.
#[utoipa::path(put, path = "/api/timetable/days", tag = "timetable", request_body = DayChanges,
    responses((status = 200, body = Envelope<ChangedDays>)))]
pub(crate) async fn change_days(
    State(app): State<App>,
    officer: Officer<ManageTimetable>,
    Json(changes): Json<DayChanges>,
) -> Result<Reply<ChangedDays>> {
    let caller = Caller::from(officer);
    let class = class_of(&caller, changes.class.as_deref())?.ok_or_else(|| texts::CLASS_MISSING.err())?;
    let owner = Owner::Class(class.clone());
    owner.authorize_change(&caller.facts)?;
    let changes = model::check_days(changes.days, MAX_DAYS)?;
    let by = caller.facts.user_id;
    let written = app.write(move |tx| {
        tx.lock_log()?;
        let before = service::set_days(tx, &class, &changes, by)?;
        let event_seq = owner.emit_changed(tx, by)?;
        notifications::notify_changed(tx, &class, &changes, by, event_seq)?;
        audit_days(tx, &caller, &class, &changes)?;
        let loaded = calendar::load(tx, Some(&class), Some(by))?;
        let days = changes.iter().map(|(date, _)| day(&loaded, *date)).collect();
        Ok(ChangedDays { days, before })
    });
    Ok(Reply::ok(written.await?))
}

/// Says in the operation log on which dates a class's lessons were changed.
///
/// # Errors
/// When the database is away.
pub(crate) fn audit_days(
    tx: &mut AppTx,
    caller: &Caller,
    class: &str,
    changes: &[(Date, DayToChange)],
) -> Result<()> {
    let dates: Vec<String> = changes.iter().map(|(date, _)| date.to_string()).collect();
    let detail = json!({ "class": class, "dates": dates });
    Ok(tx.audit(&Actor::from(caller), &texts::CHANGE_SCHOOL_DAYS, class, &detail)?)
}

/// What is on now.
#[derive(Serialize, ToSchema)]
pub(crate) struct Now {
    /// The server's time, ISO 8601.
    server_time: String,
    /// What is on.
    state: ClockState,
    /// The lesson that is on.
    #[schema(required)]
    current: Option<LessonOfDay>,
    /// The lesson that comes next, today or on a later day.
    #[schema(required)]
    next: Option<NextLesson>,
    /// When the state ends: the lesson ends, or the next one of today begins; ISO 8601.
    #[schema(required)]
    ends_at: Option<String>,
    /// The minutes until then, rounded up.
    #[schema(required)]
    minutes_left: Option<i64>,
    /// The day that it is.
    day: Day,
}

/// A lesson to come.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextLesson {
    /// The day of the lesson, `YYYY-MM-DD`.
    date: String,
    /// The lesson.
    lesson: LessonOfDay,
    /// When the lesson begins, ISO 8601.
    starts_at: String,
}

impl From<&Next<'_>> for NextLesson {
    fn from(next: &Next<'_>) -> Self {
        Self {
            date: next.date.to_string(),
            lesson: LessonOfDay::from(&next.lesson),
            starts_at: iso(next.starts_at.as_millisecond()),
        }
    }
}

/// Returns what is on for the caller now, and what comes next.
#[utoipa::path(get, path = "/api/timetable/now", tag = "timetable", params(WhichClass),
    responses((status = 200, body = Envelope<Now>)))]
pub(crate) async fn now(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichClass>,
) -> Result<Reply<Now>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let member = Some(caller.facts.user_id);
    let loaded = app.db.read(move |read| calendar::load(read, class.as_deref(), member)).await?;
    let now = app.clock.now_ms();
    let instant = Timestamp::from_millisecond(now).map_err(kernel::ApiError::internal)?;
    let reading = school_clock(&loaded.calendar, &app.timezone(), instant);
    let time = |at: Timestamp| iso(at.as_millisecond());
    Ok(Reply::ok(Now {
        server_time: iso(now),
        state: reading.state,
        current: reading.current.map(|index| LessonOfDay::from(&reading.day.lessons[index])),
        next: reading.next.as_ref().map(NextLesson::from),
        ends_at: reading.ends_at.map(time),
        minutes_left: reading.minutes_left,
        day: Day::new(&reading.day, &loaded),
    }))
}
