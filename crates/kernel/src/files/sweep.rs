//! The sweep: files that nobody refers to, and uploads that were never finished, go after a day.

use std::time::Duration;

use object_store::ObjectStoreExt;
use uuid::Uuid;

use super::{DROP, EXPIRE, Files, IDLE, PARTIAL, failure, object, upload};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::p;
use crate::tasks::Need;

/// Rows looked at in one read.
const PAGE: i64 = 100;

impl Files {
    /// Sweeps once.
    ///
    /// # Errors
    /// When disk or database refuse; what is left goes next time.
    pub async fn sweep(&self) -> Result<()> {
        let limit = self.a_day_ago();
        self.0.db.exec(&EXPIRE, p![limit]).await?;
        let mut cursor = String::new();
        loop {
            let idle: Vec<String> = self.0.db.all(&IDLE, p![limit, &cursor, PAGE]).await?;
            let Some(last) = idle.last() else { break };
            cursor.clone_from(last);
            for hash in &idle {
                self.drop_file(hash, limit).await?;
            }
        }
        self.sweep_partial().await
    }

    /// The row first: should we fail in between, bytes are left that nobody can ask for, and not a
    /// row without its bytes.
    async fn drop_file(&self, hash: &str, limit: i64) -> Result<()> {
        match self.drop_row(hash, limit).await? {
            Some(generation) => self.drop_object(hash, &generation).await,
            None => Ok(()),
        }
    }

    /// The generation of the row, if it was still idle.
    pub(super) async fn drop_row(&self, hash: &str, limit: i64) -> Result<Option<String>> {
        let hash = hash.to_owned();
        self.0.db.write(move |tx| Ok(tx.opt(&DROP, p![&hash, limit])?)).await
    }

    pub(super) async fn drop_object(&self, hash: &str, generation: &str) -> Result<()> {
        let object = object(hash, generation).ok_or_else(|| ApiError::internal("a stored hash is none"))?;
        match self.store().await?.delete(&object).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(failure(error)),
        }
    }

    async fn sweep_partial(&self) -> Result<()> {
        let folder = self.0.folder.join(PARTIAL);
        let limit = self.a_day_ago();
        let sweep = move || {
            // No folder means no upload yet.
            let Ok(entries) = std::fs::read_dir(folder) else { return };
            let stale = entries.flatten().map(|entry| entry.path()).filter(|path| {
                let begun = path.file_name().and_then(|name| begun_at(name.to_str()?));
                begun.is_some_and(|begun| begun <= limit)
            });
            stale.for_each(|path| upload::remove(&path));
        };
        tokio::task::spawn_blocking(sweep).await.map_err(ApiError::internal)
    }
}

/// When an upload began, by its name (a UUIDv7), in milliseconds since the epoch.
fn begun_at(name: &str) -> Option<i64> {
    let (seconds, nanos) = Uuid::try_parse(name).ok()?.get_timestamp()?.to_unix();
    i64::try_from(seconds).ok()?.checked_mul(1000)?.checked_add(i64::from(nanos / 1_000_000))
}

/// Sweeps once an hour.
pub(crate) fn spawn_sweep(app: &App) {
    app.tasks.service(app, "file-sweep", Need::Optional, |app, mut stop| async move {
        while stop.sleep(&app.clock, Duration::from_secs(3600)).await {
            if let Err(error) = app.files.sweep().await {
                tracing::warn!(%error, "sweep of files not finished, will retry");
            }
        }
        Ok(())
    });
}
