//! Publishing what was scheduled, and forgetting what was deleted a day ago.

use std::time::Duration;

use identity::user::directory;
use kernel::db::Read;
use kernel::tasks::Stop;
use kernel::user::{Ban, UserId};
use kernel::{App, AppTx, Result};

use super::events::{self, AnnouncementEvent};
use super::hooks;
use super::model::KEPT;
use super::notifications::notify_of_announcement;
use super::store::rows::{self, Row};
use crate::announcements::MANAGE_ANNOUNCEMENTS;
use crate::target::rank;

/// How exactly the time is kept.
const TICK: Duration = Duration::from_secs(5);
/// Published in one transaction; what is more waits for the next look.
const MOST: usize = 50;

/// Starts the feature's task. What fell due while nothing ran is published at the first look.
pub(super) async fn start(app: App) -> Result<()> {
    let keeper = app.clone();
    app.tasks.spawn("announcements", |stop| keep(keeper, stop));
    Ok(())
}

async fn keep(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = look(&app).await {
            tracing::warn!(%error, "scheduled announcements not published, will retry");
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Publishes what is due and drops what is gone. Every node looks; the transaction decides who does it.
async fn look(app: &App) -> Result<()> {
    let now = app.clock.now_ms();
    let (due, gone) = app.db.read(move |read| Ok((due(read, now)?, rows::gone(read, now - KEPT)?))).await?;
    if !due.is_empty() {
        app.write(move |tx| publish_due(tx, now)).await?;
    }
    if !gone.is_empty() {
        app.write(move |tx| drop_gone(tx, now - KEPT)).await?;
    }
    Ok(())
}

/// Asks again what is gone, with the log's counter held: one may have been restored since the look.
fn drop_gone(tx: &mut AppTx, until: i64) -> Result<()> {
    tx.lock_log()?;
    for id in rows::gone(tx, until)? {
        hooks::dropped(tx, id)?;
        rows::drop_whole(tx, id)?;
    }
    Ok(())
}

/// Some of those that are due and still go out, in order. The others wait, and hold up nobody.
fn due(read: &mut Read, now: i64) -> Result<Vec<Row>> {
    let (mut piece, mut due) = (rows::due(read, now, None)?, Vec::new());
    while let Some(last) = piece.last().cloned() {
        for row in piece {
            if goes_out(read, &row, now)? {
                due.push(row);
            }
        }
        if due.len() >= MOST {
            break;
        }
        piece = rows::due(read, now, Some(&last))?;
    }
    Ok(due)
}

/// Whether what was planned is still said: its author is active, holds the right, and stands no lower
/// than when it was written. Otherwise somebody who may has to publish it, or delete it.
pub(super) fn goes_out(read: &mut Read, row: &Row, now: i64) -> Result<bool> {
    let Some(author) = UserId::parse(&row.author_id) else { return Ok(false) };
    let Some(author) = directory::member_of(read, author)? else { return Ok(false) };
    let over = |ban: &Ban| ban.expires_at.is_some_and(|end| end.as_millisecond() <= now);
    let active = author.facts.ban.as_ref().is_none_or(over);
    Ok(active && author.facts.may(&MANAGE_ANNOUNCEMENTS) && rank(&author.facts) >= row.author_tier)
}

fn publish_due(tx: &mut AppTx, now: i64) -> Result<()> {
    tx.lock_log()?;
    for mut row in due(tx, now)? {
        let author = UserId::parse(&row.author_id);
        publish(tx, author, &mut row)?;
    }
    Ok(())
}

/// Publishes one and tells everyone, once. The caller holds the log's counter.
pub(super) fn publish(tx: &mut AppTx, actor: Option<UserId>, row: &mut Row) -> Result<()> {
    let now = tx.now();
    if rows::publish(tx, row.id, now)? {
        row.published_at = Some(now);
        let seq = events::append(tx, actor, row, AnnouncementEvent::Published)?;
        notify_of_announcement(tx, row, seq)?;
        hooks::changed(tx, row)?;
    }
    Ok(())
}
