//! The paths of the feature.

pub(super) mod admin;
pub(super) mod member;
pub(super) mod progress;
pub(super) mod work;
