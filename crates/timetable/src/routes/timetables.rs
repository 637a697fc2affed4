//! Timetables: making, reading, changing and deleting them.

use axum::extract::State;
use identity::user::Names;
use jiff::civil::Date;
use kernel::audit::Actor;
use kernel::http::{Caller, Json, Path, Query, double_option};
use kernel::random::parse_id;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use school_clock::Timetable;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::access::{Owner, OwnerKind, class_of};
use crate::dto::{
    DayChangeOf, DayToChange, DeletedTimetable, SavedTimetable, TimetableDetails, TimetableInfo,
};
use crate::model::{self, MAX_DAYS_OF_FILE, MAX_TIMETABLES};
use crate::notifications;
use crate::routes::days::audit_days;
use crate::service::{self, details};
use crate::store::revisions;
use crate::store::timetables::{self, Row};
use crate::texts;

/// Which class is looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichClass {
    /// The class, two digits. Only for admins of all classes; for others the own class.
    pub(crate) class: Option<String>,
}

/// The timetables of a class and of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct TimetableList {
    /// The class, two digits; null for somebody without a class who names none.
    #[schema(required)]
    class: Option<String>,
    /// Whether the caller may change the timetable of the class.
    may_edit: bool,
    /// Today in the portal's time zone, `YYYY-MM-DD`.
    today: String,
    /// The class's timetables by their first days, then the caller's own.
    timetables: Vec<TimetableInfo>,
    /// What the caller may bring back, the last one that was deleted first: the caller's own, and the class's for those
    /// who may change it.
    deleted: Vec<DeletedTimetable>,
}

/// Lists the timetables of the caller's class, and the caller's own.
#[utoipa::path(get, path = "/api/timetable", tag = "timetable", params(WhichClass),
    responses((status = 200, body = Envelope<TimetableList>)))]
pub(crate) async fn list_timetables(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichClass>,
) -> Result<Reply<TimetableList>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let (looked_at, user) = (class.clone(), caller.facts.user_id);
    let may_edit = class.clone().is_some_and(|class| Owner::Class(class).may_be_changed_by(&caller.facts));
    let rows = app.db.read(move |read| {
        let mut deleted = timetables::deleted(read, "", user.as_str())?;
        let mut rows = Vec::new();
        if let Some(class) = looked_at {
            rows = timetables::list(read, &class, "")?;
            if may_edit {
                deleted.extend(timetables::deleted(read, &class, "")?);
            }
        }
        rows.extend(timetables::list(read, "", user.as_str())?);
        deleted.sort_by_key(|row| std::cmp::Reverse(row.deleted_at));
        Ok((rows, deleted))
    });
    let (rows, deleted): (Vec<Row>, Vec<Row>) = rows.await?;
    let today = app.today();
    let names = Names::of(&app, rows.iter().map(|row| row.updated_by.clone()).collect()).await?;
    // Of several of a class that name today, the one that begins last holds.
    let holding = |of: &Row| {
        let last = rows.iter().rfind(|row| row.owner_id == of.owner_id && row.holds_on(today));
        last.is_some_and(|last| last.id == of.id)
    };
    let timetables = rows.iter().map(|row| TimetableInfo::new(row, &names, holding(row))).collect();
    let deleted = deleted.iter().filter_map(DeletedTimetable::new).collect();
    Ok(Reply::ok(TimetableList { class, may_edit, today: today.to_string(), timetables, deleted }))
}

/// A new timetable.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewTimetable {
    /// A UUID made by the client: sending the same again, after a lost answer, makes one timetable and not two.
    id: Option<String>,
    /// Whether it is for the class or the caller's own.
    owner: OwnerKind,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
    /// The name of the timetable, 1–40 characters.
    name: String,
    /// The first day on which the timetable holds, `YYYY-MM-DD`.
    #[schema(format = Date)]
    from: String,
    /// The last day on which it holds. Without one it holds until another one begins.
    #[schema(format = Date)]
    until: Option<String>,
    /// A day of the first week, or the first day of the first cycle; `from` by default, and not after it.
    #[schema(format = Date)]
    first_day: Option<String>,
    /// The subjects and lessons.
    timetable: Timetable,
    /// What differs on single dates of the class, as a file may say; at most 400, and all of them or nothing is saved.
    #[serde(default)]
    days: Vec<DayToChange>,
}

