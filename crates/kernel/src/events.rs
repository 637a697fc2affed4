//! The event log: the one source of every push, webhook and cache invalidation (`decisions §3`).
//!
//! A row's `seq` comes from a counter row inside the writing transaction, so numbers follow commit
//! order without gaps on both engines; a reader that remembers its last `seq` misses nothing.
//! `data` holds ids and small facts, never texts people wrote: what was recalled or erased cannot
//! be replayed.

use std::time::Duration;

use tokio::sync::watch;

use crate::app::App;
use crate::clock::Clock;
use crate::db::{Db, DbResult, Read, Tx};
use crate::user::UserId;
use crate::{p, record, statements};

/// Another node's events are looked for this often when nothing wakes us.
const POLL: Duration = Duration::from_millis(500);
/// Rows read at once.
const PAGE: i64 = 500;

statements! {
    /// Takes the next number; only poll-visible events move the clock of the poll.
    NEXT = "update event_head set seq = seq + 1,
            ts = case when $2 = 0 then ts when ts >= $1 then ts + 1 else $1 end
            returning seq, ts";
    /// Adds a row.
    APPEND = "insert into event_log (seq, ts, stream, audience, kind, actor_id, subject_id, data)
              values ($1, $2, $3, $4, $5, $6, $7, $8)";
    /// The newest number.
    HEAD = "select seq from event_head";
    /// Rows after a cursor.
    AFTER = "select seq, ts, stream, audience, kind, actor_id, subject_id, data
             from event_log where seq > $1 order by seq limit $2";
    /// Forgets what is too old, a bounded piece at a time.
    FORGET = "delete from event_log where seq in
              (select seq from event_log where ts < $1 order by seq limit $2)";
}

record! {
    /// One row of the log.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Event {
        /// Position.
        pub seq: i64,
        /// Milliseconds since the epoch.
        pub ts: i64,
        /// The room it belongs to.
        pub stream: String,
        /// `all`, `class:CC`, `role:admin`, `role:officer`, `user:ID`, `group:ID`.
        pub audience: String,
        /// `<stream>.<what>`.
        pub kind: String,
        /// Who caused it; empty for the server itself.
        pub actor_id: String,
        /// What it is about.
        pub subject_id: String,
        /// JSON: ids and small facts.
        pub data: String,
    }
}

/// Who may see an event.
#[derive(Clone, Debug)]
pub enum Audience {
    /// Everyone who is signed in.
    All,
    /// One user.
    User(UserId),
    /// A class, by its two digits.
    Class(String),
}

impl Audience {
    fn spell(&self) -> String {
        match self {
            Self::All => "all".into(),
            Self::User(user) => format!("user:{user}"),
            Self::Class(class) => format!("class:{class}"),
        }
    }
}

/// An event about to be appended.
#[derive(Clone, Debug)]
pub struct NewEvent<'a> {
    /// The room.
    pub stream: &'static str,
    /// What happened, like `created`.
    pub what: &'static str,
    /// Who may see it.
    pub audience: Audience,
    /// Who caused it.
    pub actor: Option<UserId>,
    /// What it is about.
    pub subject: &'a str,
    /// Ids and small facts.
    pub data: serde_json::Value,
}

/// Streams whose events the long poll carries; their `ts` never repeats, because a poll's cursor
/// may be a time.
const POLL_VISIBLE: [&str; 2] = ["extension", "system"];

/// The log's newest position, for those who wait.
#[derive(Clone)]
pub struct Events {
    head: watch::Sender<i64>,
    /// How far the rooms have been told.
    followed: watch::Sender<i64>,
    clock: Clock,
}

impl Events {
    pub(crate) async fn open(db: &Db, clock: Clock) -> DbResult<Self> {
        let head: i64 = db.one(&HEAD, p![]).await?;
        Ok(Self { head: watch::Sender::new(head), followed: watch::Sender::new(head), clock })
    }

