//! What features put into the index, and how they show what was found: a [`SearchKind`] for each kind of content.

use kernel::db::{DbResult, Read};
use kernel::events::{Audience, Event};
use kernel::http::Caller;
use kernel::texts::Text;
use kernel::user::UserId;
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::search_query::Mark;
use crate::search_request::SearchRequest;

/// A kind of content that is found. A feature names it in `Feature::provides`; the index follows the event log, reads a
/// content again whenever something happened to it, and takes it out when its feature does not show it any more.
pub struct SearchKind {
    /// The name of the kind, one in the portal, like `message`.
    pub name: &'static str,
    /// What members read above the results.
    pub label: &'static Text,
    /// The app that opens a result. Where it is switched off, nothing of the kind is found. Empty for members, whom every
    /// desktop shows.
    pub app: &'static str,
    /// Whether something happened to contents of the kind; without a statement, for every event asks this.
    pub is_changed_by: fn(&Event) -> bool,
    /// The ids of the contents that an event has changed.
    pub changed: fn(&mut Read, &Event) -> DbResult<Vec<String>>,
    /// What the index has of a content; `None` for one that nobody finds.
    pub document: fn(&mut Read, &App, &str) -> DbResult<Option<Document>>,
    /// Some ids after one, in their order; all contents of the kind are among them, also those that have no document.
    pub ids: fn(&mut Read, after: &str, limit: i64) -> DbResult<Vec<String>>,
    /// What the caller sees of the contents that were found: the index can be a second behind, and does not know what a
    /// member has hidden from themselves. What does not have the words any more ([`SearchRequest::finds`]) is left out.
    pub hits: ShowHits,
}

/// What a caller sees of the contents with these ids, which are the newest first.
pub type ShowHits = fn(&mut Read, &Caller, &SearchRequest, &[String]) -> Result<Vec<Hit>>;

/// What the index has of a content.
#[derive(Clone, Debug)]
pub struct Document {
    /// Who finds it.
    pub audience: Audience,
    /// The member with whose account it goes out of the index.
    pub erased_with: Option<UserId>,
    /// Who finds it although they may not be among its audience.
    pub also_found_by: Option<UserId>,
    /// Where it is, for a search in one place; empty for none.
    pub place: String,
    /// Names and titles, one a line, which are found by their sound as well.
    pub title: String,
    /// What else it says.
    pub text: String,
    /// In milliseconds since the epoch: the newest is found first.
    pub created_at: i64,
}

/// A result of the search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Hit {
    /// The id of the result, by which its app opens it.
    pub id: String,
    /// The title of the result, or the part of its text in which the words stand.
    pub title: String,
    /// The parts of the title that were searched for, in their order.
    pub marks: Vec<Mark>,
    /// A text that tells the result from others with the same title, such as a date; may be empty.
    pub detail: String,
}

impl Hit {
    /// A result with a title, in which words count by their sound as well.
    #[must_use]
    pub fn titled(request: &SearchRequest, id: impl Into<String>, title: String, detail: String) -> Self {
        let marks = request.query().marks(&title, true);
        Self { id: id.into(), title, marks, detail }
    }

    /// A result without a title, of whose text the part is shown in which the words stand.
    #[must_use]
    pub fn quoting(request: &SearchRequest, id: impl Into<String>, text: &str, detail: String) -> Self {
        let title = request.query().excerpt(text);
        let marks = request.query().marks(&title, false);
        Self { id: id.into(), title, marks, detail }
    }
}
