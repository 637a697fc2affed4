//! The back ends of installed packages: what reaches them, and what keeps them running.
//!
//! A back end is started by its first call and by its installation, and runs in an isolate of `plugin-host`. What it
//! stores are pages of a SQLite database, which are in the portal's database before any answer is given
//! ([`pages`]). Several nodes never run one back end at the same time: whoever starts it takes it over, and only that
//! node may store pages.

mod body_memory;
mod call;
mod lifecycle;
mod log;
mod members;
mod mount;
mod network;
mod pages;
mod portal_access;
mod rate;
mod running;
mod slot;
mod start;
mod strikes;
mod supervision;
mod throttle;
mod turns;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) use call::call;
pub(crate) use lifecycle::{remove_working_copies, restart, stop, stop_all, stop_disabled, stop_outdated};
pub(crate) use log::LogLine;
pub(crate) use mount::BuiltInPaths;
pub use mount::reserved_mounts;
pub(crate) use rate::CALLS;
pub(crate) use start::QUOTA;

use slot::Slot;

/// The back ends of this node.
#[derive(Default)]
pub(crate) struct BackEnds {
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    members: members::MembersCopy,
    bodies: body_memory::BodyMemory,
}

impl BackEnds {
    /// The slot of an app, made when it is first asked for.
    pub(crate) fn slot(&self, name: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.entry(name.to_owned()).or_insert_with(|| Arc::new(Slot::new(name))).clone()
    }

    /// The slot of an app, if it was ever asked for.
    fn find(&self, name: &str) -> Option<Arc<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn all(&self) -> Vec<Arc<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    fn take(&self, name: &str) -> Option<Arc<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).remove(name)
    }
}
