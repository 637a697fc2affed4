//! What was: past turns, and how often everyone was on duty.

use std::collections::BTreeMap;

use axum::extract::State;
use jiff::civil::Date;
use kernel::db::Read;
use kernel::http::{Caller, Paging, Query};
use kernel::user::UserId;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::tickers;
use crate::access::{class_of, parse_date, plus};
use crate::duty::board::BoardTurn;
use crate::duty::dto::DutyTurn;
use crate::duty::model::MAX_COUNTED_DAYS;
use crate::duty::store::changes::{self, Change};
use crate::duty::store::turns::{self, Turn};
use crate::people::{ClassPerson, People};
use crate::texts as shared;

/// How far back is counted by default, in days.
const COUNTED_DAYS: i64 = 180;

/// Which past turns are looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichRoster {
    /// The id of the roster; all of the class by default, those that were deleted too.
    roster_id: Option<String>,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
}

/// Past turns.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyHistory {
    /// The turns, the newest first.
    turns: Vec<DutyTurn>,
    /// The number of turns on all pages.
    total: i64,
}

/// Lists the past turns.
#[utoipa::path(get, path = "/api/duty/history", tag = "duty", params(WhichRoster, Paging<20, 100>),
    responses((status = 200, body = Envelope<DutyHistory>)))]
pub(crate) async fn duty_history(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichRoster>,
    paging: Paging<20, 100>,
) -> Result<Reply<DutyHistory>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let today = app.today();
    let loaded = app.db.read(move |read| {
        let roster = which.roster_id.as_deref().unwrap_or_default();
        let limit = i64::from(paging.limit);
        let (rows, total) = turns::history(read, &class, today, roster, limit, paging.offset())?;
        let turns = with_changes(read, &class, rows)?;
        Ok((turns, total, People::of_class(read, &class)?))
    });
    let (turns, total, people) = loaded.await?;
    let names = tickers(&app, &turns).await?;
    let turns = turns.iter().map(|turn| DutyTurn::new(turn, &people, &names, today)).collect();
    Ok(Reply::ok(DutyHistory { turns, total }))
}

/// Stored turns with what differs on them.
fn with_changes(read: &mut Read, class: &str, rows: Vec<Turn>) -> Result<Vec<BoardTurn>> {
    let dates = rows.iter().map(|row| row.date);
    let (Some(first), Some(last)) = (dates.clone().min(), dates.max()) else { return Ok(Vec::new()) };
    let mut changed = BTreeMap::<(String, Date), Vec<Change>>::new();
    for change in changes::on_days(read, class, first, last)? {
        changed.entry((change.roster_id.clone(), change.date)).or_default().push(change);
    }
    let with = |row: Turn| {
        let changes = changed.get(&(row.roster_id.clone(), row.date));
        BoardTurn::stored(row, changes.map(Vec::as_slice).unwrap_or_default())
    };
    Ok(rows.into_iter().map(with).collect())
}

/// Which days are counted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CountedDays {
    /// The first day, `YYYY-MM-DD`; 180 days before the last one by default.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day; today by default, and at most 400 days are counted at once.
    #[param(format = Date)]
    until: Option<String>,
    /// The id of the roster; all of the class by default.
    roster_id: Option<String>,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
}

/// How often somebody was on duty.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyCount {
    /// Who it is.
    #[serde(flatten)]
    person: ClassPerson,
    /// The number of turns.
    turns: i64,
    /// The number of turns that were ticked.
    done: i64,
}

/// How often everyone was on duty.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyCounts {
    /// The first day that is counted, `YYYY-MM-DD`.
    from: String,
    /// The last day that is counted.
    until: String,
    /// The counts of all on the class list, and of those who have left it and were on duty, by number.
    counts: Vec<DutyCount>,
}

/// Counts how often everyone was on duty, stand-ins in the place of those for whom they stood in.
#[utoipa::path(get, path = "/api/duty/counts", tag = "duty", params(CountedDays),
    responses((status = 200, body = Envelope<DutyCounts>)))]
pub(crate) async fn duty_counts(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<CountedDays>,
) -> Result<Reply<DutyCounts>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let given = |field, raw: &Option<String>| raw.as_deref().map(|raw| parse_date(field, raw)).transpose();
    let until = given("until", &which.until)?.unwrap_or_else(|| app.today());
    let from = given("from", &which.from)?.unwrap_or_else(|| plus(until, -COUNTED_DAYS));
    if until < from || until > plus(from, MAX_COUNTED_DAYS - 1) {
        return Err(shared::RANGE_INVALID.with("max", MAX_COUNTED_DAYS));
    }
    let counted = app.db.read(move |read| {
        let mut rows = turns::on_days(read, &class, from, until)?;
        if let Some(roster) = &which.roster_id {
            rows.retain(|row| row.roster_id == *roster);
        }
        let people = People::of_class(read, &class)?;
        Ok(counts(&with_changes(read, &class, rows)?, &people))
    });
    let counts = counted.await?;
    Ok(Reply::ok(DutyCounts { from: from.to_string(), until: until.to_string(), counts }))
}

fn counts(turns: &[BoardTurn], people: &People) -> Vec<DutyCount> {
    let mut counted: BTreeMap<UserId, (i64, i64)> = people.numbers().map(|number| (number, (0, 0))).collect();
    for turn in turns {
        let done = turn.noted.as_ref().is_some_and(|noted| noted.done_at.is_some());
        for number in turn.on_duty() {
            let (turns, ticked) = counted.entry(number).or_default();
            *turns += 1;
            *ticked += i64::from(done);
        }
    }
    let count = |(number, (turns, done))| DutyCount { person: people.person(number), turns, done };
    counted.into_iter().map(count).collect()
}
