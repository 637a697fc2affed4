//! What happens to a message after it was sent: edits, recalls, reactions, pins.

use std::sync::Arc;

use identity::exam;
use identity::user::{facts_of, members};
use kernel::audit::Actor;
use kernel::events::NewEvent;
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result};
use moderation::{Moderator, refuse_writing};
use serde_json::json;

use crate::chat::access::no_such_user;
use crate::chat::attach::{Extra, attach_anew};
use crate::chat::case_content::{self, MESSAGE};
use crate::chat::draft::{Draft, DraftFields};
use crate::chat::dto::{self, ChatMessage};
use crate::chat::events::{ChatEvent, Reaction, Recalled};
use crate::chat::messages::send::mentioned_users;
use crate::chat::messages::word_rules::judge_edit;
use crate::chat::model::{EDIT_WINDOW, Kind, MAX_PINS, RECALL_WINDOW, RemovedBy, RoomId, is_within};
use crate::chat::notifications::withdraw_message;
use crate::chat::store::messages::{self, Edit, MessageRow};
use crate::chat::store::reactions;
use crate::chat::{access, texts};

/// Who acts, and from where, for the operation log.
#[derive(Clone, Debug)]
pub(in crate::chat) struct ChatActor {
    pub(in crate::chat) facts: Arc<UserFacts>,
    pub(in crate::chat) actor: Actor,
}

impl ChatActor {
    pub(in crate::chat) fn user(&self) -> UserId {
        self.facts.user_id
    }
}

/// A message with its reactions as they are now.
async fn shown(app: &App, row: MessageRow) -> Result<ChatMessage> {
    let (room, seq) = (row.room_id.clone(), row.seq);
    let reactions = app.db.read(move |read| Ok(reactions::reactions(read, &room, seq, seq)?)).await?;
    dto::one(app, row, reactions).await
}

/// Corrects a text of one's own; what it said before is kept beside it, and its files are those that
/// it names now.
///
/// # Errors
/// 403 when it is another's or too old, 409 when it was recalled.
pub(in crate::chat) async fn edit(app: &App, by: &ChatActor, id: &str, content: &str) -> Result<ChatMessage> {
    // Not what the caller knew of them: a socket is open for longer than an exam takes to begin.
    let facts = facts_of(app, by.user()).await?.ok_or_else(no_such_user)?;
    let by = &ChatActor { facts, ..by.clone() };
    refuse_writing(app, &by.facts)?;
    let draft = Draft::parse(&DraftFields { content, ..DraftFields::default() })?;
    let (facts, wanted) = (by.facts.clone(), id.to_owned());
    let (_, room, _) = app.db.read(move |read| access::unrecalled(read, &wanted, &facts)).await?;
    let (content, is_flagged) = judge_edit(app, &by.facts, &room, &draft.content)?;
    let draft = Draft { content, ..draft };
    let flagged = if is_flagged { Some(members(app).await?) } else { None };
    let mentions = mentioned_users(app, &room, Kind::Text, &draft.content).await?;
    let reader = app.file_reader(&by.facts);
    let (by, id) = (by.clone(), id.to_owned());
    let row = app
        .write(move |tx| {
            let content = &draft.content;
            // Before looking: another node may be taking it back, or editing it, at this moment.
            tx.lock_log()?;
            let (row, room, _) = access::unrecalled(tx, &id, &by.facts)?;
            let now = tx.now();
            refuse_edit(&row, &by, now)?;
            if row.content == *content {
                return Ok(row);
            }
            let edited = ChatEvent::MessageEdited((&room).into());
            let seq = tx.emit(NewEvent::new(&edited, room.audience()).by(by.user()).about(&row.id))?;
            let edit = Edit { id: &id, content, mentions: &mentions, replaced: &row.content, seq, now };
            if !messages::edit(tx, &edit)? {
                return Err(texts::RECALLED.err());
            }
            attach_anew(tx, &reader, &room, &row, &draft)?;
            let (content, mentions) = (content.clone(), mentions.clone());
            let row = MessageRow { content, mentions, edited_at: Some(now), ..row };
            if let Some(everyone) = &flagged {
                moderation::flag(tx, everyone, MESSAGE, &row.id, &case_content::of_message(&row))?;
            }
            Ok(row)
        })
        .await?;
    shown(app, row).await
}

