//! HTTP, the same for every room: the front door with its middleware, extractors, the listener.

mod body;
mod context;
mod cors;
mod download;
mod extract;
mod front_door;
mod listener;
mod session;
#[cfg(test)]
mod tests;
mod traffic;
mod upgrade;
mod wire;

pub use body::{Json, MAX_JSON, Pieces, parse_json};
pub use context::Context;
pub use download::Download;
pub use extract::{Path, Query};
pub use front_door::{FrontDoor, InProcess};
pub use listener::Listener;
pub use session::{
    AddressLimit, Admin, Caller, ClassAdmin, Officer, Origin, Presented, Requires, SystemAdmin, TOKEN_COOKIE,
    Unmetered, clear_cookie, draw, let_in, set_cookie,
};
pub use traffic::{Held, Traffic, TrafficReading};
pub use upgrade::{Opened, Upgrade, socket_token};
