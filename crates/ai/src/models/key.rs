//! Keys of providers: sealed, shown as a mask, and sent to the origin that they were entered for alone.

use kernel::config::Secret;
use kernel::secrets::SecretLocation;
use kernel::{App, Result};
use url::Url;

use super::fields::{completions_url, origin};
use crate::environment::{self, AI_API_KEY};
use crate::store::models::ModelRow;

/// Where a model answers, and with which key.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    /// As it was entered.
    pub(crate) api_url: Url,
    /// `None` for a provider that asks for none.
    pub(crate) key: Option<Secret<String>>,
    /// Whether the operator has named the address: host, port and path.
    pub(crate) is_operator_configured: bool,
}

impl Endpoint {
    /// Of an address that somebody has entered, with this key.
    pub(crate) fn new(app: &App, api_url: Url, key: Option<Secret<String>>) -> Self {
        let named = environment::api_url(&app.config);
        // Another path of a private host is another service.
        let is_operator_configured =
            named.is_some_and(|named| completions_url(named) == completions_url(&api_url));
        Self { api_url, key, is_operator_configured }
    }

    /// Of a stored model.
    ///
    /// # Errors
    /// When the key cannot be opened, or the environment has lost the address.
    pub(crate) fn of(app: &App, row: &ModelRow) -> Result<Self> {
        let api_url = api_url(app, row)?;
        let key = if row.builtin { AI_API_KEY.of(&app.config).clone() } else { opened(app, row, &api_url)? };
        Ok(Self::new(app, api_url, key))
    }
}

/// The address of a stored model.
///
/// # Errors
/// When the environment has lost it.
pub(crate) fn api_url(app: &App, row: &ModelRow) -> Result<Url> {
    match environment::api_url(&app.config).filter(|_| row.builtin) {
        Some(url) => Ok(url.clone()),
        // Rules for new addresses may be stricter than when this one was entered.
        None => Url::parse(&row.api_url).map_err(kernel::ApiError::internal),
    }
}

/// Seals the key of a model for the origin of its address: it opens for no other.
///
/// # Errors
/// When it cannot be sealed.
pub(crate) fn seal(app: &App, id: &str, api_url: &Url, key: &str) -> Result<Option<String>> {
    if key.is_empty() {
        return Ok(None);
    }
    let row = bound_to(id, api_url);
    Ok(Some(app.secrets.seal(&app.random, place(&row), key)?))
}

/// The key of a stored model, which is not one of the environment.
///
/// # Errors
/// When it cannot be opened.
pub(crate) fn opened(app: &App, row: &ModelRow, api_url: &Url) -> Result<Option<Secret<String>>> {
    let Some(sealed) = &row.api_key else { return Ok(None) };
    let bound = bound_to(&row.id, api_url);
    Ok(Some(app.secrets.open(place(&bound), sealed)?))
}

fn bound_to(id: &str, api_url: &Url) -> String {
    format!("{id} {}", origin(api_url))
}

fn place(row: &str) -> SecretLocation<'_> {
    SecretLocation { table: "ai_models", row, column: "api_key" }
}