    /// Appends to the log as part of a transaction; readers wake when it is committed.
    ///
    /// # Errors
    /// When a statement fails.
    pub fn append(&self, tx: &mut Tx, event: NewEvent<'_>) -> DbResult<i64> {
        let now = self.clock.now_ms();
        let visible = POLL_VISIBLE.contains(&event.stream);
        let (seq, poll_ts): (i64, i64) = tx.one(&NEXT, p![now, visible])?;
        let ts = if visible { poll_ts } else { now };
        let actor = event.actor.map(|user| user.to_string()).unwrap_or_default();
        let kind = format!("{}.{}", event.stream, event.what);
        let data = event.data.to_string();
        let audience = event.audience.spell();
        tx.exec(&APPEND, p![seq, ts, event.stream, audience, kind, actor, event.subject, data])?;
        let events = self.clone();
        tx.on_commit(move || events.wake(seq));
        Ok(seq)
    }

    /// Tells waiting readers that the log has grown; never moves back.
    pub fn wake(&self, seq: i64) {
        self.head.send_if_modified(|head| {
            let newer = seq > *head;
            *head = seq.max(*head);
            newer
        });
    }

    /// Waits until the rooms have been told of everything committed so far.
    pub async fn settled(&self) {
        let head = *self.head.borrow();
        // An error means the app is gone; then there is nothing to wait for.
        let _ = self.followed.subscribe().wait_for(|seq| *seq >= head).await;
    }

    /// Follows the newest position.
    #[must_use]
    pub fn head(&self) -> watch::Receiver<i64> {
        self.head.subscribe()
    }
}

/// Rows after `seq`, oldest first, at most `limit`.
///
/// # Errors
/// When the statement fails.
pub fn after(read: &mut Read, seq: i64, limit: i64) -> DbResult<Vec<Event>> {
    read.all(&AFTER, p![seq, limit])
}

/// A room that panics misses this event; the others, and the next events, do not.
fn tell(app: &App, on_event: fn(&App, &Event), event: &Event) {
    let told = std::panic::AssertUnwindSafe(|| on_event(app, event));
    if std::panic::catch_unwind(told).is_err() {
        tracing::error!(seq = event.seq, kind = event.kind, "a room panicked on an event");
    }
}

/// Hands every event to the rooms that asked for it.
pub(crate) fn spawn_follower(app: &App) {
    let listening: Vec<_> = app.rooms.iter().filter_map(|room| room.on_event).collect();
    let follower = app.clone();
    app.tasks.spawn("events", |mut stop| async move {
        let app = follower;
        let mut head = app.events.head();
        // Not the newest position: the rooms' own start may have appended already.
        let mut cursor = *app.events.followed.borrow();
        loop {
            head.mark_unchanged();
            while let Ok(events) = app.db.all::<Event>(&AFTER, p![cursor, PAGE]).await {
                let Some(last) = events.last() else { break };
                cursor = last.seq;
                app.events.wake(cursor);
                for event in &events {
                    listening.iter().for_each(|on_event| tell(&app, *on_event, event));
                }
                app.events.followed.send_replace(cursor);
            }
            tokio::select! {
                () = stop.asked() => return,
                changed = head.changed() => if changed.is_err() { return },
                // Other nodes and the command line write to the same database and cannot wake this process.
                () = app.clock.sleep(POLL) => {}
            }
        }
    });
}

/// Forgets events older than EVENT_RETENTION_DAYS, once an hour, in small transactions.
pub(crate) fn spawn_retention(app: &App) {
    let keeper = app.clone();
    app.tasks.spawn("event-retention", |mut stop| async move {
        let app = keeper;
        while stop.sleep(&app.clock, Duration::from_secs(3600)).await {
            let kept = i64::try_from(app.config.event_retention.as_millis()).unwrap_or(i64::MAX);
            let limit = app.clock.now_ms().saturating_sub(kept);
            while matches!(app.db.exec(&FORGET, p![limit, PAGE]).await, Ok(gone) if gone > 0) {}
        }
    });
}
