//! How much a back end may store and publish over time: what others write waits behind it.

use std::time::Duration;

/// An allowance that fills up again; whoever takes more than there is waits.
#[derive(Debug)]
pub(super) struct Throttle {
    per_second: f64,
    most: f64,
    left: f64,
    at: Duration,
}

impl Throttle {
    /// `per_second` in the long run, `most` at once; full at the time `now`, which is monotonic.
    pub(super) fn new(per_second: u32, most: u32, now: Duration) -> Self {
        let most = f64::from(most);
        Self { per_second: f64::from(per_second), most, left: most, at: now }
    }

    /// Takes so many, and answers how long to wait before using them.
    pub(super) fn take(&mut self, count: usize, now: Duration) -> Duration {
        let filled = now.saturating_sub(self.at).as_secs_f64() * self.per_second;
        self.left = (self.left + filled).min(self.most) - count as f64;
        self.at = now;
        Duration::from_secs_f64((-self.left).max(0.0) / self.per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_above_the_allowance_waits_until_it_has_filled_up() {
        let seconds = Duration::from_secs;
        let mut throttle = Throttle::new(10, 100, seconds(5));
        assert_eq!(throttle.take(100, seconds(5)), seconds(0));
        assert_eq!(throttle.take(20, seconds(5)), seconds(2));
        assert_eq!(throttle.take(0, seconds(6)), seconds(1));
        assert_eq!(throttle.take(0, seconds(7)), seconds(0));
        assert_eq!(throttle.take(100, seconds(600)), seconds(0), "it never holds more than at first");
        assert_eq!(throttle.take(10, seconds(600)), seconds(1));
    }
}
