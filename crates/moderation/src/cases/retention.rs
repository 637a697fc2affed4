//! What is kept of removed content, for as long as its author can appeal.

use std::time::Duration;

use kernel::tasks::Stop;
use kernel::{App, AppTx, Result};

use super::files::drop_files;
use crate::content::kind;
use crate::model::APPEAL_WINDOW;
use crate::store::cases::{self, CaseRow};

/// How often it is looked for what nobody can ask for any more.
const TICK: Duration = Duration::from_secs(600);

/// Starts the task that forgets removed content.
pub(crate) fn start(app: &App) {
    let keeper = app.clone();
    app.tasks.spawn("moderation", |stop| keep(keeper, stop));
}

async fn keep(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = forget_settled(&app).await {
            tracing::warn!(%error, "cases past their appeal not read, will retry");
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Forgets what is kept of cases that were settled too long ago for an appeal. Each case has a transaction of its own: one
/// that fails is tried again later and stops no other.
///
/// # Errors
/// When the cases cannot be read.
pub async fn forget_settled(app: &App) -> Result<()> {
    let before = app.clock.now_ms() - APPEAL_WINDOW;
    let mut after = String::new();
    loop {
        let from = after.clone();
        let due = app.db.read(move |read| Ok(cases::past_appeal(read, before, &from)?)).await?;
        let Some(last) = due.last() else { return Ok(()) };
        after.clone_from(&last.id);
        for case in due {
            let id = case.id.clone();
            if let Err(error) = app.write(move |tx| forget(tx, &case)).await {
                tracing::warn!(%error, case = id, "removed content not forgotten, will retry");
            }
        }
    }
}

fn forget(tx: &mut AppTx, case: &CaseRow) -> Result<()> {
    tx.lock_log()?;
    // It may have been restored or opened again meanwhile.
    let now = cases::find(tx, &case.id)?.filter(|now| now.status != "open" && now.appeal_status != "open");
    let Some(now) = now else { return Ok(()) };
    drop_files(tx, &now)?;
    if now.restorable.is_some() && !now.held {
        (kind(tx.app(), &now.kind)?.forget)(tx, &now.content_id)?;
    }
    Ok(cases::forget(tx, &now.id)?)
}
