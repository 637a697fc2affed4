//! What a class says to itself: rooms and messages (`chat`), what staff tell it now (`broadcasts`) and for longer
//! (`announcements`).

pub mod announcements;
pub mod broadcasts;
pub mod chat;
mod target;

/// The features of this crate.
pub const FEATURES: &[kernel::Feature] = &[chat::FEATURE, broadcasts::FEATURE, announcements::FEATURE];
