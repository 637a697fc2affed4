//! When events happen, as it is stored.

use jiff::civil::Date;
use kernel::db::{DbResult, FromRow, Read, Row, Statement, Tx};
use kernel::{p, statements};
use serde_json::json;

use super::events::moment;
use crate::model::content::MAX_SPAN_DAYS;
use crate::model::expand::Occurrence;
use crate::schedule::plus;

macro_rules! columns {
    () => {
        "e.id, e.owner, e.series_id, coalesce(e.recurrence_id, o.starts), e.title, e.location, e.all_day,
         cast(length(e.rule) as bigint), e.category, e.color, e.in_countdown, o.starts_at, o.ends_at, o.first_day, o.last_day"
    };
}

statements! {
    /// Those of a calendar that are on some days. Those of several days have an index of their own.
    ON_DAYS = concat!(
        "select ", columns!(), " from calendar_occurrences o join calendar_events e on e.id = o.event_id
         where o.owner = $1 and o.first_day >= $2 and o.first_day <= $3
         union all
         select ", columns!(), " from calendar_occurrences o join calendar_events e on e.id = o.event_id
         where o.owner = $1 and o.last_day > o.first_day and o.last_day >= $2 and o.last_day <= $4
           and o.first_day < $2"
    );
    /// The next beginnings of an event. Two local times may be one instant where the clocks change.
    NEXT_STARTS = "select distinct starts_at from calendar_occurrences where event_id = $1 and starts_at >= $2
                   order by starts_at limit 2";
    /// The next time of an event from an instant on.
    NEXT = "select starts, starts_at, ends_at, first_day, last_day from calendar_occurrences
            where event_id = $1 and ends_at > $2 order by starts_at limit 1";
    /// The last time of an event.
    LAST = "select starts, starts_at, ends_at, first_day, last_day from calendar_occurrences
            where event_id = $1 order by starts_at desc limit 1";
    /// One time of an event, by the instant at which it begins.
    BEGINNING = "select starts, starts_at, ends_at, first_day, last_day from calendar_occurrences
                 where event_id = $1 and starts_at = $2 limit 1";
    /// Forgets those of an event.
    REMOVE = "delete from calendar_occurrences where event_id = $1";
    /// How many a calendar has.
    COUNT_OF = "select count(*) from calendar_occurrences where owner = $1";
}

/// Adds all of an event in one statement. The engines read JSON by other functions.
static INSERT_ALL: Statement = Statement {
    name: "INSERT_ALL",
    sql: "insert into calendar_occurrences (event_id, owner, starts, starts_at, ends_at, first_day, last_day)
          select $1, $2, o.v->>0, cast(o.v->>1 as bigint), cast(o.v->>2 as bigint), o.v->>3, o.v->>4
          from json_array_elements(cast(cast($3 as text) as json)) as o(v)",
    sqlite: "insert into calendar_occurrences (event_id, owner, starts, starts_at, ends_at, first_day, last_day)
             select ?1, ?2, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
                 json_extract(value, '$[3]'), json_extract(value, '$[4]') from json_each(?3)",
};

/// The statements with a text for each engine.
pub(crate) static OWN_TEXTS: &[&Statement] = &[&INSERT_ALL];

/// An event at one time, without its description.
#[derive(Clone, Debug)]
pub(crate) struct OccurrenceRow {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) series_id: Option<String>,
    /// Which time of its series it is, and when it begins where it is no changed one: local time, `YYYY-MM-DDTHH:MM`.
    pub(crate) occurrence: String,
    pub(crate) title: String,
    pub(crate) location: String,
    pub(crate) all_day: bool,
    pub(crate) repeats: bool,
    pub(crate) category: String,
    pub(crate) color: String,
    pub(crate) in_countdown: bool,
    pub(crate) starts_at: i64,
    pub(crate) ends_at: i64,
    pub(crate) first_day: Date,
    pub(crate) last_day: Date,
}

impl FromRow for OccurrenceRow {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get(0)?,
            owner: row.get(1)?,
            series_id: row.get(2)?,
            occurrence: row.get(3)?,
            title: row.get(4)?,
            location: row.get(5)?,
            all_day: row.get(6)?,
            repeats: row.get(7)?,
            category: row.get(8)?,
            color: row.get(9)?,
            in_countdown: row.get(10)?,
            starts_at: row.get(11)?,
            ends_at: row.get(12)?,
            first_day: row.get(13)?,
            last_day: row.get(14)?,
        })
    }
}

impl FromRow for Occurrence {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        Ok(Self {
            starts: moment(&row.get::<String>(0)?)?,
            starts_at: row.get(1)?,
            ends_at: row.get(2)?,
            first_day: row.get(3)?,
            last_day: row.get(4)?,
        })
    }
}

/// What is on in a calendar on some days, in no order.
pub(crate) fn on_days(read: &mut Read, owner: &str, from: Date, until: Date) -> DbResult<Vec<OccurrenceRow>> {
    let last = plus(from, MAX_SPAN_DAYS + 2);
    read.all(&ON_DAYS, p![owner, from, until, last])
}

/// The next two beginnings of an event from an instant on.
pub(crate) fn next_starts(read: &mut Read, event: &str, from: i64) -> DbResult<Vec<i64>> {
    read.all(&NEXT_STARTS, p![event, from])
}

/// The time of an event that is on after an instant, or comes next; `None` when all are over.
pub(crate) fn next(read: &mut Read, event: &str, after: i64) -> DbResult<Option<Occurrence>> {
    read.opt(&NEXT, p![event, after])
}

/// The last time of an event.
pub(crate) fn last(read: &mut Read, event: &str) -> DbResult<Option<Occurrence>> {
    read.opt(&LAST, p![event])
}

/// The time of an event that begins at an instant.
pub(crate) fn beginning(read: &mut Read, event: &str, starts_at: i64) -> DbResult<Option<Occurrence>> {
    read.opt(&BEGINNING, p![event, starts_at])
}

/// Stores these in the place of all of the event.
pub(crate) fn replace(tx: &mut Tx, event: &str, owner: &str, all: &[Occurrence]) -> DbResult<()> {
    tx.exec(&REMOVE, p![event])?;
    let row = |one: &Occurrence| {
        let (first, last) = (one.first_day.to_string(), one.last_day.to_string());
        json!([one.starts, one.starts_at, one.ends_at, first, last])
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    if !rows.is_empty() {
        tx.exec(&INSERT_ALL, p![event, owner, json!(rows).to_string()])?;
    }
    Ok(())
}

pub(crate) fn count(read: &mut Read, owner: &str) -> DbResult<i64> {
    read.one(&COUNT_OF, p![owner])
}
