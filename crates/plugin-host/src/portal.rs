//! What the portal gives a back end.

/// What every member may know of another: a row of the table `users` that back ends read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// The portal as a back end's thread sees it. The functions are called on that thread, between statements of
/// JavaScript, so they answer from memory.
pub trait Portal: Send + Sync + 'static {
    /// Another number after every change of what [`Portal::users`] answers.
    fn users_revision(&self) -> u64;

    /// All members. Asked at the beginning of a turn when the revision is another one.
    fn users(&self) -> Vec<PublicUser>;

    /// Whether a member has a desktop open that hears events now.
    fn is_registered(&self, user_id: &str) -> bool;

    /// Keeps a line of the back end's log.
    fn log(&self, level: LogLevel, text: &str);
}
