//! Publishing what was scheduled, and forgetting what was deleted a day ago.

use std::time::Duration;

use kernel::db::Tx;
use kernel::tasks::Stop;
use kernel::user::UserId;
use kernel::{App, Result};

use super::model::KEPT;
use super::store::rows::{self, Row};
use super::tell;

/// How exactly the time is kept.
const TICK: Duration = Duration::from_secs(5);

/// Starts the room's task. What fell due while nothing ran is published at the first look.
pub(super) async fn start(app: App) -> Result<()> {
    let keeper = app.clone();
    app.tasks.spawn("announcements", |stop| keep(keeper, stop));
    Ok(())
}

async fn keep(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = look(&app).await {
            tracing::warn!(%error, "announcements wait for the next look");
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Publishes what is due and drops what is gone. Every node looks; the transaction decides who does it.
async fn look(app: &App) -> Result<()> {
    let now = app.clock.now_ms();
    let (due, gone) =
        app.db.read(move |read| Ok((rows::due(read, now)?, rows::gone(read, now - KEPT)?))).await?;
    if !due.is_empty() {
        let writer = app.clone();
        app.db.write(move |tx| publish_due(&writer, tx, now)).await?;
    }
    if !gone.is_empty() {
        let writer = app.clone();
        app.db.write(move |tx| drop_gone(&writer, tx, now - KEPT)).await?;
    }
    Ok(())
}

/// Asks again what is gone, with the log's counter held: one may have been restored since the look.
fn drop_gone(app: &App, tx: &mut Tx, until: i64) -> Result<()> {
    app.events.hold(tx)?;
    rows::gone(tx, until)?.into_iter().try_for_each(|id| Ok(rows::drop_whole(tx, id)?))
}

fn publish_due(app: &App, tx: &mut Tx, now: i64) -> Result<()> {
    app.events.hold(tx)?;
    for mut row in rows::due(tx, now)? {
        let author = UserId::parse(&row.author_id);
        publish(app, tx, author, &mut row)?;
    }
    Ok(())
}

/// Publishes one and tells everyone, once. The caller holds the log's counter.
pub(super) fn publish(app: &App, tx: &mut Tx, actor: Option<UserId>, row: &mut Row) -> Result<()> {
    let now = app.clock.now_ms();
    if rows::publish(tx, row.id, now)? {
        row.published_at = Some(now);
        tell::tell(app, tx, actor, row, tell::PUBLISHED)?;
    }
    Ok(())
}
