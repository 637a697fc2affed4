//! Wrong frames of one socket: a client that is slightly wrong is told by `error` frames, one that goes
//! on and on is sent away.

use std::time::Duration;

/// Wrong frames within [`WINDOW`] that cost nothing but their answer.
const FREE: u32 = 20;
/// Strikes that end a socket.
const LAST: u32 = 3;
/// After so long all is forgotten.
const WINDOW: Duration = Duration::from_secs(60);

/// How often a client was wrong of late.
#[derive(Debug, Default)]
pub(super) struct Strikes {
    since: Duration,
    wrong: u32,
}

impl Strikes {
    /// Counts one more wrong frame, and answers how many strikes that makes.
    pub(super) fn count(&mut self, now: Duration) -> u32 {
        if self.wrong == 0 || now.saturating_sub(self.since) >= WINDOW {
            *self = Self { since: now, wrong: 0 };
        }
        self.wrong = self.wrong.saturating_add(1);
        self.wrong.saturating_sub(FREE)
    }

    /// Whether so many strikes end a socket.
    pub(super) fn are_out(strikes: u32) -> bool {
        strikes >= LAST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_wrong_frames_a_minute_are_free_and_three_more_are_strikes() {
        let mut strikes = Strikes::default();
        let at = Duration::from_secs;
        let counted: Vec<u32> = (0..23).map(|_| strikes.count(at(5))).collect();
        assert_eq!(counted[18..], [0, 0, 1, 2, 3]);
        assert_eq!([2, 3, 4].map(Strikes::are_out), [false, true, true]);
        assert_eq!(strikes.count(at(64)), 4);
        assert_eq!(strikes.count(at(65)), 0, "a minute after the first all is forgotten");
    }
}
