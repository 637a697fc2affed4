//! The public holidays of a year.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, Json, Path, Query, SystemAdmin};
use kernel::{App, AppTx, Envelope, Reply, Result};
use school_clock::{PublicDay, is_name};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::dto::PublicDayEntry;
use crate::events::TimetableEvent;
use crate::model;
use crate::public_days;
use crate::store::days;
use crate::texts;

/// Which year is looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichYear {
    /// The year; this one by default.
    year: Option<i16>,
}

/// Where the public holidays of a year come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Source {
    /// They came with the portal.
    BuiltIn,
    /// An admin entered them.
    Own,
    /// Nobody has entered them yet.
    None,
}

/// The public holidays of a year.
#[derive(Serialize, ToSchema)]
pub(crate) struct PublicYear {
    /// The year.
    year: i16,
    /// Where its days come from.
    source: Source,
    /// The days in their order.
    days: Vec<PublicDayEntry>,
}

/// Returns the public holidays of a year, with the days of weekends on which people work for them.
#[utoipa::path(get, path = "/api/timetable/public-days", tag = "timetable", params(WhichYear),
    responses((status = 200, body = Envelope<PublicYear>)))]
pub(crate) async fn public_days(
    State(app): State<App>,
    _: Caller,
    Query(which): Query<WhichYear>,
) -> Result<Reply<PublicYear>> {
    let year = check_year(which.year.unwrap_or_else(|| app.today().year()))?;
    public_year(&app, year).await
}

async fn public_year(app: &App, year: i16) -> Result<Reply<PublicYear>> {
    let own = app.db.read(days::public_years).await?.remove(&year);
    let entry =
        |day: &PublicDay| PublicDayEntry { date: day.date.to_string(), name: day.name.clone(), off: day.off };
    let built_in = public_days::built_in(year);
    let (source, days) = match &own {
        Some(days) => (Source::Own, days.iter().map(entry).collect()),
        None if built_in.is_empty() => (Source::None, Vec::new()),
        None => (Source::BuiltIn, built_in.iter().map(entry).collect()),
    };
    Ok(Reply::ok(PublicYear { year, source, days }))
}

fn check_year(year: i16) -> Result<i16> {
    if (2000..2200).contains(&year) { Ok(year) } else { Err(texts::YEAR_INVALID.err()) }
}

/// The public holidays that an admin enters.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct PublicDays {
    /// The days, each date of the year at most once.
    days: Vec<PublicDayEntry>,
}

/// Sets the public holidays of a year, in the place of the built-in ones.
#[utoipa::path(put, path = "/api/timetable/public-days/{year}", tag = "timetable",
    params(("year" = i16, Path, description = "The year")),
    request_body = PublicDays, responses((status = 200, body = Envelope<PublicYear>)))]
pub(crate) async fn set_public_days(
    State(app): State<App>,
    SystemAdmin(caller): SystemAdmin,
    Path(year): Path<i16>,
    Json(new): Json<PublicDays>,
) -> Result<Reply<PublicYear>> {
    check_year(year)?;
    let mut entered = Vec::new();
    for PublicDayEntry { date, name, off } in new.days {
        let date = model::parse_date("date", &date)?;
        if date.year() != year || !is_name(&name) {
            return Err(texts::PUBLIC_DAY_INVALID.with("date", date).with("year", year));
        }
        entered.push(PublicDay { date, name, off });
    }
    entered.sort_by_key(|day| day.date);
    if let Some(pair) = entered.windows(2).find(|pair| pair[0].date == pair[1].date) {
        return Err(texts::DAY_TWICE.with("date", pair[0].date));
    }
    let written = app.write(move |tx| {
        tx.lock_log()?;
        let now = tx.now();
        days::set_public_year(tx, year, &entered, now)?;
        emit_changed(tx, &caller, year, true)
    });
    written.await?;
    public_year(&app, year).await
}

/// Goes back to the built-in public holidays of a year.
#[utoipa::path(delete, path = "/api/timetable/public-days/{year}", tag = "timetable",
    params(("year" = i16, Path, description = "The year")),
    responses((status = 200, body = Envelope<PublicYear>)))]
pub(crate) async fn reset_public_days(
    State(app): State<App>,
    SystemAdmin(caller): SystemAdmin,
    Path(year): Path<i16>,
) -> Result<Reply<PublicYear>> {
    check_year(year)?;
    let written = app.write(move |tx| {
        tx.lock_log()?;
        days::remove_public_year(tx, year.into())?;
        emit_changed(tx, &caller, year, false)
    });
    written.await?;
    public_year(&app, year).await
}

fn emit_changed(tx: &mut AppTx, caller: &Caller, year: i16, own: bool) -> Result<()> {
    let event = TimetableEvent::PublicDaysChanged { year };
    tx.emit(NewEvent::new(&event, Audience::All).by(caller.facts.user_id))?;
    let year = year.to_string();
    Ok(tx.audit(
        &Actor::from(caller),
        &texts::SET_PUBLIC_DAYS,
        &year,
        &json!({ "own": own, "year": year }),
    )?)
}
