//! Addresses of providers: which one may be entered, and where its chat completions and its list of models are; pure.

use kernel::Result;
use url::Url;

use crate::texts;

/// Longest address, in bytes.
const MAX_URL: usize = 500;
/// What the address of chat completions ends with.
const COMPLETIONS: &str = "/chat/completions";

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

    proptest! {
        #[test]
        fn no_address_makes_it_panic_or_change_its_origin(raw in ".{0,80}") {
            if let Ok(url) = parse_api_url(&raw) {
                prop_assert_eq!(origin(&completions_url(&url)), origin(&url));
            }
        }
    }
}
