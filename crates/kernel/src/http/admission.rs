//! Which connections the listeners keep: how many in all and of one address, and for how long each may
//! keep the server waiting for its client (decision 0172, decision 0173, decision 0176).
//!
//! Both ports share one [`Admission`]. A task looks at all connections once a second, so that none needs a
//! timer of its own; times are whole seconds and a limit is kept to within two of them.

mod bounds;
mod connection;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bounds::Bounds;
pub use bounds::raise_file_limit;
pub(super) use connection::{Connection, Sent};

use crate::app::App;
use crate::clock::Clock;
use crate::error::Result;
use crate::limits::Key;
use crate::texts;

/// A connection younger than this is never the one that goes, in seconds: whole classes come at once, and
/// prove themselves within milliseconds.
const GRACE: u32 = 2;
/// Connections above all bounds, for as long as those that make room for them take to end.
const OVERLAP: usize = 32;
/// Whoever is refused for their own number comes back after what such connections live.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// All connections of both ports. Cheap to clone.
#[derive(Clone)]
pub struct Admission(Arc<Inner>);

struct Inner {
    bounds: Bounds,
    clock: Clock,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    connections: HashMap<u64, Counted>,
    by_address: HashMap<Key, OfAddress>,
}

#[derive(Clone, Copy, Default)]
struct OfAddress {
    all: usize,
    unproven: usize,
}

impl OfAddress {
    /// Whether one more would be too many.
    fn is_at(self, bounds: Bounds) -> bool {
        self.all >= bounds.of_address || self.unproven >= bounds.burst
    }
}

struct Counted {
    /// For whom it counts: nobody while an idle proxy keeps it, or once a member is signed in at its socket.
    key: Option<Key>,
    /// It is counted among the unproven ones of that address.
    is_unproven: bool,
    connection: Arc<Connection>,
}

/// The right to one connection; dropping it gives the place to another.
pub struct Permit(Arc<Connection>);

impl Admission {
    /// With room for as many as this process may have descriptors now.
    pub(crate) fn new(clock: &Clock) -> Self {
        Self::within(Bounds::of_process(), clock)
    }

    fn within(bounds: Bounds, clock: &Clock) -> Self {
        Self(Arc::new(Inner { bounds, clock: clock.clone(), table: Mutex::default() }))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whole seconds.
    fn now(&self) -> u32 {
        u32::try_from(self.0.clock.monotonic().as_secs()).unwrap_or(u32::MAX)
    }

    /// A place for a connection from `peer`. A trusted proxy's counts for nobody until a request names its
    /// client.
    ///
    /// # Errors
    /// 429 when the address has its share, 503 when all places are taken.
    pub fn admit(&self, peer: IpAddr, is_proxied: bool) -> Result<Permit> {
        let mut table = self.table();
        let key = (!is_proxied).then(|| Key::address(peer));
        if table.connections.len() >= self.0.bounds.all && !table.make_room(key, self.0.bounds) {
            let full = texts::CONNECTIONS_FULL.err();
            return Err(full.retry_after(RETRY_AFTER));
        }
        if let Some(key) = key {
            table.count(key, self.0.bounds)?;
        }
        let number = table.next;
        table.next += 1;
        let connection = Arc::new(Connection::new(self, number, is_proxied));
        table
            .connections
            .insert(number, Counted { key, is_unproven: key.is_some(), connection: connection.clone() });
        Ok(Permit(connection))
    }

    /// How many connections are open, on both ports.
    #[must_use]
    pub fn open(&self) -> usize {
        self.table().connections.len()
    }

    /// Looks at every connection and ends those that keep the server waiting for too long, and the oldest of an
    /// address that has too many unproven ones.
    fn enforce(&self) {
        let now = self.now();
        let table = self.table();
        let is_short = table.connections.len() > self.0.bounds.all / 4 * 3;
        let mut unproven: HashMap<Key, Vec<(&Connection, u32)>> = HashMap::new();
        for Counted { key, connection, .. } in table.connections.values() {
            // Asked for first: whatever begins meanwhile is another turn, which has not run out of time.
            let turn = connection.turn();
            if connection.is_overdue(now, is_short) {
                connection.expire(turn);
            } else if let Some(key) = key.filter(|_| connection.waits_unproven()) {
                unproven.entry(key).or_default().push((connection, turn));
            }
        }
        for of_address in unproven.values_mut() {
            let surplus = of_address.len().saturating_sub(self.0.bounds.unproven);
            if surplus > 0 {
                of_address.sort_unstable_by_key(|(connection, _)| (connection.opened, connection.number));
                let is_old = |(one, _): &&(&Connection, u32)| now.saturating_sub(one.opened) >= GRACE;
                of_address[..surplus].iter().filter(is_old).for_each(|(one, turn)| one.expire(*turn));
            }
        }
    }
}

/// Enforces the limits once a second while the server runs.
pub(crate) fn spawn_enforcement(app: &App) {
    let (admission, clock) = (app.admission.clone(), app.clock.clone());
    app.tasks.spawn("connections", move |mut stop| async move {
        while stop.sleep(&clock, Duration::from_secs(1)).await {
            admission.enforce();
        }
    });
}

impl Table {
    fn count(&mut self, key: Key, bounds: Bounds) -> Result<()> {
        let count = self.by_address.entry(key).or_default();
        if count.is_at(bounds) {
            let crowded = texts::TOO_MANY_CONNECTIONS.err();
            return Err(crowded.retry_after(RETRY_AFTER));
        }
        count.all += 1;
        count.unproven += 1;
        Ok(())
    }

