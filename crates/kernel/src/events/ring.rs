//! The newest rows of the log in memory, shared by every reader of this node.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError, RwLock};

use super::Event;

/// Rows kept at most.
const MAX_EVENTS: usize = 16_384;
/// And their bytes, about.
const MAX_BYTES: usize = 8 << 20;

/// Rows without a gap: the one after `floor` first.
pub(super) struct Ring(RwLock<Inner>);

struct Inner {
    events: VecDeque<Arc<Event>>,
    /// The newest number that is not here any more.
    floor: i64,
    bytes: usize,
}

impl Ring {
    /// An empty ring that will hold what comes after `head`.
    pub(super) fn new(head: i64) -> Self {
        Self(RwLock::new(Inner { events: VecDeque::new(), floor: head, bytes: 0 }))
    }

    /// Adds the next row.
    pub(super) fn push(&self, event: Arc<Event>) {
        let mut ring = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let next = ring.events.back().map_or(ring.floor, |last| last.seq) + 1;
        if event.seq != next {
            // The log had forgotten rows before this node read them: what is here leads nowhere.
            *ring = Inner { events: VecDeque::new(), floor: event.seq - 1, bytes: 0 };
        }
        ring.bytes += weight(&event);
        ring.events.push_back(event);
        while ring.events.len() > MAX_EVENTS || ring.bytes > MAX_BYTES {
            let Some(oldest) = ring.events.pop_front() else { break };
            ring.bytes -= weight(&oldest);
            ring.floor = oldest.seq;
        }
    }

    /// What came after `seq`, at most `limit`; `None` when some of it is not here any more.
    pub(super) fn after(&self, seq: i64, limit: usize) -> Option<Vec<Arc<Event>>> {
        let ring = self.0.read().unwrap_or_else(PoisonError::into_inner);
        // Without gaps, so a number is also a position.
        let skipped = usize::try_from(seq.checked_sub(ring.floor)?).ok()?;
        Some(ring.events.iter().skip(skipped).take(limit).cloned().collect())
    }
}

/// About what a row takes.
fn weight(event: &Event) -> usize {
    let texts =
        [&event.feature, &event.kind, &event.audience, &event.actor_id, &event.subject_id, &event.data];
    size_of::<Event>() + texts.iter().map(|text| text.len()).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::row as event;

    fn numbers(ring: &Ring, after: i64) -> Option<Vec<i64>> {
        ring.after(after, 3).map(|events| events.iter().map(|event| event.seq).collect())
    }

    #[test]
    fn a_reader_gets_what_came_after_its_place_or_is_told_that_it_is_behind() {
        let ring = Ring::new(10);
        assert_eq!(numbers(&ring, 10), Some(vec![]));
        (11..=15).for_each(|seq| ring.push(event(seq, "")));
        assert_eq!(numbers(&ring, 10), Some(vec![11, 12, 13]));
        assert_eq!(numbers(&ring, 13), Some(vec![14, 15]));
        assert_eq!(numbers(&ring, 99), Some(vec![]));
        assert_eq!(numbers(&ring, 9), None);
        assert_eq!(numbers(&ring, i64::MIN), None);
    }

    #[test]
    fn it_is_bounded_by_number_and_by_bytes() {
        let ring = Ring::new(0);
        let more = i64::try_from(MAX_EVENTS).unwrap() + 2;
        (1..=more).for_each(|seq| ring.push(event(seq, "")));
        assert_eq!((numbers(&ring, 1), numbers(&ring, 2)), (None, Some(vec![3, 4, 5])));

        let ring = Ring::new(0);
        let large = "x".repeat(MAX_BYTES / 4);
        (1..=5).for_each(|seq| ring.push(event(seq, &large)));
        assert_eq!((numbers(&ring, 1), numbers(&ring, 2)), (None, Some(vec![3, 4, 5])));
    }

    #[test]
    fn a_gap_begins_it_anew_and_nobody_reads_across() {
        let ring = Ring::new(0);
        ring.push(event(1, ""));
        ring.push(event(7, ""));
        assert_eq!((numbers(&ring, 0), numbers(&ring, 5), numbers(&ring, 6)), (None, None, Some(vec![7])));
    }
}