/// Creates a timetable. The same `id` sent again answers the first one.
#[utoipa::path(post, path = "/api/timetable", tag = "timetable", request_body = NewTimetable,
    responses((status = 200, body = Envelope<SavedTimetable>)))]
pub(crate) async fn create_timetable(
    State(app): State<App>,
    caller: Caller,
    Json(mut new): Json<NewTimetable>,
) -> Result<Reply<SavedTimetable>> {
    let owner = match new.owner {
        OwnerKind::Own => Owner::User(caller.facts.user_id),
        OwnerKind::Class => {
            let class = class_of(&caller, new.class.as_deref())?;
            Owner::Class(class.ok_or_else(|| texts::CLASS_MISSING.err())?)
        }
    };
    owner.authorize_change(&caller.facts)?;
    let days = checked_days(std::mem::take(&mut new.days))?;
    let row = new.check(&app, &owner, &caller)?;
    let by = caller.clone();
    let made = app.write(move |tx| {
        tx.lock_log()?;
        if let Some(first) = timetables::find(tx, &row.id)? {
            let same = Owner::of(&first).as_ref() == Some(&owner) && first.deleted_at.is_none();
            return if same { Ok((first, Vec::new())) } else { Err(texts::ID_TAKEN.err()) };
        }
        if timetables::count(tx, &row.class, &row.owner_id)? >= MAX_TIMETABLES {
            return Err(texts::TOO_MANY.with("max", MAX_TIMETABLES));
        }
        timetables::insert(tx, &row)?;
        revisions::keep(tx, &row)?;
        let event_seq = owner.emit_changed(tx, by.facts.user_id)?;
        audit_save(tx, &by, &row, true)?;
        let before = save_days(tx, &by, &row, &days, event_seq)?;
        Ok((row.clone(), before))
    });
    let (row, days_before) = made.await?;
    Ok(Reply::ok(SavedTimetable { details: details(&app, row).await?, days_before }))
}

/// The days that come with a timetable.
pub(super) fn checked_days(days: Vec<DayToChange>) -> Result<Vec<(Date, DayToChange)>> {
    if days.is_empty() { Ok(Vec::new()) } else { model::check_days(days, MAX_DAYS_OF_FILE) }
}

/// Sets the days that came with a timetable, and tells the class of them; answers what differed before. The event is that
/// of the timetable.
pub(super) fn save_days(
    tx: &mut AppTx,
    caller: &Caller,
    row: &Row,
    days: &[(Date, DayToChange)],
    event_seq: i64,
) -> Result<Vec<DayChangeOf>> {
    if days.is_empty() {
        return Ok(Vec::new());
    }
    if row.class.is_empty() {
        return Err(texts::DAYS_OF_CLASS.err());
    }
    let by = caller.facts.user_id;
    let before = service::set_days(tx, &row.class, days, by)?;
    notifications::notify_changed(tx, &row.class, days, by, event_seq)?;
    audit_days(tx, caller, &row.class, days)?;
    Ok(before)
}

impl NewTimetable {
    fn check(self, app: &App, owner: &Owner, caller: &Caller) -> Result<Row> {
        let id = match &self.id {
            Some(raw) => parse_id(raw).ok_or_else(|| texts::ID_INVALID.err())?,
            None => app.random.id(&app.clock),
        };
        let from = model::parse_date("from", &self.from)?;
        let until = self.until.as_deref().map(|until| model::parse_date("until", until)).transpose()?;
        let first_day =
            self.first_day.as_deref().map(|day| model::parse_date("first_day", day)).transpose()?;
        let first_day = first_day.unwrap_or(from);
        model::check_dates(from, until, first_day)?;
        let (class, owner_id) = owner.columns();
        let now = app.clock.now_ms();
        Ok(Row {
            id,
            class,
            owner_id,
            name: model::check_name(&self.name)?,
            valid_from: from,
            valid_until: until.map(|until| until.to_string()),
            first_day,
            content: model::check_timetable(&self.timetable)?,
            revision: 1,
            deleted_at: None,
            created_at: now,
            updated_at: now,
            updated_by: caller.facts.user_id.to_string(),
        })
    }
}

/// Returns a timetable of the caller's class, or of the caller.
#[utoipa::path(get, path = "/api/timetable/{id}", tag = "timetable",
    params(("id" = String, Path, description = "The id of the timetable")),
    responses((status = 200, body = Envelope<TimetableDetails>)))]
