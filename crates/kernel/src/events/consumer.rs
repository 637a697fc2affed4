//! Durable consumers: work that follows the event log, each event exactly once, whatever stops the
//! server in between. The cursor moves in the transaction that does the work.
//!
//! A consumer follows a second behind, so that a lively class costs it one transaction a second and
//! not one for each message; whoever needs it up to date calls [`App::catch_up`] first.
//!
//! A batch that fails is handled again, event by event; an event that fails [`TRIES`] times is set aside
//! ([`super::failures`]), and the next ones go on. A database that is away says nothing about the events:
//! then they wait, however long that takes.
//!
//! `Feature::on_event` is for memory alone: it begins at the end of the log after each start.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;

use super::{Event, NEWEST, after, failures};
use crate::app::App;
use crate::db::{DbResult, Read};
use crate::error::{ApiError, Result};
use crate::feature::{Feature, Health};
use crate::tasks::{Need, Stop};
use crate::transaction::AppTx;
use crate::{p, statements};

/// Events read at once.
const PAGE: i64 = 500;
/// After so many events that ask for nothing the cursor is stored all the same: a start reads the log
/// again from there, and must not read a week of it.
const STORE_AFTER: i64 = 1000;
/// How often an event may fail before it is set aside.
const TRIES: u32 = 3;
/// Between two tries.
const RETRY: Duration = Duration::from_secs(2);
/// A consumer whose next event is older than this, in milliseconds, is no longer well.
const LATE: i64 = 5 * 60_000;

statements! {
    /// How far a consumer has come.
    CURSOR = "select seq from event_cursors where consumer = $1";
    /// Adds a consumer.
    ADD = "insert into event_cursors (consumer, seq) values ($1, $2) on conflict (consumer) do nothing";
    /// Moves the cursor, never back.
    MOVE = "update event_cursors set seq = $2 where consumer = $1 and seq < $2";
    /// When the first event after a number was written.
    NEXT_TIME = "select ts from event_log where seq > $1 order by seq limit 1";
}

/// Work that follows the event log.
pub struct Consumer {
    /// Its name, in the table of cursors, in the health answer and on the command line; no other consumer has
    /// it. A consumer that is new to a portal begins at the end of the log.
    pub name: &'static str,
    /// Events handled in one transaction at most: it holds up every other write.
    pub batch: usize,
    /// Whether an event asks for anything; the others cost no transaction.
    pub selects: fn(&App, &Event) -> bool,
    /// Does what a batch asks for, oldest first, in the transaction that moves the cursor. It may run
    /// again, as every write.
    ///
    /// An event that was set aside may come late, alone, and in a process beside the server
    /// (`classportal events retry`). So what it needs to know it reads from the transaction, not from
    /// what a feature's start has put into memory, and it allows for later events having been handled.
    pub handle: fn(&mut AppTx, &[Event]) -> Result<()>,
}

/// The consumers of this node.
pub(crate) struct Consumers(Vec<Arc<Follower>>);

/// A consumer on its way through the log.
struct Follower {
    consumer: &'static Consumer,
    /// Whoever holds the lock handles events; the others wait, and find the work done.
    progress: Mutex<Progress>,
    /// The position of `progress`, for those who only look.
    position: AtomicI64,
}

/// How far this node has come in the log.
#[derive(Default)]
struct Progress {
    /// Everything up to and with this number was handled, or asked for nothing.
    position: i64,
    /// The cursor in the table. It is behind the position while events ask for nothing.
    stored: i64,
    /// How often the next event has failed, alone or with its batch. The first event that is handled sets it
    /// back; while it is above zero, events are handled one by one.
    tries: u32,
}

