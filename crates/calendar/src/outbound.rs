//! The event `calendar.event_created`, which integrations are sent (`interface 6.4`).

use identity::api_scopes;
use integrations::{Listener, MemberCache, Outbound, OutboundEvent};
use kernel::events::{Event, FeatureEvent as _};
use kernel::{AppTx, Result};
use serde_json::json;

use crate::access::Owner;
use crate::events::CalendarEvent;
use crate::store::events;
use crate::texts;

/// `calendar.event_created`: a new event that the integration's owner sees. What a file brought is not told one by one.
pub(crate) static EVENT_CREATED: OutboundEvent = OutboundEvent {
    name: "calendar.event_created",
    scope: api_scopes::CALENDAR_READ,
    about: &texts::EVENT_CREATED,
    selects: |event| matches!(CalendarEvent::read(event), Some(CalendarEvent::Created(_))),
    read,
};

/// The event as it is now; nothing of one that is gone.
fn read(tx: &mut AppTx, _: &mut MemberCache, event: &Event) -> Result<Option<Outbound>> {
    let Some(CalendarEvent::Created(facts)) = CalendarEvent::read(event) else { return Ok(None) };
    let Some(row) = events::find(tx, &event.subject_id)?.filter(|row| row.deleted_at.is_none()) else {
        return Ok(None);
    };
    let (owner, content) = (Owner::parse(&row.owner), &row.content);
    let all_day = content.all_day;
    let data = json!({
        "id": row.id, "class": owner.class(), "title": content.title, "description": content.description,
        "location": content.location, "all_day": all_day, "starts": content.starts.wire(all_day),
        "ends": content.ends.wire(all_day), "zone": content.zone, "rule": content.rule,
        "category": content.category,
    });
    let may_hear = move |_: &mut AppTx, to: &Listener| Ok(owner.is_seen_by(&to.owner));
    Ok(Some(Outbound { data, may_hear: Box::new(may_hear), about: row.created_by, cause: facts.integration }))
}
