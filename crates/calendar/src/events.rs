//! What the calendar tells the event log: ids, never words.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What a change did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeFacts {
    /// The id of the change, which names the events that it touched.
    pub change: String,
    /// The two digits of the class; `None` for a member's own calendar.
    pub class: Option<String>,
    /// The number of the integration that made it.
    pub integration: Option<i64>,
}

/// What happens in calendars. The subject is the id of an event, or of a change of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum CalendarEvent {
    /// There is a new event.
    Created(ChangeFacts),
    /// An event, a series or a part of one says something else.
    Updated(ChangeFacts),
    /// An event, a series or a part of one is gone.
    Deleted(ChangeFacts),
    /// A file was read.
    Imported(ChangeFacts),
    /// A change was undone.
    Undone(ChangeFacts),
    /// Members were reminded of an event.
    Reminded {
        /// When it begins, in milliseconds.
        starts_at: i64,
    },
}

impl CalendarEvent {
    /// The change that it tells of.
    #[must_use]
    pub fn facts(&self) -> Option<&ChangeFacts> {
        match self {
            Self::Created(facts)
            | Self::Updated(facts)
            | Self::Deleted(facts)
            | Self::Imported(facts)
            | Self::Undone(facts) => Some(facts),
            Self::Reminded { .. } => None,
        }
    }
}

impl FeatureEvent for CalendarEvent {
    const FEATURE: &'static str = "calendar";
}
