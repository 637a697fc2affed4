//! What the timetable tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to timetables. The subject is the class, or the ID of the member whose own timetable it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum TimetableEvent {
    /// A timetable or a day of a class is different, or a member's own timetable.
    Changed {
        /// The two digits of the class; `None` for a member's own.
        class: Option<String>,
    },
    /// The public holidays of a year are different.
    PublicDaysChanged {
        /// The year.
        year: i16,
    },
}

impl FeatureEvent for TimetableEvent {
    const FEATURE: &'static str = "timetable";
}
