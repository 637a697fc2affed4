//! The paths of the room.

pub(super) mod acks;
pub(super) mod admin;
pub(super) mod member;
