//! Events: making, reading, changing and deleting them.

use std::collections::BTreeSet;

use axum::extract::State;
use identity::api_scopes::scope;
use identity::user::Names;
use kernel::http::{Caller, Json, Path, Query, Scoped};
use kernel::random::parse_id;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::access::{CalendarOwner, Owner};
use crate::change::{Change, NewEventRow, Writer};
use crate::dto::CalendarEventDetails;
use crate::edit::{self, SeriesScope};
use crate::model::content::Content;
use crate::model::moment::Moment;
use crate::store::changes::ChangeKind;
use crate::store::events::{self, Event};
use crate::texts;

/// A new event, or a series.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewCalendarEvent {
    /// A UUID made by the client: sending the same again, after a lost answer, makes one event and not two.
    id: Option<String>,
    /// Whether it is for the class or the caller's own, which is the default.
    #[serde(default)]
    owner: CalendarOwner,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
    /// The title, 1–120 characters.
    title: String,
    /// The description, at most 4,000 characters.
    #[serde(default)]
    description: String,
    /// The place, at most 200 characters.
    #[serde(default)]
    location: String,
    /// Whether it takes whole days.
    #[serde(default)]
    all_day: bool,
    /// When it begins, in the portal's time zone: `YYYY-MM-DDTHH:MM`, of whole days `YYYY-MM-DD`.
    starts: String,
    /// When it ends, in the same form; of whole days the last one. By default one hour or one day long.
    ends: Option<String>,
    /// The rule of its repetition, an RRULE of RFC 5545 by days, weeks, months or years.
    #[serde(default)]
    rule: String,
    /// The category, at most 30 characters.
    #[serde(default)]
    category: String,
    /// The colour, `#rrggbb`; by default that of the category.
    #[serde(default)]
    color: String,
    /// The reminders, in minutes before the beginning; of whole days less than 0 for after their beginning. At most 5.
    #[serde(default)]
    reminders: Vec<i64>,
    /// Whether the countdowns show it.
    #[serde(default)]
    show_in_countdown: bool,
}

impl NewCalendarEvent {
    /// Whether it is for a class.
    pub(crate) fn names_class(&self) -> bool {
        self.owner == CalendarOwner::Class || self.class.is_some()
    }

    /// The event, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(crate) fn check(self, app: &App) -> Result<NewEventRow> {
        let id = match &self.id {
            Some(raw) => parse_id(raw).ok_or_else(|| texts::ID_INVALID.err())?,
            None => app.random.id(&app.clock),
        };
        let starts = Moment::parse("starts", &self.starts, self.all_day)?;
        let ends = self.ends.as_deref().map(|ends| Moment::parse("ends", ends, self.all_day)).transpose()?;
        let usual = if self.all_day { starts } else { starts.plus_minutes(60) };
        let content = Content {
            title: self.title,
            description: self.description,
            location: self.location,
            all_day: self.all_day,
            starts,
            ends: ends.unwrap_or(usual),
            zone: app.timezone().iana_name().unwrap_or("UTC").to_owned(),
            rule: self.rule,
            exdates: Vec::new(),
            category: self.category,
            color: self.color,
            reminders: self.reminders,
            in_countdown: self.show_in_countdown,
        };
        Ok(NewEventRow::own(id, content.checked()?))
    }
}

/// An event after a change.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedCalendarEvent {
    /// The id of the change, with which it can be undone; null when nothing was changed, because the same was sent again.
    #[schema(required)]
    change_id: Option<String>,
    /// The event as it is now; null when it is gone.
    #[schema(required)]
    event: Option<CalendarEventDetails>,
}

/// Creates an event, or a series. The same `id` sent again answers the first one.
#[utoipa::path(post, path = "/api/calendar", tag = "calendar", request_body = NewCalendarEvent,
    responses((status = 200, body = Envelope<ChangedCalendarEvent>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["calendar:write"])))]
pub(crate) async fn create_calendar_event(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CalendarWrite>,
    Json(new): Json<NewCalendarEvent>,
) -> Result<Reply<ChangedCalendarEvent>> {
    let owner = Owner::named(&caller, new.owner, new.class.as_deref())?;
    owner.check_change(&caller.facts)?;
    let (row, change) = (new.check(&app)?, app.random.id(&app.clock));
    let (writer, id) = (Writer::Member(Box::new(caller.clone())), change.clone());
    let made = app.write(move |tx| create(tx, &id, &owner, &writer, &row));
    let (event, is_new) = made.await?;
    changed(&app, &caller, is_new.then_some(change), Some(event)).await
}

