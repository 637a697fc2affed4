//! The event log: the one source of every push, webhook and cache invalidation (`interface 6.7`).
//!
//! A row's `seq` comes from a counter row inside the writing transaction, so numbers follow commit
//! order without gaps on both engines; a reader that remembers its last `seq` misses nothing.
//! `data` holds ids and small facts, never texts people wrote: what was recalled or erased cannot
//! be replayed.
//!
//! One task per node follows the log, keeps the newest rows in a ring that all readers share, and
//! tells the features. A [`Reader`] is a place in the log: it reads the ring, or the table when it is
//! behind the ring, and is told to reload when the log has forgotten what it missed. Nothing is
//! queued per reader. Work that must not be missed is a [`Consumer`].

mod audience;
mod consumer;
mod failures;
mod follow;
mod own_commits;
mod reader;
mod render;
mod ring;
#[cfg(test)]
mod tests;
mod times;
mod typed;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, watch};

pub use audience::{Audience, Memberships};
pub use consumer::{Consumer, stored_position};
pub(crate) use consumer::{Consumers, STATEMENTS as CONSUMER_STATEMENTS, catch_up, start as start_consumers};
pub(crate) use failures::STATEMENTS as FAILURE_STATEMENTS;
pub use failures::{Failure, Retried, discard_failures, failures, retry_failures};
pub(crate) use follow::{spawn_follower, spawn_retention};
pub use reader::{Reader, Step};
pub use render::{ClientFrame, Render, render, render_none, row_frame};
pub use typed::FeatureEvent;

use crate::clock::Clock;
use crate::db::{Db, DbResult, Read, Tx};
use crate::tasks::Stop;
use crate::user::UserId;
use crate::{p, record, statements};

/// Rows read at once.
const PAGE: i64 = 500;
/// How long work that may lag behind the log waits for company.
const DEBOUNCE: Duration = Duration::from_secs(1);

statements! {
    /// Takes the next number; only polled events move the clock of the poll.
    NEXT = "update event_head set seq = seq + 1,
            ts = case when $2 = 0 then ts when ts >= $1 then ts + 1 else $1 end
            returning seq, ts";
    /// Takes the counter without counting.
    LOCK_COUNTER = "update event_head set seq = seq";
    /// Adds a row.
    APPEND = "insert into event_log (seq, ts, feature, kind, polled, audience, actor_id, subject_id, data)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    /// The newest number, and the time of the newest polled event.
    NEWEST = "select seq, ts from event_head";
    /// The oldest rows.
    OLDEST = "select seq, ts from event_log order by seq limit $1";
    /// Rows after a cursor.
    AFTER = "select seq, ts, feature, kind, polled, audience, actor_id, subject_id, data
             from event_log where seq > $1 order by seq limit $2";
    /// Polled rows between two numbers.
    POLLED = "select seq, ts, feature, kind, polled, audience, actor_id, subject_id, data from event_log
              where polled = 1 and seq > $1 and seq <= $2 order by seq limit $3";
    /// The first polled row after a time.
    POLLED_LATER = "select seq from event_log where polled = 1 and ts > $1 order by ts limit 1";
    /// Forgets a prefix.
    FORGET = "delete from event_log where seq <= $1";
}

record! {
    /// One row of the log.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Event {
        /// Position.
        pub seq: i64,
        /// Milliseconds since the epoch.
        pub ts: i64,
        /// The feature that wrote it.
        pub feature: String,
        /// What happened, like `created`.
        pub kind: String,
        /// Whether the long poll of `interface 4.6` carries it.
        pub polled: bool,
        /// `all`, `class:CC`, `role:admin`, `role:officer`, `user:ID`, `group:UUID`, `pair:ID:ID`.
        pub audience: String,
        /// Who caused it; empty for the server itself.
        pub actor_id: String,
        /// What it is about.
        pub subject_id: String,
        /// JSON: ids and small facts.
        pub data: String,
    }
}

