//! The paths of the feature.

pub(super) mod acks;
pub(super) mod admin;
pub(super) mod member;
