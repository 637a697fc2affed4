//! What lies on a member's desk. `countdown` is the show room: imitate it.

pub mod countdown;
pub mod search;

/// The rooms of this wing.
pub const ROOMS: &[kernel::Room] = &[countdown::ROOM, search::ROOM];
