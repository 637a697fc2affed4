//! `/api/countdown/{id}/days`: the hundred days before a day, with how many of the class checked in on each.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use identity::level;
use identity::user::members;
use jiff::Span;
use jiff::civil::Date;
use kernel::http::{Caller, Path};
use kernel::scope::Scope;
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::store::{self, Item};

/// Days before the day at most.
const DAYS: i64 = 100;

/// The days before the day of a countdown.
#[derive(Serialize, ToSchema)]
pub(super) struct CountdownDays {
    /// The class whose check-ins are counted, two digits; null where there is none.
    #[schema(required)]
    class: Option<String>,
    /// The number of check-ins on all of these days.
    total: i64,
    /// The days, the earliest first.
    days: Vec<CountdownDay>,
}

/// One day before the day of a countdown.
#[derive(Serialize, ToSchema)]
pub(super) struct CountdownDay {
    /// The date of the day, `YYYY-MM-DD`.
    date: String,
    /// The number of members of the class who checked in on that day; null for days to come and without a class.
    #[schema(required)]
    checked_in: Option<i64>,
    /// The number of active members of the class; null where `checked_in` is.
    #[schema(required)]
    of: Option<i64>,
    /// Whether the caller checked in on that day; null for days to come.
    #[schema(required)]
    own: Option<bool>,
}

/// Returns the days before the next day of a countdown, at most 100, with how many members of the class checked in on
/// each and whether the caller did. Of one's own countdown those of the caller's class are counted.
#[utoipa::path(get, path = "/api/countdown/{id}/days", tag = "countdown",
    params(("id" = String, Path, description = "The id of the countdown")),
    responses((status = 200, body = Envelope<CountdownDays>)))]
pub(super) async fn countdown_days(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<CountdownDays>> {
    let found = app.db.read(move |read| Ok(store::find(read, &id)?)).await?;
    let item = found.filter(|item| item.owner.is_seen_by(&caller.facts)).ok_or_else(ApiError::not_found)?;
    let class = item.owner.class().or(Scope::of(&caller.facts).class()).map(str::to_owned);
    // Where nobody can check in, nothing is counted.
    let class = class.filter(|class| app.apps.admit_to("level", class).is_ok());
    let counted = match &class {
        Some(class) => active(&app, class).await?,
        None => Vec::new(),
    };
    let (today, (from, until)) = (app.today(), range(&item, app.today()));
    let (user, of) = (caller.facts.user_id, i64::try_from(counted.len()).unwrap_or(i64::MAX));
    let read = app.db.read(move |read| {
        Ok((level::check_ins(read, &counted, from, until)?, level::check_ins(read, &[user], from, until)?))
    });
    let (by_day, own) = read.await?;
    let own: BTreeSet<Date> = own.into_keys().collect();
    let (of, total) = (class.is_some().then_some(of), by_day.values().sum());
    let days = days_between(from, until).map(|day| cell(day, today, &by_day, of, &own)).collect();
    Ok(Reply::ok(CountdownDays { class, total, days }))
}

fn cell(
    day: Date,
    today: Date,
    by_day: &BTreeMap<Date, i64>,
    of: Option<i64>,
    own: &BTreeSet<Date>,
) -> CountdownDay {
    let is_past = day <= today;
    CountdownDay {
        date: day.to_string(),
        checked_in: of.filter(|_| is_past).map(|_| by_day.get(&day).copied().unwrap_or_default()),
        of: of.filter(|_| is_past),
        own: is_past.then(|| own.contains(&day)),
    }
}

/// The members of a class who can check in.
async fn active(app: &App, class: &str) -> Result<Vec<UserId>> {
    let now = app.clock.now();
    let members = members(app).await?;
    let of_class = members.all().iter().filter(|facts| facts.user_id.class() == class);
    let active = of_class.filter(|facts| facts.ban.as_ref().is_none_or(|ban| !ban.holds(now)));
    Ok(active.map(|facts| facts.user_id).collect())
}

/// The first and the last day before the next one; of what repeats from the occurrence before it on.
fn range(item: &Item, today: Date) -> (Date, Date) {
    let next = item.repeat_type.next_date(item.target_date, today);
    let earliest = next.saturating_sub(Span::new().days(DAYS));
    let previous = item.repeat_type.previous_date(item.target_date, next);
    (previous.unwrap_or(earliest).max(earliest), next.saturating_sub(Span::new().days(1)))
}

fn days_between(from: Date, until: Date) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(from), |day| day.tomorrow().ok()).take_while(move |day| *day <= until)
}
