//! What comes of a frame: the same verbs as over HTTP, and the frames that answer it.

use std::sync::Arc;

use identity::user::facts_of;
use kernel::audit::Actor;
use kernel::http::Caller;
use kernel::user::UserFacts;
use kernel::{App, Result};
use realtime::{Head, answer, done};

use super::fields::{
    Destination, GroupHistory, OutgoingMessage, Page, PrivateHistory, Reaction, Read, StatusUpdate, Typing,
};
use super::{Command, GroupCommand, MessageCommand, To, parse};
use crate::chat::draft::{Draft, DraftFields};
use crate::chat::dto::ChatMessage;
use crate::chat::frames::{
    GroupCreated, GroupMembersList, GroupMessageHistory, GroupMessageSent, GroupsList, HistoryMessages,
    MessageSent, PrivateMessageHistory, PrivateMessageSent,
};
use crate::chat::messages::edit::{self, ChatActor, Toggle};
use crate::chat::messages::send::{Sent, deliver, target};
use crate::chat::model::Status;
use crate::chat::model::{RoomId, parse_emoji};
use crate::chat::presence;
use crate::chat::presence::typing;
use crate::chat::rooms::group;
use crate::chat::rooms::history::{self, HistoryRange};
use crate::chat::rooms::settings;
use crate::chat::{access, texts};

/// Does what a frame says.
///
/// # Errors
/// A refusal.
pub(super) async fn run(app: &App, caller: &Caller, head: &Head, raw: &str) -> Result<Vec<String>> {
    match parse(&head.r#type, raw)? {
        Command::Typing(typing) => publish_typing(app, &caller.facts, &typing).map(|()| Vec::new()),
        Command::Status(update) => choose_status(app, caller, &update).map(|()| Vec::new()),
        Command::Message(command) => act_on_message(app, &now(app, caller).await?, head, command).await,
        Command::Group(command) => act_on_group(app, &now(app, caller).await?, head, command).await,
    }
}

fn choose_status(app: &App, caller: &Caller, update: &StatusUpdate) -> Result<()> {
    let status = update.status.parse::<Status>().map_err(|_| texts::STATUS_INVALID.err())?;
    presence::choose(app, caller.facts.user_id, status);
    Ok(())
}

/// Who acts, with the rights of this moment: rights change while a socket is open.
async fn now(app: &App, caller: &Caller) -> Result<ChatActor> {
    Ok(ChatActor { facts: caller.current_facts(app).await?, actor: Actor::from(caller) })
}

async fn act_on_message(
    app: &App,
    by: &ChatActor,
    head: &Head,
    command: MessageCommand,
) -> Result<Vec<String>> {
    match command {
        MessageCommand::Send(to, outgoing) => return Ok(vec![send(app, by, head, to, outgoing).await?]),
        MessageCommand::PrivateHistory(wanted) => return private_history(app, by, head, wanted).await,
        MessageCommand::GroupHistory(wanted) => return group_history(app, by, head, wanted).await,
        MessageCommand::PublicHistory(wanted) => {
            let (messages, has_more) = page_of(app, by, &RoomId::Public, (wanted.page(), 20)).await?;
            let room_id = RoomId::Public.to_string();
            return Ok(vec![answer(head, &HistoryMessages { room_id, messages, has_more })]);
        }
        MessageCommand::Read(read) => mark_read(app, by, &read).await?,
        MessageCommand::Edit(edit) => {
            edit::edit(app, by, &edit.message_id, &edit.content).await?;
        }
        MessageCommand::Recall(of) => edit::recall(app, by, &of.message_id).await?,
        MessageCommand::AddReaction(reaction) => react(app, by, &reaction, Toggle::Add).await?,
        MessageCommand::RemoveReaction(reaction) => react(app, by, &reaction, Toggle::Remove).await?,
        MessageCommand::Pin(of) => edit::pin(app, by, &of.message_id, Toggle::Add).await?,
        MessageCommand::Unpin(of) => edit::pin(app, by, &of.message_id, Toggle::Remove).await?,
    }
    Ok(done(head))
}

async fn react(app: &App, by: &ChatActor, reaction: &Reaction, toggle: Toggle) -> Result<()> {
    let emoji = parse_emoji(&reaction.emoji).ok_or_else(|| texts::EMOJI_INVALID.err())?;
    edit::react(app, by, &reaction.message_id, emoji, toggle).await?;
    Ok(())
}

async fn act_on_group(app: &App, by: &ChatActor, head: &Head, command: GroupCommand) -> Result<Vec<String>> {
    let user = by.user();
    match command {
        GroupCommand::List => {
            let groups = history::groups_of(app, user).await?;
            return Ok(vec![answer(head, &GroupsList { groups })]);
        }
        GroupCommand::Create(new) => {
            let room = group::create(app, user, &new.group_name, &new.member_ids).await?;
            let made = history::group(app, &by.facts, &room).await?;
            let (group_id, members) = (room.to_string(), made.member_ids().to_vec());
            let (group_name, creator_id) = (made.group_name, user.to_string());
            let frame = GroupCreated { group_id, group_name, creator_id, members, success: true };
            return Ok(vec![answer(head, &frame)]);
        }
        GroupCommand::Members(of) => return members_of(app, by, head, &of.group_id).await,
        GroupCommand::Join(of) => group::join(app, user, &access::room(&of.group_id)?).await?,
        GroupCommand::Leave(of) => group::leave(app, user, &access::room(&of.group_id)?).await?,
        GroupCommand::Dissolve(of) => group::dissolve(app, user, &access::room(&of.group_id)?).await?,
        GroupCommand::Invite(new) => {
            let invited: Vec<String> = new.invite_user_id.into_iter().chain(new.user_ids).collect();
            group::invite(app, user, &access::room(&new.group_id)?, &invited).await?;
        }
        GroupCommand::Kick(kick) => {
            group::kick(app, user, &access::room(&kick.group_id)?, &kick.target_user_id).await?;
        }
        GroupCommand::Transfer(to) => {
            group::transfer(app, user, &access::room(&to.group_id)?, &to.new_owner_id).await?;
        }
        GroupCommand::Rename(change) => {
            group::rename(app, user, &access::room(&change.group_id)?, &change.new_name).await?;
        }
        GroupCommand::Announce(new) => {
            let room = access::room(&new.group_id)?;
            if matches!(room, RoomId::Private(..)) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            group::announce(app, by, &room, &new.announcement).await?;
        }
    }
    Ok(done(head))
}

