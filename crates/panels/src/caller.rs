//! Who calls: a panel, by the token in its cookie.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use kernel::http::{Context, add_cookie_at, cookie, count_attempt};
use kernel::limits::Key;
use kernel::{ApiError, App, Result};
use sha2::{Digest as _, Sha256};
use std::time::Duration;

use super::store::{self, PanelRow};
use super::{REPORTS, texts};

/// The cookie of a panel's token. Browsers send it to [`COOKIE_PATH`] alone.
pub const TOKEN_COOKIE: &str = "panel_token";
const COOKIE_PATH: &str = "/api/panel";
/// How long browsers keep the cookie; each stream that a panel opens renews it. No browser keeps one for longer.
const COOKIE_LIFETIME: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// A screen with a token: one that waits to be confirmed, or a panel. Draws from the panel's own limit.
pub(crate) struct PanelCaller {
    pub(crate) panel: PanelRow,
    /// The token, to be set again.
    pub(crate) token: String,
}

impl FromRequestParts<App> for PanelCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let found = of_cookie(parts, app).await?.ok_or_else(|| texts::PANEL_UNKNOWN.err())?;
        count_attempt(parts, app, &REPORTS, Key::number(0).within(&found.panel.id))?;
        // Anybody may ask for a code, so a screen that waits has proven nothing.
        if !found.panel.is_waiting() {
            Context::of(parts).mark_member();
        }
        Ok(found)
    }
}

/// The screen that a request is from, if its cookie names one whose code has not run out.
pub(crate) struct KnownPanel(pub(crate) Option<PanelCaller>);

impl FromRequestParts<App> for KnownPanel {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        of_cookie(parts, app).await.map(Self)
    }
}

async fn of_cookie(parts: &Parts, app: &App) -> Result<Option<PanelCaller>> {
    let Some(token) = cookie(&parts.headers, TOKEN_COOKIE) else { return Ok(None) };
    let (hash, now) = (token_hash(&token), app.clock.now_ms());
    let row = app.db.read(move |read| Ok(store::by_token(read, &hash)?)).await?;
    let holds = row.filter(|row| !row.is_waiting() || row.code_expires_at > now);
    Ok(holds.map(|panel| PanelCaller { panel, token }))
}

/// What is kept of a token.
pub(crate) fn token_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token))
}

/// Lets the browser keep the token of a panel.
pub(crate) fn set_token(response: &mut Response, app: &App, token: &str) {
    add_cookie_at(response, app, (TOKEN_COOKIE, COOKIE_PATH), token, COOKIE_LIFETIME);
}