/// Adds an event, and answers the first one when its id comes again; and whether it is new.
///
/// # Errors
/// 409 beyond the limits of a calendar, and for an id that something else has.
pub(crate) fn create(
    tx: &mut AppTx,
    change: &str,
    owner: &Owner,
    writer: &Writer,
    new: &NewEventRow,
) -> Result<(Event, bool)> {
    tx.lock_log()?;
    if let Some(first) = events::find(tx, &new.id)? {
        let is_same = first.owner == owner.stored() && first.deleted_at.is_none();
        return if is_same { Ok((first, false)) } else { Err(texts::ID_TAKEN.err()) };
    }
    let mut writing = Change::begin(tx, change, ChangeKind::Created, owner, writer)?;
    let event = writing.create(tx, new.clone())?;
    writing.finish(tx, &event.id)?;
    Ok((event, true))
}

/// Returns an event of the caller, or of their class, with its description.
#[utoipa::path(get, path = "/api/calendar/{id}", tag = "calendar",
    params(("id" = String, Path, description = "The id of the event")),
    responses((status = 200, body = Envelope<CalendarEventDetails>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["calendar:read"])))]
pub(crate) async fn get_calendar_event(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CalendarRead>,
    Path(id): Path<String>,
) -> Result<Reply<CalendarEventDetails>> {
    let event = app.db.read(move |read| Ok(events::find(read, &id)?)).await?;
    let event = event.filter(|event| event.deleted_at.is_none());
    let event = event.filter(|event| Owner::parse(&event.owner).is_seen_by(&caller.facts));
    Ok(Reply::ok(details(&app, &caller, event.ok_or_else(ApiError::not_found)?).await?))
}

/// The fields of an event to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct CalendarEventChange {
    /// The revision that the client has seen; 409 with the current one when somebody saved since.
    revision: i64,
    /// Which times of a series change; all by default.
    #[serde(default)]
    scope: SeriesScope,
    /// The time of the series that `scope` is about, as the list has it.
    occurrence: Option<String>,
    /// The title, 1–120 characters.
    title: Option<String>,
    /// The description, at most 4,000 characters.
    description: Option<String>,
    /// The place, at most 200 characters.
    location: Option<String>,
    /// Whether it takes whole days.
    all_day: Option<bool>,
    /// When it begins, in its time zone. Without `ends` it stays as long as it is.
    starts: Option<String>,
    /// When it ends, in its time zone; of whole days the last one.
    ends: Option<String>,
    /// The rule of its repetition; empty for none.
    rule: Option<String>,
    /// The category, at most 30 characters.
    category: Option<String>,
    /// The colour, `#rrggbb`; empty for that of the category.
    color: Option<String>,
    /// The reminders, in minutes before the beginning.
    reminders: Option<Vec<i64>>,
    /// Whether the countdowns show it.
    show_in_countdown: Option<bool>,
}

impl CalendarEventChange {
    /// An event with these changes, if it keeps the rules.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(crate) fn apply(&self, now: &Content) -> Result<Content> {
        let all_day = self.all_day.unwrap_or(now.all_day);
        let given = |field, raw: &Option<String>| {
            raw.as_deref().map(|raw| Moment::parse(field, raw, all_day)).transpose()
        };
        let (starts, ends) = (given("starts", &self.starts)?, given("ends", &self.ends)?);
        let mut content = now.starting(starts.unwrap_or(now.starts), all_day);
        content.ends = ends.unwrap_or(content.ends);
        let set = |field: &mut String, given: &Option<String>| {
            if let Some(given) = given {
                field.clone_from(given);
            }
        };
        set(&mut content.title, &self.title);
        set(&mut content.description, &self.description);
        set(&mut content.location, &self.location);
        set(&mut content.rule, &self.rule);
        set(&mut content.category, &self.category);
        set(&mut content.color, &self.color);
        if let Some(reminders) = &self.reminders {
            content.reminders.clone_from(reminders);
        }
        content.in_countdown = self.show_in_countdown.unwrap_or(content.in_countdown);
        Ok(content.checked()?)
    }

    /// Whether it gives the event a rule.
    pub(crate) fn has_rule(&self) -> bool {
        self.rule.as_deref().is_some_and(|rule| !rule.trim().is_empty())
    }
}

