//! What happens in one minute.

use std::time::{Duration, Instant};

use crate::clock;

const MINUTE: Duration = Duration::from_secs(60);

/// Counts events in minutes. The next minute begins with the first event after the last one is over.
#[derive(Clone, Copy, Debug)]
pub struct MinuteWindow {
    began: Instant,
    count: usize,
}

impl MinuteWindow {
    /// A minute that begins now, with nothing in it.
    pub fn new() -> Self {
        Self { began: clock::now(), count: 0 }
    }

    /// Begins a new minute if the last one is over, and returns how many events that one had.
    pub fn renew(&mut self) -> Option<usize> {
        let is_over = self.began.elapsed() > MINUTE;
        is_over.then(|| std::mem::replace(self, Self::new()).count)
    }

    /// Counts one more event, and returns whether the minute has at most `most`.
    pub fn allows(&mut self, most: usize) -> bool {
        self.renew();
        self.count = self.count.saturating_add(1);
        self.count <= most
    }
}
