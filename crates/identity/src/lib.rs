//! Who is who: sign-in (`auth`), accounts and their settings (`user`), the class list (`setup`), registering as a
//! class (`enrolment`), experience and the daily check-in (`level`), and what each member is told (`notifications`).

pub mod admin;
pub mod api_scopes;
pub mod auth;
pub mod enrolment;
pub mod level;
pub mod notifications;
pub mod setup;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod user;

pub use admin::{exam, exam_digest};
pub use user::accounts;

/// The features of this crate, in the order in which they start.
pub const FEATURES: &[kernel::Feature] = &[
    notifications::FEATURE,
    setup::FEATURE,
    user::FEATURE,
    auth::FEATURE,
    enrolment::FEATURE,
    level::FEATURE,
    admin::FEATURE,
];
