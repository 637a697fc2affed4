//! Admin: running the class. Members and bans, officers, the operation log, the lock screen, the exam
//! mode, the machine's figures; and what members may do with all of their own data.
//!
//! Owns the tables `admin_tombstones`, `admin_samples` and `admin_exams`, the settings `lock_screen`, `lock_screen.CC`,
//! `exam_mode`, `exam_mode.CC` and `server_mode`, and the paths `/api/admin/users*`, `officers*`, `available-officers`, `logs*`,
//! `lock-screen`, `exam-mode`, `server-mode`, `server-stats*`, `process/*` and `clock`, and `/api/user/export`,
//! `/api/user/account`, `/api/user/lock-screen` and `/api/user/exam-mode`. Members' rows are the feature `user`'s, the chain of
//! the log is the kernel's. Every change stands in the log, written in the change's own
//! transaction. It never learns a password.

mod access;
mod account_data;
mod bulk;
mod clock;
mod dto;
mod events;
pub mod exam;
pub mod exam_digest;
mod exam_mode;
mod frames;
mod levels;
mod lock_screen;
mod log_names;
mod logs;
mod model;
mod officers;
mod proc;
mod process;
mod registry;
mod samples;
mod server_mode;
mod sessions;
mod stats;
mod store;
#[cfg(test)]
mod tests;
mod texts;
mod users;

pub use dto::GivenAiPolicies;
pub use logs::csv_cell;

use kernel::apps::BuiltIn;
use kernel::db::{DbResult, Read};
use kernel::scope::Scope;
use kernel::user::{Permission, UserId};
use kernel::{App, Feature, Routes, routes};

/// What officers may do to members.
pub static MANAGE_USERS: Permission =
    Permission { id: "manage_users", name: &texts::MANAGE_USERS, about: &texts::MANAGE_USERS_ABOUT };
/// What officers may do to officers.
pub static MANAGE_OFFICERS: Permission =
    Permission { id: "manage_officers", name: &texts::MANAGE_OFFICERS, about: &texts::MANAGE_OFFICERS_ABOUT };
/// What officers may do to apps, to the lock of all screens, to the exam mode and to the CDN's cache.
pub static MANAGE_APP_CONTROL: Permission = Permission {
    id: "manage_app_control",
    name: &texts::MANAGE_APP_CONTROL,
    about: &texts::MANAGE_APP_CONTROL_ABOUT,
};

/// What officers may do to what members write in the chat and in the community.
pub static MANAGE_POSTS: Permission =
    Permission { id: "manage_posts", name: &texts::MANAGE_POSTS, about: &texts::MANAGE_POSTS_ABOUT };

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "admin",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    apps: &[BuiltIn { name: "admin", label: &texts::APP, protected: true, paths: &[] }],
    permissions: &[&MANAGE_USERS, &MANAGE_OFFICERS, &MANAGE_APP_CONTROL, &MANAGE_POSTS],
    statements: store::STATEMENTS,
    state: |state, _| state.insert(stats::Processor::default()),
    start: |app| {
        samples::spawn(&app);
        exam_digest::spawn(&app);
        Box::pin(async { Ok(()) })
    },
    provides: &[&exam_digest::EXAM_DIGEST],
    on_event: Some(events::follow),
    frames: frames::FRAMES,
    render: Some(frames::render),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(users::list_users))
        .routes(routes!(users::edit_user, users::delete_user))
        .routes(routes!(users::set_user_status))
        .routes(routes!(users::reset_user_password))
        .routes(routes!(bulk::set_bulk_status))
        .routes(routes!(bulk::preview_bulk_status))
        .routes(routes!(officers::list_officers, officers::appoint_officer))
        .routes(routes!(officers::change_officer, officers::remove_officer))
        .routes(routes!(officers::available_officers))
        .routes(routes!(logs::list_logs))
        .routes(routes!(logs::export_logs))
        .routes(routes!(registry::show_registry))
        .routes(routes!(lock_screen::lock_screen, lock_screen::set_lock_screen))
        .routes(routes!(lock_screen::own_lock_screen))
        .routes(routes!(exam_mode::exam_mode, exam_mode::set_exam_mode))
        .routes(routes!(exam_mode::own_exam_mode))
        .routes(routes!(stats::server_stats))
        .routes(routes!(samples::stats_history))
        .routes(routes!(server_mode::server_mode, server_mode::set_server_mode))
        .routes(routes!(process::list_processes))
        .routes(routes!(process::stop_process))
        .routes(routes!(process::start_process))
        .routes(routes!(process::restart_process))
        .routes(routes!(sessions::list_user_sessions, sessions::end_user_sessions))
        .routes(routes!(sessions::end_user_session))
        .routes(routes!(levels::user_level))
        .routes(routes!(levels::user_level_log))
        .routes(routes!(clock::class_clock))
        .routes(routes!(account_data::export_own_data))
        .routes(routes!(account_data::delete_own_account))
}

/// Whether somebody who may has locked the screens where this scope holds: whoever begins a session is
/// told with it.
#[must_use]
pub fn screens_locked(app: &App, scope: &Scope) -> bool {
    lock_screen::is_on(app, scope)
}

/// When the last bearer of this user ID was erased, in milliseconds: what is older of them and comes
/// from elsewhere, such as another server's copy, is dead.
///
/// # Errors
/// When the statement fails.
pub fn erased_at(read: &mut Read, user: UserId) -> DbResult<Option<i64>> {
    store::erasure_time(read, user)
}
