//! Where the portal meets the outside: what it says of itself (`system`), the link to other class
//! servers (`relay`), wallpapers and icons (`assets`), what public hosts have (`cdn`).

pub mod assets;
pub mod cdn;
pub mod relay;
pub mod system;
#[cfg(test)]
mod testing;

/// The features of this crate, in the order in which they start.
pub const FEATURES: &[kernel::Feature] = &[system::FEATURE, relay::FEATURE, assets::FEATURE, cdn::FEATURE];
