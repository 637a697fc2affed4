//! Outbound webhooks: events that integrations are sent (`interface 6.4`).
//!
//! The event log is the outbox: an event is in it with its cause, in one transaction. A durable consumer ([`outbox`])
//! makes a delivery of it for each integration that may hear of it, and the [`sender`] makes the attempts, those of one
//! integration in the order of the log. A delivery is sent at least once: under the same id again when the answer to an
//! attempt was lost.
//!
//! Absent on purpose: redirects (a 3xx is a failure), and the body of answers (it could be that of a machine in the
//! portal's own network).

pub(super) mod attempt;
pub(super) mod events;
mod history;
pub(super) mod outbox;
pub(super) mod own;
mod retry;
pub(super) mod routes;
pub(super) mod sender;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use events::{Listener, MemberCache, Outbound, OutboundEvent};
pub(super) use retry::MAX_ATTEMPTS;

/// What became of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum DeliveryStatus {
    /// It waits for its first or next attempt.
    Pending,
    /// It was answered with a 2xx.
    Delivered,
    /// All attempts failed.
    Failed,
    /// It was given up: the webhook was switched off, or it waited for too long.
    Dropped,
}
