//! HTTP, the same for every feature: `HttpApp` with its middleware, extractors, the listener.

mod admission;
mod batch;
mod body;
mod client_stream;
mod context;
mod cookie;
mod cors;
mod download;
mod extract;
mod http_app;
mod limited;
mod listener;
mod metrics;
mod paging;
mod routes;
mod scoped;
mod session;
#[cfg(test)]
mod tests;
mod tier;
mod upgrade;

pub(crate) use admission::spawn_enforcement as spawn_connection_limits;
pub use admission::{Admission, Permit, raise_file_limit};
pub use batch::{BATCH_PATH, BatchRead};
pub use body::{BodyChunks, Json, JsonBytes, MAX_JSON, double_option, parse_json, parse_value};
pub use context::Context;
pub use cookie::{TOKEN_COOKIE, add_cookie, add_cookie_at, clear_cookie, cookie, set_cookie};
pub use download::Download;
pub use extract::{Path, Query};
pub use http_app::{HttpApp, InProcess};
pub use limited::{AddressLimit, Limited, LimitedCaller};
pub use listener::Listener;
pub use metrics::{HttpMetrics, HttpMetricsReading, LongPolled};
pub use paging::Paging;
pub use routes::{Handlers, Routes};
pub use scoped::{ClientOnly, PAGE_CREDENTIAL, Scoped, client_user};
pub use session::{
    Caller, Officer, OptionalClaims, Origin, Requires, UnlimitedCaller, admit_unless_banned, count_attempt,
    note_attempt,
};
pub use tier::{Admin, ClassAdmin, SystemAdmin};
pub use upgrade::{Opened, Upgrade, socket_token};
