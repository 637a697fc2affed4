//! What is in the calendar on some days.

use axum::extract::State;
use identity::api_scopes::scope;
use jiff::Span;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::db::Read;
use kernel::http::{Caller, Query, Scoped};
use kernel::texts::Language;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::permits::{Permits, blocking};
use crate::access::{Owner, class_of};
use crate::days::{self, CalendarEntry, CalendarView};
use crate::dto::CalendarOccurrence;
use crate::lunar::{self, LunarDay};
use crate::model;
use crate::model::expand::{ExpandError, Occurrence, expand};
use crate::model::walk::Steps;
use crate::store::events::{self, Event};
use crate::store::occurrences::{self, OccurrenceRow};
use crate::texts;

/// Series that are expanded for days beyond those that are stored.
const MAX_BEYOND: usize = 500;
/// Occurrences that they have on these days together.
const MAX_FOUND: usize = 20_000;

/// Which days are looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichDays {
    /// The first day, `YYYY-MM-DD`.
    #[param(format = Date)]
    from: String,
    /// The last day; at most 62 days are answered at once.
    #[param(format = Date)]
    until: String,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
}

/// A day of the calendar.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarDay {
    /// The date of the day, `YYYY-MM-DD`.
    date: String,
    /// The same day in the lunar calendar.
    lunar: LunarDay,
    /// The public holiday, or the day of a weekend on which people work for one; null for other days.
    #[schema(required)]
    public_day: Option<PublicDayName>,
}

/// A public holiday, or a day on which people work for one.
#[derive(Serialize, ToSchema)]
pub(crate) struct PublicDayName {
    /// The name of the holiday: in the language of the reader for those of the State Council, else as an admin entered it.
    name: String,
    /// Whether the day is off; else people work on it.
    off: bool,
}

/// What is in the calendar on some days.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarRange {
    /// Today in the portal's time zone, `YYYY-MM-DD`.
    today: String,
    /// The IANA name of the portal's time zone; null when it has none.
    #[schema(required)]
    zone: Option<String>,
    /// The class whose events are among them, two digits; null for somebody without a class who names none.
    #[schema(required)]
    class: Option<String>,
    /// Whether the caller may change the calendar of the class.
    may_edit_class: bool,
    /// The events of the caller and of the class, each as often as it happens, by their beginnings.
    occurrences: Vec<CalendarOccurrence>,
    /// What other apps show: birthdays, countdowns.
    entries: Vec<CalendarEntry>,
    /// Each day of the range, in order.
    days: Vec<CalendarDay>,
}

/// Returns what is in the calendar of the caller and of their class on some days. 409 when too much repeats on days that
/// are years away.
#[utoipa::path(get, path = "/api/calendar", tag = "calendar", params(WhichDays),
    responses((status = 200, body = Envelope<CalendarRange>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["calendar:read"])))]
pub(crate) async fn list_calendar(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CalendarRead>,
    language: Language,
    Query(which): Query<WhichDays>,
) -> Result<Reply<CalendarRange>> {
    let (from, until) = (model::parse_date("from", &which.from)?, model::parse_date("until", &which.until)?);
    model::check_range(from, until)?;
    let class = class_of(&caller.facts, which.class.as_deref())?;
    let owners = owners(&caller, class.as_deref());
    // What is said of members to each other is not said to programs.
    let sees_entries = caller.client.is_none();
    let (facts, reading, of_class) = (caller.facts.clone(), app.clone(), class.clone());
    let loading = move |read: &mut Read| {
        let view = CalendarView { viewer: &facts, class: of_class.as_deref() };
        load_range(read, &reading, &view, &owners, (from, until), sees_entries)
    };
    let LoadedRange { happenings: mut found, beyond, public, entries } = app.db.read(loading).await?;
    expand_beyond(&app, beyond, from, until, &mut found).await?;
    sort(&mut found);
    let day = |date: Date| CalendarDay {
        date: date.to_string(),
        lunar: lunar::day(date, language),
        public_day: public.iter().find(|(day, _)| *day == date).map(|(_, name)| name.localized(language)),
    };
    let may_edit_class = class.clone().is_some_and(|class| Owner::Class(class).is_changed_by(&caller.facts));
    Ok(Reply::ok(CalendarRange {
        today: app.today().to_string(),
        zone: app.timezone().iana_name().map(str::to_owned),
        class,
        may_edit_class,
        occurrences: found.into_iter().map(CalendarOccurrence::new).collect(),
        entries,
        days: from.series(Span::new().days(1)).take_while(|date| *date <= until).map(day).collect(),
    }))
}

