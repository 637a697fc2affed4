//! Events.

use kernel::db::{DbError, DbResult, FromRow, Read, Row, Tx};
use kernel::{p, statements, text_column};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::content::Content;
use crate::model::moment::Moment;

macro_rules! columns {
    () => {
        "id, owner, uid, series_id, recurrence_id, source, revision, deleted_at, created_by, created_at, updated_at,
         title, description, location, all_day, starts, ends, zone, rule, exdates, category, color, reminders,
         in_countdown"
    };
}

statements! {
    /// One, deleted or not.
    FIND = concat!("select ", columns!(), " from calendar_events where id = $1");
    /// All of a calendar.
    ALL = concat!("select ", columns!(), " from calendar_events
                   where owner = $1 and deleted_at is null order by starts, id limit $2");
    /// Those of a UID in a calendar.
    OF_UID = concat!("select ", columns!(), " from calendar_events
                      where owner = $1 and uid = $2 and deleted_at is null order by id");
    /// The occurrences of a series that differ.
    OF_SERIES = concat!("select ", columns!(), " from calendar_events
                         where series_id = $1 and deleted_at is null order by recurrence_id");
    /// Those of a calendar that the countdowns show.
    IN_COUNTDOWN = concat!("select ", columns!(), " from calendar_events
                            where owner = $1 and in_countdown = 1 and deleted_at is null order by starts, id");
    /// Those of a calendar whose stored occurrences do not reach as far as some days.
    BEYOND = concat!("select ", columns!(), " from calendar_events
                      where owner = $1 and rule <> '' and deleted_at is null
                        and (expanded_from > $2 or expanded_until < $3) order by id limit $4");
    /// The ids of those whose occurrences are stored only up to some day, or by the days of another zone.
    BEHIND = "select id from calendar_events
              where deleted_at is null and (expanded_until < $1 or expanded_zone <> $2)
                and id > $3 order by id limit $4";
    /// Those of a calendar that were deleted and are still kept.
    DELETED = concat!("select ", columns!(), " from calendar_events
                       where owner = $1 and deleted_at is not null order by starts, id");
    /// How many a calendar has.
    COUNT_OF = "select count(*) from calendar_events where owner = $1 and deleted_at is null";
    /// Adds one; nothing happens when the id exists.
    INSERT = "insert into calendar_events (id, owner, uid, series_id, recurrence_id, source, revision, deleted_at,
                  created_by, created_at, updated_at, title, description, location, all_day, starts, ends, zone, rule,
                  exdates, category, color, reminders, in_countdown, expanded_from, expanded_until, expanded_zone)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
                  $22, $23, $24, '', '', '') on conflict (id) do nothing";
    /// Replaces what may change.
    UPDATE = "update calendar_events set uid = $2, series_id = $3, recurrence_id = $4, revision = $5, deleted_at = $6,
                  updated_at = $7, title = $8, description = $9, location = $10, all_day = $11, starts = $12,
                  ends = $13, zone = $14, rule = $15, exdates = $16, category = $17, color = $18, reminders = $19,
                  in_countdown = $20 where id = $1";
    /// Notes for which days the occurrences are stored.
    SET_EXPANDED = "update calendar_events set expanded_from = $2, expanded_until = $3, expanded_zone = $4 where id = $1";
    /// Some ids after one.
    IDS_AFTER = "select id from calendar_events where id > $1 order by id limit $2";
    /// Forgets those that were deleted before a time.
    PURGE = "delete from calendar_events where deleted_at is not null and deleted_at < $1";
    /// Forgets the deleted ones of a calendar that no kept change can bring back.
    PURGE_LOST = "delete from calendar_events where owner = $1 and deleted_at is not null
                  and not exists (select 1 from calendar_change_rows r where r.event_id = calendar_events.id)";
}

/// Where an event came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EventSource {
    /// Somebody entered it.
    Own,
    /// It was in a file.
    Import,
}

text_column!(EventSource);

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) uid: String,
    pub(crate) series_id: Option<String>,
    pub(crate) recurrence_id: Option<Moment>,
    pub(crate) source: EventSource,
    pub(crate) revision: i64,
    pub(crate) deleted_at: Option<i64>,
    pub(crate) created_by: String,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) content: Content,
}

impl FromRow for Event {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        let recurrence_id: Option<String> = row.get(4)?;
        Ok(Self {
            id: row.get(0)?,
            owner: row.get(1)?,
            uid: row.get(2)?,
            series_id: row.get(3)?,
            recurrence_id: recurrence_id.as_deref().map(moment).transpose()?,
            source: row.get(5)?,
            revision: row.get(6)?,
            deleted_at: row.get(7)?,
            created_by: row.get(8)?,
            created_at: row.get(9)?,
            updated_at: row.get(10)?,
            content: content(row)?,
        })
    }
}

fn content(row: &Row<'_>) -> DbResult<Content> {
    Ok(Content {
        title: row.get(11)?,
        description: row.get(12)?,
        location: row.get(13)?,
        all_day: row.get(14)?,
        starts: moment(&row.get::<String>(15)?)?,
        ends: moment(&row.get::<String>(16)?)?,
        zone: row.get(17)?,
        rule: row.get(18)?,
        exdates: list(&row.get::<String>(19)?)?,
        category: row.get(20)?,
        color: row.get(21)?,
        reminders: list(&row.get::<String>(22)?)?,
        in_countdown: row.get(23)?,
    })
}

