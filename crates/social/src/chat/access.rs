//! Who may do what in which room. Asked inside the snapshot or transaction that acts on the answer.

use identity::user::directory;
use kernel::api_client::ApiClient;
use kernel::db::{DbResult, Read};
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, App, Result};

use super::model::RoomId;
use super::store::groups::{self, RoomRow};
use super::store::messages::{self, MessageRow};
use super::store::read_markers;
use super::texts;
use identity::admin::MANAGE_POSTS;

/// What someone may do in a room.
#[derive(Clone, Debug)]
pub(super) struct RoomRights {
    pub(super) is_member: bool,
    pub(super) is_owner: bool,
    pub(super) is_moderator: bool,
    /// The member's history begins after this number.
    pub(super) hidden: i64,
}

impl RoomRights {
    /// # Errors
    /// 403.
    pub(super) fn require_member(self) -> Result<Self> {
        if self.is_member { Ok(self) } else { Err(texts::NOT_A_MEMBER.err()) }
    }

    /// Pins and announcements: moderators, and both of a pair.
    pub(super) fn may_arrange(&self, room: &RoomId) -> bool {
        self.is_moderator || (self.is_member && matches!(room, RoomId::Private(..)))
    }
}

/// Whether someone moderates a room by their office: the public one class admins and admins, a class
/// room its own officers for posts and class admin, and admins. A group has its owner instead, and a
/// pair nobody.
fn moderates(room: &RoomId, facts: &UserFacts) -> bool {
    match room {
        RoomId::Public => facts.tier() >= Tier::ClassAdmin,
        RoomId::Class(class) => {
            facts.tier() == Tier::Admin || (facts.user_id.class() == class && facts.may(&MANAGE_POSTS))
        }
        RoomId::Group(_) | RoomId::Private(..) => false,
    }
}

/// What someone may do in a room.
///
/// # Errors
/// When a statement fails.
pub(super) fn room_rights(read: &mut Read, room: &RoomId, facts: &UserFacts) -> Result<RoomRights> {
    let (user, name) = (facts.user_id, room.to_string());
    let (is_member, is_owner) = match room.has(user) {
        Some(known) => (known, false),
        None => match groups::find(read, &name)? {
            Some(group) => {
                (groups::is_member(read, &name, user)?, group.owner_id.as_deref() == Some(user.as_str()))
            }
            None => (false, false),
        },
    };
    let hidden = if is_member { read_markers::find(read, user, &name)?.cleared_seq } else { 0 };
    let is_moderator = (is_member && is_owner) || moderates(room, facts);
    Ok(RoomRights { is_member, is_owner: is_member && is_owner, is_moderator, hidden })
}

/// The rights of a member.
///
/// # Errors
/// 403 for anyone else, whether there is such a group or not.
pub(super) fn member_rights(read: &mut Read, room: &RoomId, facts: &UserFacts) -> Result<RoomRights> {
    room_rights(read, room, facts)?.require_member()
}

/// Whether who runs an integration for somebody else is in the room as well: a member's program reads and says nothing
/// where the member could not.
///
/// # Errors
/// When a statement fails.
pub(super) fn admits_operator(read: &mut Read, room: &RoomId, operator: Option<UserId>) -> Result<bool> {
    let Some(operator) = operator else { return Ok(true) };
    let Some(operator) = directory::member_of(read, operator)? else { return Ok(false) };
    Ok(is_member(read, room, operator.facts.user_id)?)
}

/// Whether someone is in a room: what of their rights needs the fewest statements.
///
/// # Errors
/// When a statement fails.
pub(super) fn is_member(read: &mut Read, room: &RoomId, user: UserId) -> DbResult<bool> {
    let name = room.to_string();
    match room.has(user) {
        Some(known) => Ok(known),
        None => Ok(groups::find(read, &name)?.is_some() && groups::is_member(read, &name, user)?),
    }
}

