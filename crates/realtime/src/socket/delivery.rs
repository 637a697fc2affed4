//! What the feed's task writes to a socket while the socket's own task waits: waking a task for every frame costs
//! more than the frame. The socket's task hands over a [`Delivery`] before it waits and takes it back when it
//! wakes, so only one of the two writes at any time.

use std::sync::Arc;

use kernel::apps::MutedFeatures;
use kernel::connections::EndWatch;
use kernel::user::UserFacts;
use tokio::net::TcpStream;

use super::Sockets;
use super::outbox::Outbox;
use crate::Hub;

/// Taken from the feed at once. With the answers to a client's own frames it stays below the 256 KiB
/// that may be unsent (`interface 6.6`).
pub(super) const BATCH: usize = 64 << 10;

/// All that is needed to write to a socket that has nothing unsent.
pub(super) struct Delivery {
    pub(super) stream: Arc<TcpStream>,
    pub(super) facts: Arc<UserFacts>,
    /// Ends with the session: nothing is shown after that.
    pub(super) end: EndWatch,
    /// Everything up to here was sent, of the log and of what is not stored.
    pub(super) seq: i64,
    pub(super) ephemeral_seq: u64,
    /// What the connection did not take at once.
    pub(super) unsent: Outbox,
}

impl Delivery {
    /// Sends what is new; false when the socket's task has to go on with it. `first` is the number of the first
    /// new frame: every earlier one that this member sees was sent when it came, so none is looked through again.
    /// `out` is empty before and after.
    pub(super) fn send(
        &mut self,
        first: Option<i64>,
        (hub, sockets, muted): (&Hub, &Sockets, &MutedFeatures),
        out: &mut Outbox,
    ) -> bool {
        if self.end.has_ended() || !self.unsent.is_empty() {
            return false;
        }
        if let Some(first) = first {
            self.seq = self.seq.max(first - 1);
        }
        let viewer = (self.facts.as_ref(), muted);
        self.ephemeral_seq = sockets.ephemeral.take(self.ephemeral_seq, viewer, out);
        // The socket's task knows what to do about what is too old for the feed.
        let taken = hub.feed.take(self.seq, viewer, BATCH, out);
        self.seq = taken.unwrap_or(self.seq);
        // What goes wrong here goes wrong again when the socket's task writes the rest, and is handled there.
        let is_sent = taken.is_ok() && out.flush(&self.stream).is_ok() && out.is_empty();
        if !out.is_empty() {
            self.unsent = std::mem::take(out);
        }
        is_sent && self.seq >= hub.feed.read()
    }
}
