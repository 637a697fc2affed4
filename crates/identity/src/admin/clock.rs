//! `/api/admin/clock`: the time where the portal counts, for forms that name a time of the class: the
//! clock and the zone of the device in hand may be others.

use axum::extract::State;
use kernel::http::Admin;
use kernel::{App, Envelope, Reply};
use serde::Serialize;
use utoipa::ToSchema;

/// What time it is.
#[derive(Serialize, ToSchema)]
pub(super) struct ClassClock {
    /// `YYYY-MM-DD HH:mm:ss` in the portal's zone, as bans are sent.
    local: String,
    /// Its IANA name, like `Asia/Shanghai`; null when the machine's zone has none.
    timezone: Option<String>,
}

/// What time it is in the portal's zone.
#[utoipa::path(get, path = "/api/admin/clock", tag = "admin", responses((status = 200, body = Envelope<ClassClock>)))]
pub(super) async fn class_clock(State(app): State<App>, _staff: Admin) -> Reply<ClassClock> {
    let timezone = app.timezone().iana_name().map(ToOwned::to_owned);
    Reply::ok(ClassClock { local: app.local_time(app.clock.now()), timezone })
}
