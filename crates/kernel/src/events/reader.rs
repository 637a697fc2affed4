//! A place in the log that moves on with it.

use std::sync::Arc;

use tokio::sync::watch;

use super::{AFTER, Event, Events, PAGE};
use crate::db::DbResult;
use crate::p;

/// What a reader comes upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next rows, without a gap; at least one.
    Events(Vec<Arc<Event>>),
    /// The log has forgotten what came next, or never had the reader's place: load everything anew.
    /// The reader goes on from the newest row.
    Reset,
}

/// A cursor. Costs its position and a wake-up; the rows are everybody's.
pub struct Reader {
    events: Events,
    cursor: i64,
    followed: watch::Receiver<i64>,
}

impl Reader {
    pub(super) fn new(events: Events, cursor: i64) -> Self {
        let followed = events.followed.subscribe();
        Self { events, cursor, followed }
    }

    /// Everything up to and with this number has been read.
    #[must_use]
    pub fn cursor(&self) -> i64 {
        self.cursor
    }

    /// Waits for what comes after the cursor and moves it. Dropping the wait loses nothing.
    ///
    /// # Errors
    /// When the log must be read and the database is away; the cursor stays.
    pub async fn next(&mut self) -> DbResult<Step> {
        loop {
            let followed = *self.followed.borrow_and_update();
            if self.cursor < followed {
                return self.read(followed).await;
            }
            // Ahead of this node, which may only be slower than the one that gave the cursor.
            if self.cursor > followed && self.cursor > self.events.newest().await?.0 {
                self.cursor = followed;
                return Ok(Step::Reset);
            }
            if self.followed.changed().await.is_err() {
                // The app is gone, and whoever waits goes with it.
                return std::future::pending().await;
            }
        }
    }

    async fn read(&mut self, followed: i64) -> DbResult<Step> {
        let events = match self.events.ring.after(self.cursor, PAGE.unsigned_abs() as usize) {
            Some(events) => events,
            None => {
                let rows: Vec<Event> = self.events.db.all(&AFTER, p![self.cursor, PAGE]).await?;
                rows.into_iter().map(Arc::new).collect()
            }
        };
        // Numbers have no gap, so one that is missing is one that was forgotten.
        let whole = events.first().is_some_and(|first| first.seq == self.cursor + 1);
        self.cursor = if whole { events.last().map_or(followed, |last| last.seq) } else { followed };
        Ok(if whole { Step::Events(events) } else { Step::Reset })
    }
}
