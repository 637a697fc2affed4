//! What a timetable was before, and bringing it back.

use axum::extract::State;
use identity::user::Names;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::http::{Caller, Json, Path};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use school_clock::Timetable;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::timetables::{checked_days, delete, save_days};
use crate::access::Owner;
use crate::dto::{DayToChange, TimetableDetails};
use crate::model::MAX_TIMETABLES;
use crate::service::{details, find_changeable, save};
use crate::store::revisions::{self, Revision};
use crate::store::timetables::{self, Row};
use crate::texts;

/// A revision of a timetable.
#[derive(Serialize, ToSchema)]
pub(crate) struct RevisionInfo {
    /// The number of the revision, from 1.
    revision: i64,
    /// When it was saved, ISO 8601.
    saved_at: String,
    /// The real name of whoever saved it; null when that account is gone.
    #[schema(required)]
    saved_by: Option<String>,
    /// The name that the timetable had.
    name: String,
    /// The number of lessons that were written down, over all days.
    lessons: usize,
    /// Whether this revision deleted the timetable.
    removed: bool,
}

impl RevisionInfo {
    fn new(row: &Revision, names: &Names) -> Self {
        let timetable: Timetable = serde_json::from_str(&row.content).unwrap_or_default();
        let lessons = timetable.schedules.iter().map(|schedule| schedule.lessons.len() * schedule.days.len());
        Self {
            revision: row.revision,
            saved_at: iso(row.saved_at),
            saved_by: (!row.saved_by.is_empty()).then(|| names.real(&row.saved_by)),
            name: row.name.clone(),
            lessons: lessons.sum(),
            removed: row.removed,
        }
    }
}

/// The revisions of a timetable.
#[derive(Serialize, ToSchema)]
pub(crate) struct RevisionList {
    /// The newest first, at most 50.
    revisions: Vec<RevisionInfo>,
}

/// Lists what a timetable was, also of one that was deleted, for those who may change it.
#[utoipa::path(get, path = "/api/timetable/{id}/revisions", tag = "timetable",
    params(("id" = String, Path, description = "The id of the timetable")),
    responses((status = 200, body = Envelope<RevisionList>)))]
pub(crate) async fn list_revisions(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<RevisionList>> {
    let rows = app.db.read(move |read| {
        let row = timetables::find(read, &id)?.ok_or_else(ApiError::not_found)?;
        Owner::of(&row).ok_or_else(ApiError::not_found)?.authorize_change(&caller.facts)?;
        Ok(revisions::list(read, &id)?)
    });
    let rows = rows.await?;
    let names = Names::of(&app, rows.iter().map(|row| row.saved_by.clone()).collect()).await?;
    let revisions = rows.iter().map(|row| RevisionInfo::new(row, &names)).collect();
    Ok(Reply::ok(RevisionList { revisions }))
}

/// Which revision is to hold again.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct RevisionWanted {
    /// The number of the revision.
    revision: i64,
}

/// Saves what a timetable was at a revision as its newest revision; brings a deleted timetable back. This undoes any
/// save.
#[utoipa::path(post, path = "/api/timetable/{id}/restore", tag = "timetable",
    params(("id" = String, Path, description = "The id of the timetable")),
    request_body = RevisionWanted, responses((status = 200, body = Envelope<TimetableDetails>)))]
pub(crate) async fn restore_revision(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(wanted): Json<RevisionWanted>,
) -> Result<Reply<TimetableDetails>> {
    let restored = app.write(move |tx| {
        let (owner, mut row) = find_changeable(tx, &caller, &id)?;
        let then = revisions::find(tx, &id, wanted.revision)?.ok_or_else(ApiError::not_found)?;
        if row.deleted_at.is_some() && timetables::count(tx, &row.class, &row.owner_id)? >= MAX_TIMETABLES {
            return Err(texts::TOO_MANY.with("max", MAX_TIMETABLES));
        }
        restore(tx, &owner, &caller, &mut row, then)?;
        Ok(row)
    });
    Ok(Reply::ok(details(&app, restored.await?).await?))
}

/// Saves what a timetable was as its newest revision; answers the number of the event.
fn restore(tx: &mut AppTx, owner: &Owner, caller: &Caller, row: &mut Row, then: Revision) -> Result<i64> {
    row.name = then.name;
    row.valid_from = then.valid_from;
    row.valid_until = then.valid_until;
    row.first_day = then.first_day;
    row.content = then.content;
    row.deleted_at = None;
    let event_seq = save(tx, owner, caller, row)?;
    if !row.class.is_empty() {
        let detail = json!({ "class": row.class, "revision": then.revision });
        tx.audit(&Actor::from(caller), &texts::RESTORE_TIMETABLE, &row.id, &detail)?;
    }
    Ok(event_seq)
}

/// Which save is to be taken back.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct SaveToUndo {
    /// The revision that was saved; 409 with the newest one when somebody saved since.
    revision: i64,
    /// What differed before on the dates that were sent with it, each with what it was set to as `seen`; at most 400.
    #[serde(default)]
    days: Vec<DayToChange>,
}

/// Takes the newest save of a timetable back with the days that came with it, all or nothing: the timetable is what it was
/// before, or deleted when the save made it or brought it back. 409 when somebody has changed it or one of the days since,
/// and when what it was before is not kept any more.
#[utoipa::path(post, path = "/api/timetable/{id}/undo", tag = "timetable",
    params(("id" = String, Path, description = "The id of the timetable")),
    request_body = SaveToUndo, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn undo_save(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(mut undo): Json<SaveToUndo>,
) -> Result<Reply<()>> {
    let days = checked_days(std::mem::take(&mut undo.days))?;
    if days.iter().any(|(_, day)| day.seen.is_none()) {
        return Err(ApiError::invalid("seen"));
    }
    let undone = app.write(move |tx| {
        let (owner, mut row) = find_changeable(tx, &caller, &id)?;
        if row.deleted_at.is_some() {
            return Err(ApiError::not_found());
        }
        if row.revision != undo.revision {
            return Err(kernel::texts::REVISION_CONFLICT.err().data(json!({ "revision": row.revision })));
        }
        let event_seq = if row.revision == 1 {
            delete(tx, &owner, &caller, &mut row)?
        } else {
            let before = revisions::find(tx, &id, row.revision - 1)?;
            let before = before.ok_or_else(|| texts::REVISION_GONE.err())?;
            if before.removed {
                delete(tx, &owner, &caller, &mut row)?
            } else {
                restore(tx, &owner, &caller, &mut row, before)?
            }
        };
        save_days(tx, &caller, &row, &days, event_seq).map(drop)
    });
    undone.await?;
    Ok(Reply::done())
}