/// Changes an event: all of a series, one time of it, or one and those after it. Answers the event that has the changes.
#[utoipa::path(patch, path = "/api/calendar/{id}", tag = "calendar",
    params(("id" = String, Path, description = "The id of the event")),
    request_body = CalendarEventChange, responses((status = 200, body = Envelope<ChangedCalendarEvent>)))]
pub(crate) async fn update_calendar_event(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(change): Json<CalendarEventChange>,
) -> Result<Reply<ChangedCalendarEvent>> {
    let ids = edit::Ids { change: app.random.id(&app.clock), event: app.random.id(&app.clock) };
    let (writing, by) = (ids.clone(), caller.clone());
    let updated = app.write(move |tx| {
        let (owner, event) = changeable(tx, &by, &id)?;
        check_revision(&event, Some(change.revision))?;
        let writer = Writer::Member(Box::new(by.clone()));
        let at = edit::occurrence(&event, change.scope, change.occurrence.as_deref())?;
        let mut making = Change::begin(tx, &writing.change, ChangeKind::Updated, &owner, &writer)?;
        let apply = |content: &Content| change.apply(content);
        let rule_given = change.has_rule();
        let after = edit::update(tx, &mut making, &event, at, &writing, rule_given, &apply)?;
        making.finish(tx, &after.id)?;
        Ok(after)
    });
    let event = updated.await?;
    changed(&app, &caller, Some(ids.change), Some(event)).await
}

/// Which times of a series are deleted.
#[derive(Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichTimes {
    /// Which times of a series are deleted; all by default.
    #[serde(default)]
    #[param(inline)]
    scope: SeriesScope,
    /// The time of the series that `scope` is about, as the list has it.
    occurrence: Option<String>,
    /// The revision that the client has seen; 409 with the current one when somebody saved since.
    revision: Option<i64>,
}

/// Deletes an event: all of a series, one time of it, or one and those after it.
#[utoipa::path(delete, path = "/api/calendar/{id}", tag = "calendar",
    params(("id" = String, Path, description = "The id of the event"), WhichTimes),
    responses((status = 200, body = Envelope<ChangedCalendarEvent>)))]
pub(crate) async fn delete_calendar_event(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(which): Query<WhichTimes>,
) -> Result<Reply<ChangedCalendarEvent>> {
    let (change_id, by) = (app.random.id(&app.clock), caller.clone());
    let change = change_id.clone();
    let deleted = app.write(move |tx| {
        let (owner, event) = changeable(tx, &by, &id)?;
        check_revision(&event, which.revision)?;
        let writer = Writer::Member(Box::new(by.clone()));
        let at = edit::occurrence(&event, which.scope, which.occurrence.as_deref())?;
        let mut making = Change::begin(tx, &change, ChangeKind::Deleted, &owner, &writer)?;
        let left = edit::delete(tx, &mut making, &event, at)?;
        making.finish(tx, &event.id)?;
        Ok(left)
    });
    let left = deleted.await?;
    changed(&app, &caller, Some(change_id), left).await
}

/// An event that the caller may change. Takes the log's counter first: what is read here stays so until the transaction
/// ends, on any node.
///
/// # Errors
/// 404 or 403.
fn changeable(tx: &mut AppTx, caller: &Caller, id: &str) -> Result<(Owner, Event)> {
    tx.lock_log()?;
    let event = events::find(tx, id)?.filter(|event| event.deleted_at.is_none());
    let event = event.ok_or_else(ApiError::not_found)?;
    let owner = Owner::parse(&event.owner);
    owner.check_change(&caller.facts)?;
    Ok((owner, event))
}

fn check_revision(event: &Event, seen: Option<i64>) -> Result<()> {
    if seen.is_some_and(|seen| seen != event.revision) {
        return Err(kernel::texts::REVISION_CONFLICT.err().data(json!({ "revision": event.revision })));
    }
    Ok(())
}

async fn details(app: &App, caller: &Caller, event: Event) -> Result<CalendarEventDetails> {
    let names = Names::of(app, BTreeSet::from([event.created_by.clone()])).await?;
    Ok(CalendarEventDetails::new(event, &names, &caller.facts))
}

async fn changed(
    app: &App,
    caller: &Caller,
    change_id: Option<String>,
    event: Option<Event>,
) -> Result<Reply<ChangedCalendarEvent>> {
    let event = match event {
        Some(event) => Some(details(app, caller, event).await?),
        None => None,
    };
    Ok(Reply::ok(ChangedCalendarEvent { change_id, event }))
}
