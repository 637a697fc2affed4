//! Reminders: told once for each time of an event and each reminder, over restarts and nodes.
//!
//! Each event has at most one row: its next reminder. Telling it and storing the one after it is one transaction that
//! holds the log's counter, so nobody tells it twice. What fell due while nothing ran is told late, for a day.

use std::time::Duration;

use identity::user::members;
use kernel::events::NewEvent;
use kernel::tasks::Stop;
use kernel::user::UserId;
use kernel::{App, AppTx, Result};

use crate::access::Owner;
use crate::events::CalendarEvent;
use crate::notifications;
use crate::schedule::{ReminderCursor, remind_after};
use crate::store::events;
use crate::store::reminders::{self, Reminder};

/// How exactly the time of a reminder is kept.
const TICK: Duration = Duration::from_secs(15);
/// Reminders that are told in one transaction.
const PAGE: i64 = 100;
/// How late a reminder is still told.
const LATEST_MS: i64 = 86_400_000;

/// Starts the task.
pub(crate) fn start(app: App) {
    let keeper = app.clone();
    app.tasks.spawn("calendar-reminders", |stop| keep(keeper, stop));
}

async fn keep(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = tell(&app).await {
            tracing::warn!(%error, "reminders of the calendar not told, will retry");
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Tells all that are due. Every node looks; the transaction decides who tells.
async fn tell(app: &App) -> Result<()> {
    loop {
        let now = app.clock.now_ms();
        let due = app.db.read(move |read| Ok(reminders::due(read, now, PAGE)?)).await?;
        if due.is_empty() {
            return Ok(());
        }
        let members = members(app).await?;
        let of_class = move |class: &str| members.of_class(class).collect::<Vec<UserId>>();
        let (all, by_class) = (due.clone(), of_class.clone());
        let sent =
            app.write(move |tx| all.iter().try_for_each(|one| send_reminder(tx, one, &by_class))).await;
        match sent {
            Ok(()) => {}
            Err(error) if error.is_unavailable() => return Err(error),
            Err(_) => send_each(app, due, &of_class).await?,
        }
    }
}

/// Tells each of some reminders in a transaction of its own, since one of them stops the others. That one is dropped.
async fn send_each<F>(app: &App, due: Vec<Reminder>, of_class: &F) -> Result<()>
where
    F: Fn(&str) -> Vec<UserId> + Clone + Send + 'static,
{
    for reminder in due {
        let (one, by_class) = (reminder.clone(), of_class.clone());
        match app.write(move |tx| send_reminder(tx, &one, &by_class)).await {
            Ok(()) => {}
            Err(error) if error.is_unavailable() => return Err(error),
            Err(error) => {
                let event = reminder.event_id;
                tracing::error!(%event, %error, cause = error.cause(), "a reminder of the calendar dropped");
                app.write(move |tx| {
                    tx.lock_log()?;
                    Ok(reminders::remove(tx, &event)?)
                })
                .await?;
            }
        }
    }
    Ok(())
}

/// Tells a reminder if it is still the one that was seen, and stores the one after it.
///
/// # Errors
/// For an event that cannot be read; when a statement fails.
pub(crate) fn send_reminder(
    tx: &mut AppTx,
    seen: &Reminder,
    of_class: &impl Fn(&str) -> Vec<UserId>,
) -> Result<()> {
    tx.lock_log()?;
    if reminders::find(tx, &seen.event_id)?.as_ref() != Some(seen) {
        return Ok(());
    }
    let Some(event) = events::find(tx, &seen.event_id)?.filter(|event| event.deleted_at.is_none()) else {
        reminders::remove(tx, &seen.event_id)?;
        return Ok(());
    };
    let Reminder { due_at, starts_at, .. } = *seen;
    let too_late = tx.now() - LATEST_MS;
    if due_at <= too_late {
        // So is whatever fell due before that; it is not gone through one by one.
        return remind_after(tx, &event, ReminderCursor { due_at: too_late, starts_at: i64::MAX });
    }
    let owner = Owner::parse(&event.owner);
    let told = CalendarEvent::Reminded { starts_at };
    let seq = tx.emit(NewEvent::new(&told, owner.audience()).about(&event.id))?;
    let whom = match &owner {
        Owner::Class(class) => of_class(class),
        Owner::User(user) => vec![*user],
    };
    notifications::notify(tx, &event.id, starts_at, seq, whom)?;
    remind_after(tx, &event, ReminderCursor { due_at, starts_at })
}
