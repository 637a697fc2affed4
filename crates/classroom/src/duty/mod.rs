//! Duty: which group of a class is on duty on which day.
//!
//! Owns the tables `duty_*` and the paths `/api/duty*`. Turns to come are a pure function ([`rotation`]) of the roster,
//! the school calendar of the class, and the last turn that is stored; a day's turn is stored once, when the day begins
//! ([`keeper`]), and stays as it was whatever happens to the roster or the calendar later. What differs on single days,
//! by the staff or by a swap with consent, is kept beside the turns ([`change`]).
//!
//! Writes `duty.changed`, `.swap_changed` and `.told` to the log; desktops get `duty_changed` and ask again. Names, tasks
//! and messages are in no event.
//!
//! Absent on purpose: points for duty, and swaps between rosters.

mod board;
mod board_part;
mod change;
mod days;
mod dto;
mod events;
mod frames;
mod keeper;
mod model;
mod notifications;
mod preview;
mod reconcile;
mod rotation;
mod routes;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::Feature;
use kernel::apps::BuiltIn;
use kernel::db::Read;
use kernel::http::BatchRead;
use kernel::user::UserId;

pub use events::DutyEvent;

use crate::MANAGE_DUTY;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "duty",
    router: routes::router,
    apps: &[BuiltIn { name: "duty", label: &texts::APP, protected: false, paths: &["/api/duty"] }],
    permissions: &[&MANAGE_DUTY],
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    statements: &store::STATEMENTS,
    state: |state, _| state.insert(reconcile::Changes::default()),
    on_event: Some(reconcile::follow),
    start: |app| {
        Box::pin(async move {
            keeper::start(app);
            Ok(())
        })
    },
    provides: &[
        &board_part::DUTY,
        &days::DUTY_DAYS,
        &notifications::DUTY,
        &notifications::DUTY_SWAP,
        &BatchRead("/api/duty/today"),
    ],
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erasure::erase,
    export_user: store::erasure::export,
    ..Feature::EMPTY
};

/// A group of a roster of a class, for the draws: what the roster and the group are called, and the numbers.
///
/// # Errors
/// When a statement fails.
pub(crate) fn group_of(
    read: &mut Read,
    class: &str,
    roster: &str,
    group: usize,
) -> kernel::db::DbResult<Option<(String, String, Vec<UserId>)>> {
    let found = store::rosters::find(read, roster)?;
    let found = found.filter(|row| row.class == class && row.deleted_at.is_none());
    Ok(found.and_then(|row| {
        let group = row.plan.groups.into_iter().nth(group)?;
        let numbers = group.members.into_iter().map(|member| member.number).collect();
        Some((row.plan.name, group.name, numbers))
    }))
}
