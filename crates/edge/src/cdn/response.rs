//! What goes out: the body, under headers with which nothing in it can act for this portal.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::watch;

use super::cache::{CachedBody, CachedBytes};
use super::fetch::{Arriving, Progress, Source};
use super::kind::Kind;

const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");
const X_CACHE: HeaderName = HeaderName::from_static("x-cache");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Read at once from a body that is arriving.
const CHUNK: u64 = 64 * 1024;

/// What all answers of this feature share.
pub(super) struct ResponseHead<'a> {
    pub(super) request: &'a HeaderMap,
    /// Whether a script at this address may run.
    pub(super) runs: bool,
    /// Seconds for which the caller need not ask again.
    pub(super) fresh: u64,
}

impl ResponseHead<'_> {
    fn headers(&self, kind: Kind, etag: Option<&str>, source: Source) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind.content_type(self.runs)));
        headers.insert(CONTENT_SECURITY_POLICY, POLICY);
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
        let cache = match source {
            Source::Hit => "HIT",
            Source::Miss => "MISS",
            Source::Revalidated => "REVALIDATED",
            Source::Stale => "STALE",
        };
        headers.insert(X_CACHE, HeaderValue::from_static(cache));
        let kept =
            if self.fresh == 0 { "no-cache".into() } else { format!("private, max-age={}", self.fresh) };
        if let Ok(kept) = HeaderValue::try_from(kept) {
            headers.insert(CACHE_CONTROL, kept);
        }
        if let Some(etag) = etag.and_then(|etag| HeaderValue::from_str(etag).ok()) {
            headers.insert(ETAG, etag);
        }
        headers
    }

    /// A whole body, or that the caller has it.
    pub(super) fn stored(&self, cached: CachedBody, source: Source) -> Response<Body> {
        // The upstream's validator or, without one, the body's own hash.
        let own = format!("\"{}\"", &cached.meta.sha256[..32.min(cached.meta.sha256.len())]);
        let etag = cached.meta.etag.clone().unwrap_or(own);
        let mut response = Response::new(Body::empty());
        *response.headers_mut() = self.headers(cached.meta.kind, Some(&etag), source);
        if has(self.request, &etag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response.headers_mut().remove(CONTENT_TYPE);
            return response;
        }
        response.headers_mut().insert(CONTENT_LENGTH, cached.meta.length.into());
        *response.body_mut() = match cached.body {
            CachedBytes::Memory(bytes) => Body::from(bytes),
            CachedBytes::Disk(file) => {
                let whole = Progress { found: None, written: cached.meta.length, whole: Some(true) };
                chunks(file, watch::channel(whole).1)
            }
        };
        response
    }

    /// A body that is arriving.
    pub(super) fn arriving(&self, body: &Arriving, progress: watch::Receiver<Progress>) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.headers_mut() = self.headers(body.kind, body.etag.as_deref(), Source::Miss);
        if let Some(length) = body.length {
            response.headers_mut().insert(CONTENT_LENGTH, length.into());
        }
        *response.body_mut() = chunks(body.file.clone(), progress);
        response
    }
}

/// Proxies may have weakened the validator.
fn has(request: &HeaderMap, etag: &str) -> bool {
    let strong = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
    let known = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|list| list.split(',')).map(str::trim).any(|tag| tag == "*" || strong(tag) == strong(etag))
}

/// The file's bytes as they become readable. Others read from it too, so each reads at a place of
/// its own. A body that was cut off ends in an error, and with it the connection.
fn chunks(file: Arc<File>, progress: watch::Receiver<Progress>) -> Body {
    Body::from_stream(stream::try_unfold((file, progress, 0), |(file, mut progress, at)| async move {
        loop {
            let (written, whole) = {
                let now = progress.borrow_and_update();
                (now.written, now.whole)
            };
            if at < written {
                let bytes = read(file.clone(), at, written.min(at + CHUNK)).await?;
                let next = at + bytes.len() as u64;
                return Ok(Some((bytes, (file, progress, next))));
            }
            match whole {
                Some(true) => return Ok(None),
                Some(false) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof)),
                None => progress.changed().await.map_err(io::Error::other)?,
            }
        }
    }))
}

async fn read(file: Arc<File>, from: u64, to: u64) -> io::Result<Bytes> {
    let read = move || {
        let mut bytes = vec![0; usize::try_from(to - from).unwrap_or_default()];
        file.read_exact_at(&mut bytes, from)?;
        Ok(Bytes::from(bytes))
    };
    tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
}