/// The same for a request.
///
/// # Errors
/// 403.
pub(super) async fn admit_operator(app: &App, client: Option<&ApiClient>, room: &RoomId) -> Result<()> {
    let Some(operator) = client.and_then(|client| client.operator) else { return Ok(()) };
    let room = room.clone();
    let admits = app.db.read(move |read| admits_operator(read, &room, Some(operator))).await?;
    if admits { Ok(()) } else { Err(texts::NOT_A_MEMBER.err()) }
}

/// 404: it never was, or is nothing to the caller.
pub(super) fn no_such_message() -> ApiError {
    texts::NO_SUCH_MESSAGE.err()
}

/// 404: there is no such account.
pub(super) fn no_such_user() -> ApiError {
    texts::NO_SUCH_USER.err()
}

/// A message that someone may see: as a member of its room, or as its moderator.
///
/// # Errors
/// 404 for anyone else.
pub(super) fn message(
    read: &mut Read,
    id: &str,
    facts: &UserFacts,
) -> Result<(MessageRow, RoomId, RoomRights)> {
    let none = no_such_message;
    let row = messages::find(read, id)?.ok_or_else(none)?;
    let room = RoomId::parse(&row.room_id).ok_or_else(none)?;
    let rights = room_rights(read, &room, facts)?;
    let sees = (rights.is_member && row.seq > rights.hidden) || rights.is_moderator;
    if sees { Ok((row, room, rights)) } else { Err(none()) }
}

/// The same for members alone, and only what was not recalled.
///
/// # Errors
/// 404, or 409 when it was recalled.
pub(super) fn unrecalled(
    read: &mut Read,
    id: &str,
    facts: &UserFacts,
) -> Result<(MessageRow, RoomId, RoomRights)> {
    let (row, room, rights) = message(read, id, facts)?;
    if !rights.is_member && !rights.may_arrange(&room) {
        return Err(texts::NOT_A_MEMBER.err());
    }
    if row.recalled { Err(texts::RECALLED.err()) } else { Ok((row, room, rights)) }
}

/// Whether a moderator may take this message back: the owner of a group any, an office-holder those
/// of whom they may manage, and their own in the rooms they moderate. `sender` is `None` when nobody
/// is left to have sent it.
pub(super) fn may_take_down(
    actor: &UserFacts,
    rights: &RoomRights,
    room: &RoomId,
    sender: Option<&UserFacts>,
) -> bool {
    match room {
        RoomId::Group(_) => rights.is_owner,
        RoomId::Private(..) => false,
        RoomId::Public | RoomId::Class(_) => sender.is_some_and(|sender| {
            let own = sender.user_id == actor.user_id && rights.is_moderator;
            own || actor.may_manage(sender, &MANAGE_POSTS)
        }),
    }
}

/// A group that someone is in.
///
/// # Errors
/// 403 for anyone else, and for rooms that are no groups.
pub(super) fn group(read: &mut Read, room: &RoomId, user: UserId) -> Result<RoomRow> {
    if !matches!(room, RoomId::Group(_)) {
        return Err(texts::ROOM_IS_FIXED.err());
    }
    let name = room.to_string();
    let found = groups::find(read, &name)?;
    match found {
        Some(group) if groups::is_member(read, &name, user)? => Ok(group),
        _ => Err(texts::NOT_A_MEMBER.err()),
    }
}

/// A group that someone owns.
///
/// # Errors
/// 403 for anyone else.
pub(super) fn owned_group(read: &mut Read, room: &RoomId, user: UserId) -> Result<RoomRow> {
    let group = group(read, room, user)?;
    let owns = group.owner_id.as_deref() == Some(user.as_str());
    if owns { Ok(group) } else { Err(texts::NOT_THE_OWNER.err()) }
}

/// A room of this spelling.
///
/// # Errors
/// 404.
pub(super) fn room(raw: &str) -> Result<RoomId> {
    let none = || texts::NO_SUCH_ROOM.err();
    RoomId::parse(raw).ok_or_else(none)
}
