//! What lies on a member's desk. `countdown` is the show room: imitate it.

pub mod cloud;
pub mod countdown;
pub mod search;

/// The rooms of this wing.
pub const ROOMS: &[kernel::Room] = &[cloud::ROOM, countdown::ROOM, search::ROOM];