/// By their beginnings, those of whole days first, then by their titles. Titles are compared for those alone that begin
/// together, and the rows, which are large, are moved once.
fn sort(found: &mut [OccurrenceRow]) {
    let beginning = |one: &OccurrenceRow| (one.first_day, !one.all_day, one.starts_at);
    found.sort_by_cached_key(beginning);
    for together in found.chunk_by_mut(|one, other| beginning(one) == beginning(other)) {
        together.sort_by(|one, other| (&one.title, &one.id).cmp(&(&other.title, &other.id)));
    }
}

/// The calendars that are shown together, as they are stored.
pub(crate) fn owners(caller: &Caller, class: Option<&str>) -> Vec<String> {
    let own = Owner::User(caller.facts.user_id).stored();
    class.map(str::to_owned).into_iter().chain([own]).collect()
}

impl PublicDayName {
    /// In the language of a reader, where the name is one of the State Council.
    fn localized(&self, language: Language) -> Self {
        let english = texts::PUBLIC_DAYS.iter().find(|(zh, _)| *zh == self.name).map(|(_, en)| *en);
        let name = english.filter(|_| language == Language::English).unwrap_or(&self.name);
        Self { name: name.to_owned(), off: self.off }
    }
}

/// What one read of the database gives.
struct LoadedRange {
    happenings: Vec<OccurrenceRow>,
    /// Series whose stored occurrences do not reach as far.
    beyond: Vec<Event>,
    /// With the names as they were entered.
    public: Vec<(Date, PublicDayName)>,
    entries: Vec<CalendarEntry>,
}

fn load_range(
    read: &mut Read,
    app: &App,
    view: &CalendarView<'_>,
    owners: &[String],
    (from, until): (Date, Date),
    sees_entries: bool,
) -> Result<LoadedRange> {
    let (mut happenings, mut beyond) = (Vec::new(), Vec::new());
    // One more than are expanded tells that there are too many.
    let limit = i64::try_from(MAX_BEYOND + 1).unwrap_or(i64::MAX);
    for owner in owners {
        happenings.extend(occurrences::on_days(read, owner, from, until)?);
        beyond.extend(events::beyond(read, owner, &from.to_string(), &until.to_string(), limit)?);
    }
    if beyond.len() > MAX_BEYOND {
        return Err(texts::RANGE_FULL.err());
    }
    let public = timetable::calendar::public_days(read, from, until)?.into_iter();
    let public = public.map(|day| (day.date, PublicDayName { name: day.name, off: day.off })).collect();
    let entries = if sees_entries { days::entries(read, app, view, from, until)? } else { Vec::new() };
    Ok(LoadedRange { happenings, beyond, public, entries })
}

/// Expands series for days whose occurrences are not stored, and puts those in the place of the stored ones.
async fn expand_beyond(
    app: &App,
    beyond: Vec<Event>,
    from: Date,
    until: Date,
    found: &mut Vec<OccurrenceRow>,
) -> Result<()> {
    if beyond.is_empty() {
        return Ok(());
    }
    found.retain(|one| beyond.iter().all(|event| event.id != one.id));
    let permit = app.state::<Permits>().expanding.acquire().await?;
    let portal = app.timezone();
    found.extend(blocking(permit, move || expand_all(&beyond, from, until, &portal)).await??);
    Ok(())
}

