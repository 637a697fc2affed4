//! What the routes of timetables have in common: finding one, storing it, and answering with it.

use std::collections::BTreeSet;

use identity::user::Names;
use jiff::civil::Date;
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;

use crate::access::Owner;
use crate::calendar;
use crate::dto::{DayChangeOf, DayToChange, TimetableDetails, TimetableInfo};
use crate::model;
use crate::store::timetables::{self, Row};
use crate::store::{days, revisions};
use crate::texts;

/// A timetable that the caller sees and nobody has deleted.
///
/// # Errors
/// 404.
pub(crate) async fn find_visible(app: &App, caller: &Caller, id: String) -> Result<Row> {
    let row = app.db.read(move |read| Ok(timetables::find(read, &id)?)).await?;
    let row = row.filter(|row| row.deleted_at.is_none());
    row.filter(|row| Owner::of(row).is_some_and(|owner| owner.is_seen_by(&caller.facts)))
        .ok_or_else(ApiError::not_found)
}

/// A timetable that the caller may change, deleted or not. Takes the log's counter first: what is read here stays so
/// until the transaction ends, on any node.
///
/// # Errors
/// 404 or 403.
pub(crate) fn find_changeable(tx: &mut AppTx, caller: &Caller, id: &str) -> Result<(Owner, Row)> {
    tx.lock_log()?;
    let row = timetables::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    let owner = Owner::of(&row).ok_or_else(ApiError::not_found)?;
    owner.authorize_change(&caller.facts)?;
    Ok((owner, row))
}

/// Stores a changed row as its next revision, and emits that it changed; answers the number of the event.
pub(crate) fn save(tx: &mut AppTx, owner: &Owner, caller: &Caller, row: &mut Row) -> Result<i64> {
    row.revision += 1;
    row.updated_at = tx.now();
    row.updated_by = caller.facts.user_id.to_string();
    timetables::update(tx, row)?;
    revisions::keep(tx, row)?;
    owner.emit_changed(tx, caller.facts.user_id)
}

/// Sets what differs on dates of a class, and answers what differed before. The caller has taken the log's counter.
///
/// # Errors
/// 409 for a date that is not as the client has seen it, 400 for a day that the timetable does not have.
pub(crate) fn set_days(
    tx: &mut AppTx,
    class: &str,
    changes: &[(Date, DayToChange)],
    by: UserId,
) -> Result<Vec<DayChangeOf>> {
    let loaded = calendar::load(tx, Some(class), None)?;
    let mut before = Vec::new();
    for (date, day) in changes {
        let now = days::change(tx, class, *date)?;
        if day.seen.as_ref().is_some_and(|seen| *seen != now) {
            return Err(texts::DAY_CHANGED.with("date", date).data(json!({ "date": date.to_string() })));
        }
        if let Some(change) = &day.change {
            model::check_as_day(change, loaded.calendar.timetable(*date))?;
        }
        before.push(DayChangeOf { date: date.to_string(), change: now });
        days::set_change(tx, class, *date, day.change.as_ref(), by)?;
    }
    if days::count(tx, class)? > model::MAX_CHANGED_DAYS {
        return Err(texts::TOO_MANY_CHANGED.with("max", model::MAX_CHANGED_DAYS));
    }
    Ok(before)
}

/// A timetable as it is answered.
///
/// # Errors
/// When the database is away.
pub(crate) async fn details(app: &App, row: Row) -> Result<TimetableDetails> {
    let names = Names::of(app, BTreeSet::from([row.updated_by.clone()])).await?;
    let timetable = serde_json::from_str(&row.content).map_err(ApiError::internal)?;
    let holding = row.clone();
    let today = app.today();
    let rows =
        app.db.read(move |read| Ok(timetables::list(read, &holding.class, &holding.owner_id)?)).await?;
    let last = rows.iter().rfind(|other| other.holds_on(today));
    let holds_today = last.is_some_and(|last| last.id == row.id);
    Ok(TimetableDetails { info: TimetableInfo::new(&row, &names, holds_today), timetable })
}
