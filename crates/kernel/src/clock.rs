//! Time, passed in: the system's clock in the product, a movable one in tests.
//!
//! The only file that may ask the machine for the time; `clippy.toml` holds that.
#![expect(clippy::disallowed_methods, reason = "this is where the ban leads to")]

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::sync::watch;

/// A source of time; cheap to clone.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System { started: Instant },
    Manual(Arc<watch::Sender<Manual>>),
}

/// Wall time and monotonic time of a test, moved together or apart.
#[derive(Clone, Copy)]
struct Manual {
    wall: Timestamp,
    monotonic: Duration,
}

/// The time ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elapsed;

impl Clock {
    /// The machine's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System { started: Instant::now() })
    }

    /// A clock that stands still until [`Clock::advance`] or [`Clock::set_wall`] moves it.
    #[must_use]
    pub fn manual(start: Timestamp) -> Self {
        let time = Manual { wall: start, monotonic: Duration::ZERO };
        Self(Source::Manual(Arc::new(watch::Sender::new(time))))
    }

    /// Wall time; may jump when the machine's clock is set.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System { .. } => Timestamp::now(),
            Source::Manual(time) => time.borrow().wall,
        }
    }

    /// Wall time in milliseconds since the epoch, as tables hold it.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.now().as_millisecond()
    }

    /// Time since the clock was made; never jumps. Limits and durations use this.
    #[must_use]
    pub fn monotonic(&self) -> Duration {
        match &self.0 {
            Source::System { started } => started.elapsed(),
            Source::Manual(time) => time.borrow().monotonic,
        }
    }

    /// Waits for `duration` of monotonic time.
    pub async fn sleep(&self, duration: Duration) {
        match &self.0 {
            Source::System { .. } => tokio::time::sleep(duration).await,
            Source::Manual(time) => {
                let mut moves = time.subscribe();
                let wake = moves.borrow().monotonic + duration;
                // An error means the clock is gone, and with it everything that could wait.
                let _ = moves.wait_for(|time| time.monotonic >= wake).await;
            }
        }
    }

    /// Runs `work`, giving up after `duration`.
    ///
    /// # Errors
    /// [`Elapsed`] when the time ran out first.
    pub async fn timeout<T>(&self, duration: Duration, work: impl Future<Output = T>) -> Result<T, Elapsed> {
        tokio::select! {
            biased;
            done = work => Ok(done),
            () = self.sleep(duration) => Err(Elapsed),
        }
    }

    /// Moves a manual clock forward; sleepers whose time has come wake up.
    ///
    /// # Panics
    /// On the system's clock, which nobody moves.
    pub fn advance(&self, duration: Duration) {
        self.change(|time| {
            time.wall += jiff::SignedDuration::try_from(duration).unwrap_or(jiff::SignedDuration::MAX);
            time.monotonic += duration;
        });
    }

    /// Sets the wall time of a manual clock alone, as an operator or NTP does.
    ///
    /// # Panics
    /// On the system's clock.
    pub fn set_wall(&self, wall: Timestamp) {
        self.change(|time| time.wall = wall);
    }

    fn change(&self, change: impl FnOnce(&mut Manual)) {
        match &self.0 {
            Source::System { .. } => panic!("the system's clock cannot be moved"),
            Source::Manual(time) => time.send_modify(change),
        }
    }
}
