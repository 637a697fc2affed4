//! How much is answered and how fast, counted in passing: three additions per request, no lock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Steps within a doubling of the time: what is read is at most an eighth too much.
const STEPS: usize = 8;
/// Doublings of a microsecond; the last one holds everything above a minute.
const DOUBLINGS: usize = 27;

/// What was answered since the last reading.
pub struct HttpMetrics {
    requests: AtomicU64,
    failures: AtomicU64,
    times: [AtomicU64; STEPS * DOUBLINGS],
}

/// Marks an answer that was held back on purpose, as a poll is: its time says nothing.
#[derive(Clone, Copy, Debug)]
pub struct LongPolled;

/// A reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HttpMetricsReading {
    /// Requests answered.
    pub requests: u64,
    /// Of them with a 5xx.
    pub failures: u64,
    /// Half of the answers that were not held took at most this, in microseconds.
    pub p50: u64,
    /// All but one of a hundred took at most this, in microseconds.
    pub p99: u64,
}

impl Default for HttpMetrics {
    fn default() -> Self {
        Self {
            requests: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            times: [const { AtomicU64::new(0) }; STEPS * DOUBLINGS],
        }
    }
}

impl HttpMetrics {
    pub(super) fn note(&self, status: u16, took: Option<Duration>) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        if status >= 500 {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(took) = took {
            self.times[step_of(took)].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Reads and begins anew. One reader, so that none misses what another took.
    pub fn take(&self) -> HttpMetricsReading {
        let times: Vec<u64> = self.times.iter().map(|count| count.swap(0, Ordering::Relaxed)).collect();
        HttpMetricsReading {
            requests: self.requests.swap(0, Ordering::Relaxed),
            failures: self.failures.swap(0, Ordering::Relaxed),
            p50: quantile(&times, 50),
            p99: quantile(&times, 99),
        }
    }
}

/// Three bits below the leading one choose the step within its doubling.
fn step_of(took: Duration) -> usize {
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX).max(1);
    let doubling = micros.ilog2() as usize;
    let within = if doubling >= 3 { micros >> (doubling - 3) } else { micros << (3 - doubling) };
    (doubling * STEPS + (within as usize & (STEPS - 1))).min(STEPS * DOUBLINGS - 1)
}

/// The upper end of the step in which this many of a hundred are reached; 0 without any.
fn quantile(times: &[u64], percent: u64) -> u64 {
    let all: u64 = times.iter().sum();
    let wanted = (all * percent).div_ceil(100);
    let mut seen = 0;
    let found = times.iter().position(|count| {
        seen += count;
        all > 0 && seen >= wanted
    });
    found.map_or(0, |step| {
        let (doubling, within) = (step / STEPS, (step % STEPS) as u64);
        ((STEPS as u64 + within + 1) << doubling) / STEPS as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_at_most_an_eighth_above_the_truth() {
        let traffic = HttpMetrics::default();
        for micros in 1..=1000 {
            traffic.note(200, Some(Duration::from_micros(micros)));
        }
        traffic.note(503, None);
        let reading = traffic.take();
        assert_eq!((reading.requests, reading.failures), (1001, 1));
        assert!((500..=563).contains(&reading.p50), "{}", reading.p50);
        assert!((990..=1114).contains(&reading.p99), "{}", reading.p99);
        assert_eq!(traffic.take(), HttpMetricsReading::default(), "a reading begins anew");
    }

    #[test]
    fn the_shortest_and_the_longest_answer_have_a_place() {
        assert_eq!(step_of(Duration::ZERO), 0);
        assert_eq!(step_of(Duration::MAX), STEPS * DOUBLINGS - 1);
    }
}
