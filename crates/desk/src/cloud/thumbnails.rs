//! Thumbnails: made once on first demand, kept on disk up to a bounded size, gone with their file.

use std::collections::HashMap;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use dashmap::DashMap;
use futures_util::future::{FutureExt, Shared};
use kernel::config::Config;
use kernel::files::StoredFile;
use kernel::limits::Key as LimitKey;
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use moka::future::Cache;
use moka::notification::RemovalCause;
use tokio::sync::{Semaphore, oneshot};

use super::THUMBNAIL;
use super::decode::{Format, MAX_BYTES, MAX_PIXELS, Small};
use super::decoder::{self, blocking};
use super::model::{self, WIDTHS};

/// What all thumbnails may take on disk, in bytes. The least used go first.
const MAX_CACHE: u64 = 256 << 20;
/// What an entry takes at least; there is one for each picture that has no thumbnail, too.
const LEAST: u32 = 4096;
/// Pictures decoded at once: each may take [`decoder::MEMORY`] for a moment.
const AT_ONCE: usize = 1;
/// Pictures that wait for it at most, of all members.
const MAX_WAITING: usize = 1000;
/// When so many wait.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// A file and a width.
type Key = (String, u32);

/// What there is for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    Picture {
        format: Format,
        size: u32,
    },
    /// Too large or damaged, and so it stays while this node runs.
    Nothing,
}

/// A thumbnail that is about to be sent.
pub(super) struct Thumbnail {
    pub(super) file: std::fs::File,
    pub(super) mime: &'static str,
    pub(super) size: u64,
}

/// One that is being made; whoever asks for it meanwhile waits for the same.
type Job = Shared<oneshot::Receiver<Result<Made>>>;

/// The thumbnails of this node.
pub(super) struct Thumbnails {
    folder: PathBuf,
    made: Cache<Key, Made>,
    jobs: Mutex<HashMap<Key, Job>>,
    permits: Arc<Semaphore>,
    /// One member has one picture at the permits; the others of theirs wait here, so that whoever asks
    /// for hundreds holds up nobody.
    turns: DashMap<UserId, Weak<Semaphore>>,
}

impl Thumbnails {
    pub(super) fn new(config: &Config) -> Self {
        let folder = config.data_dir.join("thumbnails");
        let gone = folder.clone();
        let made = Cache::builder()
            .max_capacity(MAX_CACHE)
            .weigher(|_, made: &Made| match made {
                Made::Picture { size, .. } => (*size).max(LEAST),
                Made::Nothing => LEAST,
            })
            .eviction_listener(move |key: Arc<Key>, made, cause| {
                // What replaces it has the same place.
                if let (Made::Picture { format, .. }, false) = (made, cause == RemovalCause::Replaced) {
                    let _ = std::fs::remove_file(place(&gone, &key, format));
                }
            })
            .build();
        let (jobs, turns) = (Mutex::default(), DashMap::new());
        Self { folder, made, jobs, permits: Arc::new(Semaphore::new(AT_ONCE)), turns }
    }

