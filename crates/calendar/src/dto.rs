//! What clients get of events.

use identity::user::Names;
use kernel::app::iso;
use kernel::user::UserFacts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::{CalendarOwner, Owner};
use crate::model::content::Content;
use crate::store::events::{Event, EventSource};
use crate::store::occurrences::OccurrenceRow;

/// An event at one time, without its description.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarOccurrence {
    /// The id of the event.
    id: String,
    /// Which time of a series it is: what `occurrence` of a change names. Of an event that does not repeat, when it
    /// begins.
    occurrence: String,
    /// The class whose event it is, two digits; null for the caller's own.
    #[schema(required)]
    class: Option<String>,
    /// The title of the event.
    title: String,
    /// The place of the event; may be empty.
    location: String,
    /// Whether it takes whole days.
    all_day: bool,
    /// When it begins, ISO 8601.
    starts_at: String,
    /// When it ends, ISO 8601.
    ends_at: String,
    /// The first day that it is on, `YYYY-MM-DD` in the portal's time zone.
    first_day: String,
    /// The last day that it is on.
    last_day: String,
    /// Whether it is one of several times of a series.
    repeats: bool,
    /// The id of its series, when it differs from the other times of it; else null.
    #[schema(required)]
    series_id: Option<String>,
    /// The category of the event; may be empty.
    category: String,
    /// The colour of the event, `#rrggbb`; empty for that of its category.
    color: String,
    /// Whether the countdowns show it.
    show_in_countdown: bool,
}

impl CalendarOccurrence {
    pub(crate) fn new(one: OccurrenceRow) -> Self {
        let mut occurrence = one.occurrence;
        if one.all_day {
            occurrence.truncate("YYYY-MM-DD".len());
        }
        Self {
            occurrence,
            class: Owner::parse(&one.owner).into_class(),
            title: one.title,
            location: one.location,
            all_day: one.all_day,
            starts_at: iso(one.starts_at),
            ends_at: iso(one.ends_at),
            first_day: one.first_day.to_string(),
            last_day: one.last_day.to_string(),
            repeats: one.repeats || one.series_id.is_some(),
            series_id: one.series_id,
            category: one.category,
            color: one.color,
            show_in_countdown: one.in_countdown,
            id: one.id,
        }
    }
}

/// An event, or a series of them.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarEventDetails {
    /// The id of the event, a UUID.
    id: String,
    /// Whether it is the class's or the caller's own.
    owner: CalendarOwner,
    /// The class whose event it is, two digits; null for the caller's own.
    #[schema(required)]
    class: Option<String>,
    /// The revision, which a change names.
    revision: i64,
    /// Whether the caller may change it.
    may_edit: bool,
    /// What it says.
    #[serde(flatten)]
    content: CalendarEventContent,
    /// The id of its series, when it is a time of a series that differs from the others; else null.
    #[schema(required)]
    series_id: Option<String>,
    /// The time of the series that it stands for; else null.
    #[schema(required)]
    occurrence: Option<String>,
    /// Where it came from.
    source: EventSource,
    /// The real name of whoever made it; null when that account is gone.
    #[schema(required)]
    created_by: Option<String>,
    /// When it was made, ISO 8601.
    created_at: String,
    /// When it was last changed, ISO 8601.
    updated_at: String,
}

/// What an event says.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarEventContent {
    /// The title, 1–120 characters.
    title: String,
    /// The description, at most 4,000 characters.
    description: String,
    /// The place, at most 200 characters.
    location: String,
    /// Whether it takes whole days.
    all_day: bool,
    /// When it begins: `YYYY-MM-DDTHH:MM` in its zone, `YYYY-MM-DD` of whole days.
    starts: String,
    /// When it ends, in the same form; of whole days the last one.
    ends: String,
    /// The IANA name of its time zone.
    zone: String,
    /// The rule of its repetition, an RRULE of RFC 5545 without its name; null when it does not repeat.
    #[schema(required)]
    rule: Option<String>,
    /// The times of the series that are left out, or differ.
    exdates: Vec<String>,
    /// The category; may be empty.
    category: String,
    /// The colour, `#rrggbb`; empty for that of the category.
    color: String,
    /// The reminders, in minutes before the beginning; of whole days less than 0 for after their beginning.
    reminders: Vec<i64>,
    /// Whether the countdowns show it.
    show_in_countdown: bool,
}

impl CalendarEventContent {
    pub(crate) fn new(content: Content) -> Self {
        let all_day = content.all_day;
        Self {
            title: content.title,
            description: content.description,
            location: content.location,
            all_day,
            starts: content.starts.wire(all_day),
            ends: content.ends.wire(all_day),
            zone: content.zone,
            rule: (!content.rule.is_empty()).then_some(content.rule),
            exdates: content.exdates.into_iter().map(|at| at.wire(all_day)).collect(),
            category: content.category,
            color: content.color,
            reminders: content.reminders,
            show_in_countdown: content.in_countdown,
        }
    }
}

impl CalendarEventDetails {
    pub(crate) fn new(event: Event, names: &Names, reader: &UserFacts) -> Self {
        let owner = Owner::parse(&event.owner);
        let all_day = event.content.all_day;
        Self {
            id: event.id,
            owner: owner.kind(),
            class: owner.class().map(str::to_owned),
            revision: event.revision,
            may_edit: owner.is_changed_by(reader),
            content: CalendarEventContent::new(event.content),
            series_id: event.series_id,
            occurrence: event.recurrence_id.map(|at| at.wire(all_day)),
            source: event.source,
            created_by: (!event.created_by.is_empty()).then(|| names.real(&event.created_by)),
            created_at: iso(event.created_at),
            updated_at: iso(event.updated_at),
        }
    }
}
