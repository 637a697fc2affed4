//! Why a provider brought no answer, in words for those who asked it. A provider may repeat the key in its refusal:
//! nothing of it leaves here with the key in it.

use std::collections::HashSet;
use std::time::Duration;

use axum::http::StatusCode;
use kernel::ApiError;
use kernel::config::Secret;
use kernel::egress::EgressError;
use serde_json::Value;

use crate::texts;

/// Longest part of a provider's own words that is shown, in characters.
const MAX_WORDS: usize = 300;
/// Shortest part of a key that is looked for in a provider's words.
const KEY_PART: usize = 8;

/// When it may be worth trying again while the portal itself is busy.
const BUSY_WAIT: Duration = Duration::from_secs(2);
/// Longest wait that a provider may ask for; whoever waits longer has gone.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Why a provider brought no answer. The texts are the provider's own, without the key; empty for none. The log has
/// none of them: they may repeat what a member has asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProviderError {
    /// The portal may not reach the address.
    #[error("the address is not allowed: {0}")]
    Refused(&'static str),
    /// No answer, or no further part of it, in time.
    #[error("timed out")]
    Timeout,
    /// Nobody answers there.
    #[error("not reachable: {0}")]
    Unreachable(String),
    /// The key of the model cannot be opened: DATA_KEY is another one than when it was entered.
    #[error("the stored key cannot be opened")]
    KeyUnreadable,
    /// 401 or 403.
    #[error("key rejected")]
    KeyRejected(String),
    /// 402, or a refusal that says the same.
    #[error("balance exhausted")]
    BalanceExhausted(String),
    /// 404: no such model, or no such address.
    #[error("not found")]
    NotFound(String),
    /// 429, with the wait that the provider asks for.
    #[error("rate limited")]
    RateLimited(Option<Duration>, String),
    /// Too many requests of the portal itself: the provider was not asked.
    #[error("too many requests of this portal")]
    PortalBusy,
    /// Any other status.
    #[error("status {0}")]
    Status(u16, String),
    /// The answer has ended without an end.
    #[error("the answer broke off")]
    BrokenOff,
    /// The answer has ended without a word, for example because a filter of the provider has stopped it.
    #[error("nothing was said")]
    Empty,
    /// The answer is none that a chat has.
    #[error("the answer is not understood")]
    Broken,
}

impl From<EgressError> for ProviderError {
    fn from(error: EgressError) -> Self {
        match error {
            EgressError::Refused(why) => Self::Refused(why),
            EgressError::Timeout => Self::Timeout,
            EgressError::TooLarge => Self::Broken,
            EgressError::Unresolved(why) | EgressError::Upstream(why) => Self::Unreachable(why),
        }
    }
}

impl ProviderError {
    /// Of a refusal.
    pub(super) fn of_status(
        status: StatusCode,
        retry_after: Option<Duration>,
        body: &[u8],
        key: Option<&Secret<String>>,
    ) -> Self {
        let json: Option<Value> = serde_json::from_slice(body).ok();
        let words = json.as_ref().and_then(message_of).unwrap_or_default();
        let words = redact_key(words, key);
        let has_no_balance =
            says_balance(&words) || json.as_ref().is_some_and(|json| code_of(json) == "insufficient_quota");
        match status.as_u16() {
            401 | 403 => Self::KeyRejected(words),
            402 => Self::BalanceExhausted(words),
            404 => Self::NotFound(words),
            429 if has_no_balance => Self::BalanceExhausted(words),
            429 => Self::RateLimited(retry_after, words),
            status => Self::Status(status, words),
        }
    }