/// An event about to be appended.
#[derive(Clone, Debug)]
pub struct NewEvent<'a> {
    /// The feature that writes it.
    pub feature: &'static str,
    /// What happened, like `created`.
    pub kind: String,
    /// Whether the long poll of `interface 4.6` carries it. The `ts` of polled events never repeats,
    /// because a poll's cursor may be a time.
    pub polled: bool,
    /// Who may see it.
    pub audience: Audience,
    /// Who caused it; nobody for the server itself.
    pub actor: Option<UserId>,
    /// What it is about.
    pub subject: &'a str,
    /// Ids and small facts.
    pub data: serde_json::Value,
}

impl<'a> NewEvent<'a> {
    /// An event of a feature, about nothing in particular and caused by the server itself.
    #[must_use]
    pub fn new<E: FeatureEvent>(event: &E, audience: Audience) -> Self {
        let (kind, data) = typed::to_row(event);
        Self {
            feature: E::FEATURE,
            kind,
            polled: event.is_polled(),
            audience,
            actor: None,
            subject: "",
            data,
        }
    }

    /// The same, caused by someone.
    #[must_use]
    pub fn by(self, actor: impl Into<Option<UserId>>) -> Self {
        Self { actor: actor.into(), ..self }
    }

    /// The same, about something.
    #[must_use]
    pub fn about(self, subject: &'a str) -> Self {
        Self { subject, ..self }
    }
}

impl Event {
    /// What people and logs call it: `countdown.created`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}.{}", self.feature, self.kind)
    }
}

/// The log's newest position, for those who wait, and its newest rows.
#[derive(Clone)]
pub struct Events {
    head: watch::Sender<i64>,
    /// The newest row that this node wrote.
    committed: watch::Sender<i64>,
    /// Another node has written, or may have.
    read_now: Arc<Notify>,
    /// Reads after a call of `read_now` that found something.
    remote_wakeups: Arc<AtomicU64>,
    /// How far the ring reaches and the features have been told.
    followed: watch::Sender<i64>,
    own_commits: Arc<own_commits::OwnCommits>,
    ring: Arc<ring::Ring>,
    times: Arc<times::Times>,
    clock: Clock,
    db: Db,
}

impl Events {
    pub(crate) async fn open(db: &Db, clock: Clock) -> DbResult<Self> {
        let (head, newest_time): (i64, i64) = db.one(&NEWEST, p![]).await?;
        let [newest, committed, followed] = [(); 3].map(|()| watch::Sender::new(head));
        Ok(Self {
            head: newest,
            committed,
            read_now: Arc::default(),
            remote_wakeups: Arc::default(),
            followed,
            own_commits: Arc::default(),
            ring: Arc::new(ring::Ring::new(head)),
            times: Arc::new(times::Times::new(newest_time)),
            clock,
            db: db.clone(),
        })
    }

    /// Appends to the log as part of a transaction; readers wake when it is committed. Features call
    /// [`AppTx::emit`](crate::AppTx::emit).
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn append(&self, tx: &mut Tx, event: NewEvent<'_>) -> DbResult<i64> {
        let now = self.clock.now_ms();
        let polled = event.polled;
        let now = if polled { self.times.next(now) } else { now };
        let (seq, poll_ts): (i64, i64) = tx.one(&NEXT, p![now, polled])?;
        let ts = if polled { poll_ts } else { now };
        if polled {
            self.times.note(ts);
        }
        let event = Event {
            seq,
            ts,
            feature: event.feature.to_owned(),
            kind: event.kind,
            polled,
            audience: event.audience.to_key(),
            actor_id: event.actor.map(|user| user.to_string()).unwrap_or_default(),
            subject_id: event.subject.to_owned(),
            data: event.data.to_string(),
        };
        let Event { feature, kind, audience, actor_id, subject_id, data, .. } = &event;
        tx.exec(&APPEND, p![seq, ts, feature, kind, polled, audience, actor_id, subject_id, data])?;
        let (events, event) = (self.clone(), Arc::new(event));
        tx.wake_on_commit(move || {
            events.own_commits.push(event);
            events.wake(seq);
            // The queue commits in order.
            events.committed.send_replace(seq);
        });
        Ok(seq)
    }

    /// Takes the counter without appending. Features call [`AppTx::lock_log`](crate::AppTx::lock_log).
    ///
    /// # Errors
    /// When the statement fails.
    pub(crate) fn lock_counter(&self, tx: &mut Tx) -> DbResult<()> {
        tx.exec(&LOCK_COUNTER, p![]).map(drop)
    }

