//! The kernel: what every feature stands on. It knows no feature.
//!
//! Each mechanism is built once, here: the database layer ([`db`]), the envelope and its errors
//! ([`envelope`], [`error`], [`texts`]), callers and tiers ([`http`], [`user`]), the event log
//! ([`events`]) and what is not stored ([`ephemeral`], [`nodes`]), time and chance ([`clock`], [`random`]), configuration and limits.

pub mod accounts;
pub mod addresses;
pub mod api_client;
pub mod app;
pub mod apps;
pub mod audit;
pub mod board;
pub mod clock;
pub mod config;
pub mod connections;
pub mod dates;
pub mod db;
pub mod egress;
pub mod envelope;
pub mod ephemeral;
pub mod error;
pub mod events;
pub mod feature;
pub mod files;
pub mod frames;
pub mod gauges;
pub mod groups;
pub mod http;
pub mod limits;
pub mod nodes;
pub mod planned;
pub mod qr;
pub mod random;
pub mod scope;
pub mod secrets;
pub mod sequence;
pub mod settings;
pub mod tasks;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
pub mod texts;
pub mod token;
mod transaction;
pub mod user;

pub use app::App;
pub use envelope::{Envelope, Reply};
pub use error::{ApiError, Result};
pub use feature::Feature;
pub use http::Routes;
pub use transaction::AppTx;

/// The kernel's own SQL, for the test that prepares every statement on both engines.
#[must_use]
pub fn statements() -> Vec<&'static db::Statement> {
    [
        apps::STATEMENTS,
        audit::STATEMENTS,
        audit::log::STATEMENTS,
        audit::RETENTION_STATEMENTS,
        db::check_statements(),
        events::STATEMENTS,
        events::CONSUMER_STATEMENTS,
        events::FAILURE_STATEMENTS,
        files::STATEMENTS,
        files::OWN_STATEMENTS,
        sequence::STATEMENTS,
        settings::STATEMENTS,
    ]
    .concat()
}