    /// Of an answer that came with 200 and is a refusal.
    pub(super) fn in_body(json: &Value, key: Option<&Secret<String>>) -> Option<Self> {
        let error = json.get("error").filter(|error| !error.is_null())?;
        let words = redact_key(message_of(json).unwrap_or_default(), key);
        let number = ["code", "status"].into_iter().find_map(|field| error[field].as_u64());
        let status = number.and_then(|number| u16::try_from(number).ok()).unwrap_or_default();
        Some(match (status, code_of(json)) {
            (402, _) | (_, "insufficient_quota") => Self::BalanceExhausted(words),
            (429, _) | (_, "rate_limit_exceeded") => Self::RateLimited(None, words),
            (401 | 403, _) | (_, "invalid_api_key" | "authentication_error") => Self::KeyRejected(words),
            (404, _) | (_, "model_not_found") => Self::NotFound(words),
            (status, _) => Self::Status(if status >= 400 { status } else { 502 }, words),
        })
    }

    /// What the caller is told.
    pub(crate) fn refusal(&self) -> ApiError {
        match self {
            Self::Refused(_) => texts::UPSTREAM_REFUSED.err(),
            Self::Timeout => texts::UPSTREAM_TIMEOUT.err(),
            Self::Unreachable(_) => texts::UPSTREAM_UNREACHABLE.err(),
            Self::KeyUnreadable => texts::UPSTREAM_KEY_UNREADABLE.err(),
            Self::KeyRejected(_) => texts::UPSTREAM_KEY_REJECTED.err(),
            Self::BalanceExhausted(_) => texts::UPSTREAM_BALANCE.err(),
            Self::NotFound(_) => texts::UPSTREAM_NOT_FOUND.err(),
            Self::RateLimited(..) => texts::UPSTREAM_BUSY.err(),
            Self::PortalBusy => texts::PORTAL_BUSY.err().retry_after(BUSY_WAIT),
            Self::Status(status, _) => texts::UPSTREAM_FAILED.with("status", status),
            Self::BrokenOff => texts::UPSTREAM_BROKEN_OFF.err(),
            Self::Empty => texts::UPSTREAM_EMPTY.err(),
            Self::Broken => texts::UPSTREAM_BROKEN.err(),
        }
    }

    /// The wait after which the same may succeed; `None` for what will fail again.
    pub(crate) fn retry_wait(&self, attempt: u32) -> Option<Duration> {
        let wait = Duration::from_secs(1 << attempt.min(4));
        match self {
            Self::Unreachable(_) | Self::BrokenOff => Some(wait),
            Self::Status(status, _) if *status >= 500 => Some(wait),
            Self::RateLimited(asked, _) => {
                let asked = asked.unwrap_or(wait);
                (asked <= MAX_WAIT).then_some(asked)
            }
            _ => None,
        }
    }

    /// The provider's own words, for admins; empty for none.
    pub(crate) fn provider_message(&self) -> &str {
        match self {
            Self::KeyRejected(words)
            | Self::BalanceExhausted(words)
            | Self::NotFound(words)
            | Self::RateLimited(_, words)
            | Self::Status(_, words) => words,
            Self::Refused(_)
            | Self::Timeout
            | Self::Unreachable(_)
            | Self::KeyUnreadable
            | Self::PortalBusy
            | Self::BrokenOff
            | Self::Empty
            | Self::Broken => "",
        }
    }
}

/// Where providers put their words: `error.message`, `error`, `message` or `detail`.
fn message_of(json: &Value) -> Option<&str> {
    let error = &json["error"];
    let places = [&error["message"], error, &json["message"], &json["detail"]];
    places.into_iter().find_map(Value::as_str)
}

/// The word by which programs know a refusal: `error.code`, or `error.type` where that is no word.
fn code_of(json: &Value) -> &str {
    let error = &json["error"];
    error["code"].as_str().or_else(|| error["type"].as_str()).unwrap_or_default()
}

fn says_balance(words: &str) -> bool {
    let words = words.to_lowercase();
    ["insufficient_quota", "exceeded your current quota", "balance", "余额", "欠费"]
        .iter()
        .any(|sign| words.contains(sign))
}