    /// Tells waiting readers that the log has grown; never moves back.
    pub fn wake(&self, seq: i64) {
        self.head.send_if_modified(|head| {
            let newer = seq > *head;
            *head = seq.max(*head);
            newer
        });
    }

    /// Has the log read at once: another node may have written. A call too many costs one query,
    /// one too few half a second.
    pub(crate) fn read_now(&self) {
        self.read_now.notify_one();
    }

    /// Follows the newest row that this node wrote.
    #[must_use]
    pub fn committed(&self) -> watch::Receiver<i64> {
        self.committed.subscribe()
    }

    /// A time, in milliseconds since the epoch, by which a client finds the place again that lies right
    /// after the polled event of the time `seen`: no event of this node beyond that place has it.
    /// `choose` is offered one and may take a later one.
    pub fn hand_out_time(&self, seen: i64, choose: impl FnOnce(i64) -> i64) -> i64 {
        self.times.hand_out(self.clock.now_ms(), seen, choose)
    }

    /// How many reads of the log other nodes' wake-ups have brought that found something.
    #[must_use]
    pub fn remote_wakeups(&self) -> u64 {
        self.remote_wakeups.load(Ordering::Relaxed)
    }

    /// Waits until the features have been told of everything committed so far.
    pub async fn caught_up(&self) {
        let head = *self.head.borrow();
        // An error means the app is gone; then there is nothing to wait for.
        let _ = self.followed.subscribe().wait_for(|seq| *seq >= head).await;
    }

    /// Follows the newest position.
    #[must_use]
    pub fn head(&self) -> watch::Receiver<i64> {
        self.head.subscribe()
    }

    /// For work that may lag a little: waits until something is appended, and then a second longer,
    /// so that one transaction does what many events ask for. False when the server stops.
    pub async fn debounce(&self, head: &mut watch::Receiver<i64>, stop: &mut Stop) -> bool {
        tokio::select! {
            () = stop.asked() => return false,
            changed = head.changed() => if changed.is_err() { return false },
        }
        let goes_on = stop.sleep(&self.clock, DEBOUNCE).await;
        head.mark_unchanged();
        goes_on
    }

    /// The newest number that this node knows of. Whatever is read from now on includes that event: a number is
    /// known once its row is committed.
    #[must_use]
    pub fn newest_known(&self) -> i64 {
        *self.head.borrow()
    }

    /// How far this node has followed the log.
    #[must_use]
    pub fn followed(&self) -> i64 {
        *self.followed.borrow()
    }

    /// A reader of everything after `seq`.
    #[must_use]
    pub fn reader(&self, seq: i64) -> Reader {
        Reader::new(self.clone(), seq)
    }

    /// The newest number as the database has it, and the time of the newest polled event:
    /// other nodes may be ahead of what this one has followed.
    ///
    /// # Errors
    /// When the statement fails.
    pub async fn newest(&self) -> DbResult<(i64, i64)> {
        self.db.one(&NEWEST, p![]).await
    }
}

/// Rows after `seq`, oldest first, at most `limit`.
///
/// # Errors
/// When the statement fails.
pub fn after(read: &mut Read, seq: i64, limit: i64) -> DbResult<Vec<Event>> {
    read.all(&AFTER, p![seq, limit])
}

/// Number and time of the oldest row; `None` when the log has none.
///
/// # Errors
/// When the statement fails.
pub fn oldest(read: &mut Read) -> DbResult<Option<(i64, i64)>> {
    read.opt(&OLDEST, p![1_i64])
}

/// Polled rows after `seq` up to and with `through`, oldest first, at most `limit`.
///
/// # Errors
/// When the statement fails.
pub fn polled(read: &mut Read, seq: i64, through: i64, limit: i64) -> DbResult<Vec<Event>> {
    read.all(&POLLED, p![seq, through, limit])
}

/// The number of the first polled row later than `ts`. Their times grow with their numbers,
/// so everything from there on is later too.
///
/// # Errors
/// When the statement fails.
pub fn first_polled_later(read: &mut Read, ts: i64) -> DbResult<Option<i64>> {
    read.opt(&POLLED_LATER, p![ts])
}
