//! `/api/countdown`: a member's own countdowns, and the events of the calendar that are shown among them.

use axum::extract::State;
use identity::api_scopes::scope;
use jiff::civil::Date;
use kernel::app::iso;
use kernel::db::Tx;
use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, Json, Paging, Path, Scoped};
use kernel::random::parse_id;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::events::CountdownEvent;
use super::model::{self, Color, MAX_ITEMS, MAX_PINNED, Note, Repeat, Title};
use super::store::{self, Item};
use super::texts;

/// Colour of a countdown that names none.
const DEFAULT_COLOR: &str = "#2f63d6";

/// Where a countdown comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CountdownSource {
    /// The caller made it.
    Own,
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
    /// The class whose event it is, two digits; null for what is the caller's own.
    #[schema(required)]
    class: Option<String>,
    /// The title of the countdown, 1–80 characters; of an event at most 120.
    #[schema(value_type = String)]
    title: Title,
    /// The day that the countdown leads to, `YYYY-MM-DD`.
    target_date: String,
    /// How often the day of the countdown repeats.
    repeat_type: Repeat,
    /// The colour of the countdown, `#rrggbb`.
    #[schema(value_type = String)]
    color: Color,
    /// Whether the countdown is shown first; at most three countdowns are.
    pinned: bool,
    /// The note, at most 500 characters.
    #[schema(value_type = String)]
    note: Note,
    /// Whether the calendar shows the countdown.
    show_in_calendar: bool,
    /// The next day that counts, `YYYY-MM-DD` in the portal's time zone.
    next_date: String,
    /// The number of days until `next_date`; negative when a day that does not repeat is past.
    days_left: i32,
    /// When the countdown was created, ISO 8601.
    created_at: String,
    /// When the countdown was last changed, ISO 8601.
    updated_at: String,
}

impl Countdown {
    fn new(item: Item, today: Date) -> Self {
        let next = item.repeat_type.next_date(item.target_date, today);
        Self {
            id: item.id,
            source: CountdownSource::Own,
            class: None,
            title: item.title,
            target_date: item.target_date.to_string(),
            repeat_type: item.repeat_type,
            color: item.color,
            pinned: item.pinned,
            note: item.note,
            show_in_calendar: item.show_in_calendar,
            next_date: next.to_string(),
            days_left: model::days_left(next, today),
            created_at: iso(item.created_at),
            updated_at: iso(item.updated_at),
        }
    }

    /// An event of the calendar by the day on which it is next.
    fn of_event(event: calendar::CountdownEvent, today: Date) -> Self {
        let color = if event.color.is_empty() { DEFAULT_COLOR.to_owned() } else { event.color };
        Self {
            id: event.id,
            source: CountdownSource::Calendar,
            class: event.class,
            title: Title::stored(event.title),
            target_date: event.date.to_string(),
            repeat_type: Repeat::None,
            color: Color::stored(color),
            pinned: false,
            note: Note::stored(String::new()),
            show_in_calendar: true,
            next_date: event.date.to_string(),
            days_left: model::days_left(event.date, today),
            created_at: iso(event.created_at),
            updated_at: iso(event.updated_at),
        }
    }
}

/// One page of countdowns.
#[derive(Serialize, ToSchema)]
pub(super) struct CountdownList {
    /// The countdowns on this page.
    countdowns: Vec<Countdown>,
    /// The number of items on all pages.
    total: usize,
    /// The number of this page, from 1.
    page: u32,
    /// The largest number of items on a page.
    limit: u32,
}

/// Lists the countdowns of the caller, with the events of the calendar that are shown among them: pinned ones first, then
/// by the next day, past ones last.
#[utoipa::path(get, path = "/api/countdown", tag = "countdown", params(Paging<100, 200>),
    responses((status = 200, body = Envelope<CountdownList>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["countdown:read"])))]
