//! One upload: bytes to a temporary file, hashed and counted on the way; then an object and a row.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use object_store::ObjectStoreExt;
use sha2::{Digest, Sha256};
use tokio::fs::{File, OpenOptions};
use tokio::io::AsyncWriteExt;

use super::{Files, Kind, PARTIAL, Reference, STORE, StoredFile, UPLOAD, failure, kind, object, refer};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::random::Random;
use crate::transaction::AppTx;
use crate::user::UserId;
use crate::{p, texts};

/// An upload on its way. Dropped before [`Upload::finish`], it leaves nothing behind.
pub struct Upload {
    files: Files,
    file: File,
    partial: Partial,
    hash: Sha256,
    size: u64,
    limit: u64,
}

impl Files {
    /// Begins an upload of at most `limit` bytes.
    ///
    /// # Errors
    /// 503 when the disk refuses.
    pub async fn begin(&self, random: &Random, limit: u64) -> Result<Upload> {
        self.store().await?;
        // The name tells the sweep how old it is.
        let name = random.id(&self.0.clock);
        let partial = Partial { path: self.0.folder.join(PARTIAL).join(&name), name };
        let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&partial.path).await;
        let file = self.noted(opened)?;
        Ok(Upload { files: self.clone(), file, partial, hash: Sha256::new(), size: 0, limit })
    }

    /// 503 for what the disk refuses, and a line in the health answer.
    fn noted<T>(&self, result: std::io::Result<T>) -> Result<T> {
        result.map_err(|error| {
            self.0.refused.store(true, Ordering::Relaxed);
            ApiError::unavailable(error)
        })
    }
}

impl Upload {
    /// Adds bytes as they arrive.
    ///
    /// # Errors
    /// 413 past the limit, 503 when the disk refuses. Either ends the upload.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.size += bytes.len() as u64;
        if self.size > self.limit {
            return Err(texts::TOO_LARGE.err());
        }
        self.hash.update(bytes);
        let written = self.file.write_all(bytes).await;
        self.files.noted(written)
    }

    /// How many bytes have come.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// SHA-256 of what has come, lower-case hex.
    #[must_use]
    pub fn digest(&self) -> String {
        hex::encode(self.hash.clone().finalize())
    }

    /// What has come, to read: a second view of the temporary file.
    ///
    /// # Errors
    /// 503 when the disk refuses.
    pub async fn view(&mut self) -> Result<std::fs::File> {
        let flushed = self.file.flush().await;
        self.files.noted(flushed)?;
        let path = self.partial.path.clone();
        let opened = tokio::task::spawn_blocking(move || std::fs::File::open(path)).await;
        self.files.noted(opened.map_err(ApiError::internal)?)
    }

    /// Makes it a stored file, which its owner may read for a day and refer to. Bytes that are
    /// already stored are stored again: the answer is the same, and a damaged object is mended.
    /// `admit` is asked in the transaction, with the hash and the size, before anything is written.
    ///
    /// # Errors
    /// What `admit` refuses, or 503 when disk or database refuse; then nothing was promised.
    pub async fn finish(
        mut self,
        app: &App,
        owner: UserId,
        name: &str,
        admit: impl Fn(&mut AppTx, &str, i64) -> Result<()> + Send + 'static,
    ) -> Result<StoredFile> {
        let flushed = self.file.flush().await;
        self.files.noted(flushed)?;
        let synced = self.file.sync_all().await;
        self.files.noted(synced)?;
        let written = self.file.metadata().await.map_err(ApiError::unavailable)?.len();
        if written != self.size {
            return Err(ApiError::unavailable("an upload went on after a failed write"));
        }
        let kind = look(self.partial.path.clone()).await?;
        let hash = self.digest();
        // The row first: a row whose object never came is swept, an object without a row is not.
        let bytes = (hash, self.size, self.partial.name.clone());
        let row = row(app, bytes, kind, (owner, name), admit).await?;
        let to =
            object(&row.hash, &row.generation).ok_or_else(|| ApiError::internal("a digest is no hash"))?;
        let from = object_store::path::Path::from_iter([PARTIAL, &self.partial.name]);
        self.files.store().await?.rename(&from, &to).await.map_err(failure)?;
        self.files.0.refused.store(false, Ordering::Relaxed);
        Ok(row)
    }
}

async fn row(
    app: &App,
    (hash, size, generation): (String, u64, String),
    kind: Kind,
    (owner, name): (UserId, &str),
    admit: impl Fn(&mut AppTx, &str, i64) -> Result<()> + Send + 'static,
) -> Result<StoredFile> {
    let (now, name) = (app.clock.now_ms(), super::file_name(name, kind.mime));
    let size = i64::try_from(size).map_err(ApiError::internal)?;
    let (width, height) = kind.pixels.map(|(width, height)| (i64::from(width), i64::from(height))).unzip();
    let write = app.write(move |tx| {
        admit(tx, &hash, size)?;
        let row = tx.one(&STORE, p![&hash, size, kind.mime, width, height, now, &generation])?;
        let audience = format!("user:{owner}");
        let reference =
            Reference { feature: UPLOAD, ref_id: "", owner: Some(owner), audience: &audience, name: &name };
        refer(tx, &hash, &reference, now)?;
        Ok(row)
    });
    write.await
}

async fn look(path: PathBuf) -> Result<Kind> {
    let look = move || kind::of(&mut std::fs::File::open(path)?);
    tokio::task::spawn_blocking(look).await.map_err(ApiError::internal)?.map_err(ApiError::unavailable)
}

/// A temporary file.
struct Partial {
    path: PathBuf,
    name: String,
}

impl Drop for Partial {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a temporary file, unless it has become an object; what fails, the sweep tries again.
pub(super) fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}
