//! What happens to a message after it was sent: edits, recalls, reactions, pins.

use std::sync::Arc;

use identity::user::facts_of;
use kernel::audit::{self, Actor};
use kernel::db::{DbResult, Tx};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use serde_json::json;

use super::attach::attach_anew;
use super::draft::{Draft, Wording};
use super::events::{self, ChatEvent, Reaction};
use super::model::{EDIT_WINDOW, Kind, MAX_PINS, RECALL_WINDOW, RoomId, is_within};
use super::send::called;
use super::store::messages::{self, Edit, MessageRow};
use super::store::{search, talk};
use super::view::{self, ChatMessage};
use super::{access, index, texts};

/// Who acts, and from where, for the operation log.
#[derive(Clone, Debug)]
pub(super) struct By {
    pub(super) facts: Arc<UserFacts>,
    pub(super) actor: Actor,
}

impl By {
    pub(super) fn user(&self) -> UserId {
        self.facts.user_id
    }
}

/// Appends what happened to a message.
fn append(
    app: &App,
    tx: &mut Tx,
    (room, row): (&RoomId, &MessageRow),
    by: &By,
    event: &ChatEvent,
) -> DbResult<i64> {
    events::append(app, tx, room, (by.user(), &row.id), event)
}

/// A message with its reactions as they are now.
async fn shown(app: &App, row: MessageRow) -> Result<ChatMessage> {
    let (room, seq) = (row.room_id.clone(), row.seq);
    let reactions = app.db.read(move |read| Ok(talk::reactions(read, &room, seq, seq)?)).await?;
    view::one(app, row, reactions).await
}

/// Corrects a text of one's own; what it said before is kept beside it, and its files are those that
/// it names now.
///
/// # Errors
/// 403 when it is another's or too old, 409 when it was recalled.
pub(super) async fn edit(app: &App, by: &By, id: &str, content: &str) -> Result<ChatMessage> {
    let draft = Draft::parse(&Wording { content, ..Wording::default() })?;
    let (facts, wanted) = (by.facts.clone(), id.to_owned());
    let (_, room, _) = app.db.read(move |read| access::living(read, &wanted, &facts)).await?;
    let mentions = called(app, &room, Kind::Text, &draft.content).await?;
    let reader = app.file_reader(&by.facts);
    let (writer, by, id) = (app.clone(), by.clone(), id.to_owned());
    let row = app
        .db
        .write(move |tx| {
            let content = &draft.content;
            // Before looking: another node may be taking it back, or editing it, at this moment.
            writer.events.hold(tx)?;
            let (row, room, _) = access::living(tx, &id, &by.facts)?;
            let now = writer.clock.now_ms();
            refuse_edit(&row, &by, now)?;
            if row.content == *content {
                return Ok(row);
            }
            let edited = ChatEvent::MessageEdited((&room).into());
            let seq = append(&writer, tx, (&room, &row), &by, &edited)?;
            let edit = Edit { id: &id, content, mentions: &mentions, replaced: &row.content, seq, now };
            if !messages::edit(tx, &edit)? {
                return Err(texts::RECALLED.err());
            }
            index::replace(tx, row.seq, &row.room_id, Kind::Text, content)?;
            attach_anew(&writer, tx, (by.user(), &reader), (&room, &row), &draft)?;
            Ok(MessageRow {
                content: content.clone(),
                mentions: mentions.clone(),
                edited_at: Some(now),
                ..row
            })
        })
        .await?;
    shown(app, row).await
}

fn refuse_edit(row: &MessageRow, by: &By, now: i64) -> Result<()> {
    if row.sender_id != by.user().as_str() {
        return Err(texts::NOT_YOURS.err());
    }
    if row.kind != Kind::Text.as_str() {
        return Err(texts::EDIT_KIND.err());
    }
    if !is_within(EDIT_WINDOW, row.created_at, now) {
        return Err(texts::EDIT_TOO_LATE.err());
    }
    Ok(())
}