/// The occurrences of series on some days. One that cannot be expanded is left out: the others are still to be seen.
///
/// # Errors
/// 409 when there are too many of them, or finding them takes too many steps.
fn expand_all(events: &[Event], from: Date, until: Date, portal: &TimeZone) -> Result<Vec<OccurrenceRow>> {
    let (mut found, mut steps) = (Vec::new(), Steps::default());
    for event in events {
        match expand(&event.content, from, until, portal, &mut steps) {
            Ok(expanded) => found.extend(expanded.occurrences.into_iter().map(|at| happening(event, at))),
            Err(ExpandError::Fault(fault)) => {
                tracing::warn!(event = %event.id, ?fault, "a series cannot be expanded");
            }
            Err(ExpandError::TooLong) => return Err(texts::RANGE_FULL.err()),
        }
        if found.len() > MAX_FOUND {
            return Err(texts::RANGE_FULL.err());
        }
    }
    Ok(found)
}

fn happening(event: &Event, at: Occurrence) -> OccurrenceRow {
    let content = &event.content;
    OccurrenceRow {
        id: event.id.clone(),
        owner: event.owner.clone(),
        series_id: event.series_id.clone(),
        occurrence: event.recurrence_id.unwrap_or(at.starts).to_string(),
        title: content.title.clone(),
        location: content.location.clone(),
        all_day: content.all_day,
        repeats: !content.rule.is_empty(),
        category: content.category.clone(),
        color: content.color.clone(),
        in_countdown: content.in_countdown,
        starts_at: at.starts_at,
        ends_at: at.ends_at,
        first_day: at.first_day,
        last_day: at.last_day,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::content::Content;
    use crate::model::moment::Moment;
    use crate::store::events::EventSource;
    use jiff::civil::date;

    fn event(id: &str, zone: &str) -> Event {
        let starts = Moment::of_day(date(2026, 9, 2));
        let content = Content {
            title: id.to_owned(),
            description: String::new(),
            location: String::new(),
            all_day: false,
            starts,
            ends: starts,
            zone: zone.to_owned(),
            rule: "FREQ=DAILY".to_owned(),
            exdates: Vec::new(),
            category: String::new(),
            color: String::new(),
            reminders: Vec::new(),
            in_countdown: false,
        };
        Event {
            id: id.to_owned(),
            owner: "01".to_owned(),
            uid: id.to_owned(),
            series_id: None,
            recurrence_id: None,
            source: EventSource::Own,
            revision: 1,
            deleted_at: None,
            created_by: String::new(),
            created_at: 0,
            updated_at: 0,
            content,
        }
    }

    #[test]
    fn a_series_that_cannot_be_expanded_hides_no_other() {
        let events = [event("bad", "Mars/Olympus"), event("good", "Asia/Shanghai")];
        let (from, until) = (date(2040, 9, 1), date(2040, 9, 3));
        let found = expand_all(&events, from, until, &TimeZone::UTC).unwrap();
        assert_eq!(found.iter().map(|one| &*one.id).collect::<Vec<_>>(), ["good"; 3]);
        let many = vec![event("good", "Asia/Shanghai"); MAX_FOUND / 3 + 1];
        assert_eq!(expand_all(&many, from, until, &TimeZone::UTC).unwrap_err().status(), 409);
    }

    #[test]
    fn a_public_day_is_named_in_the_language_of_the_reader_where_the_portal_knows_it() {
        let named = |name: &str, language| {
            let day = PublicDayName { name: name.to_owned(), off: true };
            day.localized(language).name
        };
        assert_eq!(named("国庆节", Language::English), "National Day");
        assert_eq!(named("国庆节", Language::Chinese), "国庆节");
        assert_eq!(named("校运会", Language::English), "校运会");
    }
}
