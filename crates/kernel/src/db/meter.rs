//! How the write queue is doing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What the writer notes of each commit.
#[derive(Default)]
pub(super) struct Meter {
    commits: AtomicU64,
    micros: AtomicU64,
    depth: AtomicU64,
    /// When the engine last refused to store something, in monotonic time; `None` once it has stored
    /// something again.
    refused_at: Mutex<Option<Duration>>,
}

/// What a batch of writes says of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// Something new is on disk.
    Something,
    /// There was nothing to store.
    Nothing,
    /// The disk, or the server, refused.
    Refused,
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
    pub(super) fn note_stored(&self, stored: Stored, now: Duration) {
        let mut refused_at = self.refused_at.lock().unwrap_or_else(PoisonError::into_inner);
        match stored {
            Stored::Something => *refused_at = None,
            Stored::Nothing => {}
            Stored::Refused => *refused_at = Some(now),
        }
    }

    pub(super) fn refused_at(&self) -> Option<Duration> {
        *self.refused_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

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
