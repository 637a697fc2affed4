//! What holds of back ends holds of those in a process of their own: the same tests, and those of the process. Left out
//! are those of JavaScript alone, which is the same in both: routes, and the modules that back ends find.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on may say so anywhere")]

/// Where the back ends of this suite run.
pub const IN_PROCESS: bool = true;

#[path = "../it/authorizer.rs"]
mod authorizer;
mod confinement;
#[path = "../it/database.rs"]
mod database;
#[path = "../it/durability.rs"]
mod durability;
#[path = "../it/fixtures.rs"]
mod fixtures;
mod killing;
#[path = "../it/limits.rs"]
mod limits;
#[path = "../it/network/mod.rs"]
mod network;
#[path = "../it/requests.rs"]
mod requests;
#[path = "../it/responses.rs"]
mod responses;
#[path = "../it/support.rs"]
mod support;
#[path = "../it/time.rs"]
mod time;
mod untrusted;
