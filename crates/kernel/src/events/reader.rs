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

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::time::Duration;

    use futures_util::future::join_all;
    use futures_util::poll;

    use super::*;
    use crate::app::App;
    use crate::events::{follow, oldest};
    use crate::tests::{TestKernel, event, until};

    async fn append(app: &App) -> i64 {
        let owned = app.clone();
        app.db.write(move |tx| Ok(owned.events.append(tx, event("test", "made"))?)).await.unwrap()
    }

    /// Reads up to and with `last`.
    async fn numbers(reader: &mut Reader, last: i64) -> Vec<i64> {
        let mut numbers = Vec::new();
        while reader.cursor() < last {
            let Step::Events(events) = reader.next().await.unwrap() else { panic!("a reset") };
            numbers.extend(events.iter().map(|event| event.seq));
        }
        numbers
    }

    #[tokio::test]
    async fn readers_see_every_event_once_and_in_order_from_wherever_they_stand() {
        let bench = TestKernel::new().await;
        let (mut early, mut slow) = (bench.app.events.reader(0), bench.app.events.reader(0));
        let (seen, _) =
            futures_util::join!(numbers(&mut early, 50), join_all((0..50).map(|_| append(&bench.app))));
        assert_eq!(seen, (1..=50).collect::<Vec<_>>());
        let mut late = bench.app.events.reader(bench.app.events.followed());
        join_all((0..1200).map(|_| append(&bench.app))).await;
        assert_eq!(numbers(&mut slow, 1250).await, (1..=1250).collect::<Vec<_>>());
        assert_eq!(numbers(&mut late, 1250).await, (51..=1250).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_place_from_before_a_restart_is_read_on_from_the_table() {
        let bench = TestKernel::new().await;
        join_all((0..600).map(|_| append(&bench.app))).await;
        let bench = bench.restart(&[]).await;
        append(&bench.app).await;
        let mut reader = bench.app.events.reader(10);
        assert_eq!(numbers(&mut reader, 601).await, (11..=601).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_wait_that_is_dropped_loses_nothing() {
        let bench = TestKernel::new().await;
        let mut reader = bench.app.events.reader(0);
        assert!(poll!(pin!(reader.next())).is_pending());
        append(&bench.app).await;
        bench.settle().await;
        let _ = poll!(pin!(reader.next()));
        let left = if reader.cursor() == 0 { numbers(&mut reader, 1).await } else { vec![1] };
        assert_eq!(left, [1]);
    }

    #[tokio::test]
    async fn a_place_the_log_has_forgotten_or_never_had_is_told_to_reload() {
        let bench = TestKernel::with(&[("EVENT_RETENTION_DAYS", "1")]).await;
        join_all((0..3).map(|_| append(&bench.app))).await;
        bench.app.clock.advance(Duration::from_secs(2 * 86_400));
        append(&bench.app).await;
        let bench = bench.restart(&[("EVENT_RETENTION_DAYS", "1")]).await;
        let first = async || bench.app.db.read(|read| Ok(oldest(read)?)).await.unwrap().unwrap().0;
        while first().await < 4 {
            bench.app.clock.advance(Duration::from_secs(3600));
            tokio::task::yield_now().await;
        }
        for (place, steps) in [(2, Step::Reset), (99, Step::Reset)] {
            let mut reader = bench.app.events.reader(place);
            assert_eq!(reader.next().await.unwrap(), steps, "{place}");
            let seq = append(&bench.app).await;
            assert_eq!(numbers(&mut reader, seq).await, [seq], "it goes on from the newest");
            bench.settle().await;
        }
        assert_eq!(numbers(&mut bench.app.events.reader(3), 4).await[..1], [4], "all that is gone was read");
    }

    #[tokio::test]
    async fn a_place_given_by_a_node_that_is_ahead_is_waited_for() {
        let bench = TestKernel::new().await;
        let foreign = crate::db::Db::open(&bench.app.config.database, &bench.app.clock).await.unwrap();
        let events = Events::open(&foreign, bench.app.clock.clone()).await.unwrap();
        let write = async || {
            let events = events.clone();
            foreign.write(move |tx| Ok(events.append(tx, event("test", "made"))?)).await.unwrap()
        };
        write().await;
        let place = write().await;
        let mut reader = bench.app.events.reader(place);
        let third = write().await;
        let mut next = pin!(reader.next());
        assert!(poll!(&mut next).is_pending());
        bench.app.clock.advance(follow::POLL);
        until(|| bench.app.events.followed() == third).await;
        let Step::Events(events) = next.await.unwrap() else { panic!("a reset") };
        assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), [third]);
    }

    #[tokio::test]
    async fn forgetting_leaves_no_hole_where_the_clock_was_set_back() {
        let bench = TestKernel::with(&[("EVENT_RETENTION_DAYS", "1")]).await;
        append(&bench.app).await;
        let later = bench.app.clock.now() + jiff::SignedDuration::from_hours(10);
        let earlier = bench.app.clock.now();
        bench.app.clock.set_wall(later);
        append(&bench.app).await;
        bench.app.clock.set_wall(earlier);
        append(&bench.app).await;
        bench.app.clock.set_wall(earlier + jiff::SignedDuration::from_hours(30));
        bench.app.clock.advance(Duration::from_secs(3600));
        let seqs = async || {
            let rows = bench.app.db.read(|read| Ok(crate::events::after(read, 0, 10)?)).await.unwrap();
            rows.iter().map(|event| event.seq).collect::<Vec<_>>()
        };
        while seqs().await.len() == 3 {
            tokio::task::yield_now().await;
        }
        assert_eq!(seqs().await, [2, 3], "the third is older than a day, and stays behind the second");
    }
}
