//! Undoing changes.

use axum::extract::State;
use kernel::http::{Caller, Path};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Owner;
use crate::change::{Change, Writer};
use crate::store::changes::{self, ChangeKind};

/// A change of a calendar.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarChange {
    /// The id of the change, with which it can be undone.
    pub(crate) change_id: String,
    /// What the change did.
    pub(crate) kind: ChangeKind,
    /// The number of the events that it touched.
    pub(crate) events: usize,
}

/// Undoes a change of the last 30 days as a whole: an event made, changed or deleted, a part of a series, a file that was
/// read, or an undoing. 409 when one of its events was changed again since.
#[utoipa::path(post, path = "/api/calendar/changes/{id}/undo", tag = "calendar",
    params(("id" = String, Path, description = "The id of the change")),
    responses((status = 200, body = Envelope<CalendarChange>)))]
pub(crate) async fn undo_calendar_change(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<CalendarChange>> {
    let new = app.random.id(&app.clock);
    let undone = app.write(move |tx| {
        tx.lock_log()?;
        let change = changes::find(tx, &id)?.ok_or_else(ApiError::not_found)?;
        let owner = Owner::parse(&change.owner);
        owner.check_change(&caller.facts)?;
        let rows = changes::rows(tx, &id)?;
        let writer = Writer::Member(Box::new(caller.clone()));
        let mut undoing = Change::begin(tx, &new, ChangeKind::Undone, &owner, &writer)?;
        undoing.undo(tx, &rows)?;
        undoing.finish(tx, &new)?;
        Ok(CalendarChange { change_id: new.clone(), kind: ChangeKind::Undone, events: rows.len() })
    });
    Ok(Reply::ok(undone.await?))
}
