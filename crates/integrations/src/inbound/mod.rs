//! Inbound webhooks: events that integrations send (`interface 4.7`, `interface 6.4`).
//!
//! [`webhook`] judges a request, [`events`] finds what its event does, and one transaction does that and adds
//! a row to the log of the integration, by which a copy of the request is known.

pub(super) mod events;
pub(super) mod log;
pub(super) mod own;
pub(super) mod webhook;

pub use events::{Apply, Inbound, InboundEvent, Via};
