//! What the portal gives a back end.

use serde::{Deserialize, Serialize};

/// What every member may know of another: a row of the table `users` that back ends read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicUser {
    /// Six digits.
    pub user_id: String,
    /// The name that everybody sees.
    pub net_name: String,
    /// The real name.
    pub real_name: String,
    /// Where the picture is, if there is one.
    pub avatar: Option<String>,
    /// The class, two digits.
    pub class: String,
    /// `user`, `officer` or `admin`.
    pub role: String,
}

/// How much a line of a back end's log matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LogLevel {
    /// `console.debug`
    Debug,
    /// `console.log`, `console.info`
    Info,
    /// `console.warn`, and what the host did against the back end's will.
    Warn,
    /// `console.error`, and errors that no handler caught.
    Error,
}

/// A request to another host. The portal decides whether the host is one that the package declares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchRequest {
    /// `GET`, `POST` …
    pub method: String,
    /// The whole address, `https://api.example.org/a?b=c`.
    pub url: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// The body; empty for none.
    #[serde(with = "serde_bytes")]
    pub body: Vec<u8>,
}

/// What another host answered. Redirects have been followed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchResponse {
    /// The HTTP status.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The whole body.
    #[serde(with = "serde_bytes")]
    pub body: Vec<u8>,
    /// The address that answered, behind all redirects.
    pub url: String,
}

/// Why another host gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum FetchError {
    /// The package does not declare the host, or the portal lets nobody reach it.
    #[error("{0}")]
    Refused(String),
    /// The host has no address.
    #[error("{0}")]
    Unresolved(String),
    /// The other side or the network failed.
    #[error("{0}")]
    Failed(String),
    /// The other side took too long.
    #[error("the other side did not answer in time")]
    TimedOut,
    /// The answer is larger than a back end may take.
    #[error("the answer is too large")]
    TooLarge,
}

/// Takes the result of a [`FetchRequest`], from any thread.
pub type FetchReply = Box<dyn FnOnce(Result<FetchResponse, FetchError>) + Send>;

/// The portal as a back end's thread sees it. The functions are called on that thread, between statements of
/// JavaScript, so they answer from memory.
pub trait Portal: Send + Sync + 'static {
    /// Another number after every change of what [`Portal::users`] answers.
    fn users_revision(&self) -> u64;

    /// All members. Asked at the beginning of a turn when the revision is another one.
    fn users(&self) -> Vec<PublicUser>;

    /// Whether a member has a desktop open that hears events now.
    fn is_registered(&self, user_id: &str) -> bool;

    /// Sends a request to another host and hands its result to `reply`. Does not wait for it.
    fn fetch(&self, request: FetchRequest, reply: FetchReply);

    /// Keeps a line of the back end's log.
    fn log(&self, level: LogLevel, text: &str);
}
