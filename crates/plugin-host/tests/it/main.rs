//! Back ends as authors write them, run as the portal runs them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on may say so anywhere")]

/// Where the back ends of this suite run.
pub const IN_PROCESS: bool = false;

mod authorizer;
mod database;
mod durability;
mod fixtures;
mod limits;
mod network;
mod requests;
mod responses;
mod routing;
mod shim;
mod stuck;
mod support;
mod time;
