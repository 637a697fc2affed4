//! Level: experience, levels and the daily sign-in.
//!
//! Owns the tables `level_users`, `level_log` and `level_cursor` and the paths `/api/level/*`. The
//! server decides every amount; what it sees itself it reads from the event log ([`RECORDED`]), a
//! client may only say that something happened. A level is computed from the experience and never
//! stored. It never ranks members against each other.

mod award;
mod follow;
mod model;
mod recorded;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;
mod wire;

use kernel::apps::BuiltIn;
use kernel::{App, Room};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use model::Action;
pub use recorded::{Earner, RECORDED, Recorded};

/// The room.
pub const ROOM: Room = Room {
    name: "level",
    router,
    apps: &[BuiltIn { name: "level", label: &texts::APP, protected: false, paths: &["/api/level"] }],
    statements: store::STATEMENTS,
    state: |state, _| state.insert(follow::Payer::default()),
    start: |app| Box::pin(follow::start(app)),
    erase_user: store::delete_all_of,
    export_user: store::export_all_of,
    shows: &[("level", follow::show)],
    ..Room::EMPTY
};

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(routes::level_info))
        .routes(routes!(routes::level_log, routes::claim_experience))
        .routes(routes!(routes::daily_login))
}
