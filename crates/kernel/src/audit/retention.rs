//! Retention: rows older than AUDIT_RETENTION_DAYS leave, from the front alone and after they were
//! written to a file.
//!
//! The last row that leaves becomes the anchor: it keeps its place, its time and its hash, so that
//! the next row still fits, and its detail is the hash sealed with the portal's key. Someone who
//! can write the table but has not the key cannot cut off a piece and anchor the rest.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::{Entry, IN_ORDER};
use crate::app::App;
use crate::config::AUDIT_RETENTION_DAYS;
use crate::error::{ApiError, Result};
use crate::secrets::{SecretLocation, Secrets};
use crate::texts::AUDIT_ANCHOR;
use crate::{p, statements};

/// The file beside the database that keeps what left, one row a line.
pub(super) const ARCHIVE: &str = "audit-archive.jsonl";
/// Rows that leave in one transaction.
pub(super) const BATCH: i64 = 500;

statements! {
    /// Forgets a prefix.
    FORGET = "delete from audit_log where id < $1";
    /// Makes the last row of it the anchor; touches nothing when it is not the row that was read.
    SET_ANCHOR = "update audit_log set admin_id = 'system', action = $4, target = '', detail = $3,
                  ip = '', request_id = '' where id = $1 and hash = $2";
}

/// Once an hour.
pub(crate) fn spawn_retention(app: &App) {
    let keeper = app.clone();
    app.tasks.spawn("audit-retention", |mut stop| async move {
        let app = keeper;
        while stop.sleep(&app.clock, Duration::from_secs(3600)).await {
            loop {
                match prune(&app).await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => {
                        tracing::warn!(%error, "old rows of the operation log not deleted, will retry");
                        break;
                    }
                }
            }
        }
    });
}

/// Lets the oldest rows go; true when there may be more of them.
pub(super) async fn prune(app: &App) -> Result<bool> {
    let days = i64::from(*AUDIT_RETENTION_DAYS.of(&app.config));
    if days == 0 {
        return Ok(false);
    }
    let limit = app.clock.now_ms().saturating_sub(days.saturating_mul(86_400_000));
    let oldest: Vec<Entry> = app.db.all(&IN_ORDER, p![0, BATCH]).await?;
    let old: Vec<Entry> = oldest.into_iter().take_while(|row| row.created_at < limit).collect();
    let Some(last) = old.last().filter(|last| last.action != AUDIT_ANCHOR.id) else { return Ok(false) };
    let (id, hash, more) = (last.id, last.hash.clone(), old.len() as i64 == BATCH);
    let sealed = app.secrets.seal(&app.random, place(&id.to_string()), &bound(last))?;
    archive(app.config.data_dir.join(ARCHIVE), old).await?;
    app.db
        .write(move |tx| {
            // Another node may have been faster.
            if tx.exec(&SET_ANCHOR, p![id, &hash, &sealed, AUDIT_ANCHOR.id])? == 1 {
                tx.exec(&FORGET, p![id])?;
            }
            Ok(())
        })
        .await?;
    Ok(more)
}

/// Whether this anchor was made here and has not been changed.
pub(super) fn is_sealed(secrets: &Secrets, anchor: &Entry) -> bool {
    let plain = anchor.admin_id == "system"
        && [&anchor.target, &anchor.ip, &anchor.request_id].into_iter().all(String::is_empty);
    let opened = secrets.open(place(&anchor.id.to_string()), &anchor.detail);
    plain && opened.is_ok_and(|text| *text.expose() == bound(anchor))
}

fn place(row: &str) -> SecretLocation<'_> {
    SecretLocation { table: "audit_log", row, column: "detail" }
}

fn bound(row: &Entry) -> String {
    format!("{} {}", row.hash, row.created_at)
}

/// On disk before anything is deleted. After a crash between the two, rows stand there twice.
async fn archive(path: PathBuf, rows: Vec<Entry>) -> Result<()> {
    let written = tokio::task::spawn_blocking(move || append(&path, &rows)).await;
    written.map_err(ApiError::internal)?.map_err(ApiError::unavailable)
}

fn append(path: &Path, rows: &[Entry]) -> std::io::Result<()> {
    let mut text = String::new();
    for row in rows.iter().filter(|row| row.action != AUDIT_ANCHOR.id) {
        let Entry { id, admin_id, action, target, detail, created_at, ip, request_id, hash } = row;
        let line = json!({
            "id": id, "admin_id": admin_id, "action": action, "target": target, "detail": detail,
            "created_at": created_at, "ip": ip, "request_id": request_id, "hash": hash,
        });
        text.push_str(&line.to_string());
        text.push('\n');
    }
    let mut file = std::fs::OpenOptions::new().create(true).append(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
