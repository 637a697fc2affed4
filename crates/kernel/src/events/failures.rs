//! Events that a consumer could not handle: set aside, so that the next ones go on, until the operator has
//! them handled again or discards them.
//!
//! A row has the whole event: the log forgets its own after EVENT_RETENTION_DAYS, and must not be kept from
//! that. So an event can be handled again however old it is. As in the log, it holds ids and small facts.

#[cfg(test)]
mod tests;

use super::Event;
use crate::app::App;
use crate::db::{DbResult, Read, Tx};
use crate::error::{ApiError, Result};
use crate::{p, record, statements};

/// Characters that are kept of an error's text.
const MAX_REASON: usize = 200;

statements! {
    /// Sets an event aside.
    INSERT = "insert into event_failures
              (consumer, seq, ts, feature, kind, polled, audience, actor_id, subject_id, data, failed_at, error)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    /// How many each consumer has set aside.
    COUNTS = "select consumer, count(*) from event_failures group by consumer order by consumer";
    /// Everything that was set aside.
    ALL = "select consumer, seq, feature, kind, failed_at, error from event_failures order by consumer, seq";
    /// An event that was set aside, as the log had it.
    EVENT = "select seq, ts, feature, kind, polled, audience, actor_id, subject_id, data from event_failures
             where consumer = $1 and seq = $2";
    /// Removes one.
    REMOVE = "delete from event_failures where consumer = $1 and seq = $2";
    /// Removes those of a consumer.
    REMOVE_ALL = "delete from event_failures where consumer = $1";
    /// Says why it failed again, and when.
    FAIL_AGAIN = "update event_failures set failed_at = $3, error = $4 where consumer = $1 and seq = $2";
}

record! {
    /// An event that a consumer could not handle.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Failure {
        /// The consumer's name.
        pub consumer: String,
        /// The event's number.
        pub seq: i64,
        /// The feature that wrote it.
        pub feature: String,
        /// What happened, like `created`.
        pub kind: String,
        /// When it last failed, in milliseconds since the epoch.
        pub failed_at: i64,
        /// Why, without what people wrote.
        pub error: String,
    }
}

/// What came of handling events again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retried {
    /// Events that are handled now.
    pub handled: u64,
    /// Events that have failed again.
    pub failed: u64,
}

/// Everything that was set aside, by consumer, oldest first.
///
/// # Errors
/// When the database is away.
pub async fn failures(app: &App) -> Result<Vec<Failure>> {
    Ok(app.db.all(&ALL, p![]).await?)
}

/// Handles again what one consumer, or all of them, have set aside, oldest first, each event in a transaction
/// of its own. The app need not be started, and others may run beside it: whoever removes the row has handled
/// the event.
///
/// # Errors
/// When the database is away; what was handled before stays handled.
pub async fn retry_failures(app: &App, consumer: Option<&str>) -> Result<Retried> {
    let mut retried = Retried::default();
    for failure in failures(app).await? {
        if consumer.is_some_and(|name| name != failure.consumer) {
            continue;
        }
        match retry(app, &failure).await {
            Ok(handled) => retried.handled += u64::from(handled),
            Err(error) if error.is_unavailable() => return Err(error),
            Err(error) => {
                retried.failed += 1;
                let Failure { consumer, seq, .. } = failure;
                let now = app.clock.now_ms();
                app.db.exec(&FAIL_AGAIN, p![consumer, seq, now, reason(&error)]).await?;
            }
        }
    }
    Ok(retried)
}

/// Handles one again; false when someone else has done that.
async fn retry(app: &App, failure: &Failure) -> Result<bool> {
    let unknown = || ApiError::internal("this version of the portal has no such consumer");
    let consumer = app.consumers.find(&failure.consumer).ok_or_else(unknown)?;
    let seq = failure.seq;
    let retry = app.write(move |tx| {
        tx.lock_log()?;
        let event: Option<Event> = tx.opt(&EVENT, p![consumer.name, seq])?;
        if let Some(event) = &event {
            tx.exec(&REMOVE, p![consumer.name, seq])?;
            (consumer.handle)(tx, std::slice::from_ref(event))?;
        }
        Ok(event.is_some())
    });
    retry.await
}

/// Forgets what a consumer has set aside, one event or all of them, and answers how many that were. They are
/// never handled then.
///
/// # Errors
/// When the database is away.
pub async fn discard_failures(app: &App, consumer: &str, seq: Option<i64>) -> Result<u64> {
    match seq {
        Some(seq) => app.db.exec(&REMOVE, p![consumer, seq]).await,
        None => app.db.exec(&REMOVE_ALL, p![consumer]).await,
    }
}

/// How many events each consumer has set aside; those without any are not named.
pub(super) fn counts(read: &mut Read) -> DbResult<Vec<(String, i64)>> {
    read.all(&COUNTS, p![])
}

/// Sets an event aside.
pub(super) fn insert(tx: &mut Tx, consumer: &str, event: &Event, now: i64, why: &str) -> DbResult<()> {
    let Event { seq, ts, feature, kind, polled, audience, actor_id, subject_id, data } = event;
    let params =
        p![consumer, *seq, *ts, feature, kind, *polled, audience, actor_id, subject_id, data, now, why];
    tx.exec(&INSERT, params).map(drop)
}

/// What is kept of an error: the first line of its text, without what stands in quotation marks. There
/// databases and parsers repeat values, which may be what people wrote; databases do it in further lines, too.
pub(super) fn reason(error: &ApiError) -> String {
    let text = error.to_string();
    let (mut kept, mut end, mut before) = (String::new(), None, ' ');
    for c in text.lines().next().unwrap_or_default().chars() {
        if end.is_none_or(|end| end == c) {
            kept.push(c);
            end = if end.is_none() { closing(c, before) } else { None };
            kept.extend(end.map(|_| '…'));
        }
        before = c;
    }
    kept.chars().take(MAX_REASON).collect()
}

/// The mark that ends what this one begins; an apostrophe inside a word begins nothing.
fn closing(mark: char, before: char) -> Option<char> {
    match mark {
        '"' | '`' => Some(mark),
        '\'' => Some(mark).filter(|_| !before.is_alphanumeric()),
        '“' => Some('”'),
        _ => None,
    }
}
