//! The only list of rooms: a room that is not here does not exist.

use std::sync::LazyLock;

use kernel::Room;

/// All rooms, in the order in which they start: who is who comes first.
pub static ROOMS: LazyLock<Vec<Room>> =
    LazyLock::new(|| [identity::ROOMS, social::ROOMS, desk::ROOMS, edge::ROOMS].concat());
