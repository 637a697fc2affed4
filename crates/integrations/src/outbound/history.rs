//! The attempts of a delivery that were made, as its row keeps them: JSON.

use kernel::app::iso;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Attempts that a delivery remembers; sending again and again forgets the oldest ones.
const MAX: usize = 20;

/// An attempt, with short names: each delivery has one.
#[derive(Serialize, Deserialize)]
struct Stored {
    /// When it ended, in milliseconds since the epoch.
    at: i64,
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    status: Option<i64>,
    #[serde(rename = "e", default, skip_serializing_if = "String::is_empty")]
    error: String,
    /// In milliseconds.
    #[serde(rename = "t", default)]
    took: Option<i64>,
}

/// An attempt of a delivery.
#[derive(Serialize, ToSchema)]
pub(super) struct IntegrationAttempt {
    /// When the attempt ended, ISO 8601.
    at: String,
    /// The HTTP status of the answer; null when none came.
    status: Option<i64>,
    /// Why it failed: `status`, `refused` (the address is not allowed), `timeout` or `unreachable`; empty for a success.
    error: String,
    /// How long it took, in milliseconds.
    took_ms: Option<i64>,
}

/// The history with one more attempt.
pub(super) fn with(history: &str, at: i64, status: Option<i64>, error: &str, took: Option<i64>) -> String {
    let mut attempts = stored(history);
    attempts.push(Stored { at, status, error: error.to_owned(), took });
    let first = attempts.len().saturating_sub(MAX);
    serde_json::to_string(&attempts[first..]).unwrap_or_default()
}

/// The attempts, oldest first.
pub(super) fn attempts(history: &str) -> Vec<IntegrationAttempt> {
    let shown =
        |Stored { at, status, error, took }| IntegrationAttempt { at: iso(at), status, error, took_ms: took };
    stored(history).into_iter().map(shown).collect()
}

fn stored(history: &str) -> Vec<Stored> {
    serde_json::from_str(history).unwrap_or_default()
}
