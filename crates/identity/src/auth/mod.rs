//! Auth: registering, signing in and out, ending sessions.
//!
//! Owns the tables `auth_*`, the paths `/api/user/sessions*` and `/api/auth/*` but `relay-verify`, which is the relay's.
//! It checks passwords and hands out tokens; who a user is and may do, the room `user` knows.

mod devices;
pub(crate) mod guesses;
pub(crate) mod passwords;
mod proof;
mod register;
mod reset;
mod revoked;
mod routes;
pub(crate) mod sessions;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::{App, Room};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use proof::Proof;
pub(crate) use reset::ResetCode;
pub use reset::cli_reset_code;
pub(crate) use revoked::Revoked;

/// The room.
pub const ROOM: Room = Room {
    name: "auth",
    router,
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
    shows: &[("auth", kernel::events::hidden)],
    ..Room::EMPTY
};

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
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
