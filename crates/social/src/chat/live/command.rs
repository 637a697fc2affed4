//! What clients may say, frame by frame; pure. Whatever a frame says beside its fields (sender, time,
//! id) is not read.

use kernel::http::parse_json;
use kernel::{ApiError, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::chat::attach::FileDraft;
use crate::chat::texts;

/// Longest `request_id`.
const MAX_REQUEST_ID: usize = 64;

/// What every frame has.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Head {
    #[serde(default)]
    pub(super) r#type: String,
    /// Comes back with the answer.
    pub(super) request_id: Option<String>,
    /// Comes back with a refusal.
    pub(super) temp_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Connect {
    pub(super) user_id: Option<String>,
    pub(super) token: String,
    pub(super) since_seq: Option<i64>,
}

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
    Connect(Connect),
    Ping,
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

/// The names of all frames of clients, as `api/asyncapi.yaml` has them.
pub const CLIENT_FRAMES: &[&str] = &[
    "connect",
    "text",
    "emoji",
    "private_message",
    "group_message",
    "edit_message",
    "recall_message",
    "add_reaction",
    "remove_reaction",
    "pin_message",
    "unpin_message",
    "get_private_history",
    "get_group_history",
    "load_more",
    "create_group",
    "join_group",
    "leave_group",
    "dissolve_group",
    "get_group_members",
    "get_groups",
    "invite_to_group",
    "kick_member",
    "transfer_group",
    "rename_group",
    "set_announcement",
    "mark_read",
    "typing",
    "status_update",
    "ping",
];

/// What a frame says of itself, as far as it can be read.
pub(super) fn head(raw: &str) -> Head {
    let head: Head = serde_json::from_str(raw).unwrap_or_default();
    let short = |id: &String| id.len() <= MAX_REQUEST_ID;
    Head { request_id: head.request_id.filter(short), temp_id: head.temp_id.filter(short), ..head }
}

/// Something said has words, or a file.
fn speech(raw: &str) -> Result<Speech> {
    let speech: Speech = fields(raw)?;
    if speech.content.is_none() && speech.file.is_none() {
        return Err(ApiError::bad_request(kernel::texts::FIELD_MISSING.with("field", "content")));
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
    Ok(match name {
        "connect" => Command::Connect(fields(raw)?),
        "ping" => Command::Ping,
        "typing" => Command::Typing(fields(raw)?),
        "status_update" => Command::Status(fields(raw)?),
        _ => return Err(unknown(name, raw)),
    })
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

/// No JSON at all, no `type`, or one that nobody knows.
fn unknown(name: &str, raw: &str) -> ApiError {
    if let Err(error) = fields::<serde_json::Value>(raw) {
        return error;
    }
    match fields::<Head>(raw) {
        Err(error) => error,
        Ok(_) if name.is_empty() => ApiError::bad_request(kernel::texts::FIELD_MISSING.with("field", "type")),
        Ok(_) => {
            let name: String = name.chars().filter(|c| !c.is_control()).take(60).collect();
            ApiError::bad_request(texts::FRAME_UNKNOWN.with("type", name))
        }
    }
}

/// Whether a client may say this, as far as the frame alone tells.
///
/// # Errors
/// 400 naming what is wrong.
pub fn check_frame(raw: &str) -> Result<()> {
    parse(&head(raw).r#type, raw).map(drop)
}
