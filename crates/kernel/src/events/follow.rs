//! The tasks of the log: one follows it and tells the features, one forgets what is too old.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{AFTER, Event, FORGET, OLDEST, PAGE, consumer};
use crate::app::App;
use crate::config::EVENT_RETENTION_DAYS;
use crate::db::Tx;
use crate::error::Result;
use crate::p;
use crate::tasks::{Need, Stop};

/// Other processes' events are looked for this often when nothing wakes us ([`crate::nodes`]).
pub(super) const POLL: Duration = Duration::from_millis(500);

/// A feature that panics misses this event; the others, and the next events, do not.
fn notify(app: &App, on_event: fn(&App, &Event), event: &Event) {
    let call = std::panic::AssertUnwindSafe(|| on_event(app, event));
    if std::panic::catch_unwind(call).is_err() {
        tracing::error!(seq = event.seq, event = event.name(), "feature panicked on an event and skipped it");
    }
}

/// Puts every event into the ring and hands it to the features that asked for it.
pub(crate) fn spawn_follower(app: &App) {
    let listening: Vec<_> = app.features.iter().filter_map(|feature| feature.on_event).collect();
    app.tasks.service(app, "events", Need::Essential, move |app, stop| follow(app, listening.clone(), stop));
}

/// Ends only between two readings: a service that begins anew begins where this one ended.
async fn follow(app: App, listening: Vec<fn(&App, &Event)>, mut stop: Stop) -> Result<()> {
    let mut head = app.events.head();
    // Not the newest position: the features' own start may have appended already.
    let mut cursor = app.events.followed();
    let mut asked = false;
    // Whether there may be rows that this node has not written.
    let mut others = true;
    loop {
        head.mark_unchanged();
        let before = cursor;
        loop {
            let may_read = others || cursor < *head.borrow();
            let Ok(events) = next(&app, cursor, may_read).await else { break };
            let Some(last) = events.last() else { break };
            cursor = last.seq;
            app.events.wake(cursor);
            for event in events {
                if event.polled {
                    app.events.times.note(event.ts);
                }
                app.apps.follow(&event);
                listening.iter().for_each(|on_event| notify(&app, *on_event, &event));
                app.events.ring.push(event);
            }
            app.events.followed.send_replace(cursor);
        }
        if asked && cursor > before {
            app.events.remote_wakeups.fetch_add(1, Ordering::Relaxed);
        }
        (asked, others) = (false, true);
        tokio::select! {
            () = stop.asked() => return Ok(()),
            changed = head.changed() => match changed {
                Ok(()) => others = false,
                Err(_) => return Ok(()),
            },
            () = app.events.read_now.notified() => asked = true,
            // The command line writes to the same database and wakes nobody; nor does a node
            // whose wake-up was lost.
            () = app.clock.sleep(POLL) => {}
        }
    }
}

/// The rows after a number: as this node wrote them, or from the table where that may have more.
async fn next(app: &App, cursor: i64, may_read: bool) -> Result<Vec<Arc<Event>>> {
    let fresh = app.events.own_commits.take_after(cursor);
    if !fresh.is_empty() || !may_read {
        return Ok(fresh);
    }
    let rows: Vec<Event> = app.db.all(&AFTER, p![cursor, PAGE]).await?;
    Ok(rows.into_iter().map(Arc::new).collect())
}

/// Forgets events older than EVENT_RETENTION_DAYS, once an hour, in small transactions.
pub(crate) fn spawn_retention(app: &App) {
    let keeper = app.clone();
    app.tasks.spawn("event-retention", |mut stop| async move {
        let app = keeper;
        while stop.sleep(&app.clock, Duration::from_secs(3600)).await {
            if let Err(error) = forget_old(&app).await {
                tracing::warn!(%error, "old events not forgotten, will retry");
            }
        }
    });
}

/// Forgets what is too old, but for what a consumer has not come to yet. What a consumer has set aside it has
/// come to: [`super::failures`] keeps such an event.
pub(super) async fn forget_old(app: &App) -> Result<()> {
    let kept = i64::from(*EVENT_RETENTION_DAYS.of(&app.config)) * 86_400_000;
    let limit = app.clock.now_ms().saturating_sub(kept);
    let handled = consumer::store_cursors(app).await?;
    while app.db.write(move |tx| forget(tx, limit, handled)).await? > 0 {}
    Ok(())
}

/// Removes the oldest rows, as long as they are older than `limit` and have a number up to `handled`. It stops
/// at the first other one, even where a clock that was set back has left older times further in: a hole would
/// be a gap that no reader could tell.
fn forget(tx: &mut Tx, limit: i64, handled: i64) -> Result<u64> {
    let oldest: Vec<(i64, i64)> = tx.all(&OLDEST, p![PAGE])?;
    let last = oldest.into_iter().take_while(|(seq, ts)| *ts < limit && *seq <= handled).last();
    Ok(last.map_or(Ok(0), |(seq, _)| tx.exec(&FORGET, p![seq]))?)
}
