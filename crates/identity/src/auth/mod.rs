//! Auth: registering, signing in and out, ending sessions.
//!
//! Owns the tables `auth_*`, the paths `/api/user/sessions*` and `/api/auth/*` but `relay-verify`, which is the relay's.
//! It checks passwords and hands out tokens; who a user is and may do, the feature `user` knows.

mod attempts;
pub(crate) mod claim_lockouts;
mod confirmed_password;
mod devices;
mod events;
pub(crate) mod guesses;
pub(crate) mod passwords;
mod register;
mod reset;
mod revoked;
mod routes;
pub(crate) mod sessions;
mod store;
pub(crate) mod subjects;
#[cfg(test)]
mod tests;
pub(crate) mod texts;

use kernel::http::Limited;
use kernel::limits::Limit;
use kernel::{Feature, Routes, routes};

pub(crate) use confirmed_password::ConfirmedPassword;
pub use events::AuthEvent;
pub(crate) use register::{NewAccount, Newcomer, Registration};
pub(crate) use reset::ResetCode;
pub use reset::cli_reset_code;

/// Attempts to sign in, and whatever else guesses a code.
static LOGIN: Limit = Limit::new("login", "RATE_LIMIT_LOGIN", "10/60", "sign-in attempts per address");
/// Attempts to register.
static REGISTER: Limit = Limit::new("register", "RATE_LIMIT_REGISTER", "5/3600", "registrations per address");

/// Names the limit of sign-ins in a handler's signature.
pub(crate) struct LoginLimit;

impl Limited for LoginLimit {
    fn limit() -> &'static Limit {
        &LOGIN
    }
}

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "auth",
    router,
    actions: texts::ACTIONS,
    limits: &[&LOGIN, &REGISTER],
    statements: store::STATEMENTS,
    state: |state, _| state.insert(passwords::Passwords::start()),
    start: |app| {
        sessions::spawn(&app);
        Box::pin(revoked::load(app))
    },
    on_event: Some(revoked::follow),
    erase_user: store::erase,
    export_user: sessions::export,
    // That a token has ended, its own connections learn by ending.
    render: Some(kernel::events::render_none),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(register::register))
        .routes(routes!(routes::login))
        .routes(routes!(routes::refresh_token))
        .routes(routes!(routes::check_status))
        .routes(routes!(routes::logout))
        .routes(routes!(routes::ban_info))
        .routes(routes!(reset::reset_password))
        .routes(routes!(reset::change_password))
        .routes(routes!(sessions::own_sessions, sessions::end_other_sessions))
        .routes(routes!(sessions::end_session))
}
