//! Times by which polls of this node remember where they are: those of events that polls carry, and those
//! that answers hand out between them. A client may send back either, so no time means two places.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The newest time, given to an event or handed out.
pub(super) struct Times(Mutex<Newest>);

#[derive(Clone, Copy)]
struct Newest {
    time: i64,
    is_of_event: bool,
}

impl Times {
    /// Begins after the newest event of the log.
    pub(super) fn new(time: i64) -> Self {
        Self(Mutex::new(Newest { time, is_of_event: true }))
    }

    fn lock(&self) -> MutexGuard<'_, Newest> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A time for the next event: later than every other of this node. It is taken even if its transaction
    /// comes to nothing.
    pub(super) fn next(&self, now: i64) -> i64 {
        let mut newest = self.lock();
        *newest = Newest { time: now.max(newest.time + 1), is_of_event: true };
        newest.time
    }

    /// An event has this time: another node's, or one that was given a later time than [`Times::next`] said
    /// because another node was ahead.
    pub(super) fn note(&self, time: i64) {
        let mut newest = self.lock();
        if time > newest.time {
            *newest = Newest { time, is_of_event: true };
        }
    }

    /// A time to hand out with the place after the event of the time `seen`. `choose` may take a later one
    /// than it is offered.
    pub(super) fn hand_out(&self, now: i64, seen: i64, choose: impl FnOnce(i64) -> i64) -> i64 {
        let mut newest = self.lock();
        // The time of an event that this place does not include is none of its times.
        let is_free = !newest.is_of_event || newest.time <= seen;
        let time = choose(now.max(newest.time + i64::from(!is_free)));
        if time > newest.time {
            *newest = Newest { time, is_of_event: false };
        }
        time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_that_of_two_places() {
        let times = Times::new(0);
        let same = |time| time;
        assert_eq!(times.hand_out(100, 0, same), 100);
        assert_eq!(times.hand_out(100, 0, same), 100, "nothing has come in between");
        assert_eq!(times.next(100), 101, "an event has a time of its own");
        assert_eq!(times.hand_out(100, 0, same), 102, "a place before that event");
        assert_eq!(times.next(100), 103);
        assert_eq!(
            times.hand_out(100, 103, same),
            103,
            "the place right after an event is that event's time"
        );
        assert_eq!(times.hand_out(100, 103, |time| time + 5), 108);
        assert_eq!(times.next(100), 109);
        times.note(500);
        assert_eq!(times.next(100), 501, "another node was ahead");
        times.note(7);
        assert_eq!(times.next(1000), 1000);
    }
}
