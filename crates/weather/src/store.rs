//! Every SQL text of the weather.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements, text_column};

use super::model::{AlertLevel, Kind};
use super::problem::Problem;

text_column!(Kind, Problem, AlertLevel);

macro_rules! alert_columns {
    () => {
        "id, seq, title, level, text, sender, published_at, expires_at"
    };
}

statements! {
    /// What is kept of a place in a language, and of the provider as a whole.
    CACHED = "select kind, data, fetched_at, problem, failures, retry_at from weather_cache
              where location = $1 and (lang = $2 or lang = '')";
    /// Says that a node asks, once until then, unless an answer or a failure was kept since it looked.
    CLAIM = "insert into weather_cache (location, kind, lang, claimed_until) values ($1, $2, $3, $4)
             on conflict (location, kind, lang) do update set claimed_until = $4
             where weather_cache.claimed_until <= $5
             and coalesce(weather_cache.fetched_at, 0) = $6 and weather_cache.retry_at = $7";
    /// Keeps what the provider said.
    KEEP = "insert into weather_cache (location, kind, lang, data, fetched_at) values ($1, $2, $3, $4, $5)
            on conflict (location, kind, lang) do update set data = $4, fetched_at = $5, problem = null,
            failures = 0, retry_at = 0, claimed_until = 0";
    /// Keeps that it brought nothing; what it said before stays.
    KEEP_PROBLEM = "insert into weather_cache (location, kind, lang, problem, failures, retry_at)
                    values ($1, $2, $3, $4, $5, $6)
                    on conflict (location, kind, lang) do update set problem = $4, failures = $5, retry_at = $6,
                    claimed_until = 0";
    /// Ends the pause of the provider, unless a newer one has begun.
    END_PAUSE = "delete from weather_cache where location = $1 and kind = $2 and lang = '' and retry_at = $3";
    /// Forgets other places.
    FORGET_OTHERS = "delete from weather_cache where location <> $1";
    /// Adds a warning.
    ADD_ALERT = "insert into weather_alerts (id, seq, title, level, text, sender, published_at, expires_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing";
    /// The state of every warning that was told.
    TOLD = "select id, expires_at, missing_since, ended_at from weather_alerts";
    /// Those in force at a moment, the newest first; without an end only those published after another moment.
    IN_FORCE = concat!("select ", alert_columns!(), " from weather_alerts where ended_at is null
                        and (expires_at > $1 or (expires_at is null and published_at > $2))
                        order by seq desc limit 50");
    /// A range of the log, without those that are over.
    BETWEEN = concat!("select ", alert_columns!(), " from weather_alerts
                       where seq >= $1 and seq <= $2 and ended_at is null");
    /// One is over.
    END_ALERT = "update weather_alerts set ended_at = $2 where id = $1 and ended_at is null";
    /// One is in force, until then.
    RENEW_ALERT = "update weather_alerts set ended_at = null, missing_since = null, expires_at = $2 where id = $1";
    /// One is missing in the answer of the provider since then; null when it is there.
    SET_MISSING = "update weather_alerts set missing_since = $2 where id = $1";
    /// Forgets those that have been over for long.
    FORGET_ALERTS = "delete from weather_alerts where ended_at < $1";
}

record! {
    /// What is kept of a part.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct CacheRow {
        pub(super) kind: Kind,
        pub(super) data: Option<String>,
        pub(super) fetched_at: Option<i64>,
        pub(super) problem: Option<Problem>,
        pub(super) failures: i64,
        pub(super) retry_at: i64,
    }
}

record! {
    /// A warning that was told.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct AlertRow {
        pub(super) id: String,
        pub(super) seq: i64,
        pub(super) title: String,
        pub(super) level: AlertLevel,
        pub(super) text: String,
        pub(super) sender: Option<String>,
        pub(super) published_at: i64,
        pub(super) expires_at: Option<i64>,
    }
}

record! {
    /// The state of a warning that was told.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct ToldAlert {
        pub(super) id: String,
        pub(super) expires_at: Option<i64>,
        pub(super) missing_since: Option<i64>,
        pub(super) ended_at: Option<i64>,
    }
}

