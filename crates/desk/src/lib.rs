//! What lies on a member's desk. `countdown` is the example feature: imitate it.

pub mod batch_reads;
pub mod cloud;
pub mod countdown;
pub mod pictures;

/// The features of this crate.
pub const FEATURES: &[kernel::Feature] =
    &[batch_reads::FEATURE, cloud::FEATURE, countdown::FEATURE, pictures::FEATURE];
