//! Why the provider brought nothing: in words for members, and for how long it is left alone.

use std::time::Duration;

use kernel::egress::EgressError;
use kernel::texts::{Language, Message, Text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::texts;

/// The pause after the first request that brought nothing; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
/// The longest pause that the portal takes by itself.
const LONGEST_PAUSE: Duration = Duration::from_secs(30 * 60);
/// The longest pause that a provider may ask for.
const LONGEST_ASKED: Duration = Duration::from_secs(24 * 60 * 60);

/// Why a request brought nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WeatherProblemCode)]
pub(crate) enum Problem {
    /// 401: the provider does not know the key.
    KeyRejected,
    /// 402: what the key has paid for is used up.
    QuotaUsed,
    /// 403: the key or its API host may not have this.
    NotAllowed,
    /// 429: too many requests.
    RateLimited,
    /// 204 or 404: the provider has nothing of this for the place.
    NoData,
    /// The provider does not know the place.
    PlaceUnknown,
    /// Any other status.
    Unavailable,
    /// No answer in time.
    Timeout,
    /// Nobody answers there.
    Unreachable,
    /// The portal may not reach the address.
    Refused,
    /// The answer is too large.
    TooLarge,
    /// The answer is not understood, or misses what there is to show.
    Unreadable,
}

impl Problem {
    /// Whether nothing else needs to be asked until the pause is over.
    pub(crate) fn concerns_all(self) -> bool {
        matches!(
            self,
            Self::KeyRejected
                | Self::QuotaUsed
                | Self::RateLimited
                | Self::Timeout
                | Self::Unreachable
                | Self::Refused
        )
    }

    /// The reason in words for members.
    pub(crate) fn message(self, language: Language) -> String {
        let text: &'static Text = match self {
            Self::KeyRejected => &texts::KEY_REJECTED,
            Self::QuotaUsed => &texts::QUOTA_USED,
            Self::NotAllowed => &texts::NOT_ALLOWED,
            Self::RateLimited => &texts::RATE_LIMITED,
            Self::NoData => &texts::NO_DATA,
            Self::PlaceUnknown => &texts::PLACE_UNKNOWN,
            Self::Unavailable => &texts::UNAVAILABLE,
            Self::Timeout => &texts::TIMEOUT,
            Self::Unreachable => &texts::UNREACHABLE,
            Self::Refused => &texts::REFUSED,
            Self::TooLarge => &texts::TOO_LARGE,
            Self::Unreadable => &texts::UNREADABLE,
        };
        Message::from(text).localized(language)
    }
}

/// A request that brought nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) problem: Problem,
    /// The pause that the provider asks for.
    pub(crate) retry_after: Option<Duration>,
    /// For the log: what is known beyond the problem. Nothing of what the provider wrote, which may repeat the key.
    pub(crate) detail: String,
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self { problem, retry_after: None, detail: String::new() }
    }
}

impl From<EgressError> for Failure {
    fn from(error: EgressError) -> Self {
        let problem = match &error {
            EgressError::Refused(_) => Problem::Refused,
            EgressError::Timeout => Problem::Timeout,
            EgressError::TooLarge => Problem::TooLarge,
            EgressError::Unresolved(_) | EgressError::Upstream(_) => Problem::Unreachable,
        };
        Self { detail: error.to_string(), ..Self::from(problem) }
    }
}

impl Failure {
    /// An answer without what there is to show.
    pub(crate) fn unreadable(detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..Self::from(Problem::Unreadable) }
    }

    /// A status of HTTP, or of the field `code` in the body; both mean the same.
    pub(crate) fn of_status(status: u16, retry_after: Option<Duration>) -> Self {
        let problem = match status {
            401 => Problem::KeyRejected,
            402 => Problem::QuotaUsed,
            403 => Problem::NotAllowed,
            204 | 404 => Problem::NoData,
            429 => Problem::RateLimited,
            _ => Problem::Unavailable,
        };
        Self { problem, retry_after, detail: format!("status {status}") }
    }

    /// How long the provider is left alone after so many failures in a row, this one included.
    pub(crate) fn pause(&self, failures: i64) -> Duration {
        let doublings = u32::try_from(failures.clamp(1, 10) - 1).unwrap_or_default();
        let own = (FIRST_PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE);
        own.max(self.retry_after.unwrap_or_default().min(LONGEST_ASKED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_grows_to_half_an_hour_and_is_as_long_as_the_provider_asks() {
        let failure = Failure::of_status(500, None);
        let minutes = |failures| failure.pause(failures).as_secs() / 60;
        assert_eq!([1, 2, 3, 6, 100].map(minutes), [1, 2, 4, 30, 30]);
        let asked = |seconds| Failure::of_status(429, Some(Duration::from_secs(seconds))).pause(1).as_secs();
        assert_eq!([asked(5), asked(7200), asked(u64::MAX)], [60, 7200, 86_400]);
    }
}