/// Which row is meant.
#[derive(Clone, Debug)]
pub(super) struct CacheKey {
    pub(super) location: String,
    pub(super) kind: Kind,
    /// `zh` or `en`; empty for the provider as a whole.
    pub(super) lang: &'static str,
}

pub(super) fn cached(read: &mut Read, location: &str, lang: &str) -> DbResult<Vec<CacheRow>> {
    read.all(&CACHED, p![location, lang])
}

/// False when another node asks already, or when the row is no longer the one that was `seen`.
pub(super) fn claim(
    tx: &mut Tx,
    key: &CacheKey,
    seen: Option<&CacheRow>,
    (now, until): (i64, i64),
) -> DbResult<bool> {
    let fetched_at = seen.and_then(|row| row.fetched_at).unwrap_or_default();
    let retry_at = seen.map_or(0, |row| row.retry_at);
    let params = p![&key.location, key.kind, key.lang, until, now, fetched_at, retry_at];
    Ok(tx.exec(&CLAIM, params)? == 1)
}

pub(super) fn keep(tx: &mut Tx, key: &CacheKey, data: &str, now: i64) -> DbResult<()> {
    tx.exec(&KEEP, p![&key.location, key.kind, key.lang, data, now])?;
    Ok(())
}

pub(super) fn keep_problem(
    tx: &mut Tx,
    key: &CacheKey,
    problem: Problem,
    (failures, retry_at): (i64, i64),
) -> DbResult<()> {
    tx.exec(&KEEP_PROBLEM, p![&key.location, key.kind, key.lang, problem, failures, retry_at])?;
    Ok(())
}

/// Ends the pause of the provider that lasts until then.
pub(super) fn end_pause(tx: &mut Tx, location: &str, retry_at: i64) -> DbResult<()> {
    tx.exec(&END_PAUSE, p![location, Kind::Provider, retry_at])?;
    Ok(())
}

/// False when nothing was kept of another place.
pub(super) fn forget_others(tx: &mut Tx, location: &str) -> DbResult<bool> {
    Ok(tx.exec(&FORGET_OTHERS, p![location])? > 0)
}

pub(super) fn add_alert(tx: &mut Tx, row: &AlertRow) -> DbResult<()> {
    let AlertRow { id, seq, title, level, text, sender, published_at, expires_at } = row;
    tx.exec(&ADD_ALERT, p![id, *seq, title, *level, text, sender.clone(), *published_at, *expires_at])?;
    Ok(())
}

pub(super) fn told_alerts(read: &mut Read) -> DbResult<Vec<ToldAlert>> {
    read.all(&TOLD, p![])
}

/// Those in force now; without an end only those published after a moment.
pub(super) fn alerts_in_force(read: &mut Read, now: i64, endless_after: i64) -> DbResult<Vec<AlertRow>> {
    read.all(&IN_FORCE, p![now, endless_after])
}

pub(super) fn alerts_between(read: &mut Read, first: i64, last: i64) -> DbResult<Vec<AlertRow>> {
    read.all(&BETWEEN, p![first, last])
}

pub(super) fn end_alert(tx: &mut Tx, id: &str, now: i64) -> DbResult<()> {
    tx.exec(&END_ALERT, p![id, now])?;
    Ok(())
}

pub(super) fn renew_alert(tx: &mut Tx, id: &str, expires_at: Option<i64>) -> DbResult<()> {
    tx.exec(&RENEW_ALERT, p![id, expires_at])?;
    Ok(())
}

pub(super) fn set_missing(tx: &mut Tx, id: &str, since: Option<i64>) -> DbResult<()> {
    tx.exec(&SET_MISSING, p![id, since])?;
    Ok(())
}

/// Forgets what has been over since before that moment.
pub(super) fn forget_alerts(tx: &mut Tx, before: i64) -> DbResult<()> {
    tx.exec(&FORGET_ALERTS, p![before])?;
    Ok(())
}
