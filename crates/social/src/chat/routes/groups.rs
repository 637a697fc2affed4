//! `/api/chat/groups`: the groups that members make, and the rooms of classes.

use axum::extract::State;
use identity::user::facts_of;
use kernel::http::{Caller, Json, Path};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::actor;
use crate::chat::dto::ChatGroup;
use crate::chat::dto::ChatUser;
use crate::chat::model::RoomId;
use crate::chat::presence;
use crate::chat::rooms::group;
use crate::chat::rooms::history::{group as load, groups_of};
use crate::chat::{access, texts};

/// The groups of the caller, class rooms first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatGroups {
    /// The groups of the caller.
    groups: Vec<ChatGroup>,
}

/// A group or class room of this spelling.
fn parse(raw: &str) -> Result<RoomId> {
    let room = access::room(raw)?;
    let is_group = matches!(room, RoomId::Group(_) | RoomId::Class(_));
    if is_group { Ok(room) } else { Err(texts::ROOM_IS_FIXED.err()) }
}

/// Lists the groups of the caller and the room of the caller's class.
#[utoipa::path(get, path = "/api/chat/groups", tag = "chat", responses((status = 200, body = Envelope<ChatGroups>)))]
pub(in crate::chat) async fn list_groups(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<ChatGroups>> {
    Ok(Reply::ok(ChatGroups { groups: groups_of(&app, caller.facts.user_id).await? }))
}

/// A new group.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct NewChatGroup {
    /// The name of the group, 1–30 characters.
    group_name: String,
    /// The user IDs of the members; the caller need not be named. A group has at least two members.
    member_ids: Vec<String>,
}

/// Creates a group; all named members are in it at once.
#[utoipa::path(post, path = "/api/chat/groups", tag = "chat", request_body = NewChatGroup,
    responses((status = 200, body = Envelope<ChatGroup>)))]
pub(in crate::chat) async fn create_group(
    State(app): State<App>,
    caller: Caller,
    Json(new): Json<NewChatGroup>,
) -> Result<Reply<ChatGroup>> {
    let room = group::create(&app, caller.facts.user_id, &new.group_name, &new.member_ids).await?;
    Ok(Reply::ok(load(&app, &caller.facts, &room).await?))
}

/// Returns a group of the caller, or the room of the caller's class.
#[utoipa::path(get, path = "/api/chat/groups/{id}", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    responses((status = 200, body = Envelope<ChatGroup>)))]
pub(in crate::chat) async fn get_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<ChatGroup>> {
    Ok(Reply::ok(load(&app, &caller.facts, &parse(&id)?).await?))
}

/// The new name of a group.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatGroupName {
    /// The name of the group, 1–30 characters.
    group_name: String,
}

/// Renames a group of the caller.
#[utoipa::path(patch, path = "/api/chat/groups/{id}", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    request_body = ChatGroupName, responses((status = 200, body = Envelope<ChatGroup>)))]
pub(in crate::chat) async fn rename_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(change): Json<ChatGroupName>,
) -> Result<Reply<ChatGroup>> {
    let room = parse(&id)?;
    group::rename(&app, caller.facts.user_id, &room, &change.group_name).await?;
    Ok(Reply::ok(load(&app, &caller.facts, &room).await?))
}

/// Dissolves a group of the caller.
#[utoipa::path(delete, path = "/api/chat/groups/{id}", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn dissolve_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    group::dissolve(&app, caller.facts.user_id, &parse(&id)?).await?;
    Ok(Reply::done())
}

/// The members of a group.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatMembers {
    /// The id of the group.
    group_id: String,
    /// The members of the group.
    members: Vec<ChatUser>,
}

