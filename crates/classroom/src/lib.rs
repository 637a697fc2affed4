//! What is organised in the room of a class: who is on duty (`duty`), who sits where (`seating`), and who is drawn
//! (`picker`).
//!
//! All three speak of the entries of the class list, registered or not, by their numbers ([`people`]). One right,
//! [`MANAGE_DUTY`], lets officers change all of it.

mod access;
pub mod duty;
mod people;
pub mod picker;
mod rank;
pub mod seating;
#[cfg(test)]
mod tests;
mod texts;

use kernel::Feature;
use kernel::user::Permission;

/// What officers may do to the duty, the seats and the draws of their class.
pub static MANAGE_DUTY: Permission =
    Permission { id: "manage_duty", name: &texts::MANAGE, about: &texts::MANAGE_ABOUT };

/// The features of this crate.
pub const FEATURES: &[Feature] = &[duty::FEATURE, seating::FEATURE, picker::FEATURE];
