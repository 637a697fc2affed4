//! Between nodes: several processes on one PostgreSQL database tell each other that there is
//! something to read, over NATS (NATS_URL).
//!
//! NATS carries hints, never data. A wake-up says that the log has grown; whoever hears it reads
//! the log from its own cursor, so a message that is lost, doubled or late changes nothing but the
//! moment: without one the log is read twice a second anyway (`crate::events`). What is only of
//! interest now travels whole ([`crate::ephemeral`]) and may be lost. Every node announces itself;
//! one that falls silent is taken off the list, which ends what was known of it ([`Nodes::others`]).
//!
//! Nothing on the subject is believed unless it is sealed with a key made from JWT_SECRET, which
//! all nodes share. The portal starts and works without NATS; health says so.
//!
//! Absent on purpose: JetStream, requests and answers, anything that elects or locks. The database
//! does that.

pub(crate) mod id;
mod link;
mod message;
mod roster;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

pub use id::{NodeId, NotANodeId};
pub(crate) use link::start;
use roster::Roster;

use crate::clock::Clock;
use crate::config::{Config, NATS_URL, Url};
use crate::events::Events;
use crate::feature::Health;

/// How long a message sealed with another key is shown in the health answer, and told in the log once.
const FOREIGN_SHOWN: Duration = Duration::from_secs(60);

/// This node among the others; cheap to clone.
#[derive(Clone)]
pub struct Nodes(Arc<Inner>);

struct Inner {
    id: NodeId,
    roster: Roster,
    status: Mutex<Status>,
    clock: Clock,
    events: Events,
}

#[derive(Clone, Copy, Default)]
struct Status {
    link: Link,
    /// When something that was not sealed with our key was last heard.
    foreign_message: Option<Duration>,
}

/// How the connection to NATS is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Link {
    /// NATS_URL is not set.
    #[default]
    NotConfigured,
    Up,
    Away,
}

impl Nodes {
    pub(crate) fn new(clock: &Clock, events: &Events) -> Self {
        Self(Arc::new(Inner {
            id: NodeId::new(),
            roster: Roster::default(),
            status: Mutex::default(),
            clock: clock.clone(),
            events: events.clone(),
        }))
    }

    /// This node.
    #[must_use]
    pub fn id(&self) -> NodeId {
        self.0.id
    }

    /// The other nodes that are here, without this one; empty without NATS.
    ///
    /// Whoever keeps what other nodes said of themselves (who is connected there) waits for a change
    /// of this: what came from a node that is gone from the set has ended, and to a node that is new
    /// in it this one's own part is told again, because it heard nothing so far. A node that was out
    /// of reach for a while is new when it comes back.
    ///
    /// ```
    /// # use std::collections::{BTreeMap, HashSet};
    /// # use kernel::nodes::NodeId;
    /// # use kernel::user::UserId;
    /// async fn end_presence(app: kernel::App, mut online: BTreeMap<NodeId, HashSet<UserId>>) {
    ///     let mut others = app.nodes.others();
    ///     while others.changed().await.is_ok() {
    ///         let here = others.borrow_and_update().clone();
    ///         online.retain(|node, _| *node == app.nodes.id() || here.contains(node));
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn others(&self) -> watch::Receiver<BTreeSet<NodeId>> {
        self.0.roster.members()
    }

    /// The line of the health answer; a missing NATS is a warning, because everything goes on.
    #[must_use]
    pub fn health(&self) -> Health {
        let status = *self.lock();
        let recent = |at: Duration| self.0.clock.monotonic().saturating_sub(at) < FOREIGN_SHOWN;
        let (status, details) = match status.link {
            Link::NotConfigured => ("not_configured", None),
            Link::Away => ("warning", Some("NATS is away; the log is read twice a second".to_owned())),
            Link::Up if status.foreign_message.is_some_and(recent) => {
                ("warning", Some("a node has another JWT_SECRET and is not understood".to_owned()))
            }
            Link::Up => {
                let (others, woken) = (self.others().borrow().len(), self.0.events.remote_wakeups());
                ("ok", Some(format!("other nodes: {others}; reads brought by wake-ups: {woken}")))
            }
        };
        Health { name: "nodes", status, details }
    }

    fn set_link(&self, link: Link) {
        self.lock().link = link;
    }

    /// Notes a message that nobody with our key sent.
    fn note_foreign_message(&self) {
        let now = self.0.clock.monotonic();
        let before = self.lock().foreign_message.replace(now);
        if before.is_none_or(|at| now.saturating_sub(at) >= FOREIGN_SHOWN) {
            tracing::warn!(
                "message from another node refused: its JWT_SECRET differs; set the same JWT_SECRET on all nodes"
            );
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Status> {
        self.0.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// NATS_URL, where it means something: nodes share a PostgreSQL database.
fn address(config: &Config) -> Option<&str> {
    let shared = matches!(config.database, crate::db::Location::Postgres { .. });
    NATS_URL.of(config).as_ref().filter(|_| shared).map(|Url(url)| url.as_str())
}
