//! What a model is, and which addresses, prices and sizes it may have; pure.

use kernel::Result;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::texts;

/// Models that may exist.
pub(crate) const MAX_MODELS: usize = 500;
/// Models added at once (`interface 8`).
pub(crate) const MAX_BATCH: usize = 50;
/// Longest id, in bytes.
const MAX_ID: usize = 32;
/// Longest label, in characters.
const MAX_LABEL: usize = 30;
/// Longest name at the provider, in characters.
const MAX_MODEL: usize = 120;
/// Longest address, in bytes.
const MAX_URL: usize = 500;
/// Longest key, in bytes.
const MAX_KEY: usize = 1000;
/// Context of a model that names none, in tokens (`interface 2.11`).
pub(crate) const DEFAULT_CONTEXT: i64 = 10_000;
const MAX_CONTEXT: i64 = 200_000;
const MAX_OUTPUT: i64 = 65_536;
const MAX_SORT_ORDER: i64 = 9999;
/// Highest price, in yuan for a million tokens.
const MAX_PRICE: f64 = 100_000.0;
/// Millionths in one.
const MILLION: f64 = 1_000_000.0;
/// Colour of a model that names none.
pub(crate) const DEFAULT_COLOR: &str = "#6366f1";
/// Words that stand in paths where ids stand too.
const RESERVED: [&str; 4] = ["default", "test", "batch", "provider-models"];
/// What the address of chat completions ends with.
const COMPLETIONS: &str = "/chat/completions";

/// How thinking is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ApiStyle {
    /// By `reasoning_effort`.
    #[default]
    Openai,
    /// By `thinking`, which also turns it off.
    Deepseek,
}

/// How much a model shall think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReasoningEffort {
    /// A little.
    Low,
    /// The middle.
    Medium,
    /// Long.
    High,
}

/// As it is stored and sent.
pub(crate) fn effort_text(effort: ReasoningEffort) -> &'static str {
    match effort {
        ReasoningEffort::Low => "low",
        ReasoningEffort::Medium => "medium",
        ReasoningEffort::High => "high",
    }
}

/// An id that an admin has chosen: 1 to 32 letters, digits, `.`, `_` and `-`.
///
/// # Errors
/// 400.
pub(crate) fn parse_id(raw: &str) -> Result<String> {
    let is_slug = raw.starts_with(|c: char| c.is_ascii_alphanumeric())
        && raw.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
    if is_slug && raw.len() <= MAX_ID && !RESERVED.contains(&raw) {
        Ok(raw.to_owned())
    } else {
        Err(texts::MODEL_ID_INVALID.with("max", MAX_ID))
    }
}

/// An id made from a name; `otherwise` when nothing of the name can stand in one.
pub(crate) fn slug(name: &str, otherwise: &str) -> String {
    let mut id = String::new();
    for c in name.chars().map(|c| c.to_ascii_lowercase()) {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '_') {
            id.push(c);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.truncate(MAX_ID - 3);
    let id = id.trim_matches(['-', '.', '_']);
    if id.is_empty() || RESERVED.contains(&id) { otherwise.to_owned() } else { id.to_owned() }
}

/// The id itself, or with the first number behind it that makes it free.
pub(crate) fn free_id(id: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|n| format!("{id}-{n}"));
    std::iter::once(id.to_owned()).chain(numbered).find(|id| !is_taken(id)).unwrap_or_default()
}

/// What members read.
///
/// # Errors
/// 400.
pub(crate) fn parse_label(raw: &str) -> Result<String> {
    parse_line(raw, MAX_LABEL).ok_or_else(|| texts::MODEL_LABEL_INVALID.with("max", MAX_LABEL))
}

/// What the provider calls it.
///
/// # Errors
/// 400.
pub(crate) fn parse_model(raw: &str) -> Result<String> {
    parse_line(raw, MAX_MODEL).ok_or_else(|| texts::MODEL_NAME_INVALID.with("max", MAX_MODEL))
}