pub(super) async fn list_countdowns(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CountdownRead>,
    paging: Paging<100, 200>,
) -> Result<Reply<CountdownList>> {
    let today = app.today();
    // A program that may read countdowns may not read the calendar with them.
    let sees_events = caller.client.is_none();
    let reading = app.clone();
    let read = app.db.read(move |read| {
        let items = store::all_of(read, caller.facts.user_id)?;
        let mut all: Vec<_> = items.into_iter().map(|item| Countdown::new(item, today)).collect();
        if sees_events {
            let events = calendar::countdown_events(read, &reading, &caller.facts)?.into_iter();
            all.extend(events.map(|event| Countdown::of_event(event, today)));
        }
        Ok(all)
    });
    let mut all: Vec<Countdown> = read.await?;
    let total = all.len();
    all.sort_by_key(|c| (!c.pinned, c.days_left < 0, c.days_left.unsigned_abs()));
    let Paging { page, limit } = paging;
    Ok(Reply::ok(CountdownList { countdowns: paging.of(all), total, page, limit }))
}

/// A new countdown.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct NewCountdown {
    /// A UUID made by the client: sending the same again, after a lost answer or to undo a
    /// deletion, makes one countdown and not two.
    id: Option<String>,
    /// The title of the countdown, 1–80 characters.
    title: String,
    /// The day that the countdown leads to, `YYYY-MM-DD`.
    #[schema(format = Date)]
    target_date: String,
    /// How often the day of the countdown repeats.
    #[serde(default)]
    repeat_type: Repeat,
    /// The colour of the countdown, `#rrggbb`.
    color: Option<String>,
    /// Whether the countdown is shown first; at most three countdowns are.
    #[serde(default)]
    pinned: bool,
    /// The note, at most 500 characters.
    #[serde(default)]
    note: String,
    /// Whether the calendar shows the countdown; true unless it says otherwise.
    show_in_calendar: Option<bool>,
}

/// Creates a countdown. The same `id` sent again answers the first one.
#[utoipa::path(post, path = "/api/countdown", tag = "countdown", request_body = NewCountdown,
    responses((status = 200, body = Envelope<Countdown>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["data:write"])))]
pub(super) async fn create_countdown(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::DataWrite>,
    Json(new): Json<NewCountdown>,
) -> Result<Reply<Countdown>> {
    let item = new.check(&app)?;
    let owner = caller.facts.user_id;
    let create = app.write(move |tx| create(tx, owner, &item));
    Ok(Reply::ok(Countdown::new(create.await?, app.today())))
}

impl NewCountdown {
    /// The countdown, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(super) fn check(&self, app: &App) -> Result<Item> {
        let id = match &self.id {
            Some(raw) => parse_id(raw).ok_or_else(|| texts::ID_INVALID.err())?,
            None => app.random.id(&app.clock),
        };
        let now = app.clock.now_ms();
        Ok(Item {
            id,
            title: Title::parse(&self.title)?,
            target_date: model::parse_date(&self.target_date)?,
            repeat_type: self.repeat_type,
            color: Color::parse(self.color.as_deref().unwrap_or(DEFAULT_COLOR))?,
            pinned: self.pinned,
            note: Note::parse(&self.note)?,
            show_in_calendar: self.show_in_calendar.unwrap_or(true),
            created_at: now,
            updated_at: now,
        })
    }
}

/// Adds a countdown, and answers the first one when its id comes again.
///
/// # Errors
/// 400 beyond the limits of a member, 409 for an id that somebody else has.
pub(super) fn create(tx: &mut AppTx, owner: UserId, item: &Item) -> Result<Item> {
    if let Some(first) = store::find(tx, &item.id, owner)? {
        return Ok(first);
    }
    tx.emit(event(&CountdownEvent::Created, owner, &item.id))?;
    refuse_beyond_limits(tx, owner, 1, i64::from(item.pinned))?;
    if !store::insert(tx, owner, item)? {
        return Err(texts::ID_TAKEN.err());
    }
    Ok(item.clone())
}

/// Returns a countdown of the caller.
#[utoipa::path(get, path = "/api/countdown/{id}", tag = "countdown",
    params(("id" = String, Path, description = "The id of the countdown")),
    responses((status = 200, body = Envelope<Countdown>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["countdown:read"])))]
