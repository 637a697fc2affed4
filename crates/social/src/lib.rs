//! What a class says to itself: rooms and messages (`chat`), the realtime channel of apps and plugins
//! (`realtime`), what staff tell it now (`broadcasts`) and for longer (`announcements`).

pub mod announcements;
pub mod broadcasts;
pub mod chat;
mod reach;
pub mod realtime;

/// The rooms of this wing.
pub const ROOMS: &[kernel::Room] = &[realtime::ROOM, chat::ROOM, broadcasts::ROOM, announcements::ROOM];
