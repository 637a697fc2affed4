//! The bodies of calls that wait for their turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes of the bodies that wait at the same time.
const MOST: usize = 64 << 20;

/// Counts the bytes of the bodies that wait.
#[derive(Clone, Debug, Default)]
pub struct WaitingBytes(Arc<AtomicUsize>);

impl WaitingBytes {
    /// Reserves bytes for a body, unless too many wait already.
    pub fn reserve(&self, bytes: usize) -> Option<ReservedBytes> {
        let all = self.0.fetch_add(bytes, Relaxed).saturating_add(bytes);
        let reserved = ReservedBytes { count: Arc::clone(&self.0), bytes };
        (all <= MOST).then_some(reserved)
    }
}

/// The bytes of one body. They are free again when this is dropped, so it goes with the body, wherever that waits.
#[derive(Debug)]
pub struct ReservedBytes {
    count: Arc<AtomicUsize>,
    bytes: usize,
}

impl Drop for ReservedBytes {
    fn drop(&mut self) {
        self.count.fetch_sub(self.bytes, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_free_again_when_their_body_is_gone() {
        let waiting = WaitingBytes::default();
        let first = waiting.reserve(MOST - 1).unwrap();
        assert!(waiting.reserve(2).is_none(), "too many");
        let second = waiting.reserve(1).unwrap();
        drop(first);
        assert!(waiting.reserve(MOST).is_none(), "one byte is still there");
        drop(second);
        assert!(waiting.reserve(MOST).is_some());
    }
}
