//! Rows that this node has just committed, on their way to the follower: it need not read them again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::Event;

/// Rows kept at most. A follower that is so far behind reads the table.
const MAX: usize = 4096;

/// The rows, in the order of their numbers; between two of them other nodes may have written.
#[derive(Default)]
pub(super) struct OwnCommits(Mutex<VecDeque<Arc<Event>>>);

impl OwnCommits {
    /// Adds a committed row; the queue of writes commits in order.
    pub(super) fn push(&self, event: Arc<Event>) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if rows.len() == MAX {
            rows.clear();
        }
        rows.push_back(event);
    }

    /// Takes what comes right after `seq`, without a gap; nothing when the next row is not here. What
    /// lies behind is dropped.
    pub(super) fn take_after(&self, seq: i64) -> Vec<Arc<Event>> {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = rows.partition_point(|event| event.seq <= seq);
        rows.drain(..known);
        let next = rows.iter().zip(seq + 1..).take_while(|(event, expected)| event.seq == *expected).count();
        rows.drain(..next).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::row;

    fn numbers(fresh: &OwnCommits, after: i64) -> Vec<i64> {
        fresh.take_after(after).iter().map(|event| event.seq).collect()
    }

    #[test]
    fn rows_are_taken_once_and_never_across_another_nodes() {
        let fresh = OwnCommits::default();
        [1, 2, 3, 5, 6].into_iter().for_each(|seq| fresh.push(row(seq, "")));
        assert_eq!(numbers(&fresh, 1), [2, 3]);
        assert_eq!(numbers(&fresh, 3), Vec::<i64>::new(), "4 is another node's");
        assert_eq!(numbers(&fresh, 4), [5, 6]);
        assert_eq!(numbers(&fresh, 6), Vec::<i64>::new());
    }

    #[test]
    fn too_many_are_forgotten() {
        let fresh = OwnCommits::default();
        (1..=5000).for_each(|seq| fresh.push(row(seq, "")));
        assert_eq!(numbers(&fresh, 0), Vec::<i64>::new());
        assert_eq!(numbers(&fresh, 4999), [5000]);
    }
}
