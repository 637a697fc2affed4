//! What an integration is, and which names, origins and addresses it may have; pure.

use std::collections::BTreeSet;

use identity::api_scopes;
use kernel::Result;
use kernel::api_client::ApiScope;
use kernel::texts::Refusal;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::texts;

/// Integrations that one member may own.
pub(super) const MAX_OWNED: i64 = 100;
/// Open requests of one member.
pub(super) const MAX_REQUESTS: i64 = 5;
/// Origins of one integration.
const MAX_ORIGINS: usize = 20;
/// Longest name, in characters.
const MAX_NAME: usize = 40;
/// Longest purpose of a request, and longest reason for refusing it, in characters.
const MAX_PURPOSE: usize = 200;
/// Longest address of a webhook, in bytes.
const MAX_URL: usize = 500;
/// Lifetime unless the request says otherwise, in days.
const DEFAULT_TTL: i64 = 30;
/// Longest lifetime, in days.
const MAX_TTL: i64 = 3650;
/// How long the secret before a new one may still hold, in hours.
const MAX_OVERLAP: i64 = 24;
/// Longest address of a page, in bytes.
const MAX_PAGE_URL: usize = 500;
/// Longest name of an event.
const MAX_EVENT: usize = 80;

/// Where an integration is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum IntegrationStatus {
    /// A member has asked for it.
    Requested,
    /// It was issued, or the request was approved.
    Approved,
    /// The request was refused.
    Refused,
    /// It was revoked, for good.
    Revoked,
}

/// The name of an integration: 1 to 40 characters that are seen.
///
/// # Errors
/// 400.
pub(super) fn parse_name(raw: &str) -> Result<String> {
    let name = identity::user::normalise(raw);
    let is_shown = name.chars().any(char::is_alphanumeric) && !name.chars().any(identity::user::is_invisible);
    if (1..=MAX_NAME).contains(&name.chars().count()) && is_shown {
        Ok(name)
    } else {
        Err(texts::NAME_INVALID.with("max", MAX_NAME))
    }
}

/// What a member wants an integration for.
///
/// # Errors
/// 400.
pub(super) fn parse_purpose(raw: &str) -> Result<String> {
    parse_line(raw, &texts::PURPOSE_INVALID)
}

fn parse_line(raw: &str, invalid: &'static Refusal) -> Result<String> {
    let line = raw.trim();
    if line.chars().count() > MAX_PURPOSE || line.chars().any(char::is_control) {
        return Err(invalid.with("max", MAX_PURPOSE));
    }
    Ok(line.to_owned())
}

/// Why a request is refused, for the member who asked.
///
/// # Errors
/// 400.
pub(super) fn parse_refusal_reason(raw: &str) -> Result<String> {
    parse_line(raw, &texts::REFUSAL_REASON_INVALID)
}

/// Scopes in either spelling.
///
/// # Errors
/// 400 naming the one that is none, or when there are none at all.
pub(super) fn parse_scopes(raw: &[String]) -> Result<BTreeSet<ApiScope>> {
    let known =
        |raw: &String| api_scopes::parse(raw).ok_or_else(|| texts::SCOPE_UNKNOWN.with("scope", shown(raw)));
    let scopes: BTreeSet<_> = raw.iter().map(known).collect::<Result<_>>()?;
    if scopes.is_empty() { Err(texts::SCOPES_MISSING.err()) } else { Ok(scopes) }
}

/// Origins as browsers spell them: scheme, host and port, in lower case, without a path.
///
/// # Errors
/// 400 naming the one that is none.
pub(super) fn parse_origins(raw: &[String]) -> Result<Vec<String>> {
    let mut origins = Vec::new();
    for raw in raw {
        let origin = parse_origin(raw).ok_or_else(|| texts::ORIGIN_INVALID.with("origin", shown(raw)))?;
        if !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    if origins.len() > MAX_ORIGINS {
        return Err(texts::TOO_MANY_ORIGINS.with("max", MAX_ORIGINS));
    }
    Ok(origins)
}

fn parse_origin(raw: &str) -> Option<String> {
    let url = Url::parse(raw.trim()).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let names_nobody = url.username().is_empty() && url.password().is_none();
    let origin = url.origin().ascii_serialization();
    // In it, because `%2a` is the same in a host.
    (is_web && is_bare && names_nobody && !origin.contains('*')).then_some(origin)
}

/// The address that events are sent to; empty for none. Whether it may be reached is asked when it is.
///
/// # Errors
/// 400.
pub(super) fn parse_webhook_url(raw: &str) -> Result<String> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Ok(String::new());
    }
    let url = Url::parse(raw).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.filter(|url| url.username().is_empty() && url.password().is_none());
    let url = url.filter(|url| url.as_str().len() <= MAX_URL);
    url.map(String::from).ok_or_else(|| texts::WEBHOOK_URL_INVALID.err())
}

