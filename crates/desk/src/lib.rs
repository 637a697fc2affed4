//! What lies on a member's desk. `countdown` is the example feature: imitate it.

pub mod batch;
pub mod cloud;
pub mod countdown;
pub mod pictures;

/// The features of this crate.
pub const FEATURES: &[kernel::Feature] =
    &[batch::FEATURE, cloud::FEATURE, countdown::FEATURE, pictures::FEATURE];
