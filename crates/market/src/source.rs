//! Where packages come from: the sources that the operator names, in their order, and the samples in the binary.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use kernel::config::{Config, FromVariable, Variable};
use kernel::egress::{EgressError, Request, Rules};
use kernel::{ApiError, App, Result};
use rust_embed::RustEmbed;
use url::Url;

use crate::texts;

/// The sources, in the order in which they are asked.
pub(crate) static MARKET_SOURCES: Variable<SourceList> = Variable::new(
    "MARKET_SOURCES",
    "",
    "where the market's catalogs are, in order: http(s) addresses or folders, comma-separated; the samples of the portal when unset",
);
/// One more, asked last.
pub(crate) static MARKET_LOCAL_DIR: Variable<Option<PathBuf>> =
    Variable::new("MARKET_LOCAL_DIR", "", "a folder with a catalog of your own, asked last");

/// How long the answer of a source may take, from the first look-up to the last byte.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The sample catalog of this repository.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../market"]
struct Samples;

/// A source of packages: a folder as the repository's `market/`, wherever it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// What requests name it by.
    pub(crate) id: String,
    location: Location,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Location {
    /// Ends with `/`.
    Url(Url),
    Folder(PathBuf),
    Samples,
}

/// The value of `MARKET_SOURCES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceList(Vec<Location>);

impl FromVariable for SourceList {
    const FORM: &'static str = "addresses or folders, comma-separated";

    fn parse(text: &str) -> Result<Self, String> {
        text.split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .map(parse_location)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

fn parse_location(entry: &str) -> Result<Location, String> {
    if !entry.contains("://") {
        let folder = PathBuf::from(entry);
        return if folder.is_absolute() || entry.starts_with('.') {
            Ok(Location::Folder(folder))
        } else {
            Err(format!("“{entry}” is neither an http(s) address nor a folder; write folders as /srv/market"))
        };
    }
    let wrong = || format!("“{entry}” is not an http(s) address without user, query and fragment");
    let mut url = Url::parse(entry).map_err(|_| wrong())?;
    let is_plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    if !matches!(url.scheme(), "http" | "https") || !is_plain {
        return Err(wrong());
    }
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    Ok(Location::Url(url))
}

/// All sources, in the order in which they are asked.
#[derive(Clone, Debug)]
pub(crate) struct Sources(pub(crate) Vec<Source>);

impl Sources {
    pub(crate) fn new(config: &Config) -> Self {
        let mut locations = MARKET_SOURCES.of(config).0.clone();
        if locations.is_empty() {
            locations.push(Location::Samples);
        }
        let mut sources: Vec<Source> = Vec::new();
        for location in locations {
            let id = free_id(&sources, &location.name());
            sources.push(Source { id, location });
        }
        if let Some(folder) = MARKET_LOCAL_DIR.of(config) {
            let id = free_id(&sources, "local");
            sources.push(Source { id, location: Location::Folder(folder.clone()) });
        }
        Self(sources)
    }

    /// These, the named one first: what the others have is a fallback.
    ///
    /// # Errors
    /// 400 for a source that nobody has configured.
    pub(crate) fn in_order(&self, first: Option<&str>) -> Result<Vec<&Source>> {
        let Some(id) = first else { return Ok(self.0.iter().collect()) };
        let first = self.0.iter().find(|source| source.id == id);
        let first = first.ok_or_else(|| texts::SOURCE_UNKNOWN.with("source", id))?;
        let others = self.0.iter().filter(|source| source.id != id);
        Ok(std::iter::once(first).chain(others).collect())
    }
}

/// The name, with a number when another source has it.
fn free_id(sources: &[Source], name: &str) -> String {
    let is_free = |id: &str| sources.iter().all(|source| source.id != id);
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|id| is_free(id)).unwrap_or_default()
}

impl Location {
    /// The host, or the last part of the path.
    fn name(&self) -> String {
        match self {
            Self::Url(url) => url.host_str().unwrap_or("url").to_owned(),
            Self::Folder(folder) => folder
                .file_name()
                .map_or_else(|| "folder".to_owned(), |name| name.to_string_lossy().into_owned()),
            Self::Samples => "samples".to_owned(),
        }
    }
}

impl Source {
    /// `url`, `folder` or `builtin`.
    pub(crate) fn kind(&self) -> &'static str {
        match self.location {
            Location::Url(_) => "url",
            Location::Folder(_) => "folder",
            Location::Samples => "builtin",
        }
    }

