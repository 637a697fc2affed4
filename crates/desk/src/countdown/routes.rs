//! `/api/countdown`: a member's own countdowns, those of their class, and the events of the calendar among them.

use axum::extract::State;
use calendar::CalendarView;
use identity::api_scopes::scope;
use kernel::http::{Caller, Json, Paging, Path, Query, Scoped};
use kernel::scope::Scope;
use kernel::user::UserFacts;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::Owner;
use super::change::{self, CountdownChange, NewCountdown};
use super::dto::{Countdown, CountdownList, Viewer};
use super::store;

/// Whose countdowns.
#[derive(Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OfClass {
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
}

impl OfClass {
    /// The class that a request is about; `None` for somebody without one who names none.
    ///
    /// # Errors
    /// 400 for what is no class, 403 for one that is not the caller's.
    pub(super) fn class(&self, facts: &UserFacts) -> Result<Option<Owner>> {
        let scope = match self.class.as_deref() {
            Some(class) => Scope::managed(facts, Some(class))?,
            None => Scope::of(facts),
        };
        Ok(scope.class().map(|class| Owner::Class(class.to_owned())))
    }
}

/// Lists the countdowns of the caller and of their class, with the events of the calendar that are shown among them:
/// pinned ones first, then by the next day, past ones last.
#[utoipa::path(get, path = "/api/countdown", tag = "countdown", params(OfClass, Paging<100, 300>),
    responses((status = 200, body = Envelope<CountdownList>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["countdown:read"])))]
pub(super) async fn list_countdowns(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CountdownRead>,
    Query(of): Query<OfClass>,
    paging: Paging<100, 300>,
) -> Result<Reply<CountdownList>> {
    let class = of.class(&caller.facts)?;
    let may_add_for_class = class.as_ref().is_some_and(|class| class.is_changed_by(&caller.facts));
    let digits = class.as_ref().and_then(Owner::class).map(str::to_owned);
    // A program that may read countdowns may not read the calendar with them.
    let sees_events = caller.client.is_none();
    let (reading, of_class) = (app.clone(), digits.clone());
    let read = app.db.read(move |read| {
        let viewer = Viewer::new(&reading, &caller.facts);
        let mut all = Vec::new();
        for owner in class.into_iter().chain([Owner::User(caller.facts.user_id)]) {
            all.extend(store::all_of(read, &owner)?.into_iter().map(|item| viewer.show(item)));
        }
        if sees_events {
            let view = CalendarView { viewer: &caller.facts, class: of_class.as_deref() };
            let events = calendar::countdown_events(read, &reading, &view)?.into_iter();
            all.extend(events.map(|event| viewer.show_event(event)));
        }
        Ok(all)
    });
    let mut all: Vec<Countdown> = read.await?;
    all.sort_by_key(Countdown::sort_key);
    let (total, Paging { page, limit }) = (all.len(), paging);
    let countdowns = paging.of(all);
    Ok(Reply::ok(CountdownList { countdowns, total, page, limit, class: digits, may_add_for_class }))
}

/// Creates a countdown, of the caller's own or of their class. The same `id` sent again answers the first one.
#[utoipa::path(post, path = "/api/countdown", tag = "countdown", request_body = NewCountdown,
    responses((status = 200, body = Envelope<Countdown>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["data:write"])))]
pub(super) async fn create_countdown(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::DataWrite>,
    Json(new): Json<NewCountdown>,
) -> Result<Reply<Countdown>> {
    let (by, maker) = (caller.clone(), caller.facts.user_id);
    if caller.client.is_some() {
        new.refuse_class()?;
    }
    let owner = Owner::named(&caller, new.for_class, new.class.as_deref())?;
    let item = new.check(&app, owner, maker)?;
    let made = app.write(move |tx| change::create(tx, &item, maker, Some(&by))).await?;
    Ok(Reply::ok(Viewer::new(&app, &caller.facts).show(made)))
}

/// Returns a countdown of the caller, or of their class.
#[utoipa::path(get, path = "/api/countdown/{id}", tag = "countdown",
    params(("id" = String, Path, description = "The id of the countdown")),
    responses((status = 200, body = Envelope<Countdown>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["countdown:read"])))]
pub(super) async fn get_countdown(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CountdownRead>,
    Path(id): Path<String>,
) -> Result<Reply<Countdown>> {
    let found = app.db.read(move |read| Ok(store::find(read, &id)?)).await?;
    let item = found.filter(|item| item.owner.is_seen_by(&caller.facts)).ok_or_else(ApiError::not_found)?;
    Ok(Reply::ok(Viewer::new(&app, &caller.facts).show(item)))
}

/// Changes a countdown. One of a class needs the right to manage its calendar.
#[utoipa::path(patch, path = "/api/countdown/{id}", tag = "countdown",
    params(("id" = String, Path, description = "The id of the countdown")),
    request_body = CountdownChange, responses((status = 200, body = Envelope<Countdown>)))]
pub(super) async fn update_countdown(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(change): Json<CountdownChange>,
) -> Result<Reply<Countdown>> {
    let by = caller.clone();
    let item = app.write(move |tx| change::update(tx, &by, &id, &change)).await?;
    Ok(Reply::ok(Viewer::new(&app, &caller.facts).show(item)))
}

/// Deletes a countdown. Creating it again with the same id undoes that. One of a class needs the right to manage its
/// calendar.
#[utoipa::path(delete, path = "/api/countdown/{id}", tag = "countdown",
    params(("id" = String, Path, description = "The id of the countdown")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_countdown(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    app.write(move |tx| change::delete(tx, &caller, &id)).await?;
    Ok(Reply::done())
}
