//! Conversations in which nothing was said for as long as the member's policy keeps them are removed, once an hour.

use std::time::Duration;

use kernel::tasks::Stop;
use kernel::{App, Result};

use super::attachments::remove_conversation;
use super::replaced;
use crate::safety;
use crate::store::{conversations, policies};

/// How often it is looked.
const TICK: Duration = Duration::from_secs(60 * 60);
/// Milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Starts the task, whose first look is at once.
pub(crate) fn start(app: &App) {
    let keeper = app.clone();
    app.tasks.spawn("ai-retention", |stop| keep(keeper, stop));
}

async fn keep(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = remove_old(&app).await {
            tracing::warn!(%error, "old conversations not removed, will retry");
        }
        if let Err(error) = replaced::remove_old(&app).await {
            tracing::warn!(%error, "replaced messages not removed, will retry");
        }
        if let Err(error) = safety::look_after(&app).await {
            tracing::warn!(%error, "the counts of questions not looked after, will retry");
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

async fn remove_old(app: &App) -> Result<()> {
    let policies = app.db.read(|read| Ok(policies::list(read)?)).await?;
    for policy in policies.into_iter().filter(|policy| policy.retention_days > 0) {
        let before = app.clock.now_ms() - policy.retention_days * DAY;
        loop {
            let id = policy.id.clone();
            let removed = app.write(move |tx| {
                tx.lock_log()?;
                let old = conversations::expired(tx, &id, before)?;
                old.iter().try_for_each(|id| remove_conversation(tx, id))?;
                Ok(old.len())
            });
            match removed.await? {
                0 => break,
                count => tracing::info!(policy = policy.id, count, "old conversations removed"),
            }
        }
    }
    Ok(())
}