pub(super) async fn get_countdown(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CountdownRead>,
    Path(id): Path<String>,
) -> Result<Reply<Countdown>> {
    let owner = caller.facts.user_id;
    let found = app.db.read(move |read| Ok(store::find(read, &id, owner)?)).await?;
    let item = found.ok_or_else(ApiError::not_found)?;
    Ok(Reply::ok(Countdown::new(item, app.today())))
}

/// The fields of a countdown to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct CountdownChange {
    /// The title of the countdown, 1–80 characters.
    title: Option<String>,
    /// The day that the countdown leads to, `YYYY-MM-DD`.
    #[schema(format = Date)]
    target_date: Option<String>,
    /// How often the day of the countdown repeats.
    repeat_type: Option<Repeat>,
    /// The colour of the countdown, `#rrggbb`.
    color: Option<String>,
    /// Whether the countdown is shown first; at most three countdowns are.
    pinned: Option<bool>,
    /// The note, at most 500 characters.
    note: Option<String>,
    /// Whether the calendar shows the countdown.
    show_in_calendar: Option<bool>,
}

impl CountdownChange {
    fn apply(&self, item: &mut Item) -> Result<()> {
        if let Some(title) = &self.title {
            item.title = Title::parse(title)?;
        }
        if let Some(date) = &self.target_date {
            item.target_date = model::parse_date(date)?;
        }
        if let Some(color) = &self.color {
            item.color = Color::parse(color)?;
        }
        if let Some(note) = &self.note {
            item.note = Note::parse(note)?;
        }
        item.repeat_type = self.repeat_type.unwrap_or(item.repeat_type);
        item.pinned = self.pinned.unwrap_or(item.pinned);
        item.show_in_calendar = self.show_in_calendar.unwrap_or(item.show_in_calendar);
        Ok(())
    }
}

/// Changes a countdown.
#[utoipa::path(patch, path = "/api/countdown/{id}", tag = "countdown",
    params(("id" = String, Path, description = "The id of the countdown")),
    request_body = CountdownChange, responses((status = 200, body = Envelope<Countdown>)))]
pub(super) async fn update_countdown(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(change): Json<CountdownChange>,
) -> Result<Reply<Countdown>> {
    let owner = caller.facts.user_id;
    let update = app.write(move |tx| {
        tx.emit(event(&CountdownEvent::Updated, owner, &id))?;
        let before = store::find(tx, &id, owner)?.ok_or_else(ApiError::not_found)?;
        let mut item = before.clone();
        change.apply(&mut item)?;
        if item.pinned && !before.pinned {
            refuse_beyond_limits(tx, owner, 0, 1)?;
        }
        item.updated_at = tx.now();
        store::update(tx, owner, &item)?;
        Ok(item)
    });
    Ok(Reply::ok(Countdown::new(update.await?, app.today())))
}

/// Deletes a countdown. Creating it again with the same id undoes that.
#[utoipa::path(delete, path = "/api/countdown/{id}", tag = "countdown",
    params(("id" = String, Path, description = "The id of the countdown")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_countdown(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let owner = caller.facts.user_id;
    let delete = app.write(move |tx| {
        tx.emit(event(&CountdownEvent::Deleted, owner, &id))?;
        if store::delete(tx, &id, owner)? { Ok(()) } else { Err(ApiError::not_found()) }
    });
    delete.await?;
    Ok(Reply::done())
}

fn refuse_beyond_limits(tx: &mut Tx, owner: UserId, more: i64, more_pinned: i64) -> Result<()> {
    let (items, pinned) = store::count(tx, owner)?;
    if items + more > MAX_ITEMS {
        return Err(texts::TOO_MANY.with("max", MAX_ITEMS));
    }
    if pinned + more_pinned > MAX_PINNED {
        return Err(texts::TOO_MANY_PINNED.with("max", MAX_PINNED));
    }
    Ok(())
}

/// An event that the owner's devices see.
fn event<'a>(event: &CountdownEvent, owner: UserId, id: &'a str) -> NewEvent<'a> {
    NewEvent::new(event, Audience::User(owner)).by(owner).about(id)
}
