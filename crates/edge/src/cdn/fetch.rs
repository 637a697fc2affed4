//! Fetching: one at a time per address, however many wait for it.
//!
//! A task of its own asks the upstream and writes what comes to a file; everyone who waits reads
//! that file as it grows, each at their own pace. Nothing is held in memory but the newest piece.
//! What was cut off is never put into the cache.

use std::collections::HashMap;
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::header::{
    ACCEPT, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    LAST_MODIFIED, TRANSFER_ENCODING,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Version};
use bytes::{Bytes, BytesMut};
use kernel::egress::{EgressError, Request, Response};
use kernel::{ApiError, App};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;

use super::address::{Address, Key};
use super::cache::{CachedBody, Meta, Unfinished};
use super::kind::{self, Kind};
use super::{Cdn, lifetime, texts};

/// Longest validator that is kept, in bytes.
const MAX_VALIDATOR: usize = 256;

/// Why there is nothing to hand on.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    /// The rules forbid it; nobody was asked.
    Refused,
    /// The host does not have it.
    Missing,
    /// The host is away, breaks off, or sends what cannot be used.
    Upstream(String),
    /// It is nothing that is handed on.
    Kind,
    /// This server cannot, for now.
    Busy(String),
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused => texts::CDN_FORBIDDEN.err(),
            Failure::Missing => texts::CDN_MISSING.err(),
            Failure::Upstream(why) => texts::CDN_UPSTREAM.err().because(why),
            Failure::Kind => texts::CDN_TYPE.err(),
            Failure::Busy(why) => Self::unavailable(why),
        }
    }
}

impl From<EgressError> for Failure {
    fn from(error: EgressError) -> Self {
        match error {
            EgressError::Refused(_) => Self::Refused,
            other => Self::Upstream(other.to_string()),
        }
    }
}

fn busy(error: impl ToString) -> Failure {
    Failure::Busy(error.to_string())
}

/// Where a body came from, as `X-Cache` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Hit,
    Miss,
    Revalidated,
    /// The upstream is away; what it last sent serves until it is back.
    Stale,
}

/// What a fetch found.
#[derive(Clone)]
pub(super) enum Found {
    /// A whole body.
    Stored(Box<CachedBody>, Source),
    /// One that is arriving.
    Arriving(Arc<Arriving>),
}

/// A body that is being written.
pub(super) struct Arriving {
    pub(super) kind: Kind,
    pub(super) etag: Option<String>,
    /// As announced.
    pub(super) length: Option<u64>,
    /// Seconds; `None` when it may not be stored.
    pub(super) lifetime: Option<u64>,
    pub(super) file: Arc<File>,
}

/// How far a fetch is.
#[derive(Clone, Default)]
pub(super) struct Progress {
    pub(super) found: Option<Result<Found, Failure>>,
    /// Bytes of the file that may be read.
    pub(super) written: u64,
    /// Whether it ended, and ended well.
    pub(super) whole: Option<bool>,
}

/// The fetches under way.
#[derive(Default)]
pub(super) struct Fetches(Mutex<HashMap<Key, watch::Receiver<Progress>>>);

impl Fetches {
    /// Joins the fetch of an address; `begin` starts it when there is none.
    pub(super) fn join(
        &self,
        key: Key,
        begin: impl FnOnce(watch::Sender<Progress>),
    ) -> watch::Receiver<Progress> {
        let mut fetches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fetch) = fetches.get(&key) {
            return fetch.clone();
        }
        let (progress, fetch) = watch::channel(Progress::default());
        fetches.insert(key, fetch.clone());
        begin(progress);
        fetch
    }
}

/// Takes the fetch off the list when it ends, however it ends.
struct Ended {
    cdn: Arc<Cdn>,
    key: Key,
}