    /// Whether it is an address, which may answer late or not at all.
    pub(crate) fn is_remote(&self) -> bool {
        matches!(self.location, Location::Url(_))
    }

    /// Whether it is the samples, which come with the binary, so that nobody has to sign them.
    pub(crate) fn is_builtin(&self) -> bool {
        matches!(self.location, Location::Samples)
    }

    /// The bytes of a file of at most `limit` bytes; none when it is not there. The path is one that
    /// `market_package::check_path` admits, or the name of the catalog.
    ///
    /// # Errors
    /// What went wrong, for whoever wants to install.
    pub(crate) async fn read(&self, app: &App, path: &str, limit: u64) -> Result<Option<Bytes>> {
        match &self.location {
            Location::Url(base) => fetch(app, base, path, limit).await,
            Location::Folder(folder) => {
                let (folder, path) = (folder.clone(), path.to_owned());
                tokio::task::spawn_blocking(move || read_file(&folder, &path, limit))
                    .await
                    .map_err(ApiError::internal)?
            }
            Location::Samples => Ok(Samples::get(path).map(|file| match file.data {
                std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                std::borrow::Cow::Owned(bytes) => Bytes::from(bytes),
            })),
        }
    }
}

async fn fetch(app: &App, base: &Url, path: &str, limit: u64) -> Result<Option<Bytes>> {
    let url = base.join(path).map_err(|_| texts::SOURCE_FILE_MISSING.with("path", path))?;
    let rules = Rules { max_body: limit, timeout: TIMEOUT, ..Rules::for_operator_url(base) };
    let failed = |error: EgressError| match error {
        EgressError::Timeout => texts::SOURCE_TOO_SLOW.with("path", path),
        EgressError::TooLarge => texts::SOURCE_FILE_TOO_LARGE.with("path", path).with("max", limit >> 10),
        EgressError::Refused(_) | EgressError::Unresolved(_) | EgressError::Upstream(_) => {
            texts::SOURCE_AWAY.with("path", path).because(error)
        }
    };
    let answer = app.egress.fetch(Request::get(url), &rules).await.map_err(failed)?;
    match answer.status.as_u16() {
        200 => answer.bytes().await.map(Some).map_err(failed),
        404 | 410 => Ok(None),
        status => Err(texts::SOURCE_STATUS.with("path", path).with("status", status)),
    }
}

/// Reads a file beneath a folder, through no link.
fn read_file(folder: &Path, path: &str, limit: u64) -> Result<Option<Bytes>> {
    let away = |error: std::io::Error| texts::SOURCE_AWAY.with("path", path).because(error);
    let mut full = folder.to_owned();
    let mut is_file = false;
    for part in path.split('/') {
        full.push(part);
        match std::fs::symlink_metadata(&full) {
            Ok(found) if found.is_symlink() => return Err(texts::SOURCE_LINK.with("path", path)),
            Ok(found) => is_file = found.is_file(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(away(error)),
        }
    }
    // Before it is opened: opening a pipe waits for whoever writes.
    if !is_file {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(&full).map_err(away)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(away)?;
    if bytes.len() as u64 > limit {
        return Err(texts::SOURCE_FILE_TOO_LARGE.with("path", path).with("max", limit >> 10));
    }
    Ok(Some(Bytes::from(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locations(text: &str) -> Result<Vec<String>, String> {
        SourceList::parse(text).map(|list| list.0.iter().map(Location::name).collect())
    }

    #[test]
    fn a_source_is_an_address_or_a_folder() {
        assert_eq!(locations(""), Ok(vec![]));
        let both = locations("https://example.org/market, /srv/class-apps,./market");
        assert_eq!(both, Ok(vec!["example.org".to_owned(), "class-apps".into(), "market".into()]));
        for wrong in [
            "market",
            "ftp://example.org/",
            "https://user@example.org/",
            "https://example.org/?a=1",
            "https://example.org/#a",
        ] {
            assert!(locations(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn two_sources_of_one_host_have_two_ids() {
        let source = |id: &str| Source { id: id.into(), location: Location::Samples };
        assert_eq!(free_id(&[source("a")], "a"), "a-2");
        assert_eq!(free_id(&[source("a"), source("a-2")], "a"), "a-3");
        assert_eq!(free_id(&[source("a")], "b"), "b");
    }
}
