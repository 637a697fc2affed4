//! Looking after the database while it runs: a full check of a SQLite file each hour.

use std::sync::PoisonError;
use std::time::Duration;

use super::{DbError, Location, sqlite};
use crate::app::App;
use crate::statements;

statements! {
    /// Answers when the database does.
    PING = "select 1 + count(*) from event_head where seq < 0";
}

/// Checks the whole file hourly: start only looks at what is quick (`decisions §1`).
/// PostgreSQL looks after itself.
pub(crate) fn spawn_hourly_check(app: &App) {
    let Location::Sqlite(path) = app.db.0.location.clone() else { return };
    let keeper = app.clone();
    app.tasks.spawn("database-check", |mut stop| async move {
        let app = keeper;
        while stop.sleep(&app.clock, Duration::from_secs(3600)).await {
            let path = path.clone();
            let checked = tokio::task::spawn_blocking(move || sqlite::full_check(&path)).await;
            let found = match checked {
                Ok(Err(DbError::Corrupt(finding))) => Some(finding),
                // A busy disk is no damage.
                _ => None,
            };
            if let Some(finding) = &found {
                tracing::error!(finding, "the database is damaged; stop and restore a backup");
            }
            *app.db.0.damage.lock().unwrap_or_else(PoisonError::into_inner) = found;
        }
    });
}
