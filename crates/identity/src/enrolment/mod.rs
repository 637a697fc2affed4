//! Enrolment: the window in which a whole class registers from one address, and the page that shows who has.
//!
//! Owns the setting `enrolment_open_until`, RATE_LIMIT_ENROLMENT and the path `/api/admin/enrolment`. The class
//! list belongs to `setup`, registering itself to `auth`, which asks here what an attempt draws from.

mod dto;
mod events;
mod frames;
mod log_target;
mod routes;
#[cfg(test)]
mod tests;
mod texts;
mod window;

use kernel::db::DbResult;
use kernel::events::{Audience, NewEvent};
use kernel::limits::Limit;
use kernel::user::UserId;
use kernel::{AppTx, Feature, Routes, routes};

pub use events::EnrolmentEvent;
pub(crate) use window::{MAX_HOURS, end_after_hours, is_open, store_end};

/// Refused registrations while the window is open; good ones draw nothing.
pub(crate) static ENROLMENT: Limit = Limit::new(
    "enrolment",
    "RATE_LIMIT_ENROLMENT",
    "120/600",
    "refused registrations per address while a class enrols, in place of RATE_LIMIT_REGISTER",
);

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "enrolment",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    limits: &[&ENROLMENT],
    render: Some(frames::render),
    frames: frames::FRAMES,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::enrolment, routes::change_enrolment))
        .routes(routes!(routes::clear_claim_lockout))
}

/// Tells the enrolment pages that somebody of the list has registered.
///
/// # Errors
/// When the statement fails.
pub(crate) fn emit_registered(tx: &mut AppTx, user: UserId) -> DbResult<()> {
    emit(tx, &EnrolmentEvent::Registered, user)
}

/// Tells the enrolment pages that wrong claim codes have locked out a row of the list.
///
/// # Errors
/// When the statement fails.
pub(crate) fn emit_claim_locked_out(tx: &mut AppTx, user: UserId) -> DbResult<()> {
    emit(tx, &EnrolmentEvent::ClaimLockedOut, user)
}

fn emit(tx: &mut AppTx, event: &EnrolmentEvent, user: UserId) -> DbResult<()> {
    tx.emit(NewEvent::new(event, Audience::Admins).about(user.as_str()))?;
    Ok(())
}
