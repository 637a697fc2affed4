//! The calendar: what a class and its members have before them.
//!
//! Owns the tables `calendar_*` and the paths `/api/calendar*`. An event belongs to a class or to one member, whom nobody
//! else sees it of. It may repeat by a rule of RFC 5545, and single times of a series may differ. When events happen is
//! stored for about a year back and two ahead ([`schedule`]); every write is one change that can be undone as a whole
//! ([`change`]). Birthdays and countdowns come from the features that have them, which provide a [`DaySource`].
//!
//! Writes `calendar.created`, `.updated`, `.deleted`, `.imported`, `.undone` and `.reminded` to the log; desktops get
//! `calendar_changed` and ask again. The words of an event are in no event of the log.
//!
//! Absent on purpose: invitations and answers to them, events that repeat within an hour, calendars that are read from
//! elsewhere.

mod access;
mod change;
mod days;
mod dto;
mod edit;
mod events;
mod frames;
mod ics;
mod inbound;
mod lunar;
mod model;
mod notifications;
mod outbound;
mod remind;
mod routes;
mod schedule;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::Feature;
use kernel::apps::BuiltIn;
use kernel::http::BatchRead;
use kernel::limits::Limit;
use kernel::user::Permission;

pub use days::{
    CalendarView, CountdownEvent, DaySource, SourceDay, class_countdown_events, countdown_events,
};
pub use events::{CalendarEvent, ChangeFacts};

/// What officers may do to the calendar of their class.
pub static MANAGE_CALENDAR: Permission =
    Permission { id: "manage_calendar", name: &texts::MANAGE, about: &texts::MANAGE_ABOUT };

/// Readings of feeds.
static FEED: Limit = Limit::new(
    "calendar-feed",
    "RATE_LIMIT_CALENDAR_FEED",
    "120/60",
    "readings of calendar feeds per address",
);

/// Files that are looked at and imported: each one may be read for a second.
static FILES: Limit = Limit::new(
    "calendar-files",
    "RATE_LIMIT_CALENDAR_FILES",
    "20/3600",
    "iCalendar files that a member looks at or imports",
);

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "calendar",
    router: routes::router,
    apps: &[BuiltIn { name: "calendar", label: &texts::APP, protected: false, paths: &["/api/calendar"] }],
    limits: &[&FEED, &FILES],
    permissions: &[&MANAGE_CALENDAR],
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    statements: &store::STATEMENTS,
    state: |state, _| {
        state.insert(routes::permits::Permits::default());
    },
    start: |app| {
        Box::pin(async move {
            schedule::start(app.clone());
            remind::start(app);
            Ok(())
        })
    },
    provides: &[
        &inbound::CALENDAR_CREATE,
        &outbound::EVENT_CREATED,
        &notifications::CALENDAR_EVENT,
        &notifications::CALENDAR_REMINDER,
        &search::CALENDAR_EVENTS,
        &BatchRead("/api/calendar"),
    ],
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erasure::erase,
    export_user: store::erasure::export,
    ..Feature::EMPTY
};
