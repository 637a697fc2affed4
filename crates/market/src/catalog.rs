//! The catalogs of the sources, kept for a minute.

use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use kernel::config::{FromVariable, Variable};
use kernel::texts::Bilingual;
use kernel::{App, Result};
use market_package::{CATALOG_BYTES, Catalog, Finding, PublicKey, verify_signature};

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

/// The catalogs that were read last, with the monotonic time until which they are kept.
#[derive(Default)]
pub(crate) struct Catalogs(DashMap<String, (Duration, Arc<ReadCatalog>)>);

/// The catalog of a source.
///
/// # Errors
/// Why there is none, for whoever asks.
pub(crate) async fn read(app: &App, source: &Source) -> Result<Arc<ReadCatalog>> {
    let catalogs = app.state::<Catalogs>();
    let now = app.clock.monotonic();
    if let Some(kept) = catalogs.0.get(&source.id).filter(|kept| kept.0 > now) {
        return Ok(kept.1.clone());
    }
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
    let read = Arc::new(ReadCatalog { catalog, is_signed, warnings });
    catalogs.0.insert(source.id.clone(), (now + KEPT, read.clone()));
    Ok(read)
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
