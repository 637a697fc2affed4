//! What a class says to itself: rooms and messages (`chat`), what staff tell it now (`broadcasts`) and for longer
//! (`announcements`), of which homework has more (`homework`).

pub mod announcements;
pub mod broadcasts;
pub mod chat;
pub mod homework;
mod on_panels;
mod target;

/// The features of this crate.
pub const FEATURES: &[kernel::Feature] =
    &[chat::FEATURE, broadcasts::FEATURE, announcements::FEATURE, homework::FEATURE];