/// Takes a message back: one's own for two minutes, a moderator's any time. Words, earlier words,
/// reactions, files and pin go with it; again changes nothing.
///
/// # Errors
/// 403 when it is too old or another's.
pub(super) async fn recall(app: &App, by: &By, id: &str) -> Result<()> {
    let (facts, wanted) = (by.facts.clone(), id.to_owned());
    let (row, ..) = app.db.read(move |read| access::message(read, &wanted, &facts)).await?;
    let sender = match UserId::parse(&row.sender_id) {
        Some(sender) => facts_of(app, sender).await?,
        None => None,
    };
    let (writer, by, id) = (app.clone(), by.clone(), id.to_owned());
    app.db
        .write(move |tx| {
            let (row, room, standing) = access::message(tx, &id, &by.facts)?;
            if row.recalled {
                return Ok(());
            }
            let is_own = row.sender_id == by.user().as_str();
            let in_time = is_own && is_within(RECALL_WINDOW, row.created_at, writer.clock.now_ms());
            if !in_time && !access::may_take_down(&by.facts, &standing, &room, sender.as_deref()) {
                let refusal = if is_own { &texts::RECALL_TOO_LATE } else { &kernel::texts::NO_PERMISSION };
                return Err(refusal.err());
            }
            empty(&writer, tx, &row, &room, &by)?;
            if !is_own {
                let detail = json!({ "room_id": row.room_id, "sender_id": row.sender_id });
                audit::record(&writer, tx, &by.actor, &texts::RECALL_MESSAGE, &row.id, &detail)?;
            }
            Ok(())
        })
        .await
}

/// Empties a message and tells its room, by ids alone.
///
/// # Errors
/// 409 when someone else was quicker.
pub(super) fn empty(
    app: &App,
    tx: &mut kernel::db::Tx,
    row: &MessageRow,
    room: &RoomId,
    by: &By,
) -> Result<()> {
    append(app, tx, (room, row), by, &ChatEvent::MessageRecalled(room.into()))?;
    if !messages::recall(tx, &row.id)? {
        return Err(texts::RECALLED.err());
    }
    talk::strip(tx, row)?;
    search::remove(tx, row.seq)?;
    Ok(app.files.remove_refs(tx, "chat", &row.id)?)
}

/// To hang something onto a message, or to take it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    Add,
    Remove,
}

/// Adds or removes one of the six; again changes nothing.
///
/// # Errors
/// 404, 409 when the message was recalled.
pub(super) async fn react(
    app: &App,
    by: &By,
    id: &str,
    emoji: &'static str,
    touch: Touch,
) -> Result<ChatMessage> {
    let (writer, by, id) = (app.clone(), by.clone(), id.to_owned());
    let row = app
        .db
        .write(move |tx| {
            writer.events.hold(tx)?;
            let (row, room, standing) = access::living(tx, &id, &by.facts)?;
            standing.require_member()?;
            let there = talk::reactions(tx, &row.room_id, row.seq, row.seq)?;
            let has = there.iter().any(|known| known.emoji == emoji && known.user_id == by.user().as_str());
            if has == (touch == Touch::Add) {
                return Ok(row);
            }
            let reaction =
                Reaction { room_id: room.to_string(), user_id: by.user(), emoji: emoji.to_owned() };
            let event = match touch {
                Touch::Add => ChatEvent::ReactionAdded(reaction),
                Touch::Remove => ChatEvent::ReactionRemoved(reaction),
            };
            append(&writer, tx, (&room, &row), &by, &event)?;
            match touch {
                Touch::Add => talk::react(tx, &row, by.user(), emoji, writer.clock.now_ms())?,
                Touch::Remove => talk::unreact(tx, &row, by.user(), emoji)?,
            };
            Ok(row)
        })
        .await?;
    shown(app, row).await
}

/// Pins a message or takes it down; again changes nothing.
///
/// # Errors
/// 403 but for moderators, owners and pairs, 409 beyond twenty.
pub(super) async fn pin(app: &App, by: &By, id: &str, touch: Touch) -> Result<()> {
    let (writer, by, id) = (app.clone(), by.clone(), id.to_owned());
    app.db
        .write(move |tx| {
            // Counter first, then look and count.
            writer.events.hold(tx)?;
            let (row, room, standing) = access::living(tx, &id, &by.facts)?;
            if !standing.may_arrange(&room) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            if talk::is_pinned(tx, &row)? == (touch == Touch::Add) {
                return Ok(());
            }
            let event = match touch {
                Touch::Add => ChatEvent::MessagePinned((&room).into()),
                Touch::Remove => ChatEvent::MessageUnpinned((&room).into()),
            };
            append(&writer, tx, (&room, &row), &by, &event)?;
            match touch {
                Touch::Add => talk::pin(tx, &row, by.user(), writer.clock.now_ms())?,
                Touch::Remove => talk::unpin(tx, &row)?,
            };
            if talk::count_pins(tx, &row.room_id)? > MAX_PINS {
                return Err(texts::TOO_MANY_PINS.with("max", MAX_PINS));
            }
            if matches!(room, RoomId::Public | RoomId::Class(_)) {
                let action = if touch == Touch::Add { &texts::PIN_MESSAGE } else { &texts::UNPIN_MESSAGE };
                let detail = json!({ "room_id": row.room_id });
                audit::record(&writer, tx, &by.actor, action, &row.id, &detail)?;
            }
            Ok(())
        })
        .await
}
