//! Looking after the database while it runs: a full check of a SQLite file each hour.

use std::sync::PoisonError;
use std::time::Duration;

use super::{Db, DbError, Location, sqlite};
use crate::app::App;
use crate::feature::Health;
use crate::files::free_space;
use crate::{p, statements};

/// How long health believes a refusal before it tries to store something itself: so a flood of questions
/// writes as little as one.
const BELIEVED: Duration = Duration::from_secs(10);

/// Less free space than this is a full disk, in bytes.
const ROOM: u64 = 1 << 20;

statements! {
    /// Answers when the database does.
    PING = "select 1 + count(*) from event_head where seq < 0";
    /// Stores the row that every change begins with as it is.
    TOUCH = "update event_head set seq = seq";
}

impl Db {
    /// The database's line in the health answer: whether it answers, the last full check found it whole,
    /// and it stores what is written.
    pub async fn health(&self) -> Health {
        let whole = self.0.damage.lock().unwrap_or_else(PoisonError::into_inner).is_none();
        let fault = if !whole {
            Some("the last check found damage")
        } else if self.one::<i64>(&PING, p![]).await.is_err() {
            Some("the database does not answer")
        } else if !self.stores().await {
            Some("no write is possible; reading goes on")
        } else {
            None
        };
        let status = if fault.is_some() { "error" } else { "ok" };
        Health { name: "database", status, details: fault.map(ToOwned::to_owned) }
    }

    /// Whether the engine has stored the last change there was, or, some time after it refused one, takes
    /// one now: nobody else may be writing.
    async fn stores(&self) -> bool {
        match self.0.writer.refused_for() {
            None => true,
            Some(since) => since >= BELIEVED && self.has_room() && self.exec(&TOUCH, p![]).await.is_ok(),
        }
    }

    /// Whether the disk has room for a change of any size. That of the probe is small, and may find its place
    /// in a file that is there while no other does.
    fn has_room(&self) -> bool {
        let Location::Sqlite(path) = &self.0.location else { return true };
        path.parent().and_then(free_space).is_none_or(|free| free >= ROOM)
    }
}

/// Checks the whole file hourly: start only looks at what is quick (`interface 1.2`).
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