impl Consumers {
    pub(crate) fn new(features: &[Feature]) -> Self {
        let all = features.iter().flat_map(|feature| feature.consumers);
        let follower = |consumer: &&'static Consumer| {
            let (progress, position) = Default::default();
            Arc::new(Follower { consumer, progress, position })
        };
        Self(all.map(follower).collect())
    }

    /// The consumer of this name.
    pub(super) fn find(&self, name: &str) -> Option<&'static Consumer> {
        self.follower(name).map(|follower| follower.consumer)
    }

    /// The names of all of them.
    pub(super) fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|follower| follower.consumer.name).collect()
    }

    fn follower(&self, name: &str) -> Option<&Arc<Follower>> {
        self.0.iter().find(|follower| follower.consumer.name == name)
    }

    /// What is wrong with them, for the health answer. It is read from the tables, so that it holds for what
    /// other nodes and the command line have done, and for a consumer that does not run.
    pub(crate) async fn health(&self, app: &App) -> Health {
        let (status, details) = match self.faults(app).await {
            Ok(faults) if faults.is_empty() => ("ok", None),
            Ok(faults) => ("warning", Some(faults.join("; "))),
            Err(_) => ("warning", Some("the database does not answer".into())),
        };
        Health { name: "consumers", status, details }
    }

    async fn faults(&self, app: &App) -> Result<Vec<String>> {
        let position =
            |follower: &Arc<Follower>| (follower.consumer.name, follower.position.load(Ordering::Relaxed));
        let places: Vec<(&str, i64)> = self.0.iter().map(position).collect();
        let now = app.clock.now_ms();
        let faults = app.db.read(move |read| {
            let mut faults = Vec::new();
            let (head, _): (i64, i64) = read.one(&NEWEST, p![])?;
            for (name, position) in places {
                let next: Option<i64> = read.opt(&NEXT_TIME, p![position])?;
                if let Some(waits) = next.map(|ts| now - ts).filter(|waits| *waits >= LATE) {
                    let (minutes, left) = (waits / 60_000, head - position);
                    faults.push(format!("{name} is {minutes} minutes behind (events left: {left})"));
                }
            }
            for (name, count) in failures::counts(read)? {
                faults.push(format!("{name} has set events aside: {count} (classportal events failures)"));
            }
            Ok(faults)
        });
        faults.await
    }
}

/// Starts the consumers of all features.
///
/// # Errors
/// When two have one name, and when the database is away.
pub(crate) async fn start(app: &App) -> Result<()> {
    let mut names = HashSet::new();
    if let Some(name) = app.consumers.names().into_iter().find(|name| !names.insert(*name)) {
        // They would share a cursor, and each would miss what the other has handled.
        return Err(ApiError::internal(format!("two consumers of the event log have the name {name}")));
    }
    for follower in &app.consumers.0 {
        follower.load(app).await?;
        let follower = follower.clone();
        app.tasks.service(app, follower.consumer.name, Need::Essential, move |app, stop| {
            run(app, follower.clone(), stop)
        });
    }
    Ok(())
}

async fn run(app: App, follower: Arc<Follower>, mut stop: Stop) -> Result<()> {
    let mut head = app.events.head();
    loop {
        let mut progress = follower.progress.lock().await;
        let caught_up = follower.catch_up(&app, &mut progress).await;
        drop(progress);
        if let Err(error) = caught_up {
            tracing::warn!(consumer = follower.consumer.name, %error, "events not handled, will retry");
            if !stop.sleep(&app.clock, RETRY).await {
                return Ok(());
            }
            continue;
        }
        if !app.events.debounce(&mut head, &mut stop).await {
            return Ok(());
        }
    }
}

/// Lets a consumer handle everything that this node knows of; false when that has to be tried again.
/// Whoever only reads what it writes may answer all the same.
pub(crate) async fn catch_up(app: &App, name: &str) -> bool {
    let Some(follower) = app.consumers.follower(name) else { return false };
    if follower.position.load(Ordering::Relaxed) >= *app.events.head().borrow() {
        return true;
    }
    let mut progress = follower.progress.lock().await;
    if progress.tries > 0 {
        // The consumer itself tries again, after a pause: callers in a hurry must not use up the tries.
        return false;
    }
    let caught_up = follower.catch_up(app, &mut progress).await;
    if let Err(error) = &caught_up {
        tracing::warn!(consumer = name, %error, "events not handled, will retry");
    }
    caught_up.is_ok()
}

/// Stores how far each consumer has come, so that the log may forget what is behind all of them, and
/// answers the number up to which it may.
///
/// # Errors
/// When the database is away.
pub(super) async fn store_cursors(app: &App) -> Result<i64> {
    let mut least = i64::MAX;
    for follower in &app.consumers.0 {
        let mut progress = follower.progress.lock().await;
        follower.store(app, &mut progress).await?;
        least = least.min(progress.stored);
    }
    Ok(least)
}

/// How far a consumer has come, as the table has it: every event up to and with this number was handled,
/// asked for nothing or was set aside. 0 for a consumer that is not there.
///
/// # Errors
/// When the statement fails.
pub fn stored_position(read: &mut Read, consumer: &str) -> DbResult<i64> {
    Ok(read.opt(&CURSOR, p![consumer])?.unwrap_or_default())
}

