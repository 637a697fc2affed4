//! A back end in a process of its own, which can be killed at any moment and can reach nothing but its working copy
//! and one socket.
//!
//! On the portal's side there are two threads: one starts the process, reads what it sends and reaps it ([`inbox`]),
//! one writes what it gets and kills it when it does not react ([`link`]). On the process's side the isolate runs as it
//! does in a thread; [`remote`] is its portal. The portal trusts nothing that comes from the process: an engine that was
//! taken over may send anything.

mod child;
mod inbox;
mod link;
mod parent;
mod remote;
mod sandbox;
#[expect(missing_docs, reason = "the comment of a frame names its fields")]
mod wire;

pub use child::run_process;
pub use link::Link;
pub use parent::{ProcessCommand, ProcessError, Spawn, spawn};

/// For tests of the confinement and of processes that break the rules.
#[doc(hidden)]
pub mod testing {
    pub use super::sandbox::{Bounds, enter_folder, restrict_calls};
    pub use super::wire::{FrameReader, FromChild, ToChild, decode, encode};
    pub use crate::meter::MeterState;
}
