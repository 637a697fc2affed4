//! The catalogs of the sources, which list what each has to install. Those of addresses are kept for a minute.

use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use kernel::config::{FromVariable, Variable};
use kernel::texts::{Bilingual, Language, Refusal};
use kernel::{ApiError, App, Result};
use market_package::{
    CATALOG_BYTES, Catalog, CatalogEntry, Finding, Kind, Level, PublicKey, verify_signature,
};

use crate::refusals::{self, words};
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

impl ReadCatalog {
    /// The entry of a name: that of a kind, or of the app or else the plugin.
    ///
    /// # Errors
    /// 400 when there is none, with what is wrong with it when the reader has left it out, and with what is wrong with its
    /// list when that could not be read.
    pub(crate) fn entry(
        &self,
        kind: Option<Kind>,
        name: &str,
        language: Language,
    ) -> Result<(Kind, &CatalogEntry)> {
        let kinds = || kind.map_or_else(|| vec![Kind::App, Kind::Plugin], |kind| vec![kind]).into_iter();
        if let Some(found) = kinds().find_map(|kind| Some((kind, self.catalog.find(kind, name)?))) {
            return Ok(found);
        }
        // The catalog can do without it; whoever wants it cannot.
        let refused = |refusal, why: &Finding| {
            refusals::of_findings(refusal, &[&Finding { level: Level::Error, ..why.clone() }], language)
        };
        let left_out = kinds().find_map(|kind| self.catalog.why_left_out(kind, name));
        let unread = || kinds().find_map(|kind| self.catalog.why_unread(kind));
        Err(match (left_out, left_out.map_or_else(unread, |_| None)) {
            (Some(why), _) => refused(&texts::LEFT_OUT_OF_CATALOG, why),
            (None, Some(why)) => refused(&texts::NOT_IN_READABLE_CATALOG, why),
            (None, None) => texts::NOT_IN_CATALOG.err(),
        })
    }
}

/// What addresses answered last, with the monotonic time until which it is kept.
#[derive(Default)]
pub(crate) struct Catalogs(DashMap<String, (Duration, std::result::Result<Arc<ReadCatalog>, ApiError>)>);

/// The catalog of a source.
///
/// # Errors
/// Why there is none, for whoever asks.
pub(crate) async fn read(app: &App, source: &Source) -> Result<Arc<ReadCatalog>> {
    // Whoever changes a folder sees it at once; reading it keeps nobody waiting.
    if !source.is_remote() {
        return read_anew(app, source).await;
    }
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
    let is_signed = keys.are_set() && !source.is_builtin();
    if is_signed {
        let signature = source.read(app, SIGNATURE, MAX_SIGNATURE).await?;
        let signature = signature.ok_or_else(|| texts::CATALOG_UNSIGNED.with("source", &source.id))?;
        let foreign = |finding| explained(&texts::CATALOG_SIGNATURE, source, &finding);
        verify_signature(&index, &signature, &keys.0).map_err(foreign)?;
    }
    let broken = |finding| explained(&texts::CATALOG_BROKEN, source, &finding);
    let (catalog, report) = Catalog::parse(&index).map_err(broken)?;
    let mut warnings: Vec<Bilingual> = report.findings.iter().map(words).collect();
    if !is_signed && !source.is_builtin() {
        warnings.push(Bilingual::from(&texts::UNSIGNED));
    }
    Ok(Arc::new(ReadCatalog { catalog, is_signed, warnings }))
}

/// A refusal of a catalog with what is wrong with it.
fn explained(refusal: &'static Refusal, source: &Source, finding: &Finding) -> ApiError {
    let refusal = refusal.with("source", &source.id);
    refusal.with("why_zh", &finding.text.zh).with("why_en", &finding.text.en)
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
