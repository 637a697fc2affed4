//! Installing a package that somebody has at hand.

use axum::body::Body;
use axum::extract::State;
use bytes::{Bytes, BytesMut};
use kernel::http::{BodyChunks, ClassAdmin, Query};
use kernel::texts::Language;
use kernel::user::Tier;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::{PackagePreview, PackageReply};
use super::install::preview;
use crate::candidate::PackagePermits;
use crate::catalog::MARKET_KEYS;
use crate::install::Intent;
use crate::{candidate, install, texts};

/// Largest zip, in bytes.
const MAX_ZIP: u64 = 80 << 20;

/// What to do with the zip.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ZipQuery {
    /// `1` answers what would be installed, and installs nothing; any other value is refused.
    preview: Option<String>,
}

/// The outcome of a zip: one of the two.
#[derive(Serialize, ToSchema)]
pub(crate) struct ZipReply {
    /// What would be installed, when that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<PackagePreview>,
    /// What is installed now.
    #[serde(skip_serializing_if = "Option::is_none")]
    installed: Option<PackageReply>,
}

/// Installs the app or plugin that a zip holds: its bytes as the body, at most 80 MiB. Class admins and admins alone,
/// because the page part of an app acts with the session of whoever opens it; only admins while the operator asks for
/// signatures, which a zip has none of.
#[utoipa::path(post, path = "/api/market/install-zip", tag = "market", params(ZipQuery),
    request_body(content = [u8], content_type = "application/octet-stream"),
    responses((status = 200, body = Envelope<ZipReply>)))]
pub(crate) async fn install_zip(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    language: Language,
    Query(query): Query<ZipQuery>,
    body: Body,
) -> Result<Reply<ZipReply>> {
    if MARKET_KEYS.of(&app.config).are_set() && caller.facts.tier() < Tier::Admin {
        return Err(texts::ZIP_UNSIGNED.err());
    }
    let is_preview = match query.preview.as_deref() {
        None => false,
        Some("1") => true,
        // Whoever wants to look must not install.
        Some(_) => return Err(ApiError::invalid("preview")),
    };
    let _permit = app.state::<PackagePermits>().acquire().await?;
    let bytes = collect(&app, body).await?;
    caller.recheck(&app).await?;
    let candidate = candidate::from_zip(&app, bytes, language).await?;
    if is_preview {
        let preview = preview(&app, &caller, &candidate).await?;
        return Ok(Reply::ok(ZipReply { preview: Some(preview), installed: None }));
    }
    let installed = install::install(&app, &caller, candidate, Intent::Install).await?.into();
    Ok(Reply::ok(ZipReply { preview: None, installed: Some(installed) }))
}

async fn collect(app: &App, body: Body) -> Result<Bytes> {
    let mut chunks = BodyChunks::new(body, &app.clock);
    let mut whole = BytesMut::new();
    while let Some(bytes) = chunks.next().await? {
        if whole.len() as u64 + bytes.len() as u64 > MAX_ZIP {
            return Err(kernel::texts::TOO_LARGE.err());
        }
        whole.extend_from_slice(&bytes);
    }
    if whole.is_empty() {
        return Err(kernel::texts::BODY_MISSING.err());
    }
    Ok(whole.freeze())
}