pub(crate) fn parse_line(raw: &str, max: usize) -> Option<String> {
    let line = raw.trim();
    let fits = (1..=max).contains(&line.chars().count()) && !line.chars().any(char::is_control);
    fits.then(|| line.to_owned())
}

/// `#rrggbb`, in lower case.
///
/// # Errors
/// 400.
pub(crate) fn parse_color(raw: &str) -> Result<String> {
    let digits = raw.strip_prefix('#').filter(|digits| digits.len() == 6);
    if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        Ok(raw.to_ascii_lowercase())
    } else {
        Err(texts::MODEL_COLOR_INVALID.err())
    }
}

/// An http or https address without a user, and without a key in its query.
///
/// # Errors
/// 400.
pub(crate) fn parse_api_url(raw: &str) -> Result<Url> {
    let invalid = || texts::MODEL_URL_INVALID.err();
    let raw = raw.trim();
    let url = Url::parse(raw).map_err(|_| invalid())?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.fragment().is_none()
        && !has_key(&url)
        && raw.len() <= MAX_URL;
    if is_plain { Ok(url) } else { Err(invalid()) }
}

/// Whether an address has a key in its query, where everybody would see it who sees the address.
pub(crate) fn has_key(url: &Url) -> bool {
    const NAMES: [&str; 7] = ["key", "token", "secret", "password", "sig", "signature", "auth"];
    url.query_pairs().any(|(name, _)| {
        let name = name.to_ascii_lowercase();
        NAMES.iter().any(|part| {
            name == *part || name.ends_with(&format!("_{part}")) || name.ends_with(&format!("-{part}"))
        }) || matches!(name.as_str(), "apikey" | "accesstoken")
    })
}

/// Scheme, host and port: a key belongs to these.
pub(crate) fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Where chat completions are: an address that ends with a version gets the path behind it, a bare host that of
/// OpenAI, and any other address is taken as it is.
pub(crate) fn completions_url(api_url: &Url) -> Url {
    let mut url = api_url.clone();
    let path = url.path().trim_end_matches('/').to_owned();
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_version = last
        .strip_prefix('v')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
    if path.is_empty() {
        url.set_path(&format!("/v1{COMPLETIONS}"));
    } else if is_version {
        url.set_path(&format!("{path}{COMPLETIONS}"));
    }
    url
}

/// Where the provider lists its models, if that follows from where it completes chats.
pub(crate) fn models_url(api_url: &Url) -> Option<Url> {
    let mut url = completions_url(api_url);
    let base = url.path().trim_end_matches('/').strip_suffix(COMPLETIONS)?.to_owned();
    url.set_path(&format!("{base}/models"));
    Some(url)
}

/// A key: visible ASCII, as it stands in a header.
///
/// # Errors
/// 400.
pub(crate) fn parse_key(raw: &str) -> Result<String> {
    let key = raw.trim();
    if key.len() <= MAX_KEY && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(key.to_owned())
    } else {
        Err(texts::MODEL_KEY_INVALID.err())
    }
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

/// # Errors
/// 400 naming the field.
pub(crate) fn parse_range(field: &'static str, value: i64, max: i64) -> Result<i64> {
    if (0..=max).contains(&value) {
        Ok(value)
    } else {
        Err(texts::MODEL_NUMBER_INVALID.with("field", field).with("max", max))
    }
}

/// # Errors
/// 400.
pub(crate) fn parse_context(value: i64) -> Result<i64> {
    parse_range("max_context_tokens", value, MAX_CONTEXT)
}

/// # Errors
/// 400.
pub(crate) fn parse_output(value: i64) -> Result<i64> {
    parse_range("max_output_tokens", value, MAX_OUTPUT)
}

/// # Errors
/// 400.
pub(crate) fn parse_sort_order(value: i64) -> Result<i64> {
    parse_range("sort_order", value, MAX_SORT_ORDER)
}

