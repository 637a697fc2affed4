//! How the write queue is doing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What the writer notes of each commit.
#[derive(Default)]
pub(super) struct Meter {
    commits: AtomicU64,
    micros: AtomicU64,
    depth: AtomicU64,
}

/// The queue since the last reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteLoad {
    /// Commits.
    pub commits: u64,
    /// Their mean time from the first statement to the disk, in microseconds.
    pub commit_micros: u64,
    /// Most writes that waited at once.
    pub depth: u64,
}

impl Meter {
    pub(super) fn note(&self, depth: usize, took: Duration) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or_default(), Ordering::Relaxed);
        self.depth.fetch_max(depth as u64, Ordering::Relaxed);
    }

    pub(super) fn take(&self) -> WriteLoad {
        let commits = self.commits.swap(0, Ordering::Relaxed);
        let micros = self.micros.swap(0, Ordering::Relaxed);
        let depth = self.depth.swap(0, Ordering::Relaxed);
        WriteLoad { commits, commit_micros: micros.checked_div(commits).unwrap_or_default(), depth }
    }
}
