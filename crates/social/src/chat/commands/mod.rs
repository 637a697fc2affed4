//! The frames that clients send to the chat, over a socket or a poll: their fields, and which there are.
//! What comes of them is in [`act`].

mod dispatch;

use kernel::events::FeatureEvent as _;
use kernel::http::parse_json;
use kernel::limits::{Limit, USER};
use kernel::{ApiError, Result};
use realtime::{Command as Frame, Commands, SIGNALS};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::chat::draft::FileDraft;
use crate::chat::{ChatEvent, MESSAGES};

/// Something said, wherever.
#[derive(Debug, Deserialize)]
pub(super) struct Speech {
    #[serde(default)]
    pub(super) content: Option<String>,
    /// Of a file, instead of its address.
    pub(super) file: Option<FileDraft>,
    pub(super) msg_type: Option<String>,
    pub(super) reply_to: Option<String>,
    pub(super) temp_id: Option<String>,
    pub(super) room: Option<String>,
    pub(super) target_user_id: Option<String>,
    pub(super) group_id: Option<String>,
}

/// A room, another member or a group.
#[derive(Debug, Deserialize)]
pub(super) struct Where {
    pub(super) room: Option<String>,
    pub(super) target_user_id: Option<String>,
    pub(super) group_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Page {
    pub(super) offset: Option<i64>,
    pub(super) before: Option<i64>,
    pub(super) limit: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Read {
    pub(super) chat_id: Option<String>,
    pub(super) message_id: Option<String>,
    #[serde(default)]
    pub(super) message_ids: Vec<String>,
    #[serde(flatten)]
    pub(super) place: Where,
}

#[derive(Debug, Deserialize)]
pub(super) struct Typing {
    pub(super) is_typing: bool,
    #[serde(flatten)]
    pub(super) place: Where,
}

#[derive(Debug, Deserialize)]
pub(super) struct Edit {
    pub(super) message_id: String,
    pub(super) content: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct OfMessage {
    pub(super) message_id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Reaction {
    pub(super) message_id: String,
    pub(super) emoji: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct NewGroup {
    pub(super) group_name: String,
    pub(super) member_ids: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct OfGroup {
    pub(super) group_id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Invitation {
    pub(super) group_id: String,
    pub(super) invite_user_id: Option<String>,
    #[serde(default)]
    pub(super) user_ids: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Kick {
    pub(super) group_id: String,
    pub(super) target_user_id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Transfer {
    pub(super) group_id: String,
    pub(super) new_owner_id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Rename {
    pub(super) group_id: String,
    pub(super) new_name: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Announcement {
    pub(super) group_id: String,
    pub(super) announcement: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct StatusUpdate {
    pub(super) status: String,
}

/// To whom something is said, which decides the name of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    Room,
    Member,
    Group,
}

/// A frame of a client.
#[derive(Debug)]
pub(super) enum Command {
    Typing(Typing),
    Status(StatusUpdate),
    Message(MessageCommand),
    Group(GroupCommand),
}

/// What a member does with messages.
#[derive(Debug)]
pub(super) enum MessageCommand {
    Say(To, Speech),
    Edit(Edit),
    Recall(OfMessage),
    AddReaction(Reaction),
    RemoveReaction(Reaction),
    Pin(OfMessage),
    Unpin(OfMessage),
    PrivateHistory(String, Page),
    GroupHistory(String, Page),
    PublicHistory(Page),
    Read(Read),
}

/// What a member does with groups.
#[derive(Debug)]
pub(super) enum GroupCommand {
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

/// A frame that is refused to members for whom the chat is disabled.
const fn frame(name: &'static str, limit: &'static Limit) -> Frame {
    Frame { name, limit, app: Some(ChatEvent::FEATURE) }
}

/// The chat's frames: messages draw from the limit of messages, what asks the database from the user's, what is
/// only passed on from a generous one.
pub(super) static COMMANDS: Commands = Commands {
    list: &[
        frame("text", &MESSAGES),
        frame("emoji", &MESSAGES),
        frame("private_message", &MESSAGES),
        frame("group_message", &MESSAGES),
        frame("edit_message", &USER),
        frame("recall_message", &USER),
        frame("add_reaction", &USER),
        frame("remove_reaction", &USER),
        frame("pin_message", &USER),
        frame("unpin_message", &USER),
        frame("get_private_history", &USER),
        frame("get_group_history", &USER),
        frame("load_more", &USER),
        frame("create_group", &USER),
        frame("join_group", &USER),
        frame("leave_group", &USER),
        frame("dissolve_group", &USER),
        frame("get_group_members", &USER),
        frame("get_groups", &USER),
        frame("invite_to_group", &USER),
        frame("kick_member", &USER),
        frame("transfer_group", &USER),
        frame("rename_group", &USER),
        frame("set_announcement", &USER),
        frame("mark_read", &USER),
        frame("typing", &SIGNALS),
        // Who is there is shown to other apps too.
        Frame { name: "status_update", limit: &SIGNALS, app: None },
    ],
    check: |name, raw| parse(name, raw).map(drop),
    run: |app, caller, head, raw| Box::pin(dispatch::run(app, caller, head, raw)),
};

/// Something said has words, or a file.
fn speech(raw: &str) -> Result<Speech> {
    let speech: Speech = fields(raw)?;
    if speech.content.is_none() && speech.file.is_none() {
        return Err(kernel::texts::FIELD_MISSING.with("field", "content"));
    }
    Ok(speech)
}

fn fields<T: DeserializeOwned>(raw: &str) -> Result<T> {
    parse_json(raw.as_bytes())
}

/// Reads a frame.
///
/// # Errors
/// 400 naming what is wrong.
pub(super) fn parse(name: &str, raw: &str) -> Result<Command> {
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
        "text" => Command::Say(To::Room, speech(raw)?),
        "emoji" => Command::Say(To::Room, Speech { msg_type: Some("emoji".into()), ..speech(raw)? }),
        "private_message" => Command::Say(To::Member, speech(raw)?),
        "group_message" => Command::Say(To::Group, speech(raw)?),
        "edit_message" => Command::Edit(fields(raw)?),
        "recall_message" => Command::Recall(fields(raw)?),
        "add_reaction" => Command::AddReaction(fields(raw)?),
        "remove_reaction" => Command::RemoveReaction(fields(raw)?),
        "pin_message" => Command::Pin(fields(raw)?),
        "unpin_message" => Command::Unpin(fields(raw)?),
        "get_private_history" => {
            Command::PrivateHistory(fields::<OfMember>(raw)?.target_user_id, fields(raw)?)
        }
        "get_group_history" => Command::GroupHistory(fields::<OfGroup>(raw)?.group_id, fields(raw)?),
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

#[derive(Debug, Deserialize)]
struct OfMember {
    target_user_id: String,
}
