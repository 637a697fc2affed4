//! What a class says to itself: rooms and messages (`chat`), the realtime channel of apps and plugins
//! (`realtime`).

pub mod chat;
pub mod realtime;

/// The rooms of this wing.
pub const ROOMS: &[kernel::Room] = &[realtime::ROOM, chat::ROOM];
