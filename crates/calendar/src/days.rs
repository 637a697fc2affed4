//! What other features show in the calendar, and which of its events the countdowns show.

use std::collections::BTreeSet;

use jiff::civil::Date;
use kernel::db::{DbResult, Read};
use kernel::user::UserFacts;
use kernel::{App, feature};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Owner;
use crate::model::moment::Moment;
use crate::schedule::plus;
use crate::store::events::{self, Event};
use crate::store::occurrences;

/// Events that the countdowns show at most: the nearest.
const MAX_IN_COUNTDOWN: usize = 100;

/// Days that another feature shows in the calendar, such as birthdays. A feature names it in `Feature::provides`.
pub struct DaySource {
    /// The kind of the days, one in the portal, like `birthday`.
    pub kind: &'static str,
    /// The app of the feature: where it is switched off, the days are not shown.
    pub app: &'static str,
    /// Those of a class that a member sees and their own, from one date to another.
    pub days: fn(&mut Read, &App, &CalendarView<'_>, Date, Date) -> DbResult<Vec<SourceDay>>,
}

/// Whose calendar is looked at by whom.
#[derive(Clone, Copy, Debug)]
pub struct CalendarView<'a> {
    /// The member who looks.
    pub viewer: &'a UserFacts,
    /// The class, two digits; `None` for no class.
    pub class: Option<&'a str>,
}

impl CalendarView<'_> {
    /// The class whose switches of apps hold.
    fn switches(&self) -> &str {
        self.class.unwrap_or_else(|| self.viewer.user_id.class())
    }
}

/// A day of another feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceDay {
    /// The day.
    pub date: Date,
    /// What members read: a name, a title.
    pub title: String,
    /// What it is about: the ID of a member, the id of a countdown.
    pub id: String,
    /// `#rrggbb`; `None` for that of the kind.
    pub color: Option<String>,
}

/// A day that another feature shows: a birthday, a countdown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct CalendarEntry {
    /// The kind of the entry: `birthday`, `countdown`.
    kind: &'static str,
    /// The day of the entry, `YYYY-MM-DD`.
    date: String,
    /// The title of the entry: the name of the member, the title of the countdown.
    title: String,
    /// The user ID of the member, the id of the countdown.
    id: String,
    /// The colour of the entry, `#rrggbb`; null for that of its kind.
    #[schema(required)]
    color: Option<String>,
}

/// An event that the countdowns show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountdownEvent {
    /// The id of the event.
    pub id: String,
    /// The two digits of the class; `None` for the member's own.
    pub class: Option<String>,
    /// The title of the event.
    pub title: String,
    /// The day on which it is next; today while it is on.
    pub date: Date,
    /// `#rrggbb`; empty for that of its category.
    pub color: String,
    /// When it was made, in milliseconds.
    pub created_at: i64,
    /// When it was last changed.
    pub updated_at: i64,
}

/// The events of a member and of a class that the countdowns show, by their days: of each, and of each series, the
/// next time, of at most 100. What is over is left out, and everything where the calendar is switched off.
///
/// # Errors
/// When a statement fails.
pub fn countdown_events(
    read: &mut Read,
    app: &App,
    view: &CalendarView<'_>,
) -> DbResult<Vec<CountdownEvent>> {
    let own = Owner::User(view.viewer.user_id).stored();
    let owners = view.class.map(str::to_owned).into_iter().chain([own]);
    next_of(read, app, view.switches(), owners)
}

/// The same of a class alone, by its two digits.
///
/// # Errors
/// When a statement fails.
pub fn class_countdown_events(read: &mut Read, app: &App, class: &str) -> DbResult<Vec<CountdownEvent>> {
    next_of(read, app, class, [class.to_owned()])
}

/// The next events of these owners, whose calendar is that of a class.
fn next_of(
    read: &mut Read,
    app: &App,
    class: &str,
    owners: impl IntoIterator<Item = String>,
) -> DbResult<Vec<CountdownEvent>> {
    if app.apps.admit_to("calendar", class).is_err() {
        return Ok(Vec::new());
    }
    let today = app.today();
    let midnight = Moment::of_day(today).instant(&app.timezone());
    let mut found = Vec::new();
    for owner in owners {
        for event in not_over(events::in_countdown(read, &owner)?, today) {
            let next = occurrences::next(read, &event.id, midnight)?;
            // A series that begins after the days that are stored has its first time then.
            let date = next.map_or(event.content.starts.date(), |at| at.first_day.max(today));
            if date >= today {
                found.push((date, event));
            }
        }
    }
    found.sort_by_key(|(date, _)| *date);
    let mut seen = BTreeSet::new();
    // A time of a series that differs is an event of its own.
    found.retain(|(_, event)| seen.insert(event.series_id.clone().unwrap_or_else(|| event.id.clone())));
    found.truncate(MAX_IN_COUNTDOWN);
    Ok(found.into_iter().map(|(date, event)| countdown_event(event, date)).collect())
}

/// Those whose next day is worth a statement: the nearest single events, and as many series.
fn not_over(all: Vec<Event>, today: Date) -> impl Iterator<Item = Event> {
    // The dates of two zones are at most two days apart.
    let earliest = plus(today, -2);
    let (series, single): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|event| !event.content.rule.is_empty());
    let single = single.into_iter().filter(move |event| event.content.ends.date() >= earliest);
    // Of too many series those that began last are the ones that go on.
    series.into_iter().rev().take(MAX_IN_COUNTDOWN).chain(single.take(MAX_IN_COUNTDOWN))
}

fn countdown_event(event: Event, date: Date) -> CountdownEvent {
    CountdownEvent {
        class: Owner::parse(&event.owner).class().map(str::to_owned),
        date,
        id: event.id,
        title: event.content.title,
        color: event.content.color,
        created_at: event.created_at,
        updated_at: event.updated_at,
    }
}

/// What other features show of a class and of a member from one date to another, by dates.
///
/// # Errors
/// When a statement fails.
pub(crate) fn entries(
    read: &mut Read,
    app: &App,
    view: &CalendarView<'_>,
    from: Date,
    until: Date,
) -> DbResult<Vec<CalendarEntry>> {
    let mut entries = Vec::new();
    for source in feature::provided::<DaySource>(&app.features) {
        if app.apps.admit_to(source.app, view.switches()).is_err() {
            continue;
        }
        let days = (source.days)(read, app, view, from, until)?;
        entries.extend(days.into_iter().map(|day| CalendarEntry {
            kind: source.kind,
            date: day.date.to_string(),
            title: day.title,
            id: day.id,
            color: day.color,
        }));
    }
    entries.sort_by(|one, other| {
        (&one.date, one.kind, &one.title).cmp(&(&other.date, other.kind, &other.title))
    });
    Ok(entries)
}
