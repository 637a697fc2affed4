//! What a class says to itself: rooms and messages (`chat`), the realtime channel of apps and plugins
//! (`realtime`), what staff tell it now (`broadcasts`) and for longer (`announcements`).

pub mod announcements;
pub mod broadcasts;
pub mod chat;
mod reach;
pub mod realtime;

/// The features of this crate.
pub const FEATURES: &[kernel::Feature] =
    &[realtime::FEATURE, chat::FEATURE, broadcasts::FEATURE, announcements::FEATURE];
