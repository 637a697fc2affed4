//! Who is on duty.

use axum::extract::State;
use jiff::Span;
use jiff::civil::Date;
use kernel::http::{Caller, Query};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::tickers;
use crate::access::{WhichClass, class_of, may_manage, parse_date, plus};
use crate::duty::board::Board;
use crate::duty::dto::DutyDay;
use crate::duty::model::{AHEAD_DAYS, MAX_DAYS, OWN_DAYS};
use crate::duty::rotation::monday;
use crate::duty::texts;
use crate::texts as shared;

/// Which days are looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DutyRange {
    /// The first day, `YYYY-MM-DD`; the Monday of this week by default.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day; six days after the first by default, and at most 62 days are answered at once.
    #[param(format = Date)]
    until: Option<String>,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
}

/// Some days.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyDays {
    /// The class, two digits.
    class: String,
    /// Whether the caller may change the duty of the class.
    may_manage: bool,
    /// Today in the portal's time zone, `YYYY-MM-DD`.
    today: String,
    /// The days in their order, each date of the range once.
    days: Vec<DutyDay>,
    /// The dates of the next 60 days on which the caller is on duty.
    mine: Vec<String>,
}

/// Returns who is on duty on some days.
#[utoipa::path(get, path = "/api/duty", tag = "duty", params(DutyRange),
    responses((status = 200, body = Envelope<DutyDays>)))]
pub(crate) async fn list_duty(
    State(app): State<App>,
    caller: Caller,
    Query(range): Query<DutyRange>,
) -> Result<Reply<DutyDays>> {
    let class = class_of(&caller, range.class.as_deref())?;
    let today = app.today();
    let (from, until) = range.checked(today)?;
    let of_class = class.clone();
    let loaded = app.db.read(move |read| {
        let board = Board::load(read, &of_class, today, from, until)?;
        Ok((board, Board::load(read, &of_class, today, today, plus(today, OWN_DAYS))?))
    });
    let (board, own) = loaded.await?;
    let names = tickers(&app, &board.turns).await?;
    let dates = from.series(Span::new().days(1)).take_while(|date| *date <= until);
    let mut mine: Vec<String> =
        own.of_person(caller.facts.user_id).map(|turn| turn.date.to_string()).collect();
    mine.dedup();
    Ok(Reply::ok(DutyDays {
        may_manage: may_manage(&caller.facts, &class),
        class,
        today: today.to_string(),
        days: dates.map(|date| DutyDay::new(&board, date, &names, today)).collect(),
        mine,
    }))
}

impl DutyRange {
    fn checked(&self, today: Date) -> Result<(Date, Date)> {
        let given =
            |field, raw: &Option<String>| raw.as_deref().map(|raw| parse_date(field, raw)).transpose();
        let from = given("from", &self.from)?.unwrap_or_else(|| monday(today));
        let until = given("until", &self.until)?.unwrap_or_else(|| plus(from, 6));
        if until < from || until > plus(from, MAX_DAYS - 1) {
            return Err(shared::RANGE_INVALID.with("max", MAX_DAYS));
        }
        if until > plus(today, AHEAD_DAYS) {
            return Err(texts::TOO_FAR.with("max", AHEAD_DAYS));
        }
        Ok((from, until))
    }
}

/// A turn of the caller to come.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextDutyTurn {
    /// The day of the turn, `YYYY-MM-DD`.
    date: String,
    /// The id of the roster.
    roster_id: String,
    /// The name of the roster.
    roster: String,
    /// The task; null for none.
    #[schema(required)]
    task: Option<String>,
}

/// The duty of today.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyToday {
    /// The class, two digits.
    class: String,
    /// Whether the caller may change the duty of the class.
    may_manage: bool,
    /// The day.
    #[serde(flatten)]
    day: DutyDay,
    /// The dates of the next 60 days on which the caller is on duty.
    mine: Vec<String>,
    /// The next turn of the caller after today; null for none in the next 60 days.
    #[schema(required)]
    next: Option<NextDutyTurn>,
}

/// Returns who is on duty today, and when the caller is next.
#[utoipa::path(get, path = "/api/duty/today", tag = "duty", params(WhichClass),
    responses((status = 200, body = Envelope<DutyToday>)))]
pub(crate) async fn duty_today(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichClass>,
) -> Result<Reply<DutyToday>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let (today, me) = (app.today(), caller.facts.user_id);
    let of_class = class.clone();
    let until = plus(today, OWN_DAYS);
    let board = app.db.read(move |read| Board::load(read, &of_class, today, today, until)).await?;
    let names = tickers(&app, &board.turns).await?;
    let mut mine: Vec<String> = board.of_person(me).map(|turn| turn.date.to_string()).collect();
    mine.dedup();
    let next = board.of_person(me).find(|turn| turn.date > today).map(|turn| NextDutyTurn {
        date: turn.date.to_string(),
        roster_id: turn.roster_id.clone(),
        roster: turn.roster.clone(),
        task: turn.place_of(me).and_then(|place| place.task.clone()),
    });
    Ok(Reply::ok(DutyToday {
        may_manage: may_manage(&caller.facts, &class),
        class,
        day: DutyDay::new(&board, today, &names, today),
        mine,
        next,
    }))
}
