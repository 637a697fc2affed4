//! `/market-static/<name>/<path>`: the files of installed packages, as pages load them.
//!
//! They are public, as scripts and styles of the desktop are: an author's code is no secret of a class. Back-end files
//! are not served. A page of a package opened by itself has neither this portal's origin nor its session.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, HeaderValue, Response};
use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt as _;
use kernel::http::{Download, Path};
use kernel::scope::Scope;
use kernel::{ApiError, App, Result};
use moka::sync::Cache;

use crate::installed::{Installed, InstalledPackage};

/// Bytes of files that are kept in memory.
const KEPT: u64 = 32 << 20;

/// A drawing may style itself, and no script in it runs.
const DRAWING: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/// A page may run its scripts, in an origin of its own.
const PAGE: &str = "sandbox allow-scripts";

/// The files that were read last, by archive and path.
pub(crate) struct FileCache(Cache<(String, String), Bytes>);

impl Default for FileCache {
    fn default() -> Self {
        let weight = |(archive, path): &(String, String), bytes: &Bytes| {
            u32::try_from(archive.len() + path.len() + bytes.len()).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(KEPT).weigher(weight).build())
    }
}

/// Serves a file of the version that is in use. Every path but a file's is 404, a folder's too: where no route answers,
/// the desktop's page would.
pub(crate) async fn file(
    State(app): State<App>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    let (name, path) = path.split_once('/').ok_or_else(ApiError::not_found)?;
    let package = app.state::<Installed>().find(name).ok_or_else(ApiError::not_found)?;
    if app.apps.is_off_in(&Scope::Portal, name) {
        return Err(ApiError::not_found());
    }
    let entry = package.files.find(path).filter(|entry| !entry.is_server);
    let entry = entry.ok_or_else(ApiError::not_found)?;
    let content_type = content_type(path);
    let download = Download { content_type, version: &entry.sha256, length: entry.length, cache: "no-cache" };
    let (mut response, part) = download.answer(&headers)?;
    let policy = match content_type {
        "image/svg+xml" => Some(DRAWING),
        "text/html; charset=utf-8" => Some(PAGE),
        _ => None,
    };
    if let Some(policy) = policy {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    if let Some(part) = part {
        let bytes = read(&app, &package, path).await?;
        let place = |at: u64| usize::try_from(at).unwrap_or(bytes.len()).min(bytes.len());
        *response.body_mut() = Body::from(bytes.slice(place(part.start)..place(part.end)));
    }
    Ok(response)
}

/// The bytes of a file of a package, from memory if they were read lately.
///
/// # Errors
/// 404 for a file that the package does not have; 503 when the store of files is away.
pub(crate) async fn read(app: &App, package: &InstalledPackage, path: &str) -> Result<Bytes> {
    let entry = package.files.find(path).ok_or_else(ApiError::not_found)?;
    let cache = app.state::<FileCache>();
    let key = (package.archive.hash.clone(), path.to_owned());
    if let Some(bytes) = cache.0.get(&key) {
        return Ok(bytes);
    }
    // A store that is asked for no bytes says that the range is wrong.
    if entry.length == 0 {
        return Ok(Bytes::new());
    }
    let content = app.files.open(&package.archive, Some(entry.offset..entry.offset + entry.length)).await?;
    let pieces: Vec<Bytes> = content.try_collect().await.map_err(ApiError::unavailable)?;
    let mut whole = BytesMut::with_capacity(pieces.iter().map(Bytes::len).sum());
    pieces.iter().for_each(|piece| whole.extend_from_slice(piece));
    let bytes = whole.freeze();
    cache.0.insert(key, bytes.clone());
    Ok(bytes)
}

/// The type of a file, by its ending; those that the checks admit.
pub(crate) fn content_type(path: &str) -> &'static str {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "html" => "text/html; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}