fn refuse_edit(row: &MessageRow, by: &ChatActor, now: i64) -> Result<()> {
    if row.sender_id != by.user().as_str() {
        return Err(texts::NOT_YOURS.err());
    }
    if row.kind != Kind::Text.into_str() {
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
pub(in crate::chat) async fn recall(app: &App, by: &ChatActor, id: &str) -> Result<()> {
    let (facts, wanted) = (by.facts.clone(), id.to_owned());
    let (row, ..) = app.db.read(move |read| access::message(read, &wanted, &facts)).await?;
    let moderator = Moderator::new(app, by.facts.clone(), by.actor.clone()).await?;
    let sender = match UserId::parse(&row.sender_id) {
        Some(sender) => facts_of(app, sender).await?,
        None => None,
    };
    let (by, id) = (by.clone(), id.to_owned());
    app.write(move |tx| {
        tx.lock_log()?;
        let (row, room, rights) = access::message(tx, &id, &by.facts)?;
        if row.recalled {
            return Ok(());
        }
        let is_own = row.sender_id == by.user().as_str();
        let in_time = is_own && is_within(RECALL_WINDOW, row.created_at, tx.now());
        if !in_time && !access::may_take_down(&by.facts, &rights, &room, sender.as_deref()) {
            let refusal = if is_own { &texts::RECALL_TOO_LATE } else { &kernel::texts::NO_PERMISSION };
            return Err(refusal.err());
        }
        if !is_own && !matches!(room, RoomId::Group(_)) {
            return moderation::remove(tx, &moderator, MESSAGE, &id, &case_content::of_message(&row), "");
        }
        // In a group its owner alone recalls what others wrote.
        empty(tx, &row, &room, by.user(), (!is_own).then_some(RemovedBy::Owner))?;
        tx.app().files.remove_refs(tx, "chat", &row.id)?;
        if !is_own {
            let detail = json!({ "room_id": row.room_id, "sender_id": row.sender_id });
            tx.audit(&by.actor, &texts::RECALL_MESSAGE, &row.id, &detail)?;
        }
        Ok(())
    })
    .await
}

/// Empties a message and tells its room, by ids and who removed it. Its files stay.
///
/// # Errors
/// 409 when someone else was quicker.
pub(in crate::chat) fn empty(
    tx: &mut AppTx,
    row: &MessageRow,
    room: &RoomId,
    by: UserId,
    removed_by: Option<RemovedBy>,
) -> Result<()> {
    let recalled = ChatEvent::MessageRecalled(Recalled { room_id: room.to_string(), removed_by });
    tx.emit(NewEvent::new(&recalled, room.audience()).by(by).about(&row.id))?;
    if !messages::recall(tx, &row.id, Extra::of_recalled(removed_by).stored())? {
        return Err(texts::RECALLED.err());
    }
    reactions::strip(tx, row)?;
    Ok(withdraw_message(tx, &row.id)?)
}

/// To hang something onto a message, or to take it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::chat) enum Toggle {
    Add,
    Remove,
}

/// Adds or removes one of the six; again changes nothing.
///
/// # Errors
/// 404, 409 when the message was recalled.
pub(in crate::chat) async fn react(
    app: &App,
    by: &ChatActor,
    id: &str,
    emoji: &'static str,
    toggle: Toggle,
) -> Result<ChatMessage> {
    if toggle == Toggle::Add {
        exam::refuse(app, &by.facts)?;
    }
    let (by, id) = (by.clone(), id.to_owned());
    let row = app
        .write(move |tx| {
            tx.lock_log()?;
            let (row, room, rights) = access::unrecalled(tx, &id, &by.facts)?;
            rights.require_member()?;
            let there = reactions::reactions(tx, &row.room_id, row.seq, row.seq)?;
            let has = there.iter().any(|known| known.emoji == emoji && known.user_id == by.user().as_str());
            if has == (toggle == Toggle::Add) {
                return Ok(row);
            }
            let reaction =
                Reaction { room_id: room.to_string(), user_id: by.user(), emoji: emoji.to_owned() };
            let event = match toggle {
                Toggle::Add => ChatEvent::ReactionAdded(reaction),
                Toggle::Remove => ChatEvent::ReactionRemoved(reaction),
            };
            tx.emit(NewEvent::new(&event, room.audience()).by(by.user()).about(&row.id))?;
            let now = tx.now();
            match toggle {
                Toggle::Add => reactions::react(tx, &row, by.user(), emoji, now)?,
                Toggle::Remove => reactions::unreact(tx, &row, by.user(), emoji)?,
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
pub(in crate::chat) async fn pin(app: &App, by: &ChatActor, id: &str, toggle: Toggle) -> Result<()> {
    let (by, id) = (by.clone(), id.to_owned());
    app.write(move |tx| {
        // Counter first, then look and count.
        tx.lock_log()?;
        let (row, room, rights) = access::unrecalled(tx, &id, &by.facts)?;
        if !rights.may_arrange(&room) {
            return Err(kernel::texts::NO_PERMISSION.err());
        }
        if reactions::is_pinned(tx, &row)? == (toggle == Toggle::Add) {
            return Ok(());
        }
        let event = match toggle {
            Toggle::Add => ChatEvent::MessagePinned((&room).into()),
            Toggle::Remove => ChatEvent::MessageUnpinned((&room).into()),
        };
        tx.emit(NewEvent::new(&event, room.audience()).by(by.user()).about(&row.id))?;
        let now = tx.now();
        match toggle {
            Toggle::Add => reactions::pin(tx, &row, by.user(), now)?,
            Toggle::Remove => reactions::unpin(tx, &row)?,
        };
        if reactions::count_pins(tx, &row.room_id)? > MAX_PINS {
            return Err(texts::TOO_MANY_PINS.with("max", MAX_PINS));
        }
        if matches!(room, RoomId::Public | RoomId::Class(_)) {
            let action = if toggle == Toggle::Add { &texts::PIN_MESSAGE } else { &texts::UNPIN_MESSAGE };
            let detail = json!({ "room_id": row.room_id });
            tx.audit(&by.actor, action, &row.id, &detail)?;
        }
        Ok(())
    })
    .await
}