pub(crate) async fn get_timetable(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<TimetableDetails>> {
    let row = service::find_visible(&app, &caller, id).await?;
    Ok(Reply::ok(details(&app, row).await?))
}

/// The fields of a timetable to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct TimetableChange {
    /// The revision that the client has seen; 409 with the current one when somebody saved since.
    revision: i64,
    /// The name of the timetable, 1–40 characters.
    name: Option<String>,
    /// The first day on which the timetable holds, `YYYY-MM-DD`.
    #[schema(format = Date)]
    from: Option<String>,
    /// The last day on which it holds; null takes the end away.
    #[serde(default, deserialize_with = "double_option")]
    #[schema(format = Date)]
    until: Option<Option<String>>,
    /// A day of the first week, or the first day of the first cycle.
    #[schema(format = Date)]
    first_day: Option<String>,
    /// The subjects and lessons.
    timetable: Option<Timetable>,
    /// What differs on single dates of the class, as for a new timetable.
    #[serde(default)]
    days: Vec<DayToChange>,
}

impl TimetableChange {
    fn apply(&self, row: &mut Row) -> Result<()> {
        if let Some(name) = &self.name {
            row.name = model::check_name(name)?;
        }
        if let Some(from) = &self.from {
            row.valid_from = model::parse_date("from", from)?;
        }
        if let Some(until) = &self.until {
            let until = until.as_deref().map(|until| model::parse_date("until", until)).transpose()?;
            row.valid_until = until.map(|until: Date| until.to_string());
        }
        if let Some(first_day) = &self.first_day {
            row.first_day = model::parse_date("first_day", first_day)?;
        }
        model::check_dates(row.valid_from, row.until(), row.first_day)?;
        if let Some(timetable) = &self.timetable {
            row.content = model::check_timetable(timetable)?;
        }
        Ok(())
    }
}

/// Changes a timetable. What it was before stays among its revisions.
#[utoipa::path(patch, path = "/api/timetable/{id}", tag = "timetable",
    params(("id" = String, Path, description = "The id of the timetable")),
    request_body = TimetableChange, responses((status = 200, body = Envelope<SavedTimetable>)))]
pub(crate) async fn update_timetable(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(mut change): Json<TimetableChange>,
) -> Result<Reply<SavedTimetable>> {
    let days = checked_days(std::mem::take(&mut change.days))?;
    let written = app.write(move |tx| {
        let (owner, mut row) = service::find_changeable(tx, &caller, &id)?;
        if row.deleted_at.is_some() {
            return Err(ApiError::not_found());
        }
        if row.revision != change.revision {
            return Err(kernel::texts::REVISION_CONFLICT.err().data(json!({ "revision": row.revision })));
        }
        change.apply(&mut row)?;
        let event_seq = service::save(tx, &owner, &caller, &mut row)?;
        audit_save(tx, &caller, &row, false)?;
        let before = save_days(tx, &caller, &row, &days, event_seq)?;
        Ok((row, before))
    });
    let (row, days_before) = written.await?;
    Ok(Reply::ok(SavedTimetable { details: details(&app, row).await?, days_before }))
}

fn audit_save(tx: &mut AppTx, caller: &Caller, row: &Row, created: bool) -> Result<()> {
    if row.class.is_empty() {
        return Ok(());
    }
    let detail = json!({ "class": row.class, "created": created });
    Ok(tx.audit(&Actor::from(caller), &texts::SAVE_TIMETABLE, &row.id, &detail)?)
}

/// Deletes a timetable. Its revisions stay; restoring one brings it back.
#[utoipa::path(delete, path = "/api/timetable/{id}", tag = "timetable",
    params(("id" = String, Path, description = "The id of the timetable")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_timetable(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let deleted = app.write(move |tx| {
        let (owner, mut row) = service::find_changeable(tx, &caller, &id)?;
        if row.deleted_at.is_some() {
            return Err(ApiError::not_found());
        }
        delete(tx, &owner, &caller, &mut row).map(drop)
    });
    deleted.await?;
    Ok(Reply::done())
}

/// Deletes a timetable; answers the number of the event.
pub(super) fn delete(tx: &mut AppTx, owner: &Owner, caller: &Caller, row: &mut Row) -> Result<i64> {
    row.deleted_at = Some(tx.now());
    let event_seq = service::save(tx, owner, caller, row)?;
    if !row.class.is_empty() {
        let detail = json!({ "class": row.class });
        tx.audit(&Actor::from(caller), &texts::DELETE_TIMETABLE, &row.id, &detail)?;
    }
    Ok(event_seq)
}