    /// The connection counts for its address no more.
    fn uncount(&mut self, number: u64) {
        self.prove(number);
        let Some(key) = self.connections.get_mut(&number).and_then(|counted| counted.key.take()) else {
            return;
        };
        if let Some(count) = self.by_address.get_mut(&key) {
            count.all -= 1;
            if count.all == 0 {
                self.by_address.remove(&key);
            }
        }
    }

    /// The connection has had an answer or a session.
    fn prove(&mut self, number: u64) {
        let Some(counted) = self.connections.get_mut(&number) else { return };
        let (was_unproven, key) = (std::mem::take(&mut counted.is_unproven), counted.key);
        if let Some(count) = key.filter(|_| was_unproven).and_then(|key| self.by_address.get_mut(&key)) {
            count.unproven -= 1;
        }
    }

    /// Ends the oldest connection without a session of the address that has most, when that has more than the one
    /// that wants to come. So whoever fills the server takes it from themselves. The place is free in a
    /// moment; until then the newcomer's is one of those in reserve.
    fn make_room(&self, newcomer: Option<Key>, bounds: Bounds) -> bool {
        let Some((most, count)) = self.by_address.iter().max_by_key(|(_, count)| count.all) else {
            return false;
        };
        let own = newcomer.and_then(|key| self.by_address.get(&key)).copied().unwrap_or_default();
        // Who will be refused for their own number takes nobody's place.
        if own.is_at(bounds) || count.all <= own.all + 1 || self.connections.len() >= bounds.all + OVERLAP {
            return false;
        }
        let theirs = self.connections.values().filter(|counted| counted.key == Some(*most));
        let oldest = theirs
            // The turn is asked for first, as in `enforce`.
            .map(|counted| (&counted.connection, counted.connection.turn()))
            .filter(|(connection, _)| connection.waits_without_session() && !connection.has_expired())
            .min_by_key(|(connection, _)| connection.since());
        oldest.map(|(connection, turn)| connection.expire(turn)).is_some()
    }
}

impl Permit {
    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.0
    }

    /// The connection is a socket now.
    pub(super) fn upgraded(&self) {
        self.0.upgraded();
    }

    /// A member has signed in at its socket: it counts for its address no more, since members' sockets are
    /// bounded for each member.
    pub fn signed_in(&self) {
        self.0.admission.table().uncount(self.0.number);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut table = self.0.admission.table();
        table.uncount(self.0.number);
        table.connections.remove(&self.0.number);
    }
}