/// A price in yuan for a million tokens, as millionths of a yuan.
///
/// # Errors
/// 400 naming the field.
pub(crate) fn parse_price(field: &'static str, price: f64) -> Result<i64> {
    if (0.0..=MAX_PRICE).contains(&price) {
        #[expect(clippy::cast_possible_truncation, reason = "at most 10^11")]
        Ok((price * MILLION).round() as i64)
    } else {
        Err(texts::MODEL_PRICE_INVALID.with("field", field))
    }
}

/// Millionths as a number.
pub(crate) fn from_millionths(value: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "sums of prices stay far below 2^52")]
    let value = value as f64;
    value / MILLION
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn completed(raw: &str) -> String {
        completions_url(&parse_api_url(raw).unwrap()).to_string()
    }

    #[test]
    fn an_address_is_completed_to_that_of_chat_completions() {
        for (entered, effective) in [
            ("https://a.test", "https://a.test/v1/chat/completions"),
            ("https://a.test/", "https://a.test/v1/chat/completions"),
            ("https://a.test/v1", "https://a.test/v1/chat/completions"),
            ("https://a.test/v1/", "https://a.test/v1/chat/completions"),
            ("https://a.test/api/paas/v4", "https://a.test/api/paas/v4/chat/completions"),
            ("https://a.test/v1/chat/completions", "https://a.test/v1/chat/completions"),
            ("https://a.test/relay?tenant=7", "https://a.test/relay?tenant=7"),
            ("https://a.test/v1?tenant=7", "https://a.test/v1/chat/completions?tenant=7"),
            ("https://a.test/vision", "https://a.test/vision"),
        ] {
            assert_eq!(completed(entered), effective);
        }
    }

    #[test]
    fn a_key_is_no_part_of_an_address() {
        for bad in [
            "https://u:p@a.test",
            "https://a.test/v1?key=x",
            "https://a.test/v1?api_key=x&v=1",
            "ftp://a.test",
        ] {
            assert!(parse_api_url(bad).is_err(), "{bad}");
        }
        assert!(parse_api_url("https://a.test/v1?api-version=2024-06-01").is_ok());
    }

    #[test]
    fn the_list_of_models_is_beside_the_chat_completions() {
        let listed = |raw| models_url(&parse_api_url(raw).unwrap()).map(|url| url.to_string());
        assert_eq!(listed("https://a.test").as_deref(), Some("https://a.test/v1/models"));
        assert_eq!(listed("https://a.test/x/v4/").as_deref(), Some("https://a.test/x/v4/models"));
        assert_eq!(listed("https://a.test/relay"), None);
    }

    #[test]
    fn a_long_key_shows_its_ends_and_a_short_one_nothing() {
        assert_eq!(masked("sk-1234567890abcdef"), "sk-1****cdef");
        assert_eq!((masked("sk-12345").as_str(), masked("").as_str()), ("****", ""));
    }

    #[test]
    fn prices_are_kept_to_the_millionth() {
        assert_eq!(parse_price("input_price", 0.27).unwrap(), 270_000);
        assert!(parse_price("input_price", -0.1).is_err() && parse_price("input_price", f64::NAN).is_err());
    }

    proptest! {
        #[test]
        fn a_slug_is_an_id(name in ".{0,60}") {
            prop_assert!(parse_id(&slug(&name, "model")).is_ok(), "{}", slug(&name, "model"));
        }

        #[test]
        fn no_address_makes_it_panic_or_change_its_origin(raw in ".{0,80}") {
            if let Ok(url) = parse_api_url(&raw) {
                prop_assert_eq!(origin(&completions_url(&url)), origin(&url));
            }
        }

        #[test]
        fn a_mask_shows_at_most_half_of_a_key(key in "[!-~]{0,64}") {
            prop_assert!(masked(&key).replace('*', "").len() * 2 <= key.len());
        }
    }
}
