//! The catalogs of the sources, kept for a minute, and the pictures that they name.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use dashmap::DashMap;
use kernel::config::{FromVariable, Variable};
use kernel::texts::Bilingual;
use kernel::{ApiError, App, Result};
use market_package::{CATALOG_BYTES, Catalog, Finding, PublicKey, verify_signature};
use moka::sync::Cache;

use crate::source::Source;
use crate::texts;

/// The keys of those whose catalogs are accepted.
pub(crate) static MARKET_KEYS: Variable<Keys> = Variable::new(
    "MARKET_KEYS",
    "",
    "public Ed25519 keys, Base64, comma-separated: only catalogs signed with one of them are accepted",
);

/// The catalog's file, and its signature.
const INDEX: &str = "index.json";
const SIGNATURE: &str = "index.json.sig";
/// Largest signature, in bytes.
const MAX_SIGNATURE: u64 = 1024;
/// How long a catalog is kept.
const KEPT: Duration = Duration::from_secs(60);
/// The same of a failure: whoever looks at the market again must not wait for a source that hangs.
const KEPT_FAILURE: Duration = Duration::from_secs(10);

/// The value of `MARKET_KEYS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keys(Vec<PublicKey>);

impl FromVariable for Keys {
    const FORM: &'static str = "keys, comma-separated";

    fn parse(text: &str) -> Result<Self, String> {
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let key = |entry: &str| {
            let wrong = || format!("“{entry}” is not a public Ed25519 key: 32 bytes as Base64");
            PublicKey::parse(entry).map_err(|_| wrong())
        };
        entries.map(key).collect::<Result<_, _>>().map(Self)
    }
}

impl Keys {
    /// Whether signatures are asked for.
    pub(crate) fn are_set(&self) -> bool {
        !self.0.is_empty()
    }
}

/// A catalog as it was read.
#[derive(Debug)]
pub(crate) struct ReadCatalog {
    pub(crate) catalog: Catalog,
    /// Whether one of the operator's keys has signed it.
    pub(crate) is_signed: bool,
    /// What is wrong with it, but keeps nobody from using it.
    pub(crate) warnings: Vec<Bilingual>,
}

/// What sources answered last, with the monotonic time until which it is kept.
#[derive(Default)]
pub(crate) struct Catalogs(DashMap<String, (Duration, std::result::Result<Arc<ReadCatalog>, ApiError>)>);

/// The catalog of a source.
///
/// # Errors
/// Why there is none, for whoever asks.
pub(crate) async fn read(app: &App, source: &Source) -> Result<Arc<ReadCatalog>> {
    let catalogs = app.state::<Catalogs>();
    let now = app.clock.monotonic();
    if let Some(kept) = catalogs.0.get(&source.id).filter(|kept| kept.0 > now) {
        return kept.1.clone();
    }
    let read = read_anew(app, source).await;
    let kept = if read.is_ok() { KEPT } else { KEPT_FAILURE };
    // From now, not from before: a source that hangs takes longer than its failure would be kept.
    catalogs.0.insert(source.id.clone(), (app.clock.monotonic() + kept, read.clone()));
    read
}

async fn read_anew(app: &App, source: &Source) -> Result<Arc<ReadCatalog>> {
    let index = source.read(app, INDEX, CATALOG_BYTES as u64).await?;
    let index = index.ok_or_else(|| texts::CATALOG_MISSING.with("source", &source.id))?;
    let keys = MARKET_KEYS.of(&app.config);
    let signature = if keys.are_set() { source.read(app, SIGNATURE, MAX_SIGNATURE).await? } else { None };
    let is_signed = signature.is_some_and(|signature| verify_signature(&index, &signature, &keys.0).is_ok());
    if keys.are_set() && !is_signed && !source.is_builtin() {
        return Err(texts::CATALOG_UNSIGNED.with("source", &source.id));
    }
    let broken = |finding: Finding| texts::CATALOG_BROKEN.with("source", &source.id).because(finding.text.en);
    let (catalog, report) = Catalog::parse(&index).map_err(broken)?;
    let mut warnings: Vec<Bilingual> = report.findings.iter().map(words).collect();
    if !is_signed && !source.is_builtin() {
        warnings.push(Bilingual::from(&texts::UNSIGNED));
    }
    Ok(Arc::new(ReadCatalog { catalog, is_signed, warnings }))
}

/// Largest picture of a catalog, and bytes of pictures that are kept.
const MAX_PICTURE: u64 = 1 << 20;
const KEPT_PICTURES: u64 = 16 << 20;
/// How long a picture is kept, or that there is none.
const KEPT_PICTURE: Duration = Duration::from_secs(3600);

/// Pictures of catalogs by source and path. Anybody may ask for one, so a source is asked once an hour.
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
pub(crate) async fn picture(app: &App, source: &Source, path: &str) -> Result<Bytes> {
    let read = read(app, source).await.map_err(|_| ApiError::not_found())?;
    let mut entries = read.catalog.apps.iter().chain(&read.catalog.plugins);
    if !entries.any(|entry| entry.icon.as_deref() == Some(path)) {
        return Err(ApiError::not_found());
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

/// What a finding says, with its place.
pub(crate) fn words(finding: &Finding) -> Bilingual {
    let (place, text) = (&finding.place, &finding.text);
    if place.is_empty() {
        return Bilingual::new(&*text.zh, &*text.en);
    }
    Bilingual::new(format!("{place}：{}", text.zh), format!("{place}: {}", text.en))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_32_bytes() {
        let key = format!("{}=", "A".repeat(43));
        assert_eq!(Keys::parse(&format!("{key}, {key}")).map(|keys| keys.0.len()), Ok(2));
        assert_eq!(Keys::parse("").map(|keys| keys.are_set()), Ok(false));
        for wrong in ["x", "AAAA", &"A".repeat(60)] {
            assert!(Keys::parse(wrong).is_err(), "{wrong}");
        }
    }
}