/// The address of the page that the desktop shows; empty for none. Its origin is one of the origins of the integration:
/// whoever approves it has seen those.
///
/// # Errors
/// 400.
pub(super) fn parse_page_url(raw: &str, origins: &[impl AsRef<str>]) -> Result<String> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Ok(String::new());
    }
    let url = Url::parse(raw).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.filter(|url| url.username().is_empty() && url.password().is_none());
    let url = url.filter(|url| url.as_str().len() <= MAX_PAGE_URL);
    let url = url.filter(|url| url.host_str().is_some_and(is_plain_host));
    let url = url.ok_or_else(|| texts::PAGE_URL_INVALID.err())?;
    let origin = url.origin().ascii_serialization();
    if origins.iter().any(|listed| listed.as_ref() == origin) {
        Ok(url.into())
    } else {
        Err(texts::PAGE_ORIGIN_UNLISTED.with("origin", origin))
    }
}

/// Whether the content policy of the desktop, which names the origin of a page, takes a host for this host alone: there
/// `*` stands for any other, and the brackets of IPv6 have no place.
fn is_plain_host(host: &str) -> bool {
    host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}

/// The origin of the address of a page; `None` for no page.
pub(super) fn page_origin(page_url: &str) -> Option<String> {
    Url::parse(page_url).ok().map(|url| url.origin().ascii_serialization())
}

/// A lifetime in days.
///
/// # Errors
/// 400.
pub(super) fn parse_ttl(days: Option<i64>) -> Result<i64> {
    let days = days.unwrap_or(DEFAULT_TTL);
    if (1..=MAX_TTL).contains(&days) { Ok(days) } else { Err(texts::TTL_INVALID.with("max", MAX_TTL)) }
}

/// How long the secret before holds, in milliseconds.
///
/// # Errors
/// 400.
pub(super) fn parse_overlap(hours: Option<i64>) -> Result<i64> {
    let hours = hours.unwrap_or(0);
    if (0..=MAX_OVERLAP).contains(&hours) {
        Ok(hours * 60 * 60 * 1000)
    } else {
        Err(texts::OVERLAP_INVALID.with("max", MAX_OVERLAP))
    }
}

/// Whether an event may have this name.
pub(super) fn is_event_name(raw: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:-".contains(&byte);
    (1..=MAX_EVENT).contains(&raw.len()) && raw.bytes().all(allowed)
}

/// A word from outside, cut to a length that fits a message.
fn shown(raw: &str) -> String {
    raw.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// Scopes as a row holds them.
pub(super) fn stored_scopes(scopes: &BTreeSet<ApiScope>) -> String {
    scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ")
}

/// Scopes of a row. One that this version does not know opens nothing.
pub(super) fn scopes_of(stored: &str) -> BTreeSet<ApiScope> {
    stored.split(' ').filter_map(api_scopes::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_origin_is_what_a_browser_sends_and_nothing_more() {
        for (raw, origin) in [
            ("https://Tracker.example", "https://tracker.example"),
            ("https://tracker.example:443/", "https://tracker.example"),
            ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
            ("http://[::1]:5173", "http://[::1]:5173"),
        ] {
            assert_eq!(parse_origin(raw).as_deref(), Some(origin));
        }
        for raw in [
            "",
            "null",
            "*",
            "https://*.example",
            "tracker.example",
            "file:///home",
            "https://tracker.example/path",
            "https://tracker.example/?a",
            "https://u:p@tracker.example",
            "javascript:alert(1)",
            "data:text/html,x",
        ] {
            assert_eq!(parse_origin(raw), None, "{raw}");
        }
    }

    #[test]
    fn scopes_are_stored_and_read_in_one_spelling() {
        let raw = ["read:message", "data:write", "message:read"].map(ToOwned::to_owned);
        let scopes = parse_scopes(&raw).unwrap();
        assert_eq!(stored_scopes(&scopes), "data:write message:read");
        assert_eq!(scopes_of("data:write message:read"), scopes);
        assert_eq!(scopes_of(""), BTreeSet::new());
        assert!(parse_scopes(&[]).is_err() && parse_scopes(&["read:users".to_owned()]).is_err());
    }

    #[test]
    fn a_webhook_has_a_web_address_without_a_password() {
        assert_eq!(parse_webhook_url("  ").unwrap(), "");
        assert_eq!(parse_webhook_url("https://t.example/hook?a=1").unwrap(), "https://t.example/hook?a=1");
        let long = format!("https://t.example/{}", "a".repeat(500));
        for raw in ["ftp://t.example", "https://u:p@t.example", "/hook", "https://", long.as_str()] {
            assert!(parse_webhook_url(raw).is_err(), "{raw}");
        }
    }

    proptest! {
        #[test]
        fn reading_what_was_typed_never_panics(raw in ".{0,80}") {
            let _ = (parse_name(&raw), parse_purpose(&raw), parse_origin(&raw), parse_webhook_url(&raw));
            let _ = (parse_scopes(std::slice::from_ref(&raw)), is_event_name(&raw));
        }
    }
}
