//! Who is there on each node, as the nodes tell each other.
//!
//! A node tells who is there in a *form*, one year of one class (the first four digits of a user ID,
//! at most a hundred members), and always the whole form: so it does not matter which telling was
//! lost, and none ever has to say who went. Whatever changed goes once a second; everything goes to
//! a node that is new, and once a minute for what was lost.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use kernel::ephemeral::MAX_DATA;
use kernel::nodes::NodeId;
use kernel::user::UserId;

use crate::chat::model::Status;

/// Who is there, form by form.
pub(super) type Report = BTreeMap<String, BTreeMap<UserId, Status>>;

/// Bytes of a form without its members, and of one member, as JSON.
const BYTES: (usize, usize) = (12, 19);

fn form(user: &UserId) -> &str {
    &user.as_str()[..4]
}

/// What this node tells the others.
#[derive(Default)]
pub(super) struct Own {
    /// A form whose last member has gone stays, empty: that must be told as well.
    forms: Report,
    changed: BTreeSet<String>,
}

impl Own {
    /// How someone is here; `None` for not at all.
    pub(super) fn set(&mut self, user: UserId, status: Option<Status>) {
        let members = self.forms.entry(form(&user).to_owned()).or_default();
        let before = match status {
            Some(status) => members.insert(user, status),
            None => members.remove(&user),
        };
        if before != status {
            self.changed.insert(form(&user).to_owned());
        }
    }

    /// Nobody is there to be told what has changed.
    pub(super) fn skip(&mut self) {
        self.changed.clear();
    }

    /// What is to be told, in pieces that fit a signal: what has changed since the last time, or all.
    pub(super) fn report(&mut self, is_whole: bool) -> Vec<Report> {
        let changed = std::mem::take(&mut self.changed);
        let mut pieces = Vec::new();
        let (mut piece, mut size) = (Report::new(), 2);
        for (form, members) in self.forms.iter().filter(|(form, _)| is_whole || changed.contains(*form)) {
            let more = BYTES.0 + BYTES.1 * members.len();
            if size + more > MAX_DATA {
                pieces.push(std::mem::take(&mut piece));
                size = 2;
            }
            size += more;
            piece.insert(form.clone(), members.clone());
        }
        if !piece.is_empty() {
            pieces.push(piece);
        }
        pieces
    }
}

/// What the other nodes have told.
#[derive(Default)]
pub(super) struct Elsewhere(HashMap<NodeId, Report>);

impl Elsewhere {
    /// Takes what a node tells; answers who was or is named.
    pub(super) fn apply_report(&mut self, node: NodeId, report: Report) -> HashSet<UserId> {
        let known = self.0.entry(node).or_default();
        let mut named = HashSet::new();
        for (name, members) in report {
            named.extend(members.keys());
            // One that is empty takes no room.
            let before = if members.is_empty() { known.remove(&name) } else { known.insert(name, members) };
            named.extend(before.iter().flat_map(BTreeMap::keys));
        }
        named
    }

    /// Forgets every node but these; answers who was there on the others.
    pub(super) fn keep(&mut self, nodes: &BTreeSet<NodeId>) -> HashSet<UserId> {
        let gone = self.0.extract_if(|node, _| !nodes.contains(node));
        gone.flat_map(|(_, report)| report.into_values().flat_map(BTreeMap::into_keys)).collect()
    }

    /// How someone is on the other nodes: the most withdrawn of what they say.
    pub(super) fn status(&self, user: &UserId) -> Option<Status> {
        self.0.values().filter_map(|report| report.get(form(user))?.get(user)).max().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(id: &str) -> UserId {
        UserId::parse(id).unwrap()
    }

    fn nodes() -> [NodeId; 2] {
        ["00000000000000a1", "00000000000000a2"].map(|name| name.parse().unwrap())
    }

    fn apply_report(all: &mut Elsewhere, node: NodeId, own: &mut Own, is_whole: bool) -> HashSet<UserId> {
        let travelled = |piece: Report| serde_json::from_value(serde_json::to_value(piece).unwrap()).unwrap();
        own.report(is_whole).into_iter().flat_map(|piece| all.apply_report(node, travelled(piece))).collect()
    }

    #[test]
    fn whoever_is_there_on_any_node_is_there() {
        let [one, two] = nodes();
        let (mut a, mut b, mut all) = (Own::default(), Own::default(), Elsewhere::default());
        a.set(user("240101"), Some(Status::Online));
        a.set(user("240102"), Some(Status::Online));
        b.set(user("240102"), Some(Status::Busy));
        assert_eq!(apply_report(&mut all, one, &mut a, false), [user("240101"), user("240102")].into());
        apply_report(&mut all, two, &mut b, false);
        assert_eq!(all.status(&user("240101")), Some(Status::Online));
        assert_eq!(all.status(&user("240102")), Some(Status::Busy), "the most withdrawn");
        assert_eq!(all.status(&user("240103")), None);

        a.set(user("240101"), None);
        a.set(user("240102"), None);
        assert_eq!(apply_report(&mut all, one, &mut a, false), [user("240101"), user("240102")].into());
        assert_eq!(all.status(&user("240101")), None);
        assert_eq!(all.status(&user("240102")), Some(Status::Busy), "still there on the other");
        assert_eq!(all.keep(&[one].into()), [user("240102")].into());
        assert_eq!(all.status(&user("240102")), None);
    }

    #[test]
    fn nothing_is_told_that_did_not_change_and_everything_to_one_that_is_new() {
        let mut own = Own::default();
        own.set(user("240101"), Some(Status::Online));
        own.set(user("240201"), Some(Status::Online));
        assert_eq!(own.report(false).len(), 1);
        own.set(user("240101"), Some(Status::Online));
        assert_eq!(own.report(false), []);
        own.set(user("240101"), None);
        let [piece] = &own.report(false)[..] else { panic!("one piece") };
        assert_eq!(piece.keys().collect::<Vec<_>>(), ["2401"], "the form that changed, alone");
        let [piece] = &own.report(true)[..] else { panic!("one piece") };
        assert_eq!(piece.keys().collect::<Vec<_>>(), ["2401", "2402"], "one that is empty, too");
    }

    #[test]
    fn a_telling_that_was_lost_is_made_good_by_the_next_whole() {
        let [one, _] = nodes();
        let (mut own, mut all) = (Own::default(), Elsewhere::default());
        own.set(user("240101"), Some(Status::Online));
        apply_report(&mut all, one, &mut own, false);
        own.set(user("240101"), None);
        assert_eq!(own.report(false).len(), 1, "lost");
        assert_eq!(all.status(&user("240101")), Some(Status::Online));
        assert_eq!(apply_report(&mut all, one, &mut own, true), [user("240101")].into());
        assert_eq!(all.status(&user("240101")), None);
    }

    #[test]
    fn every_piece_of_a_whole_city_fits_a_signal() {
        let mut own = Own::default();
        for n in 0..10_000 {
            own.set(user(&format!("{n:04}{:02}", n % 100)), Some(Status::Offline));
            own.set(user(&format!("24{:04}", n)), Some(Status::Offline));
        }
        let pieces = own.report(true);
        let sizes: Vec<_> = pieces.iter().map(|piece| serde_json::to_string(piece).unwrap().len()).collect();
        assert!(sizes.iter().all(|size| *size <= MAX_DATA), "{sizes:?}");
        let told: usize = pieces.iter().flat_map(BTreeMap::values).map(BTreeMap::len).sum();
        assert!(told >= 19_900, "{told}");
        assert!(pieces.len() < 64, "gathered: {}", pieces.len());
    }
}