impl Drop for Ended {
    fn drop(&mut self) {
        self.cdn.fetches.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

/// Starts a fetch. `seen` is when the copy that the caller found too old was last vouched for.
pub(super) fn start(app: &App, address: Address, seen: Option<i64>, progress: watch::Sender<Progress>) {
    let (app, cdn) = (app.clone(), app.state::<Cdn>());
    let tasks = app.clone();
    tasks.tasks.spawn("cdn-fetch", |mut stop| async move {
        let key = address.key();
        let _ended = Ended { cdn: cdn.clone(), key };
        let fetch = Fetch { app, cdn, key, address, progress };
        let outcome = tokio::select! {
            outcome = fetch.run(seen) => outcome,
            () = stop.asked() => Err(busy("the server is stopping")),
        };
        fetch.progress.send_modify(|now| {
            now.whole = Some(outcome.is_ok());
            if let Err(failure) = outcome
                && now.found.is_none()
            {
                now.found = Some(Err(failure));
            }
        });
    });
}

struct Fetch {
    app: App,
    cdn: Arc<Cdn>,
    key: Key,
    address: Address,
    progress: watch::Sender<Progress>,
}

impl Fetch {
    async fn run(&self, seen: Option<i64>) -> Result<(), Failure> {
        let _slot = self.cdn.slots.try_acquire().map_err(busy)?;
        let generation = self.cdn.cache.generation();
        let cached = self.blocking(|cdn, key, url| cdn.cache.find(&key, url)).await?;
        // A fetch that ended just before may have brought it.
        if let Some(cached) = &cached
            && seen.is_none_or(|seen| cached.meta.checked_at > seen)
        {
            self.show(Found::Stored(cached.clone().into(), Source::Hit));
            return Ok(());
        }
        match (self.ask(cached.as_ref(), generation).await, cached) {
            (Err(Failure::Upstream(why)), Some(cached)) if self.progress.borrow().found.is_none() => {
                tracing::info!(why, "upstream not reachable, stale body served");
                self.show(Found::Stored(cached.into(), Source::Stale));
                Ok(())
            }
            (outcome, _) => outcome,
        }
    }

    fn show(&self, found: Found) {
        self.progress.send_modify(|now| now.found = Some(Ok(found)));
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cdn, Key, &str) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (cdn, key, address) = (self.cdn.clone(), self.key, self.address.clone());
        tokio::task::spawn_blocking(move || work(&cdn, key, address.as_str())).await.map_err(busy)
    }

    async fn ask(&self, cached: Option<&CachedBody>, generation: u64) -> Result<(), Failure> {
        let mut request = Request::get(self.address.as_str());
        request.headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        let validators = cached
            .map(|cached| [(IF_NONE_MATCH, &cached.meta.etag), (IF_MODIFIED_SINCE, &cached.meta.modified)]);
        for (name, value) in validators.into_iter().flatten() {
            if let Some(value) = value.as_deref().and_then(|value| HeaderValue::from_str(value).ok()) {
                request.headers.insert(name, value);
            }
        }
        let answer = self.app.egress.fetch(request, &self.cdn.rules).await?;
        match (answer.status, cached) {
            (StatusCode::OK, _) => self.take(answer, generation).await,
            (StatusCode::NOT_MODIFIED, Some(cached)) => self.revalidate(cached, &answer.headers).await,
            (StatusCode::NOT_FOUND | StatusCode::GONE, _) => {
                self.blocking(|cdn, key, _| cdn.cache.forget(&key)).await?;
                Err(Failure::Missing)
            }
            (status, _) => Err(Failure::Upstream(format!("answered {status}"))),
        }
    }

    /// The copy is still good.
    async fn revalidate(&self, cached: &CachedBody, headers: &HeaderMap) -> Result<(), Failure> {
        let mut cached = cached.clone();
        cached.meta.checked_at = self.app.clock.now_ms();
        cached.meta.lifetime = lifetime::of(headers).unwrap_or_default();
        let newer = cached.clone();
        let written = self.blocking(move |cdn, key, _| cdn.cache.revalidated(&key, &newer)).await?;
        if let Err(error) = written {
            tracing::warn!(%error, "cache metadata not written");
        }
        self.show(Found::Stored(cached.into(), Source::Revalidated));
        Ok(())
    }

    /// Takes a body in, shows it from its first piece on, and stores it when it is whole.
    async fn take(&self, mut answer: Response, generation: u64) -> Result<(), Failure> {
        let headers = std::mem::take(&mut answer.headers);
        if headers.get(CONTENT_ENCODING).is_some_and(|coding| coding != "identity") {
            return Err(Failure::Upstream("an encoding that was not asked for".into()));
        }
        // Without a frame nobody could tell the end from a cut.
        let framed = answer.version >= Version::HTTP_2
            || headers.contains_key(CONTENT_LENGTH)
            || headers.contains_key(TRANSFER_ENCODING);
        if !framed {
            return Err(Failure::Upstream("a body without an end of its own".into()));
        }
        let start = first_chunk(&mut answer).await?;
        let declared = text(&headers, &CONTENT_TYPE).unwrap_or_default();
        let kind = kind::of(&declared, &self.address.ending(), &start).ok_or(Failure::Kind)?;
        let id = self.app.random.hex::<16>();
        let begun = self.blocking(move |cdn, _, _| {
            cdn.cache.begin(&id).or_else(|_| {
                cdn.cache.evict_half();
                cdn.cache.begin(&id)
            })
        });
        let (unfinished, file) = begun.await?.map_err(busy)?;
        let arriving = Arriving {
            kind,
            etag: validator(&headers, &ETAG),
            length: text(&headers, &CONTENT_LENGTH).and_then(|length| length.parse().ok()),
            lifetime: lifetime::of(&headers),
            file: Arc::new(file.try_clone().map_err(busy)?),
        };
        let arriving = Arc::new(arriving);
        self.show(Found::Arriving(arriving.clone()));
        let (length, sha256) = self.write(file, start, answer).await?;
        let Some(lifetime) = arriving.lifetime else { return Ok(()) };
        let meta = Meta {
            url: self.address.as_str().to_owned(),
            kind,
            etag: arriving.etag.clone(),
            modified: validator(&headers, &LAST_MODIFIED),
            length,
            sha256,
            checked_at: self.app.clock.now_ms(),
            lifetime,
        };
        self.store(meta, unfinished, generation).await
    }

    async fn write(&self, file: File, start: Bytes, mut answer: Response) -> Result<(u64, String), Failure> {
        let (mut file, mut hash, mut written) = (tokio::fs::File::from_std(file), Sha256::new(), 0);
        let mut chunk = Some(start);
        while let Some(bytes) = chunk {
            if let Err(error) = write_out(&mut file, &bytes).await {
                self.blocking(|cdn, _, _| cdn.cache.evict_half()).await?;
                return Err(busy(error));
            }
            hash.update(&bytes);
            written += bytes.len() as u64;
            self.progress.send_modify(|now| now.written = written);
            chunk = answer.chunk().await?;
        }
        Ok((written, hex::encode(hash.finalize())))
    }

    async fn store(&self, meta: Meta, body: Unfinished, generation: u64) -> Result<(), Failure> {
        let put = move |cdn: &Cdn, key: Key, _: &str| cdn.cache.put(key, &meta, &body, generation);
        if let Err(error) = self.blocking(put).await? {
            // Whoever waits has the whole body all the same.
            tracing::warn!(%error, "cache write failed");
        }
        Ok(())
    }
}

async fn write_out(file: &mut tokio::fs::File, bytes: &[u8]) -> std::io::Result<()> {
    file.write_all(bytes).await?;
    file.flush().await
}

/// As much as tells the kind.
async fn first_chunk(answer: &mut Response) -> Result<Bytes, Failure> {
    let mut start = BytesMut::new();
    while !kind::decides(&start) {
        match answer.chunk().await? {
            Some(bytes) => start.extend_from_slice(&bytes),
            None => break,
        }
    }
    Ok(start.freeze())
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(ToOwned::to_owned)
}

fn validator(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    text(headers, name).filter(|value| value.len() <= MAX_VALIDATOR)
}
