//! What there is to install.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, HeaderValue, Response};
use kernel::http::{Caller, Download, Query};
use kernel::texts::{Bilingual, Language};
use kernel::{ApiError, App, Envelope, Reply, Result};
use market_package::{CatalogEntry, Kind, Version};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::{IntoParams, ToSchema};

use super::AppManager;
use crate::installed::Installed;
use crate::refusals::{self, Failure};
use crate::source::{Source, Sources};
use crate::{catalog, pictures, static_files, texts};

/// A place that packages come from.
#[derive(Serialize, ToSchema)]
pub(crate) struct MarketSource {
    /// What requests name the source by.
    id: String,
    /// `url` for an address, `folder` for a folder of the server, `builtin` for the samples of the portal.
    kind: &'static str,
}

/// Lists the sources, in the order in which they are asked.
#[utoipa::path(get, path = "/api/market/sources", tag = "market",
    responses((status = 200, body = Envelope<Vec<MarketSource>>)))]
pub(crate) async fn list_market_sources(State(app): State<App>, _: AppManager) -> Reply<Vec<MarketSource>> {
    let sources = app.state::<Sources>();
    let shown = |source: &Source| MarketSource { id: source.id.clone(), kind: source.kind() };
    Reply::ok(sources.0.iter().map(shown).collect())
}

/// Which source is asked.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// The id of the source that is asked first; without it the sources are asked in their order.
    source: Option<String>,
}

/// What a source has.
#[derive(Serialize, ToSchema)]
pub(crate) struct MarketCatalog {
    /// The id of the source that answered.
    source: String,
    /// When the author last changed the catalog, as the catalog says; `null` when it does not.
    updated_at: Option<String>,
    /// Whether a key of the operator has signed the catalog.
    signed: bool,
    /// What is wrong with the catalog, but keeps nobody from using it.
    warnings: Vec<Bilingual>,
    /// The apps.
    apps: Vec<MarketEntry>,
    /// The plugins, which have no window.
    plugins: Vec<MarketEntry>,
}

/// An app or a plugin that may be installed.
#[derive(Serialize, ToSchema)]
pub(crate) struct MarketEntry {
    /// The name.
    name: String,
    /// What people call it.
    label: String,
    /// The version, as the catalog says.
    version: String,
    /// What it is for.
    description: String,
    /// Who made it.
    author: String,
    /// The address of the icon; `null` without one.
    icon: Option<String>,
    /// Whether it is installed.
    installed: bool,
    /// The version that is in use; `null` when it is not installed.
    installed_version: Option<String>,
    /// Whether the catalog has a newer version than the one in use.
    update: bool,
}

/// Returns what the first source that answers has to install.
#[utoipa::path(get, path = "/api/market/catalog", tag = "market", params(Asked),
    responses((status = 200, body = Envelope<MarketCatalog>)))]
pub(crate) async fn market_catalog(
    State(app): State<App>,
    _: Caller,
    language: Language,
    Query(asked): Query<Asked>,
) -> Result<Reply<MarketCatalog>> {
    let sources = app.state::<Sources>();
    let mut failures = Vec::new();
    for source in sources.in_order(asked.source.as_deref())? {
        match catalog::read(&app, source).await {
            Ok(read) => {
                let entries = |entries: &[CatalogEntry], kind: Kind| {
                    entries.iter().map(|entry| shown(&app, source, kind, entry)).collect()
                };
                return Ok(Reply::ok(MarketCatalog {
                    source: source.id.clone(),
                    updated_at: Some(read.catalog.updated_at.clone()).filter(|at| !at.is_empty()),
                    signed: read.is_signed,
                    warnings: read.warnings.clone(),
                    apps: entries(&read.catalog.apps, Kind::App),
                    plugins: entries(&read.catalog.plugins, Kind::Plugin),
                }));
            }
            Err(error) => failures.push(Failure::of(source, &error, language)),
        }
    }
    Err(refusals::of_sources(texts::NO_CATALOG.err(), &failures))
}

fn shown(app: &App, source: &Source, kind: Kind, entry: &CatalogEntry) -> MarketEntry {
    let installed = app.state::<Installed>().find(&entry.name).filter(|known| known.manifest.kind() == kind);
    let installed_version = installed.map(|known| known.manifest.about().version.clone());
    MarketEntry {
        name: entry.name.clone(),
        label: entry.label.clone(),
        version: entry.version.clone(),
        description: entry.description.clone(),
        author: entry.author.clone(),
        icon: entry.icon.as_ref().map(|path| asset_address(&source.id, path)),
        installed: installed_version.is_some(),
        update: installed_version
            .as_ref()
            .is_some_and(|known| Version::parse(&entry.version) > Version::parse(known)),
        installed_version,
    }
}

fn asset_address(source: &str, path: &str) -> String {
    let query = [("source", source), ("path", path)];
    let query = query.map(|(name, value)| {
        format!("{name}={}", url::form_urlencoded::byte_serialize(value.as_bytes()).collect::<String>())
    });
    format!("/api/market/asset?{}", query.join("&"))
}

/// Which picture of which source.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asset {
    /// The id of the source.
    source: String,
    /// The path of the picture in the source, as the catalog names it.
    path: String,
}

/// Returns a picture of a catalog: the icon of an app that may be installed. It needs no token, as pictures of pages
/// do. Answers with the bytes, without an envelope.
#[utoipa::path(get, path = "/api/market/asset", tag = "market", params(Asset),
    responses((status = 200, body = [u8], content_type = "image/svg+xml")), security(()))]
pub(crate) async fn market_asset(
    State(app): State<App>,
    headers: HeaderMap,
    Query(asset): Query<Asset>,
) -> Result<Response<Body>> {
    let content_type = static_files::content_type(&asset.path);
    let sources = app.state::<Sources>();
    let source = sources.0.iter().find(|source| source.id == asset.source).ok_or_else(ApiError::not_found)?;
    let bytes = pictures::read(&app, source, &asset.path).await?;
    let version = hex::encode(Sha256::digest(&bytes));
    let download = Download {
        content_type,
        version: &version,
        length: bytes.len() as u64,
        cache: "public, max-age=3600",
    };
    let (mut response, part) = download.answer(&headers)?;
    response.headers_mut().insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    );
    if let Some(part) = part {
        let place = |at: u64| usize::try_from(at).unwrap_or(bytes.len()).min(bytes.len());
        *response.body_mut() = Body::from(bytes.slice(place(part.start)..place(part.end)));
    }
    Ok(response)
}
