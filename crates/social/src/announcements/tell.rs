//! What the room tells the log: ids and codes.

use kernel::App;
use kernel::db::{DbResult, Tx};
use kernel::events::{Audience, NewEvent};
use kernel::user::UserId;
use serde_json::json;

use super::store::rows::Row;

/// What happens to one: its name for the house, and for the desktops.
pub(super) type What = (&'static str, &'static str);

/// Members see it from now on.
pub(super) const PUBLISHED: What = ("published", "announcement_published");
/// It says something else, or stands elsewhere.
pub(super) const UPDATED: What = ("updated", "announcement_updated");
/// Members see it no more.
pub(super) const REMOVED: What = ("removed", "announcement_removed");

/// Tells the house and, over the poll, everyone who sees the announcement.
pub(super) fn tell(app: &App, tx: &mut Tx, actor: Option<UserId>, row: &Row, what: What) -> DbResult<()> {
    let id = row.id.to_string();
    let data =
        json!({ "id": row.id, "kind": row.kind, "requires_ack": row.requires_ack, "revision": row.revision });
    for (stream, what) in [("announcement", what.0), ("system", what.1)] {
        let (audience, subject, data) = (row.reach().audience(), id.as_str(), data.clone());
        app.events.append(tx, NewEvent { stream, what, audience, actor, subject, data })?;
    }
    Ok(())
}

/// Reminds exactly these.
pub(super) fn remind(app: &App, tx: &mut Tx, actor: UserId, row: &Row, missing: &[UserId]) -> DbResult<()> {
    let event = NewEvent {
        stream: "system",
        what: "announcement_reminder",
        audience: Audience::Any(missing.iter().copied().map(Audience::User).collect()),
        actor: Some(actor),
        subject: &row.id.to_string(),
        data: json!({ "id": row.id }),
    };
    app.events.append(tx, event).map(drop)
}
