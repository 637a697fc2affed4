//! Where the portal meets the outside: what it says of itself (`system`), and the link to other
//! class servers (`relay`).

pub mod relay;
pub mod system;
#[cfg(test)]
mod testing;

/// The rooms of this wing, in the order in which they start.
pub const ROOMS: &[kernel::Room] = &[system::ROOM, relay::ROOM];
