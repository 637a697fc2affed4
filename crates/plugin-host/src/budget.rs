//! The time that one turn may take, asked by the engine and by the database while they work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::clock;

/// One for each isolate. All but [`Budget::halt`] and [`Budget::is_spent_by`] is called on the isolate's thread.
#[derive(Debug)]
pub struct Budget {
    base: Instant,
    /// Nanoseconds from `base` to the end of the slice.
    deadline: AtomicU64,
    /// Nanoseconds of the slice.
    slice: AtomicU64,
    /// Processor time of the thread when the turn began, in nanoseconds.
    cpu: AtomicU64,
    tripped: AtomicBool,
    halted: AtomicBool,
}

impl Budget {
    pub fn new() -> Self {
        Self {
            base: clock::now(),
            deadline: AtomicU64::new(u64::MAX),
            slice: AtomicU64::new(0),
            cpu: AtomicU64::new(0),
            tripped: AtomicBool::new(false),
            halted: AtomicBool::new(false),
        }
    }

    /// Begins a turn.
    pub fn begin(&self, slice: Duration) {
        self.slice.store(nanos(slice), Relaxed);
        self.cpu.store(nanos(clock::thread_cpu()), Relaxed);
        self.tripped.store(false, Relaxed);
        self.deadline.store(self.elapsed().saturating_add(nanos(slice)), Relaxed);
    }

    /// Whether the turn is over its time or is to stop. Cheap until the time is up.
    pub fn is_due(&self) -> bool {
        if self.halted.load(Relaxed) {
            return true;
        }
        self.elapsed() >= self.deadline.load(Relaxed) && nanos(self.used()) >= self.slice.load(Relaxed) / 4
    }

    /// The same, for those that cut the turn off when it is.
    pub fn is_exceeded(&self) -> bool {
        let is_due = self.is_due();
        if is_due {
            self.tripped.store(true, Relaxed);
        }
        is_due
    }

    /// Whether the turn has been cut off because its time was up.
    pub fn was_exceeded(&self) -> bool {
        self.tripped.load(Relaxed)
    }

    /// Processor time since the turn began.
    pub fn used(&self) -> Duration {
        Duration::from_nanos(nanos(clock::thread_cpu()).saturating_sub(self.cpu.load(Relaxed)))
    }

    /// Whether the turn of this thread has used the processor for so long that it is over its time: one that others keep
    /// from the processors is not. True where the kernel does not say.
    pub fn is_spent_by(&self, thread: Pid) -> bool {
        let path = format!("/proc/self/task/{}/schedstat", thread.as_raw_nonzero());
        let stat = std::fs::read_to_string(path).unwrap_or_default();
        let used: Option<u64> = stat.split(' ').next().and_then(|nanos| nanos.parse().ok());
        used.is_none_or(|used| used.saturating_sub(self.cpu.load(Relaxed)) >= self.slice.load(Relaxed) / 4)
    }

    /// Cuts off the turn that runs now and every later one.
    pub fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    /// Whether the isolate is to stop.
    pub fn is_halted(&self) -> bool {
        self.halted.load(Relaxed)
    }

    fn elapsed(&self) -> u64 {
        nanos(self.base.elapsed())
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
