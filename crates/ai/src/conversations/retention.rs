//! Conversations in which nothing was said for as long as the member's policy keeps them are removed.

use kernel::{App, Result};

use super::attachments::remove_conversation;
use crate::store::{conversations, policies};

/// Milliseconds of a day.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Removes them.
///
/// # Errors
/// When the database is away.
pub(crate) async fn remove_old(app: &App) -> Result<()> {
    let policies = app.db.read(|read| Ok(policies::list(read)?)).await?;
    for policy in policies.into_iter().filter(|policy| policy.retention_days > 0) {
        let before = app.clock.now_ms() - policy.retention_days * DAY_MS;
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
