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
mod school_days;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::apps::BuiltIn;
use kernel::db::{DbResult, Read};
use kernel::http::BatchRead;
use kernel::user::UserId;
use kernel::{App, Feature, Result, Routes, routes};

pub(crate) use dto::{ExperienceEntry, LevelInfo};
pub use events::LevelEvent;
pub(crate) use follow::catch_up;
pub use model::Action;
pub use rewards::{Earned, Reward};
pub(crate) use routes::HistoryPage;
pub use school_days::SchoolDaySource;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "level",
    log_words: texts::LOG_WORDS,
    router,
    apps: &[BuiltIn { name: "level", label: &texts::APP, protected: false, paths: &["/api/level"] }],
    statements: store::STATEMENTS,
    provides: &[&BatchRead("/api/level/info")],
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
pub(crate) fn info(read: &mut Read, app: &App, user: UserId, today: Date) -> Result<LevelInfo> {
    let state = store::level_state(read, user)?;
    let earned = store::earned(read, user, today)?;
    let school_day_streak = school_days::streak(read, app, user, today)?;
    Ok(LevelInfo::new(user, &state, earned, school_day_streak, today))
}

/// The level of a member. Who may know that is the caller's to check.
///
/// # Errors
/// When the statement fails.
pub fn level_of(read: &mut Read, user: UserId) -> DbResult<usize> {
    Ok(model::level_of(store::level_state(read, user)?.exp))
}

/// How many of these members checked in on each day, from one to another; days without a check-in are left out. Each
/// member is a short read of an index, so a class is what it is meant for.
///
/// # Errors
/// When a statement fails.
pub fn check_ins(
    read: &mut Read,
    members: &[UserId],
    from: Date,
    until: Date,
) -> DbResult<BTreeMap<Date, i64>> {
    let mut by_day = BTreeMap::new();
    for member in members {
        for day in store::check_ins(read, *member, from, until)? {
            *by_day.entry(day).or_default() += 1;
        }
    }
    Ok(by_day)
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
