//! The pictures that catalogs name: the icons of what may be installed.

use std::time::Duration;

use bytes::Bytes;
use kernel::{ApiError, App, Result};
use moka::sync::Cache;

use crate::catalog;
use crate::source::Source;

/// Largest picture of a catalog, and bytes of pictures that are kept.
const MAX_PICTURE: u64 = 1 << 20;
const KEPT_PICTURES: u64 = 16 << 20;
/// How long a picture is kept, or that there is none.
const KEPT_PICTURE: Duration = Duration::from_secs(3600);

/// Pictures of addresses by source and path. Anybody may ask for one, so an address is asked once an hour.
pub(crate) struct Pictures(Cache<(String, String), Option<Bytes>>);

impl Default for Pictures {
    fn default() -> Self {
        let weight = |(source, path): &(String, String), bytes: &Option<Bytes>| {
            let length = bytes.as_ref().map_or(0, Bytes::len);
            u32::try_from(source.len() + path.len() + length).unwrap_or(u32::MAX)
        };
        let pictures = Cache::builder().max_capacity(KEPT_PICTURES).weigher(weight);
        Self(pictures.time_to_live(KEPT_PICTURE).build())
    }
}

/// The bytes of a picture that the catalog of a source names.
///
/// # Errors
/// 404 for any other path, and for a picture that is not there.
pub(crate) async fn read(app: &App, source: &Source, path: &str) -> Result<Bytes> {
    let read = catalog::read(app, source).await.map_err(|_| ApiError::not_found())?;
    let mut entries = read.catalog.apps.iter().chain(&read.catalog.plugins);
    if !entries.any(|entry| entry.icon.as_deref() == Some(path)) {
        return Err(ApiError::not_found());
    }
    if !source.is_remote() {
        return source.read(app, path, MAX_PICTURE).await?.ok_or_else(ApiError::not_found);
    }
    let pictures = app.state::<Pictures>();
    let key = (source.id.clone(), path.to_owned());
    let kept = match pictures.0.get(&key) {
        Some(kept) => kept,
        None => {
            let found = source.read(app, path, MAX_PICTURE).await?;
            pictures.0.insert(key, found.clone());
            found
        }
    };
    kept.ok_or_else(ApiError::not_found)
}
