//! What is told and never stored: typing, presence, a cursor that moves.
//!
//! A [`Signal`] reaches every [`Listener`] of this node and, when the node is linked to others
//! ([`crate::nodes`]), theirs. Nothing promises that it arrives: what must not be lost is an event
//! ([`crate::events`]). A listener that is slow loses the oldest and is told how many, so nobody
//! holds up anybody, and memory is bounded. Have one listener per feature and let it find its sockets;
//! ten thousand listeners would each look at everything.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! use kernel::ephemeral::{Ephemeral, Received};
//! use kernel::events::Audience;
//! use serde_json::json;
//!
//! let ephemeral = Ephemeral::new("00000000000000a1".parse().unwrap());
//! let mut listener = ephemeral.listen();
//! let class = Audience::Class("01".into());
//! ephemeral.publish("chat.typing", class.clone(), json!({ "user_id": "240111" })).unwrap();
//!
//! let Received::Signal(signal) = listener.next().await else { panic!("nothing was missed") };
//! assert_eq!((signal.kind.as_str(), &signal.audience), ("chat.typing", &class));
//! # }
//! ```

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::events::Audience;
use crate::nodes::id::NodeId;

/// Signals that wait for a slow listener at most.
const WAITING: usize = 1024;
/// Longest `data`, in bytes of JSON.
pub const MAX_DATA: usize = 8 * 1024;

/// Something that happens now and is of no interest later.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    /// The node it was published on.
    pub node: NodeId,
    /// `<feature>.<what>`, as with events.
    pub kind: String,
    /// Who may be told.
    pub audience: Audience,
    /// Ids and small facts.
    pub data: Value,
}

/// The data is longer than [`MAX_DATA`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a signal holds at most {MAX_DATA} bytes; say it in several")]
pub struct TooLarge;

/// The channel of one node; cheap to clone.
#[derive(Clone)]
pub struct Ephemeral {
    node: NodeId,
    channel: broadcast::Sender<Arc<Signal>>,
}

/// A place at the channel. Dropping it ends it.
pub struct Listener(broadcast::Receiver<Arc<Signal>>);

/// What a listener comes upon.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// The next signal.
    Signal(Arc<Signal>),
    /// The listener was too slow for this many.
    Missed(u64),
}

impl Ephemeral {
    /// An empty channel of the node of this name.
    #[must_use]
    pub fn new(node: NodeId) -> Self {
        Self { node, channel: broadcast::Sender::new(WAITING) }
    }

    /// Tells every listener here and on the other nodes. Never waits.
    ///
    /// # Errors
    /// [`TooLarge`]; nobody is told.
    pub fn publish(&self, kind: &str, audience: Audience, data: Value) -> Result<(), TooLarge> {
        if data.to_string().len() > MAX_DATA {
            return Err(TooLarge);
        }
        self.deliver(Signal { node: self.node, kind: kind.to_owned(), audience, data });
        Ok(())
    }

    /// Hears everything that is published from now on.
    #[must_use]
    pub fn listen(&self) -> Listener {
        Listener(self.channel.subscribe())
    }

    /// Tells the listeners of this node alone.
    pub(crate) fn deliver(&self, signal: Signal) {
        // An error means that nobody listens.
        let _ = self.channel.send(Arc::new(signal));
    }
}

impl Listener {
    /// Waits for the next one. Dropping the wait loses nothing.
    pub async fn next(&mut self) -> Received {
        match self.0.recv().await {
            Ok(signal) => Received::Signal(signal),
            Err(RecvError::Lagged(missed)) => Received::Missed(missed),
            // The app is gone, and whoever waits goes with it.
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use serde_json::json;

    use super::*;

    fn channel() -> Ephemeral {
        Ephemeral::new("00000000000000a1".parse().unwrap())
    }

    fn numbers(listener: &mut Listener) -> Vec<Value> {
        // Unconstrained: all that is there, however much it is for one turn of a task.
        let heard = std::iter::from_fn(|| tokio::task::coop::unconstrained(listener.next()).now_or_never());
        heard
            .map(|heard| match heard {
                Received::Signal(signal) => signal.data.clone(),
                Received::Missed(count) => json!({ "missed": count }),
            })
            .collect()
    }

    #[tokio::test]
    async fn every_listener_hears_what_is_published_after_it_came_in_order() {
        let channel = channel();
        channel.publish("test.made", Audience::All, json!(0)).unwrap();
        let mut one = channel.listen();
        channel.publish("test.made", Audience::All, json!(1)).unwrap();
        let mut two = channel.listen();
        channel.publish("test.made", Audience::All, json!(2)).unwrap();
        assert_eq!((numbers(&mut one), numbers(&mut two)), (vec![json!(1), json!(2)], vec![json!(2)]));
    }

    #[tokio::test]
    async fn a_slow_listener_is_told_how_much_it_missed_and_holds_nobody_up() {
        let channel = channel();
        let (mut slow, mut quick) = (channel.listen(), channel.listen());
        let heard: Vec<_> = (0..WAITING + 3)
            .flat_map(|number| {
                channel.publish("test.made", Audience::All, json!(number)).unwrap();
                numbers(&mut quick)
            })
            .collect();
        assert_eq!(heard.len(), WAITING + 3);
        let late = numbers(&mut slow);
        assert_eq!((&late[0], &late[1], late.len()), (&json!({ "missed": 3 }), &json!(3), WAITING + 1));
    }

    #[tokio::test]
    async fn what_is_too_large_is_refused_and_heard_by_nobody() {
        let channel = channel();
        let mut listener = channel.listen();
        let fits = json!("x".repeat(MAX_DATA - 2));
        let large = json!("x".repeat(MAX_DATA - 1));
        assert_eq!(channel.publish("test.made", Audience::All, large), Err(TooLarge));
        assert_eq!(channel.publish("test.made", Audience::All, fits.clone()), Ok(()));
        assert_eq!(numbers(&mut listener), [fits]);
    }
}
