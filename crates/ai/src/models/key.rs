//! Keys of providers: sealed, shown as a mask, and sent to the origin that they were entered for alone.

use kernel::config::Secret;
use kernel::secrets::SecretLocation;
use kernel::{App, Result};
use url::Url;

use crate::environment::{self, AI_API_KEY};
use crate::provider::{Endpoint, completions_url, origin};
use crate::store::models::ModelRow;

/// Where a provider is that somebody has entered, with this key.
pub(crate) fn endpoint_at(app: &App, api_url: Url, key: Option<Secret<String>>) -> Endpoint {
    let named = environment::api_url(&app.config);
    // Another path of a private host is another service.
    let is_operator_configured =
        named.is_some_and(|named| completions_url(named) == completions_url(&api_url));
    Endpoint { api_url, key, is_operator_configured }
}

/// Where a stored model answers.
///
/// # Errors
/// When the key cannot be opened, or the environment has lost the address.
pub(crate) fn endpoint_of(app: &App, row: &ModelRow) -> Result<Endpoint> {
    let api_url = api_url(app, row)?;
    let key = if row.builtin { AI_API_KEY.of(&app.config).clone() } else { opened(app, row, &api_url)? };
    Ok(endpoint_at(app, api_url, key))
}

/// The first and the last four characters of a key; nothing of a short one.
pub(crate) fn masked(key: &str) -> String {
    let ends = key.get(..4).zip(key.get(key.len().saturating_sub(4)..));
    match (key.len(), ends) {
        (0, _) => String::new(),
        (1..=15, _) | (_, None) => "****".to_owned(),
        (_, Some((first, last))) => format!("{first}****{last}"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_key_shows_its_ends_and_a_short_one_nothing() {
        assert_eq!(masked("sk-1234567890abcdef"), "sk-1****cdef");
        assert_eq!((masked("sk-12345").as_str(), masked("").as_str()), ("****", ""));
    }

    proptest! {
        #[test]
        fn a_mask_shows_at_most_half_of_a_key(key in "[!-~]{0,64}") {
            prop_assert!(masked(&key).replace('*', "").len() * 2 <= key.len());
        }
    }
}
