//! The list of the other nodes: who announces themselves, and who has fallen silent.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::NodeId;

/// A node says that it is here this often.
pub(super) const ANNOUNCE: Duration = Duration::from_secs(2);
/// One that was not heard for this long is gone: three announcements and a little.
pub(super) const SILENCE: Duration = Duration::from_secs(7);
/// Nodes on the list at most.
const MOST: usize = 64;

#[derive(Default)]
pub(super) struct Roster {
    heard: Mutex<HashMap<NodeId, Heard>>,
    members: watch::Sender<BTreeSet<NodeId>>,
}

struct Heard {
    /// The number of its last message.
    number: u64,
    at: Duration,
}

/// What a message means for the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The first of this node.
    New,
    /// In order.
    Next,
    /// Heard before, or overtaken: not to be taken twice.
    Stale,
}

impl Roster {
    pub(super) fn members(&self) -> watch::Receiver<BTreeSet<NodeId>> {
        self.members.subscribe()
    }

    /// A message of a node, with the number it gave it.
    pub(super) fn hear(&self, node: NodeId, number: u64, now: Duration) -> Turn {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = match heard.get(&node) {
            Some(known) if known.number >= number => Turn::Stale,
            Some(_) => Turn::Next,
            None if heard.len() >= MOST => Turn::Stale,
            None => Turn::New,
        };
        if turn != Turn::Stale {
            heard.insert(node, Heard { number, at: now });
            self.show(&heard);
        }
        turn
    }

    /// A node that says goodbye.
    pub(super) fn leave(&self, node: NodeId) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.remove(&node);
        self.show(&heard);
    }

    /// Takes off the list who has been silent for too long.
    pub(super) fn sweep(&self, now: Duration) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.retain(|_, heard| now.saturating_sub(heard.at) < SILENCE);
        self.show(&heard);
    }

    fn show(&self, heard: &HashMap<NodeId, Heard>) {
        self.members.send_if_modified(|members| {
            let changed =
                members.len() != heard.len() || !members.iter().all(|node| heard.contains_key(node));
            if changed {
                *members = heard.keys().copied().collect();
            }
            changed
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn shown(roster: &Roster) -> Vec<u64> {
        roster.members().borrow().iter().map(|node| node.0).collect()
    }

    #[test]
    fn who_falls_silent_is_gone_and_who_comes_back_is_new() {
        let roster = Roster::default();
        assert_eq!(roster.hear(NodeId(1), 1, seconds(0)), Turn::New);
        assert_eq!(roster.hear(NodeId(2), 1, seconds(0)), Turn::New);
        assert_eq!(roster.hear(NodeId(2), 2, seconds(5)), Turn::Next);
        roster.sweep(seconds(6));
        assert_eq!(shown(&roster), [1, 2]);
        roster.sweep(seconds(7));
        assert_eq!(shown(&roster), [2]);
        assert_eq!(roster.hear(NodeId(1), 2, seconds(8)), Turn::New);
        roster.leave(NodeId(2));
        assert_eq!(shown(&roster), [1]);
    }

    #[test]
    fn a_message_that_comes_twice_or_late_counts_once_and_keeps_nobody_alive() {
        let roster = Roster::default();
        roster.hear(NodeId(1), 5, seconds(0));
        assert_eq!(roster.hear(NodeId(1), 5, seconds(6)), Turn::Stale);
        assert_eq!(roster.hear(NodeId(1), 4, seconds(6)), Turn::Stale);
        assert_eq!(roster.hear(NodeId(1), 0, seconds(6)), Turn::Stale);
        roster.sweep(seconds(7));
        assert_eq!(shown(&roster), Vec::<u64>::new());
    }

    #[test]
    fn the_list_is_bounded_and_wakes_only_when_it_changes() {
        let roster = Roster::default();
        let mut members = roster.members();
        for node in 0..u64::try_from(MOST).unwrap() + 5 {
            roster.hear(NodeId(node), 1, seconds(0));
        }
        assert_eq!(shown(&roster).len(), MOST);
        members.mark_unchanged();
        roster.hear(NodeId(0), 2, seconds(1));
        roster.sweep(seconds(1));
        roster.leave(NodeId(9_999));
        assert!(!members.has_changed().unwrap());
    }
}
