//! The frames that clients send to the chat, over a socket or a poll: their fields, and which there are.
//! What comes of them is in [`dispatch`].

mod dispatch;
mod fields;
mod list;

use kernel::http::parse_json;
use kernel::{ApiError, Result};
use realtime::Commands;
use serde::de::DeserializeOwned;

use fields::{
    Announcement, Edit, Emoji, GroupHistory, GroupMessage, Invitation, Kick, NewGroup, OfGroup, OfMessage,
    OutgoingMessage, PrivateHistory, PrivateMessage, PublicHistory, Reaction, Read, Rename, StatusUpdate,
    Text, Transfer, Typing,
};

/// To whom something is said, which decides the name of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Room,
    Member,
    Group,
}

/// A frame of a client.
#[derive(Debug)]
enum Command {
    Typing(Typing),
    Status(StatusUpdate),
    Message(MessageCommand),
    Group(GroupCommand),
}

/// What a member does with messages.
#[derive(Debug)]
enum MessageCommand {
    Send(To, OutgoingMessage),
    Edit(Edit),
    Recall(OfMessage),
    AddReaction(Reaction),
    RemoveReaction(Reaction),
    Pin(OfMessage),
    Unpin(OfMessage),
    PrivateHistory(PrivateHistory),
    GroupHistory(GroupHistory),
    PublicHistory(PublicHistory),
    Read(Read),
}

/// What a member does with groups.
#[derive(Debug)]
enum GroupCommand {
    List,
    Create(NewGroup),
    Join(OfGroup),
    Leave(OfGroup),
    Dissolve(OfGroup),
    Members(OfGroup),
    Invite(Invitation),
    Kick(Kick),
    Transfer(Transfer),
    Rename(Rename),
    Announce(Announcement),
}

/// The chat's frames.
pub(super) static COMMANDS: Commands = Commands {
    list: list::LIST,
    check: |name, raw| parse(name, raw).map(drop),
    run: |app, caller, head, raw| Box::pin(dispatch::run(app, caller, head, raw)),
};

/// Something said has words, or a file.
fn outgoing<T: DeserializeOwned + Into<OutgoingMessage>>(raw: &str) -> Result<OutgoingMessage> {
    let outgoing: OutgoingMessage = fields::<T>(raw)?.into();
    if outgoing.content.is_none() && outgoing.file.is_none() {
        return Err(kernel::texts::FIELD_MISSING.with("field", "content"));
    }
    Ok(outgoing)
}

fn fields<T: DeserializeOwned>(raw: &str) -> Result<T> {
    parse_json(raw.as_bytes())
}

/// Reads a frame.
///
/// # Errors
/// 400 naming what is wrong.
fn parse(name: &str, raw: &str) -> Result<Command> {
    if let Some(command) = message_command(name, raw)? {
        return Ok(Command::Message(command));
    }
    if let Some(command) = group_command(name, raw)? {
        return Ok(Command::Group(command));
    }
    match name {
        "typing" => Ok(Command::Typing(fields(raw)?)),
        "status_update" => Ok(Command::Status(fields(raw)?)),
        // Only names of the list come here.
        _ => Err(ApiError::not_found()),
    }
}

/// `None` for other names.
fn message_command(name: &str, raw: &str) -> Result<Option<MessageCommand>> {
    use MessageCommand as Command;
    Ok(Some(match name {
        "text" => Command::Send(To::Room, outgoing::<Text>(raw)?),
        "emoji" => Command::Send(To::Room, outgoing::<Emoji>(raw)?),
        "private_message" => Command::Send(To::Member, outgoing::<PrivateMessage>(raw)?),
        "group_message" => Command::Send(To::Group, outgoing::<GroupMessage>(raw)?),
        "edit_message" => Command::Edit(fields(raw)?),
        "recall_message" => Command::Recall(fields(raw)?),
        "add_reaction" => Command::AddReaction(fields(raw)?),
        "remove_reaction" => Command::RemoveReaction(fields(raw)?),
        "pin_message" => Command::Pin(fields(raw)?),
        "unpin_message" => Command::Unpin(fields(raw)?),
        "get_private_history" => Command::PrivateHistory(fields(raw)?),
        "get_group_history" => Command::GroupHistory(fields(raw)?),
        "load_more" => Command::PublicHistory(fields(raw)?),
        "mark_read" => Command::Read(fields(raw)?),
        _ => return Ok(None),
    }))
}

/// `None` for other names.
fn group_command(name: &str, raw: &str) -> Result<Option<GroupCommand>> {
    use GroupCommand as Command;
    Ok(Some(match name {
        "get_groups" => Command::List,
        "create_group" => Command::Create(fields(raw)?),
        "join_group" => Command::Join(fields(raw)?),
        "leave_group" => Command::Leave(fields(raw)?),
        "dissolve_group" => Command::Dissolve(fields(raw)?),
        "get_group_members" => Command::Members(fields(raw)?),
        "invite_to_group" => Command::Invite(fields(raw)?),
        "kick_member" => Command::Kick(fields(raw)?),
        "transfer_group" => Command::Transfer(fields(raw)?),
        "rename_group" => Command::Rename(fields(raw)?),
        "set_announcement" => Command::Announce(fields(raw)?),
        _ => return Ok(None),
    }))
}
