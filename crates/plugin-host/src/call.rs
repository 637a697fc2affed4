//! One call of a back end: what goes in, what comes out, and how it fails.

use serde::{Deserialize, Serialize};

/// The member who calls, as `requireAuth` gives it to the back end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct User {
    /// Six digits.
    pub user_id: String,
    /// The name that everybody sees.
    pub net_name: String,
    /// The real name.
    pub real_name: String,
    /// Whether the member administers the portal.
    pub is_admin: bool,
    /// Whether the member administers a class.
    pub class_admin: bool,
    /// Whether the member is an officer.
    pub is_officer: bool,
    /// The class, two digits; empty for members without one.
    pub class: String,
}

/// A request to a back end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Call {
    /// `GET`, `POST` …
    pub method: String,
    /// Path and query behind the mount path; begins with `/`.
    pub url: String,
    /// Path and query as the client sent them.
    pub original_url: String,
    /// Names and values. Credentials of the member are removed before the back end sees them.
    pub headers: Vec<(String, String)>,
    /// The body as it came.
    #[serde(with = "serde_bytes")]
    pub body: Vec<u8>,
    /// Who calls; `None` without a valid token.
    pub user: Option<User>,
    /// The client's address.
    pub ip: String,
}

/// What a back end answers. `Set-Cookie` and what belongs to the connection or to the portal's origin is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    #[serde(with = "serde_bytes")]
    pub body: Vec<u8>,
}

/// Why a call has no answer of the back end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum CallError {
    /// Too many calls wait already, or the back end does not react.
    #[error("the back end is busy")]
    Busy,
    /// The back end did not answer in time. It may have done what it was asked for.
    #[error("the back end did not answer in time")]
    TimedOut,
    /// The turn took longer than its slice and was cut off.
    #[error("the back end ran too long at one piece")]
    OverBudget,
    /// The back end's memory is used up. Its isolate is ended.
    #[error("the back end has no memory left")]
    OutOfMemory,
    /// The back end's code failed outside of its handlers.
    #[error("the back end failed: {0}")]
    Failed(String),
    /// The back end runs no longer.
    #[error("the back end is stopped")]
    Stopped,
    /// What the call changed could not be stored. The isolate is ended, because it is ahead of what is stored.
    #[error("what the back end changed could not be stored")]
    NotStored,
}
