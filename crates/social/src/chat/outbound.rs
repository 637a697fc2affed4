//! The event `message.received`, which integrations are sent: a message in a room of the integration's owner.

use identity::api_scopes;
use integrations::{Listener, MemberCache, Outbound, OutboundEvent};
use kernel::app::iso;
use kernel::events::{Event, FeatureEvent as _};
use kernel::user::UserId;
use kernel::{AppTx, Result};
use serde_json::json;

use super::attach::Extra;
use super::events::ChatEvent;
use super::model::RoomId;
use super::store::messages;
use super::{access, texts};

/// `message.received`. The owner's own messages are not told: what an integration sends is one of them.
pub(super) static MESSAGE_RECEIVED: OutboundEvent = OutboundEvent {
    name: "message.received",
    scope: api_scopes::MESSAGE_READ,
    about: &texts::MESSAGE_RECEIVED,
    selects: |event| matches!(ChatEvent::read(event), Some(ChatEvent::MessageCreated(_))),
    read,
};

/// The message as it is now; nothing of one that was recalled.
fn read(tx: &mut AppTx, members: &mut MemberCache, event: &Event) -> Result<Option<Outbound>> {
    let Some(row) = messages::find(tx, &event.subject_id)?.filter(|row| !row.recalled) else {
        return Ok(None);
    };
    let Some(room) = RoomId::parse(&row.room_id) else { return Ok(None) };
    let sender = UserId::parse(&row.sender_id).map(|sender| members.find(tx, sender)).transpose()?.flatten();
    let extra = Extra::read(row.extra.as_deref());
    let data = json!({
        "id": row.id, "room_id": row.room_id, "type": row.kind, "content": row.content, "sender_id": row.sender_id,
        "sender_name": sender.map(|sender| sender.net_name), "reply_to": row.reply_to, "file": extra.file,
        "created_at": iso(row.created_at),
    });
    let sender_id = row.sender_id;
    let (about, cause) = (sender_id.clone(), extra.via.map(|via| via.id));
    let may_hear = move |tx: &mut AppTx, to: &Listener| {
        let is_own = to.owner.user_id.as_str() == sender_id;
        let is_member = !is_own && access::is_member(tx, &room, to.owner.user_id)?;
        Ok(is_member && access::admits_operator(tx, &room, to.operator)?)
    };
    Ok(Some(Outbound { data, may_hear: Box::new(may_hear), about, cause }))
}
