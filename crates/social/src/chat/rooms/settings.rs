//! How far members have read, what they see of it, and what they do not want to be told.

use kernel::events::{Audience, NewEvent};
use kernel::user::UserFacts;
use kernel::{App, Result};
use std::sync::Arc;

use crate::chat::events::{ByMember, ChatEvent};
use crate::chat::model::RoomId;
use crate::chat::notifications::mark_room_read;
use crate::chat::store::messages;
use crate::chat::store::read_markers::{self, Mark};
use crate::chat::{access, texts};

/// Marks a room as read up to a message, or to its newest; never back. One's other devices hear of
/// it, and the other one of a pair unless the reader does not want that.
///
/// # Errors
/// 403 outside the room, 404 for a message of another room.
pub(in crate::chat) async fn read(
    app: &App,
    facts: &Arc<UserFacts>,
    room: &RoomId,
    message: Option<&str>,
) -> Result<()> {
    let (room, facts) = (room.clone(), facts.clone());
    let message = message.filter(|id| !id.is_empty()).map(ToOwned::to_owned);
    app.write(move |tx| {
        access::member_rights(tx, &room, &facts)?;
        let (name, user) = (room.to_string(), facts.user_id);
        let id = match &message {
            Some(id) => Some(id.clone()),
            None => messages::newest_id(tx, &name)?,
        };
        let Some(id) = id else { return Ok(()) };
        let row = messages::find(tx, &id)?.filter(|row| row.room_id == name);
        let none = || texts::NO_SUCH_MESSAGE.err();
        let row = row.ok_or_else(none)?;
        let mark = read_markers::find(tx, user, &name)?;
        if mark.read_seq >= row.seq {
            return Ok(());
        }
        let shown = mark.receipts && matches!(room, RoomId::Private(..));
        let audience = if shown { room.audience() } else { Audience::User(user) };
        let read = ChatEvent::MessageRead(ByMember { room_id: name.clone(), user_id: user });
        tx.emit(NewEvent::new(&read, audience).by(user).about(&row.id))?;
        read_markers::read_to(tx, user, &name, row.seq)?;
        Ok(mark_room_read(tx, user, &name, row.seq)?)
    })
    .await
}

/// Hides everything said so far from oneself; nobody else notices.
///
/// # Errors
/// 403 outside the room.
pub(in crate::chat) async fn clear(app: &App, facts: &Arc<UserFacts>, room: &RoomId) -> Result<()> {
    let (room, facts) = (room.clone(), facts.clone());
    app.write(move |tx| {
        access::member_rights(tx, &room, &facts)?;
        let (name, user) = (room.to_string(), facts.user_id);
        let cleared = ChatEvent::HistoryCleared((&room).into());
        tx.emit(NewEvent::new(&cleared, Audience::User(user)).by(user).about(&name))?;
        let newest = messages::newest(tx, &name)?;
        read_markers::clear(tx, user, &name, newest)?;
        Ok(mark_room_read(tx, user, &name, newest)?)
    })
    .await
}

/// How a room may disturb; what is not given stays.
#[derive(Clone, Debug, Default)]
pub(in crate::chat) struct RoomSettings {
    pub(in crate::chat) muted: Option<bool>,
    /// Both, or both empty for none.
    pub(in crate::chat) quiet: Option<(Option<String>, Option<String>)>,
    pub(in crate::chat) receipts: Option<bool>,
}

/// Sets how a room may disturb, on all devices.
///
/// # Errors
/// 400 for one end of quiet hours alone, 403 outside the room.
pub(in crate::chat) async fn set(
    app: &App,
    facts: &Arc<UserFacts>,
    room: &RoomId,
    settings: RoomSettings,
) -> Result<Mark> {
    if settings.quiet.as_ref().is_some_and(|(from, to)| from.is_some() != to.is_some()) {
        return Err(texts::QUIET_INCOMPLETE.err());
    }
    let (room, facts) = (room.clone(), facts.clone());
    app.write(move |tx| {
        let (name, user) = (room.to_string(), facts.user_id);
        let changed = ChatEvent::RoomSettingsChanged((&room).into());
        // Counter first: two devices that change different things lose neither.
        tx.emit(NewEvent::new(&changed, Audience::User(user)).by(user).about(&name))?;
        access::member_rights(tx, &room, &facts)?;
        let mut mark = read_markers::find(tx, user, &name)?;
        mark.muted = settings.muted.unwrap_or(mark.muted);
        mark.receipts = settings.receipts.unwrap_or(mark.receipts);
        if let Some((from, to)) = settings.quiet.clone() {
            (mark.quiet_from, mark.quiet_to) = (from, to);
        }
        read_markers::set(tx, user, &name, &mark)?;
        Ok(mark)
    })
    .await
}
