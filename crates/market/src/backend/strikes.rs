//! How often a back end has broken its limits lately.

/// How often a back end may break its limits within [`WINDOW_MS`] before it is stopped.
const MOST: usize = 5;
/// Ten minutes.
const WINDOW_MS: i64 = 10 * 60 * 1000;

/// When a back end broke its limits, in milliseconds since the epoch.
#[derive(Debug, Default)]
pub(super) struct Strikes(Vec<i64>);

impl Strikes {
    /// Notes some that are new. More than [`MOST`] change nothing, and the number is what a process says.
    pub(super) fn note(&mut self, new: u64, now_ms: i64) {
        self.0.retain(|at| *at > now_ms - WINDOW_MS);
        self.0.extend((0..new.min(MOST as u64)).map(|_| now_ms));
    }

    /// How many count now.
    pub(super) fn count(&self, now_ms: i64) -> usize {
        self.0.iter().filter(|at| **at > now_ms - WINDOW_MS).count()
    }

    /// Whether the back end has to be stopped.
    pub(super) fn are_too_many(&self) -> bool {
        self.0.len() >= MOST
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// A line for its log.
    pub(super) fn line(&self) -> String {
        format!("a turn broke the limits of time or memory ({}/{MOST})", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_within_ten_minutes_are_too_many() {
        let mut strikes = Strikes::default();
        strikes.note(4, 0);
        strikes.note(1, WINDOW_MS);
        assert!(!strikes.are_too_many(), "the first four are older than ten minutes");
        assert_eq!((strikes.count(WINDOW_MS), strikes.count(2 * WINDOW_MS)), (1, 0));
        strikes.note(u64::MAX, WINDOW_MS + 1);
        assert!(strikes.are_too_many());
    }
}
