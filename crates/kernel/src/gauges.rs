//! Numbers that a feature keeps and other features show: the administration's statistics, the health answer.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is counted on this node at this moment.
#[derive(Default)]
pub struct Gauges {
    /// Open sockets of this node.
    pub sockets: Gauge,
    /// Members who are online on any node, as members are told.
    pub online_members: Gauge,
}

/// One number.
#[derive(Default)]
pub struct Gauge(AtomicU64);

impl Gauge {
    /// The number now.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// One more.
    pub fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// One less.
    pub fn decrement(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Replaces the number.
    pub fn set(&self, value: usize) {
        self.0.store(value.try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}
