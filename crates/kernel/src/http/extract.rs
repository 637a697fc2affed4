//! Query and path extractors whose refusals speak the envelope, and the language of the reader.

use axum::extract::{FromRequestParts, rejection::PathRejection};
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::{ApiError, Result};
use crate::texts;
use crate::texts::Language;

/// The query string as `T`. `HttpApp` has refused what [`check_query`] refuses.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let query = parts.uri.query().unwrap_or_default();
        serde_urlencoded::from_str(query).map(Self).map_err(|error| texts::QUERY_INVALID.err().because(error))
    }
}

/// Refuses a parameter that occurs twice, so that no two layers can read two different values out
/// of one request, and characters that cannot be stored.
pub(super) fn check_query(query: &str) -> Result<()> {
    let mut seen = std::collections::BTreeSet::new();
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        if key.contains('\0') || value.contains('\0') {
            return Err(texts::BAD_CHARACTER.err());
        }
        if seen.contains(&key) {
            let name: String = key.chars().filter(|c| !c.is_control()).take(60).collect();
            return Err(texts::DUPLICATE_QUERY.with("field", name));
        }
        seen.insert(key);
    }
    Ok(())
}

/// The path's parameters as `T`. What does not fit names nothing that exists: 404.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        axum::extract::Path::<T>::from_request_parts(parts, app)
            .await
            .map(|axum::extract::Path(value)| Self(value))
            .map_err(|error: PathRejection| ApiError::not_found().because(error))
    }
}

impl Language {
    /// Chinese unless the first language that `Accept-Language` asks for is English.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let first = headers.get(ACCEPT_LANGUAGE).map(|value| value.as_bytes().trim_ascii_start());
        let start = first.and_then(|value| value.get(..2));
        if start.is_some_and(|start| start.eq_ignore_ascii_case(b"en")) {
            Self::English
        } else {
            Self::Chinese
        }
    }
}

impl FromRequestParts<App> for Language {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        Ok(Self::of(&parts.headers))
    }
}
