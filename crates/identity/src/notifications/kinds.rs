//! What features tell of: a [`NotificationKind`] for each, which says in words what a notification of it means.

use kernel::db::Read;
use kernel::texts::{Language, Message, Text};
use kernel::user::UserFacts;
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

/// A kind of notifications. A feature names it in `Feature::provides`.
pub struct NotificationKind {
    /// The name of the kind, one in the portal, like `mention`.
    pub name: &'static str,
    /// What members read where they choose whether they want to hear of it.
    pub label: &'static Text,
    /// The app of the feature, whose icon it has; empty for none.
    pub app: &'static str,
    /// How much it concerns a member: the choice lists what matters most first.
    pub importance: Importance,
    /// Whether the app of the feature shows it in the island by itself, as the chat shows messages.
    pub shown_by_app: bool,
    /// What a notification says to its reader now; `None` when they may not see any more what it tells of.
    pub describe: fn(&mut Read, &Reader<'_>, &Notification) -> Result<Option<Content>>,
}

/// How much a kind of notifications concerns a member, the most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Importance {
    /// Somebody speaks to the member.
    Personal,
    /// It is said to all, or about the account of the member.
    General,
    /// A program says it.
    Program,
    /// It is a task of a few members.
    Task,
}

impl std::fmt::Debug for NotificationKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Who reads an inbox.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The portal.
    pub app: &'a App,
    /// Whose inbox it is.
    pub facts: &'a UserFacts,
    /// The language in which they read.
    pub language: Language,
}

impl Reader<'_> {
    /// A text in the language of the reader.
    #[must_use]
    pub fn say(&self, message: impl Into<Message>) -> String {
        message.into().localized(self.language)
    }
}

/// What an inbox keeps of a notification.
#[derive(Clone, Debug)]
pub struct Notification {
    /// What it tells of.
    pub subject: String,
    /// What it has in common with others.
    pub topic: String,
    /// The member who caused it; empty for nobody.
    pub sender_id: String,
    /// JSON of the kind; empty for nothing.
    pub content: String,
}

/// What a notification says.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// What has happened, in one line.
    pub title: String,
    /// What it is about; empty for nothing.
    pub text: String,
    /// The name of whoever or whatever sent it; empty for the portal.
    pub sender_name: String,
    /// Where to look at it.
    pub link: Option<Link>,
}

/// Where to look at what a notification tells of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Link {
    /// An app of the desktop.
    #[schema(title = "AppLink")]
    App {
        /// The name of the app.
        app: String,
        /// The place in the app; empty for its first page.
        path: String,
    },
    /// A page outside of the desktop.
    #[schema(title = "PageLink")]
    Page {
        /// The address of the page, `http` or `https`.
        url: String,
    },
}

impl Link {
    /// A place in an app.
    pub fn app(app: &str, path: impl Into<String>) -> Self {
        Self::App { app: app.to_owned(), path: path.into() }
    }
}
