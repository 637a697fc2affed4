//! The event `announcement.published`, which integrations are sent.

use identity::api_scopes;
use integrations::{Listener, MemberCache, Outbound, OutboundEvent};
use kernel::app::iso;
use kernel::events::{Event, FeatureEvent as _};
use kernel::{AppTx, Result};
use serde_json::json;

use super::events::AnnouncementEvent;
use super::store::rows;
use super::texts;

/// `announcement.published`: an announcement that the integration's owner sees.
pub(super) static ANNOUNCEMENT_PUBLISHED: OutboundEvent = OutboundEvent {
    name: "announcement.published",
    scope: api_scopes::NOTIFICATION_WRITE,
    about: &texts::ANNOUNCEMENT_PUBLISHED,
    selects: |event| matches!(AnnouncementEvent::read(event), Some(AnnouncementEvent::Published(_))),
    read,
};

/// The announcement as it is now; nothing of one that was taken away.
fn read(tx: &mut AppTx, _: &mut MemberCache, event: &Event) -> Result<Option<Outbound>> {
    let Ok(id) = event.subject_id.parse() else { return Ok(None) };
    let now = tx.now();
    let Some(row) = rows::find(tx, id)?.filter(|row| row.is_shown(now)) else { return Ok(None) };
    let audience = row.target().audience();
    let data = json!({
        "id": row.id, "type": row.kind, "title": row.title, "content": row.content, "due_date": row.due_date,
        "requires_ack": row.requires_ack, "author_id": row.author_id, "published_at": row.published_at.map(iso),
    });
    let may_hear = move |_: &mut AppTx, to: &Listener| Ok(audience.includes(&to.owner));
    Ok(Some(Outbound { data, may_hear: Box::new(may_hear), about: row.author_id, cause: None }))
}