/// Lists the members of a group in the order of joining, or those of the room of the caller's class.
#[utoipa::path(get, path = "/api/chat/groups/{id}/members", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    responses((status = 200, body = Envelope<ChatMembers>)))]
pub(in crate::chat) async fn list_members(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<ChatMembers>> {
    let room = parse(&id)?;
    let group = load(&app, &caller.facts, &room).await?;
    let mut members = Vec::new();
    for user in group.member_ids() {
        members.extend(facts_of(&app, *user).await?.map(|facts| presence::chat_user(&app, &facts)));
    }
    Ok(Reply::ok(ChatMembers { group_id: room.to_string(), members }))
}

/// Answers members; nobody joins by knowing an id, they are invited.
#[utoipa::path(post, path = "/api/chat/groups/{id}/join", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    responses((status = 200, body = Envelope<ChatGroup>)))]
pub(in crate::chat) async fn join_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<ChatGroup>> {
    let room = parse(&id)?;
    group::join(&app, caller.facts.user_id, &room).await?;
    Ok(Reply::ok(load(&app, &caller.facts, &room).await?))
}

/// Leaves a group; its owner hands it over first.
#[utoipa::path(post, path = "/api/chat/groups/{id}/leave", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn leave_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    group::leave(&app, caller.facts.user_id, &parse(&id)?).await?;
    Ok(Reply::done())
}

/// The members to add to a group.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatInvitation {
    /// The user ID of one member to add.
    invite_user_id: Option<String>,
    /// The user IDs of several members to add.
    #[serde(default)]
    user_ids: Vec<String>,
}

/// Adds members; anyone in the group may.
#[utoipa::path(post, path = "/api/chat/groups/{id}/invite", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    request_body = ChatInvitation, responses((status = 200, body = Envelope<ChatGroup>)))]
pub(in crate::chat) async fn invite_to_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(invitation): Json<ChatInvitation>,
) -> Result<Reply<ChatGroup>> {
    let room = parse(&id)?;
    let invited: Vec<String> = invitation.invite_user_id.into_iter().chain(invitation.user_ids).collect();
    group::invite(&app, caller.facts.user_id, &room, &invited).await?;
    Ok(Reply::ok(load(&app, &caller.facts, &room).await?))
}

/// The member to remove from a group.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatKick {
    /// The user ID of the member to remove.
    target_user_id: String,
}

/// Removes a member from a group of the caller.
#[utoipa::path(post, path = "/api/chat/groups/{id}/kick", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    request_body = ChatKick, responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn kick_member(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(kick): Json<ChatKick>,
) -> Result<Reply<()>> {
    group::kick(&app, caller.facts.user_id, &parse(&id)?, &kick.target_user_id).await?;
    Ok(Reply::done())
}

/// The new owner of a group.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatTransfer {
    /// The user ID of the member who becomes the owner.
    new_owner_id: String,
}

/// Makes another member the owner of a group of the caller.
#[utoipa::path(post, path = "/api/chat/groups/{id}/transfer", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    request_body = ChatTransfer, responses((status = 200, body = Envelope<ChatGroup>)))]
pub(in crate::chat) async fn transfer_group(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(transfer): Json<ChatTransfer>,
) -> Result<Reply<ChatGroup>> {
    let room = parse(&id)?;
    group::transfer(&app, caller.facts.user_id, &room, &transfer.new_owner_id).await?;
    Ok(Reply::ok(load(&app, &caller.facts, &room).await?))
}

/// The announcement of a chat room.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatAnnouncement {
    /// The text of the announcement, at most 500 characters; empty removes it.
    announcement: String,
}

/// Sets the announcement: of a group its owner, of a class room or `public` who moderates it.
#[utoipa::path(put, path = "/api/chat/groups/{id}/announcement", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class")),
    request_body = ChatAnnouncement, responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn set_announcement(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(change): Json<ChatAnnouncement>,
) -> Result<Reply<()>> {
    let room = access::room(&id)?;
    if matches!(room, RoomId::Private(..)) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    group::announce(&app, &actor(&caller), &room, &change.announcement).await?;
    Ok(Reply::done())
}
