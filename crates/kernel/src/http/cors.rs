//! Cross-origin rules (`interface 5.7`) and the guard against cross-site mutations.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
    ACCESS_CONTROL_REQUEST_METHOD, HOST, ORIGIN, VARY,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method};

use crate::config::Origins;
use crate::feature::Feature;

const METHODS: &str = "GET, POST, PUT, PATCH, DELETE, OPTIONS";
/// What every front end may send; features add headers of their own.
const REQUEST_HEADERS: [&str; 3] = ["Content-Type", "Authorization", "Cookie"];
const EXPOSED: &str = "X-RateLimit-Name, X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After";

/// The request headers that front ends of other origins may send: the common ones and those of these
/// features.
///
/// # Panics
/// When a feature names a header that is none.
pub(super) fn request_headers(features: &[Feature]) -> HeaderValue {
    let mut own: Vec<&str> = features.iter().flat_map(|feature| feature.request_headers).copied().collect();
    own.sort_unstable();
    let all: Vec<&str> = REQUEST_HEADERS.into_iter().chain(own).collect();
    HeaderValue::try_from(all.join(", ")).expect("a feature names headers")
}

/// Whether this is a browser asking before it sends.
pub(super) fn is_preflight(method: &Method, headers: &HeaderMap) -> bool {
    method == Method::OPTIONS
        && headers.contains_key(ORIGIN)
        && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// The headers of a preflight's answer.
pub(super) fn preflight(
    origin: Option<&HeaderValue>,
    answer: &mut HeaderMap,
    origins: &Origins,
    request_headers: &HeaderValue,
) {
    if allow_origin(origin, answer, origins) {
        answer.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
        answer.insert(ACCESS_CONTROL_ALLOW_HEADERS, request_headers.clone());
        answer.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    }
}

/// The headers of every other answer.
pub(super) fn decorate(origin: Option<&HeaderValue>, answer: &mut HeaderMap, origins: &Origins) {
    if allow_origin(origin, answer, origins) {
        answer.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    }
}

/// Any origin gets a literal `*`, never credentials; a listed one is echoed with them; an unlisted
/// one gets nothing.
fn allow_origin(origin: Option<&HeaderValue>, answer: &mut HeaderMap, origins: &Origins) -> bool {
    let Origins::Listed(listed) = origins else {
        answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        return true;
    };
    answer.append(VARY, HeaderValue::from_static("Origin"));
    match origin {
        Some(origin) if is_listed(origin, listed) => {
            answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            answer.insert(ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
            true
        }
        _ => false,
    }
}

fn is_listed(origin: &HeaderValue, listed: &[String]) -> bool {
    origin.to_str().is_ok_and(|origin| listed.iter().any(|known| known.eq_ignore_ascii_case(origin)))
}

/// Whether a request that carries the cookie comes from a page of ours or a listed origin
/// (`interface 5.7`). Without either header it is no browser, and a cookie it was given.
pub(super) fn is_own_site(headers: &HeaderMap, origins: &Origins) -> bool {
    if let Some(origin) = headers.get(ORIGIN) {
        let listed = matches!(origins, Origins::Listed(listed) if is_listed(origin, listed));
        return listed || same_host(origin, headers);
    }
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    !matches!(site, Some(b"cross-site" | b"same-site"))
}

/// Whether a page of this origin may open a socket: any may as long as no list is set, else those on
/// it and our own. Without an origin it is no browser.
pub(super) fn may_open_socket(headers: &HeaderMap, origins: &Origins) -> bool {
    match (headers.get(ORIGIN), origins) {
        (None, _) | (_, Origins::Any) => true,
        (Some(origin), Origins::Listed(listed)) => is_listed(origin, listed) || same_name(origin, headers),
    }
}

/// Compares hosts without ports: the socket has a port of its own.
fn same_name(origin: &HeaderValue, headers: &HeaderMap) -> bool {
    let name = |value: &HeaderValue| {
        let value = value.to_str().ok()?;
        let authority = value.split_once("://").map_or(value, |(_, authority)| authority);
        Some(authority.parse::<Authority>().ok()?.host().to_ascii_lowercase())
    };
    let asked = headers.get(HOST).and_then(name);
    asked.is_some() && asked == name(origin)
}

/// Compares host and port; the scheme differs legitimately behind a proxy that ends TLS.
fn same_host(origin: &HeaderValue, headers: &HeaderMap) -> bool {
    let authority = origin.to_str().ok().and_then(|origin| Some(origin.split_once("://")?.1));
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    matches!((authority, host), (Some(authority), Some(host)) if authority.eq_ignore_ascii_case(host))
}
