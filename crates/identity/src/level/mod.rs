//! Level: experience, levels and the daily check-in.
//!
//! Owns the tables `level_users` and `level_log` and the paths `/api/level/*`. The
//! server decides every amount; what it sees itself it reads from the event log ([`Reward`]), a
//! client may only say that something happened. A level is computed from the experience and never
//! stored. It never ranks members against each other.

mod award;
mod dto;
mod events;
mod follow;
mod frames;
mod model;
mod rewards;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use jiff::civil::Date;
use kernel::apps::BuiltIn;
use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use kernel::{Feature, Routes, routes};

pub(crate) use dto::{ExperienceEntry, LevelInfo};
pub use events::LevelEvent;
pub(crate) use follow::catch_up;
pub use model::Action;
pub use rewards::{Earned, Reward};
pub(crate) use routes::HistoryPage;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "level",
    log_words: texts::LOG_WORDS,
    router,
    apps: &[BuiltIn { name: "level", label: &texts::APP, protected: false, paths: &["/api/level"] }],
    statements: store::STATEMENTS,
    state: |state, _| state.insert(follow::Spent::default()),
    consumers: &[&follow::AWARDS],
    erase_user: store::delete_all_of,
    export_user: store::export_all_of,
    frames: frames::FRAMES,
    render: Some(frames::render),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::level_info))
        .routes(routes!(routes::level_log, routes::claim_experience))
        .routes(routes!(routes::daily_login))
}

/// Where a member stands. Who may know that is the caller's to check.
///
/// # Errors
/// When a statement fails.
pub(crate) fn info(read: &mut Read, user: UserId, today: Date) -> DbResult<LevelInfo> {
    let state = store::level_state(read, user)?;
    let earned = store::earned(read, user, today)?;
    Ok(LevelInfo::new(user, &state, earned, today))
}

/// The level of a member. Who may know that is the caller's to check.
///
/// # Errors
/// When the statement fails.
pub fn level_of(read: &mut Read, user: UserId) -> DbResult<usize> {
    Ok(model::level_of(store::level_state(read, user)?.exp))
}

/// Why a member has this experience, newest first. As above.
///
/// # Errors
/// When the statement fails.
pub(crate) fn history(read: &mut Read, user: UserId, page: &HistoryPage) -> DbResult<Vec<ExperienceEntry>> {
    let (before, limit) = page.range();
    let entries = store::history(read, user, before, limit)?;
    Ok(entries.into_iter().map(ExperienceEntry::from).collect())
}
