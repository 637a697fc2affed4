//! What is stored of when events happen: their occurrences and their next reminders.
//!
//! Occurrences are stored for about a year back and two ahead, so that a month and a reminder are reads of an index. A
//! task stores more as time passes. What lies beyond is made when somebody looks at it.

use std::sync::Arc;
use std::time::Duration;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use kernel::tasks::Stop;
use kernel::{ApiError, App, AppTx, Result};

use crate::model::expand::{Expanded, expand};
use crate::model::walk::Steps;
use crate::store::events::{self, Event};
use crate::store::reminders::{self, Reminder};
use crate::store::{changes, occurrences};

/// Days back.
const BACK: i64 = 400;
/// Days ahead.
const AHEAD: i64 = 800;
/// Days ahead that are there at any time.
const ENOUGH: i64 = 700;
/// How exactly the start of a day is kept.
const TICK: Duration = Duration::from_secs(60);
/// Events that are looked up at a time.
const PAGE: i64 = 100;
/// How long what was deleted, and what undoes a change, is kept: 30 days.
const KEPT_MS: i64 = 30 * 86_400_000;
/// A day after every other one.
const EVER: &str = "9999-12-31";

/// The days for which occurrences are stored.
struct Window {
    from: Date,
    until: Date,
    portal: Arc<TimeZone>,
}

impl Window {
    fn now(app: &App) -> Self {
        let today = app.today();
        Self { from: plus(today, -BACK), until: plus(today, AHEAD), portal: app.timezone() }
    }

    fn expand(&self, event: &Event, steps: &mut Steps) -> Result<Expanded> {
        Ok(expand(&event.content, self.from, self.until, &self.portal, steps)?)
    }
}

/// Stores when an event happens, and its next reminder; of a deleted one nothing. Answers how many occurrences it stored.
///
/// # Errors
/// 409 when the steps are spent; when a statement fails.
pub(crate) fn store(tx: &mut AppTx, event: &Event, steps: &mut Steps) -> Result<usize> {
    if event.deleted_at.is_some() {
        occurrences::replace(tx, &event.id, &event.owner, &[])?;
        reminders::remove(tx, &event.id)?;
        return Ok(0);
    }
    let window = Window::now(tx.app());
    let expanded = window.expand(event, steps)?;
    put(tx, event, &window, &expanded)?;
    Ok(expanded.occurrences.len())
}

fn put(tx: &mut AppTx, event: &Event, window: &Window, expanded: &Expanded) -> Result<()> {
    occurrences::replace(tx, &event.id, &event.owner, &expanded.occurrences)?;
    let from = if expanded.from_start { String::new() } else { window.from.to_string() };
    let until = if expanded.to_end { EVER.to_owned() } else { window.until.to_string() };
    events::set_expanded(tx, &event.id, &from, &until, window.portal.iana_name().unwrap_or_default())?;
    // One that is due and not told yet stays: only what was told is past.
    let now = tx.now();
    let pending = reminders::find(tx, &event.id)?.filter(|pending| pending.due_at <= now);
    let nothing_pending = ReminderCursor { due_at: now, starts_at: i64::MAX };
    remind_after(tx, event, pending.as_ref().map_or(nothing_pending, ReminderCursor::before))
}

/// Up to where the reminders of an event were told: in the order of their times, those of the same time in the order of
/// what they remind of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReminderCursor {
    pub(crate) due_at: i64,
    pub(crate) starts_at: i64,
}

impl ReminderCursor {
    fn before(reminder: &Reminder) -> Self {
        Self { due_at: reminder.due_at, starts_at: reminder.starts_at - 1 }
    }
}

/// Stores the first reminder of an event after those that were told.
///
/// # Errors
/// When a statement fails.
pub(crate) fn remind_after(tx: &mut AppTx, event: &Event, told: ReminderCursor) -> Result<()> {
    let mut next: Option<(i64, i64)> = None;
    for minutes in &event.content.reminders {
        let ahead = minutes * 60_000;
        let starts = occurrences::next_starts(tx, &event.id, told.due_at + ahead)?;
        let untold = |starts_at: &i64| (starts_at - ahead, *starts_at) > (told.due_at, told.starts_at);
        let first = starts.into_iter().find(untold).map(|starts_at| (starts_at - ahead, starts_at));
        next = [next, first].into_iter().flatten().min();
    }
    match next {
        Some((due_at, starts_at)) => {
            reminders::set(tx, &Reminder { event_id: event.id.clone(), due_at, starts_at })?;
        }
        None => reminders::remove(tx, &event.id)?,
    }
    Ok(())
}

/// Starts the task that stores more as time passes, and forgets what was deleted long ago.
pub(crate) fn start(app: App) {
    let keeper = app.clone();
    app.tasks.spawn("calendar-occurrences", |stop| keep(keeper, stop));
}

async fn keep(app: App, mut stop: Stop) {
    let mut done = None;
    loop {
        let seen = (app.today(), app.timezone().iana_name().map(str::to_owned));
        if done.as_ref() != Some(&seen) {
            match catch_up(&app, seen.0).await {
                Ok(()) => done = Some(seen),
                Err(error) => tracing::warn!(%error, "occurrences of the calendar not stored, will retry"),
            }
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Every node does this; a second time changes nothing. An event that cannot be expanded is passed over, so that the
/// others go on.
pub(crate) async fn catch_up(app: &App, today: Date) -> Result<()> {
    let until = plus(today, ENOUGH).to_string();
    let mut after = String::new();
    loop {
        let zone = app.timezone().iana_name().unwrap_or_default().to_owned();
        let (from, until) = (after.clone(), until.clone());
        let page = app.db.read(move |read| Ok(events::behind(read, &until, &zone, &from, PAGE)?)).await?;
        match page.last() {
            Some(last) => after.clone_from(last),
            None => break,
        }
        for id in page {
            match go_on(app, &id).await {
                Ok(()) => {}
                Err(error) if error.is_unavailable() => return Err(error),
                Err(error) => {
                    tracing::error!(event = %id, %error, cause = error.cause(), "occurrences of an event not stored");
                }
            }
        }
    }
    app.write(|tx| {
        let before = tx.now() - KEPT_MS;
        events::purge(tx, before)?;
        Ok(changes::purge(tx, before)?)
    })
    .await
}

/// Stores when an event happens. Its rule is walked before the transaction, in which everybody else waits.
async fn go_on(app: &App, id: &str) -> Result<()> {
    let (id, window) = (id.to_owned(), Window::now(app));
    let Some(event) = app.db.read(move |read| Ok(events::find(read, &id)?)).await? else { return Ok(()) };
    let expanding = tokio::task::spawn_blocking(move || {
        let expanded = window.expand(&event, &mut Steps::default())?;
        Ok::<_, ApiError>((event, window, expanded))
    });
    let (event, window, expanded) = expanding.await.map_err(ApiError::internal)??;
    app.write(move |tx| {
        tx.lock_log()?;
        // What was changed meanwhile was stored with the change.
        let now = events::find(tx, &event.id)?;
        let is_same = now.is_some_and(|now| now.revision == event.revision && now.deleted_at.is_none());
        if is_same { put(tx, &event, &window, &expanded) } else { Ok(()) }
    })
    .await
}

/// A day some days later.
pub(crate) fn plus(day: Date, days: i64) -> Date {
    day.saturating_add(Span::new().days(days))
}

/// An instant in milliseconds as a time stamp.
pub(crate) fn instant(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX)
}