/// Reads a stored local time.
///
/// # Errors
/// When it is none.
pub(crate) fn moment(raw: &str) -> DbResult<Moment> {
    raw.parse().map_err(|_| DbError::Internal(format!("“{raw}” is not a local time")))
}

fn list<T: DeserializeOwned>(raw: &str) -> DbResult<Vec<T>> {
    serde_json::from_str(raw).map_err(|error| DbError::Internal(error.to_string()))
}

fn json<T: Serialize>(list: &[T]) -> String {
    serde_json::to_string(list).unwrap_or_default()
}

/// One, deleted or not.
pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<Event>> {
    read.opt(&FIND, p![id])
}

/// The events of a calendar, occurrences that differ among them, by their beginnings.
pub(crate) fn all(read: &mut Read, owner: &str, limit: i64) -> DbResult<Vec<Event>> {
    read.all(&ALL, p![owner, limit])
}

/// A series of a UID, or an event, and its occurrences that differ.
pub(crate) fn of_uid(read: &mut Read, owner: &str, uid: &str) -> DbResult<Vec<Event>> {
    read.all(&OF_UID, p![owner, uid])
}

/// The occurrences of a series that differ, in their order.
pub(crate) fn of_series(read: &mut Read, series: &str) -> DbResult<Vec<Event>> {
    read.all(&OF_SERIES, p![series])
}

/// Those of a calendar that the countdowns show.
pub(crate) fn in_countdown(read: &mut Read, owner: &str) -> DbResult<Vec<Event>> {
    read.all(&IN_COUNTDOWN, p![owner])
}

/// Those of a calendar whose stored occurrences do not reach from one day to another, as `YYYY-MM-DD`.
pub(crate) fn beyond(
    read: &mut Read,
    owner: &str,
    from: &str,
    until: &str,
    limit: i64,
) -> DbResult<Vec<Event>> {
    read.all(&BEYOND, p![owner, from, until, limit])
}

/// The ids of some after one whose occurrences are not stored up to a day, or were by the days of another zone.
pub(crate) fn behind(
    read: &mut Read,
    until: &str,
    zone: &str,
    after: &str,
    limit: i64,
) -> DbResult<Vec<String>> {
    read.all(&BEHIND, p![until, zone, after, limit])
}

/// Those of a calendar that were deleted and are still kept.
pub(crate) fn deleted(read: &mut Read, owner: &str) -> DbResult<Vec<Event>> {
    read.all(&DELETED, p![owner])
}

pub(crate) fn count(read: &mut Read, owner: &str) -> DbResult<i64> {
    read.one(&COUNT_OF, p![owner])
}

/// Some ids after one, in their order, whoever's they are.
pub(crate) fn ids_after(read: &mut Read, after: &str, limit: i64) -> DbResult<Vec<String>> {
    read.all(&IDS_AFTER, p![after, limit])
}

/// False when the id exists already.
pub(crate) fn insert(tx: &mut Tx, event: &Event) -> DbResult<bool> {
    let content = &event.content;
    let params = p![
        &event.id,
        &event.owner,
        &event.uid,
        event.series_id.as_deref(),
        event.recurrence_id.map(|at| at.to_string()),
        event.source,
        event.revision,
        event.deleted_at,
        &event.created_by,
        event.created_at,
        event.updated_at,
        &content.title,
        &content.description,
        &content.location,
        content.all_day,
        content.starts.to_string(),
        content.ends.to_string(),
        &content.zone,
        &content.rule,
        json(&content.exdates),
        &content.category,
        &content.color,
        json(&content.reminders),
        content.in_countdown
    ];
    Ok(tx.exec(&INSERT, params)? == 1)
}

pub(crate) fn update(tx: &mut Tx, event: &Event) -> DbResult<()> {
    let content = &event.content;
    let params = p![
        &event.id,
        &event.uid,
        event.series_id.as_deref(),
        event.recurrence_id.map(|at| at.to_string()),
        event.revision,
        event.deleted_at,
        event.updated_at,
        &content.title,
        &content.description,
        &content.location,
        content.all_day,
        content.starts.to_string(),
        content.ends.to_string(),
        &content.zone,
        &content.rule,
        json(&content.exdates),
        &content.category,
        &content.color,
        json(&content.reminders),
        content.in_countdown
    ];
    tx.exec(&UPDATE, params)?;
    Ok(())
}

/// Notes from which day to which one, as `YYYY-MM-DD` in a zone, the occurrences are stored.
pub(crate) fn set_expanded(tx: &mut Tx, id: &str, from: &str, until: &str, zone: &str) -> DbResult<()> {
    tx.exec(&SET_EXPANDED, p![id, from, until, zone])?;
    Ok(())
}

/// Forgets those that were deleted before a time in milliseconds.
pub(crate) fn purge(tx: &mut Tx, before: i64) -> DbResult<()> {
    tx.exec(&PURGE, p![before])?;
    Ok(())
}

/// Forgets the deleted ones of a calendar that no kept change can bring back.
pub(crate) fn purge_lost(tx: &mut Tx, owner: &str) -> DbResult<()> {
    tx.exec(&PURGE_LOST, p![owner])?;
    Ok(())
}

/// Makes a row unreadable.
#[cfg(test)]
pub(crate) fn spoil(tx: &mut Tx, id: &str) -> DbResult<()> {
    const SQL: &str = "update calendar_events set exdates = '?' where id = $1";
    static SPOIL: kernel::db::Statement = kernel::db::Statement { name: "SPOIL", sql: SQL, sqlite: SQL };
    tx.exec(&SPOIL, p![id])?;
    Ok(())
}