    /// A thumbnail of a file; `None` when it has none. However many ask at once, and whoever leaves
    /// meanwhile, it is made once.
    ///
    /// # Errors
    /// 429 for who has had too many made; 503 when the disk refuses, too many wait, or the machine had
    /// neither the memory nor the time.
    pub(super) async fn get(
        &self,
        app: &App,
        file: &StoredFile,
        width: u32,
        user: UserId,
    ) -> Result<Option<Thumbnail>> {
        let pixels = file.width.unwrap_or(0).saturating_mul(file.height.unwrap_or(0));
        let is_small = u64::try_from(pixels).is_ok_and(|pixels| (1..=MAX_PIXELS).contains(&pixels));
        if !is_small || file.size > MAX_BYTES {
            return Ok(None);
        }
        let key = (file.hash.clone(), width);
        for _ in 0..3 {
            let made = match self.made.get(&key).await {
                Some(made) => made,
                None => match self.job(app, file, width, user)? {
                    Some(job) => job.await.map_err(ApiError::unavailable)??,
                    None => continue,
                },
            };
            let Made::Picture { format, size } = made else { return Ok(None) };
            let path = place(&self.folder, &key, format);
            match blocking(move || std::fs::File::open(path)).await? {
                Ok(file) => return Ok(Some(Thumbnail { file, mime: format.mime(), size: size.into() })),
                // It was dropped from the cache between the two, or someone emptied the folder.
                Err(_) => self.made.invalidate(&key).await,
            }
        }
        Err(ApiError::unavailable("a thumbnail is gone as soon as it is made"))
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<Key, Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The making of one, begun unless it is on its way; a task of its own, which goes on when those
    /// who asked have left. Only who begins one draws from the limit. `None` when it has just been made.
    fn job(&self, app: &App, file: &StoredFile, width: u32, user: UserId) -> Result<Option<Job>> {
        let key = (file.hash.clone(), width);
        let mut jobs = self.jobs();
        if let Some(job) = jobs.get(&key) {
            return Ok(Some(job.clone()));
        }
        if self.made.contains_key(&key) {
            return Ok(None);
        }
        app.limits.check(&THUMBNAIL, LimitKey::user(user))?;
        if jobs.len() >= MAX_WAITING {
            return Err(ApiError::unavailable("too many thumbnails wait").retry_after(RETRY_AFTER));
        }
        let (done, job) = oneshot::channel();
        let job = job.shared();
        jobs.insert(key.clone(), job.clone());
        let (owned, file) = (app.clone(), file.clone());
        app.tasks.spawn("thumbnail", |_| async move {
            let thumbnails = owned.state::<Thumbnails>();
            let made = AssertUnwindSafe(thumbnails.make(&owned, &file, width, user)).catch_unwind().await;
            let made = made.unwrap_or_else(|_| Err(ApiError::internal("making a thumbnail panicked")));
            if let Ok(made) = made {
                thumbnails.made.insert(key.clone(), made).await;
            }
            // Remembered first: nobody finds neither the thumbnail nor its making.
            thumbnails.jobs().remove(&key);
            let _ = done.send(made);
        });
        Ok(Some(job))
    }

    /// A member's own queue.
    fn turn(&self, user: UserId) -> Arc<Semaphore> {
        let mut known = self.turns.entry(user).or_default();
        known.upgrade().unwrap_or_else(|| {
            let turn = Arc::new(Semaphore::new(1));
            *known = Arc::downgrade(&turn);
            turn
        })
    }

    async fn make(&self, app: &App, file: &StoredFile, width: u32, user: UserId) -> Result<Made> {
        let turn = self.turn(user);
        let _turn = turn.acquire().await.map_err(ApiError::internal)?;
        let permit = self.permits.clone().acquire_owned().await.map_err(ApiError::internal)?;
        let Some(small) = decoder::shrink(app, file, width, permit).await? else { return Ok(Made::Nothing) };
        let (folder, key, partial) = (self.folder.clone(), (file.hash.clone(), width), app.random.hex::<8>());
        blocking(move || keep(&folder, &key, &small, &partial)).await?.map_err(ApiError::unavailable)
    }

    /// Takes over what an earlier run has made.
    async fn load(&self) -> Result<()> {
        let folder = self.folder.clone();
        let found = blocking(move || {
            let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
            let known = entries.flatten().filter_map(|entry| {
                let size = u32::try_from(entry.metadata().ok()?.len()).ok()?;
                let known = entry.file_name().to_str().and_then(read_name);
                if known.is_none() {
                    let _ = std::fs::remove_file(entry.path());
                }
                known.map(|(key, format)| (key, Made::Picture { format, size }))
            });
            known.collect()
        });
        for (key, made) in found.await? {
            self.made.insert(key, made).await;
        }
        Ok(())
    }

    /// Drops the thumbnails of files that were swept.
    async fn sweep(&self, app: &App) -> Result<()> {
        let keys: Vec<Arc<Key>> = self.made.iter().map(|(key, _)| key).collect();
        for key in keys {
            let (files, hash) = (app.files.clone(), key.0.clone());
            if app.db.read(move |read| Ok(files.find(read, &hash)?)).await?.is_none() {
                self.made.invalidate(&*key).await;
            }
        }
        self.made.run_pending_tasks().await;
        self.turns.retain(|_, turn| turn.strong_count() > 0);
        Ok(())
    }
}

/// Writes a small picture to its place.
fn keep(folder: &Path, key: &Key, small: &Small, partial: &str) -> std::io::Result<Made> {
    let Small { bytes, format } = small;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let to = place(folder, key, *format);
    // Nodes that share the folder must not write into each other's.
    let partial = to.with_extension(partial);
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(&partial)?;
    let written = std::io::Write::write_all(&mut file, bytes).and_then(|()| std::fs::rename(&partial, to));
    if let Err(error) = written {
        let _ = std::fs::remove_file(partial);
        return Err(error);
    }
    let size = u32::try_from(bytes.len()).map_err(std::io::Error::other)?;
    Ok(Made::Picture { format: *format, size })
}

/// `<hash>-<width>.jpg`.
fn place(folder: &Path, (hash, width): &Key, format: Format) -> PathBuf {
    folder.join(format!("{hash}-{width}.{}", format.ending()))
}

fn read_name(name: &str) -> Option<(Key, Format)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let (hash, width) = stem.split_once('-')?;
    let format = Format::ALL.into_iter().find(|format| format.ending() == ending)?;
    let width = width.parse().ok().filter(|width| WIDTHS.contains(width))?;
    model::hash(hash).filter(|known| *known == hash)?;
    Some(((hash.to_owned(), width), format))
}

/// Takes over what is there, and sweeps once an hour.
///
/// # Errors
/// Never for what lies on the disk.
pub(super) async fn start(app: App) -> Result<()> {
    app.state::<Thumbnails>().load().await?;
    let keeper = app.clone();
    app.tasks.spawn("thumbnail-sweep", |mut stop| async move {
        let app = keeper;
        // Behind the sweep of files, which begins with the hour.
        while stop.sleep(&app.clock, Duration::from_secs(3660)).await {
            if let Err(error) = app.state::<Thumbnails>().sweep(&app).await {
                tracing::warn!(%error, "sweep of thumbnails not finished, will retry");
            }
        }
    });
    Ok(())
}
