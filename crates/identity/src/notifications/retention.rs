//! Forgets what is old, and what is too much for one inbox.

use std::time::Duration;

use kernel::tasks::Stop;
use kernel::{App, Result};

use super::search::NOTIFICATIONS;
use super::store;

/// How often.
const EVERY: Duration = Duration::from_hours(1);
/// How long a notification is kept, in milliseconds: 90 days, longer than a holiday.
const KEPT: i64 = 90 * 24 * 60 * 60 * 1000;
/// The newest so many of each inbox are kept.
pub(super) const MAX_KEPT: i64 = 500;

pub(super) async fn start(app: App) -> Result<()> {
    let keeper = app.clone();
    app.tasks.spawn("notification-retention", |stop| keep(keeper, stop));
    Ok(())
}

async fn keep(app: App, mut stop: Stop) {
    while stop.sleep(&app.clock, EVERY).await {
        if let Err(error) = forget_old(&app).await {
            tracing::warn!(%error, "old notifications not forgotten, will retry");
        }
    }
}

/// Removes what is older than 90 days, and what is more than 500 in an inbox.
pub(super) async fn forget_old(app: &App) -> Result<()> {
    app.write(|tx| {
        let before = tx.now() - KEPT;
        store::forget(tx, before)?;
        Ok(search::forget_before(tx, &NOTIFICATIONS, before)?)
    })
    .await
}