/// Words in one line, without the key and every part of it that has eight characters or more.
fn redact_key(words: &str, key: Option<&Secret<String>>) -> String {
    // More than is shown, because a key becomes shorter; no more than that, because a provider may send megabytes.
    let words = words.chars().map(|c| if c.is_control() { ' ' } else { c });
    let words: Vec<char> = words.take(4 * MAX_WORDS).collect();
    let key: Vec<char> = key.map(|key| key.expose().chars().collect()).unwrap_or_default();
    let part = KEY_PART.min(key.len());
    let parts: HashSet<&[char]> = if part == 0 { HashSet::new() } else { key.windows(part).collect() };
    let mut of_key = vec![false; words.len()];
    for start in 0..words.len() {
        if words.get(start..start + part).is_some_and(|window| parts.contains(window)) {
            of_key[start..start + part].fill(true);
        }
    }
    let mut shown = String::new();
    for (index, c) in words.iter().enumerate() {
        match of_key[index] {
            false => shown.push(*c),
            true if index == 0 || !of_key[index - 1] => shown.push_str("****"),
            true => {}
        }
    }
    shown.trim().chars().take(MAX_WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(status: u16, body: &str) -> ProviderError {
        let key = Secret::new("sk-1234567890abcdef".to_owned());
        ProviderError::of_status(StatusCode::from_u16(status).unwrap(), None, body.as_bytes(), Some(&key))
    }

    #[test]
    fn a_refusal_that_repeats_the_key_is_shown_without_it() {
        let body = r#"{"error":{"message":"Incorrect API key provided: sk-1234567890abcdef."}}"#;
        assert_eq!(of(401, body), ProviderError::KeyRejected("Incorrect API key provided: ****.".into()));
        let part = of(401, r#"{"error":{"message":"the key sk-1234567890… is unknown"}}"#);
        assert_eq!(part.provider_message(), "the key ****… is unknown");
        let middle = of(401, r#"{"error":{"message":"…34567890a…"}}"#);
        assert_eq!(middle.provider_message(), "…****…");
    }

    #[test]
    fn an_exhausted_balance_is_told_from_haste() {
        let quota = r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}}"#;
        assert!(matches!(of(429, quota), ProviderError::BalanceExhausted(_)));
        assert!(matches!(of(402, ""), ProviderError::BalanceExhausted(_)));
        assert!(matches!(of(429, r#"{"message":"slow down"}"#), ProviderError::RateLimited(None, _)));
    }

    #[test]
    fn a_refusal_inside_of_a_200_is_one() {
        let json = serde_json::json!({ "error": { "message": "余额不足", "code": 402 } });
        assert_eq!(
            ProviderError::in_body(&json, None),
            Some(ProviderError::BalanceExhausted("余额不足".into()))
        );
        assert_eq!(ProviderError::in_body(&serde_json::json!({ "choices": [], "error": null }), None), None);
        let by_word = |code: &str| {
            let json = serde_json::json!({ "error": { "message": "no", "code": code } });
            ProviderError::in_body(&json, None).unwrap()
        };
        assert_eq!(by_word("insufficient_quota"), ProviderError::BalanceExhausted("no".into()));
        assert_eq!(by_word("rate_limit_exceeded"), ProviderError::RateLimited(None, "no".into()));
        assert_eq!(by_word("invalid_api_key"), ProviderError::KeyRejected("no".into()));
        assert_eq!(by_word("odd"), ProviderError::Status(502, "no".into()));
    }

    proptest! {
        #[test]
        fn no_words_of_a_provider_show_its_key(before in ".{0,20}", after in ".{0,20}", key in "[!-~]{8,40}") {
            let shown = redact_key(&format!("{before}{key}{after}"), Some(&Secret::new(key.clone())));
            prop_assert!(!shown.contains(&key));
        }

        #[test]
        fn no_words_of_a_provider_show_a_part_of_its_key(
            key in "[a-z0-9]{8,60}", from in 0_usize..50, length in 8_usize..60, around in "[A-Z ]{0,30}"
        ) {
            let part: String = key.chars().skip(from).take(length).collect();
            let shown = redact_key(&format!("{around}{part}{around}"), Some(&Secret::new(key.clone())));
            prop_assert!(part.len() < 8 || !shown.contains(&part));
        }
    }
}