impl Follower {
    /// Begins where the consumer ended; one that is new, at the end of the log.
    async fn load(&self, app: &App) -> Result<()> {
        let (name, head) = (self.consumer.name, app.events.newest().await?.0);
        let load = app.db.write(move |tx| {
            tx.exec(&ADD, p![name, head])?;
            Ok(stored_position(tx, name)?)
        });
        let stored = load.await?;
        *self.progress.lock().await = Progress { position: stored, stored, tries: 0 };
        self.position.store(stored, Ordering::Relaxed);
        Ok(())
    }

    /// Handles everything that the log has.
    async fn catch_up(&self, app: &App, progress: &mut Progress) -> Result<()> {
        loop {
            let from = progress.position;
            let events = app.db.read(move |read| Ok(after(read, from, PAGE)?)).await?;
            let Some(last) = events.last().map(|event| event.seq) else { return Ok(()) };
            let selected: Vec<Event> =
                events.into_iter().filter(|event| (self.consumer.selects)(app, event)).collect();
            // After a failure one by one, so that the good ones need not wait for the one that fails.
            let size = if progress.tries == 0 { self.consumer.batch.max(1) } else { 1 };
            for batch in selected.chunks(size) {
                self.handle(app, progress, batch).await?;
            }
            self.move_to(progress, last);
            if progress.position - progress.stored >= STORE_AFTER {
                self.store(app, progress).await?;
            }
        }
    }

    /// Handles a batch. When one event has failed too often, it is set aside and counts as handled.
    async fn handle(&self, app: &App, progress: &mut Progress, batch: &[Event]) -> Result<()> {
        let Err(error) = self.attempt(app, progress, batch).await else { return Ok(()) };
        // A database that is away is no fault of the event.
        if error.is_unavailable() {
            return Err(error);
        }
        progress.tries += 1;
        match batch {
            [event] if progress.tries >= TRIES => self.set_aside(app, progress, event, &error).await,
            _ => Err(error),
        }
    }

    async fn attempt(&self, app: &App, progress: &mut Progress, batch: &[Event]) -> Result<()> {
        let Some(end) = batch.last().map(|event| event.seq) else { return Ok(()) };
        let (consumer, events) = (self.consumer, batch.to_vec());
        let attempt = app.write(move |tx| {
            tx.lock_log()?;
            // Another node may have been here.
            let done = stored_position(tx, consumer.name)?;
            let due = &events[events.partition_point(|event| event.seq <= done)..];
            if !due.is_empty() {
                (consumer.handle)(tx, due)?;
            }
            tx.exec(&MOVE, p![consumer.name, end])?;
            Ok(())
        });
        attempt.await?;
        self.note_stored(progress, end);
        Ok(())
    }

    async fn set_aside(
        &self,
        app: &App,
        progress: &mut Progress,
        event: &Event,
        error: &ApiError,
    ) -> Result<()> {
        let (name, seq) = (self.consumer.name, event.seq);
        let (failed, why) = (event.clone(), failures::reason(error));
        let set_aside = app.write(move |tx| {
            tx.lock_log()?;
            // Another node may have handled it since.
            let is_due = stored_position(tx, name)? < seq;
            if is_due {
                let now = tx.now();
                failures::insert(tx, name, &failed, now, &why)?;
                tx.exec(&MOVE, p![name, seq])?;
            }
            Ok(is_due)
        });
        if set_aside.await? {
            tracing::error!(consumer = name, seq, event = event.name(), %error, "event set aside");
        }
        self.note_stored(progress, seq);
        Ok(())
    }

    /// Moves the cursor in the table up to here.
    async fn store(&self, app: &App, progress: &mut Progress) -> Result<()> {
        let (name, here) = (self.consumer.name, progress.position);
        if here > progress.stored {
            app.db.write(move |tx| Ok(tx.exec(&MOVE, p![name, here])?)).await?;
            progress.stored = here;
        }
        Ok(())
    }

    /// The event of this number is behind us, and the table says so; the next one has its own tries.
    fn note_stored(&self, progress: &mut Progress, seq: i64) {
        self.move_to(progress, seq);
        (progress.stored, progress.tries) = (progress.stored.max(seq), 0);
    }

    fn move_to(&self, progress: &mut Progress, seq: i64) {
        progress.position = progress.position.max(seq);
        self.position.store(progress.position, Ordering::Relaxed);
    }
}