async fn members_of(app: &App, by: &ChatActor, head: &Head, group: &str) -> Result<Vec<String>> {
    let room = access::room(group)?;
    if !matches!(room, RoomId::Group(_) | RoomId::Class(_)) {
        return Err(texts::ROOM_IS_FIXED.err());
    }
    let found = history::group(app, &by.facts, &room).await?;
    let mut users = Vec::new();
    for user in found.member_ids() {
        users.extend(facts_of(app, *user).await?.map(|facts| presence::chat_user(app, &facts)));
    }
    let (group_id, members) = (group.to_owned(), found.member_ids().to_vec());
    Ok(vec![answer(head, &GroupMembersList { group_id, members, users })])
}

async fn send(app: &App, by: &ChatActor, head: &Head, to: To, outgoing: OutgoingMessage) -> Result<String> {
    let (room, user, group) =
        (outgoing.room.as_deref(), outgoing.target_user_id.as_deref(), outgoing.group_id.as_deref());
    let room = match to {
        To::Room => access::room(room.filter(|room| !room.is_empty()).unwrap_or("public"))?,
        To::Member => target(by.user(), None, user, None)?,
        To::Group => target(by.user(), None, None, group)?,
    };
    let draft = Draft::parse(&DraftFields {
        content: outgoing.content.as_deref().unwrap_or_default(),
        file: outgoing.file.as_ref(),
        msg_type: outgoing.msg_type.as_deref(),
        reply_to: outgoing.reply_to.as_deref(),
        temp_id: outgoing.temp_id.as_deref(),
        via: None,
        operator: None,
    })?;
    let Sent { message, is_repeated } = deliver(app, by.user(), &room, &draft).await?;
    let OutgoingMessage { temp_id, target_user_id, group_id, .. } = outgoing;
    Ok(match to {
        To::Room => answer(head, &MessageSent::new(message, temp_id, is_repeated)),
        To::Member => {
            let user = target_user_id.unwrap_or_default();
            answer(head, &PrivateMessageSent::new(user, message, temp_id, is_repeated))
        }
        To::Group => {
            let group = group_id.unwrap_or_default();
            answer(head, &GroupMessageSent::new(group, message, temp_id, is_repeated))
        }
    })
}

async fn private_history(
    app: &App,
    by: &ChatActor,
    head: &Head,
    wanted: PrivateHistory,
) -> Result<Vec<String>> {
    let room = target(by.user(), None, Some(&wanted.target_user_id), None)?;
    let (messages, has_more) = page_of(app, by, &room, (wanted.page(), 50)).await?;
    let (room_id, target_user_id) = (room.to_string(), wanted.target_user_id);
    Ok(vec![answer(head, &PrivateMessageHistory { room_id, messages, has_more, target_user_id })])
}

async fn group_history(app: &App, by: &ChatActor, head: &Head, wanted: GroupHistory) -> Result<Vec<String>> {
    let room = access::room(&wanted.group_id)?;
    let (messages, has_more) = page_of(app, by, &room, (wanted.page(), 50)).await?;
    let (room_id, group_id) = (room.to_string(), wanted.group_id);
    Ok(vec![answer(head, &GroupMessageHistory { room_id, messages, has_more, group_id })])
}

/// The messages that a page names, as many as usual when it does not say.
async fn page_of(
    app: &App,
    by: &ChatActor,
    room: &RoomId,
    (page, usual): (Page, i64),
) -> Result<(Vec<ChatMessage>, bool)> {
    let limit = page.limit.unwrap_or(usual);
    let range = HistoryRange { before: page.before, offset: page.offset, limit, ..HistoryRange::default() };
    history::history(app, &by.facts, room, range).await
}

/// Where a frame points.
fn destination(facts: &UserFacts, to: &Destination) -> Result<RoomId> {
    target(facts.user_id, to.room.as_deref(), to.target_user_id.as_deref(), to.group_id.as_deref())
}

async fn mark_read(app: &App, by: &ChatActor, read: &Read) -> Result<()> {
    let room = match read.chat_id.as_deref().filter(|id| !id.is_empty()) {
        Some(id) => access::room(id)?,
        None => destination(&by.facts, &read.destination)?,
    };
    let message = read.message_id.as_deref().or(read.message_ids.last().map(String::as_str));
    settings::read(app, &by.facts, &room, message).await
}

/// Tells the room alone that a member writes.
fn publish_typing(app: &App, facts: &Arc<UserFacts>, typing: &Typing) -> Result<()> {
    let room = destination(facts, &typing.destination)?;
    let is_in = match &room {
        RoomId::Group(group) => app.groups.has(group, &facts.user_id),
        other => other.has(facts.user_id) == Some(true),
    };
    if !is_in {
        return Err(texts::NOT_A_MEMBER.err());
    }
    typing::publish(app, facts.user_id, &room, typing.is_typing)
}
