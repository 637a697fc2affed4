//! What the countdown feature answers.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::App;
use kernel::app::iso;
use kernel::dates::day_of;
use kernel::user::UserFacts;
use serde::Serialize;
use utoipa::ToSchema;

use super::access::Owner;
use super::model::progress::Period;
use super::model::{self, Color, CountdownCategory, Note, Repeat, Title};
use super::store::Item;

/// Colour of a countdown that names none.
pub(super) const DEFAULT_COLOR: &str = "#2f63d6";

/// Where a countdown comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CountdownSource {
    /// The caller made it.
    Own,
    /// It is that of a class.
    Class,
    /// It is an event of the calendar, and is read and changed there.
    Calendar,
}

/// A countdown as the caller sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct Countdown {
    /// The id of the countdown, a UUID; the id of the event where it comes from the calendar.
    id: String,
    /// Where the countdown comes from.
    source: CountdownSource,
    /// The class whose countdown or event it is, two digits; null for what is the caller's own.
    #[schema(required)]
    class: Option<String>,
    /// Whether the caller may change and delete the countdown here.
    manageable: bool,
    /// The title of the countdown, 1–80 characters; of an event at most 120.
    #[schema(value_type = String)]
    title: Title,
    /// The day that the countdown leads to, `YYYY-MM-DD`.
    target_date: String,
    /// How often the day of the countdown repeats.
    repeat_type: Repeat,
    /// What the countdown is about.
    category: CountdownCategory,
    /// The colour of the countdown, `#rrggbb`.
    #[schema(value_type = String)]
    color: Color,
    /// Whether the countdown is shown first; at most three countdowns of a member are, and three of a class.
    pinned: bool,
    /// The note, at most 500 characters.
    #[schema(value_type = String)]
    note: Note,
    /// Whether the calendar shows the countdown.
    show_in_calendar: bool,
    /// The reminders: whole days before the day, the fewest first.
    reminders: Vec<i64>,
    /// The day on which the progress of the first occurrence begins, `YYYY-MM-DD`.
    started_on: String,
    /// The share of the days until `next_date` that is over, 0–1 in hundredths: since `started_on`, or since the occurrence
    /// before.
    progress: f64,
    /// The suggestion from which the countdown was made; null for none.
    #[schema(required)]
    suggestion: Option<String>,
    /// The next day that counts, `YYYY-MM-DD` in the portal's time zone.
    next_date: String,
    /// The number of days until `next_date`; negative when a day that does not repeat is past.
    days_left: i32,
    /// When the countdown was created, ISO 8601.
    created_at: String,
    /// When the countdown was last changed, ISO 8601.
    updated_at: String,
}

/// Who looks, and when.
pub(super) struct Viewer<'a> {
    pub(super) facts: &'a UserFacts,
    pub(super) today: Date,
    zone: Arc<TimeZone>,
}

impl<'a> Viewer<'a> {
    pub(super) fn new(app: &App, facts: &'a UserFacts) -> Self {
        Self { facts, today: app.today(), zone: app.timezone() }
    }

    /// A countdown that is kept here.
    pub(super) fn show(&self, item: Item) -> Countdown {
        let next = item.repeat_type.next_date(item.target_date, self.today);
        let started = started_on(&item, &self.zone);
        let period = Period::of(item.repeat_type, item.target_date, started, next);
        let source = match item.owner {
            Owner::Class(_) => CountdownSource::Class,
            Owner::User(_) => CountdownSource::Own,
        };
        Countdown {
            id: item.id,
            source,
            class: item.owner.class().map(str::to_owned),
            manageable: item.owner.is_changed_by(self.facts),
            title: item.title,
            target_date: item.target_date.to_string(),
            repeat_type: item.repeat_type,
            category: item.category,
            color: item.color,
            pinned: item.pinned,
            note: item.note,
            show_in_calendar: item.show_in_calendar,
            reminders: item.reminders.days().collect(),
            started_on: started.to_string(),
            progress: period.progress(self.today),
            suggestion: Some(item.suggestion).filter(|suggestion| !suggestion.is_empty()),
            next_date: next.to_string(),
            days_left: model::days_left(next, self.today),
            created_at: iso(item.created_at),
            updated_at: iso(item.updated_at),
        }
    }

    /// An event of the calendar by the day on which it is next.
    pub(super) fn show_event(&self, event: calendar::CountdownEvent) -> Countdown {
        let color = if event.color.is_empty() { DEFAULT_COLOR.to_owned() } else { event.color };
        let started = day_of(event.created_at, &self.zone);
        Countdown {
            id: event.id,
            source: CountdownSource::Calendar,
            class: event.class,
            manageable: false,
            title: Title::stored(event.title),
            target_date: event.date.to_string(),
            repeat_type: Repeat::None,
            category: CountdownCategory::Other,
            color: Color::stored(color),
            pinned: false,
            note: Note::stored(String::new()),
            show_in_calendar: true,
            reminders: Vec::new(),
            started_on: started.to_string(),
            progress: Period { from: started, until: event.date }.progress(self.today),
            suggestion: None,
            next_date: event.date.to_string(),
            days_left: model::days_left(event.date, self.today),
            created_at: iso(event.created_at),
            updated_at: iso(event.updated_at),
        }
    }
}

/// The day on which the progress of the first occurrence begins.
pub(super) fn started_on(item: &Item, zone: &TimeZone) -> Date {
    item.started_on.parse().unwrap_or_else(|_| day_of(item.created_at, zone))
}

impl Countdown {
    /// By what lists are ordered: pinned ones first, then by the next day, past ones last.
    pub(super) fn sort_key(&self) -> (bool, bool, u32) {
        (!self.pinned, self.days_left < 0, self.days_left.unsigned_abs())
    }
}

/// One page of countdowns.
#[derive(Serialize, ToSchema)]
pub(super) struct CountdownList {
    /// The countdowns on this page.
    pub(super) countdowns: Vec<Countdown>,
    /// The number of items on all pages.
    pub(super) total: usize,
    /// The number of this page, from 1.
    pub(super) page: u32,
    /// The largest number of items on a page.
    pub(super) limit: u32,
    /// The class whose countdowns are among them, two digits; null for none.
    #[schema(required)]
    pub(super) class: Option<String>,
    /// Whether the caller may add countdowns for that class.
    pub(super) may_add_for_class: bool,
}
