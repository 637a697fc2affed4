//! The list of the other nodes: who announces themselves, and who has fallen silent.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::NodeId;

/// A node says that it is here this often.
pub(super) const ANNOUNCE: Duration = Duration::from_secs(2);
/// One that was not heard for this long is gone: three announcements and a little.
pub(super) const GONE_AFTER: Duration = Duration::from_secs(7);
/// Nodes on the list at most.
const MAX_NODES: usize = 64;

#[derive(Default)]
pub(super) struct Roster {
    nodes: Mutex<HashMap<NodeId, LastMessage>>,
    members: watch::Sender<BTreeSet<NodeId>>,
}

struct LastMessage {
    /// The number of its last message.
    number: u64,
    at: Duration,
}

/// What a message means for the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
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
    pub(super) fn note(&self, node: NodeId, number: u64, now: Duration) -> Order {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let order = match nodes.get(&node) {
            Some(known) if known.number >= number => Order::Stale,
            Some(_) => Order::Next,
            None if nodes.len() >= MAX_NODES => Order::Stale,
            None => Order::New,
        };
        if order != Order::Stale {
            nodes.insert(node, LastMessage { number, at: now });
            self.show(&nodes);
        }
        order
    }

    /// A node that says goodbye.
    pub(super) fn leave(&self, node: NodeId) {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes.remove(&node);
        self.show(&nodes);
    }

    /// Takes off the list who has been silent for too long.
    pub(super) fn sweep(&self, now: Duration) {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes.retain(|_, last| now.saturating_sub(last.at) < GONE_AFTER);
        self.show(&nodes);
    }

    fn show(&self, nodes: &HashMap<NodeId, LastMessage>) {
        self.members.send_if_modified(|members| {
            let changed =
                members.len() != nodes.len() || !members.iter().all(|node| nodes.contains_key(node));
            if changed {
                *members = nodes.keys().copied().collect();
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
        assert_eq!(roster.note(NodeId(1), 1, seconds(0)), Order::New);
        assert_eq!(roster.note(NodeId(2), 1, seconds(0)), Order::New);
        assert_eq!(roster.note(NodeId(2), 2, seconds(5)), Order::Next);
        roster.sweep(seconds(6));
        assert_eq!(shown(&roster), [1, 2]);
        roster.sweep(seconds(7));
        assert_eq!(shown(&roster), [2]);
        assert_eq!(roster.note(NodeId(1), 2, seconds(8)), Order::New);
        roster.leave(NodeId(2));
        assert_eq!(shown(&roster), [1]);
    }

    #[test]
    fn a_message_that_comes_twice_or_late_counts_once_and_keeps_nobody_alive() {
        let roster = Roster::default();
        roster.note(NodeId(1), 5, seconds(0));
        assert_eq!(roster.note(NodeId(1), 5, seconds(6)), Order::Stale);
        assert_eq!(roster.note(NodeId(1), 4, seconds(6)), Order::Stale);
        assert_eq!(roster.note(NodeId(1), 0, seconds(6)), Order::Stale);
        roster.sweep(seconds(7));
        assert_eq!(shown(&roster), Vec::<u64>::new());
    }

    #[test]
    fn the_list_is_bounded_and_wakes_only_when_it_changes() {
        let roster = Roster::default();
        let mut members = roster.members();
        for node in 0..u64::try_from(MAX_NODES).unwrap() + 5 {
            roster.note(NodeId(node), 1, seconds(0));
        }
        assert_eq!(shown(&roster).len(), MAX_NODES);
        members.mark_unchanged();
        roster.note(NodeId(0), 2, seconds(1));
        roster.sweep(seconds(1));
        roster.leave(NodeId(9_999));
        assert!(!members.has_changed().unwrap());
    }
}
