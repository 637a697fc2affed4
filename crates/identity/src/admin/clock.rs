//! `/api/admin/clock`: the time where the portal counts, for forms that name a time of the class: the
//! clock and the zone of the device in hand may be others.

use axum::extract::State;
use kernel::http::Admin;
use kernel::{App, Envelope, Reply};
use serde::Serialize;
use utoipa::ToSchema;

/// The local time of the portal.
#[derive(Serialize, ToSchema)]
pub(super) struct ClassClock {
    /// `YYYY-MM-DD HH:mm:ss` in the portal's zone, as bans are sent.
    local: String,
    /// The IANA name of the time zone, such as `Asia/Shanghai`; null when the zone of the machine has none.
    timezone: Option<String>,
}

/// Returns the local time of the portal and its time zone.
#[utoipa::path(get, path = "/api/admin/clock", tag = "admin", responses((status = 200, body = Envelope<ClassClock>)))]
pub(super) async fn class_clock(State(app): State<App>, _staff: Admin) -> Reply<ClassClock> {
    let timezone = app.timezone().iana_name().map(ToOwned::to_owned);
    Reply::ok(ClassClock { local: app.local_time(app.clock.now()), timezone })
}
