//! Groups: who makes, joins, leaves and ends them.
//!
//! Every function appends its event first, so that owner and members cannot change between its checks
//! and its commit; a refusal takes the event back.

use std::collections::BTreeSet;

use identity::user::facts_of;
use kernel::events::NewEvent;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Result};

use crate::chat::access::no_such_user;
use crate::chat::events::{ByMember, ChatEvent, Members};
use crate::chat::messages::word_rules::check_room_text;
use crate::chat::model::{self, MAX_MEMBERS, MAX_OWNED, RoomId};
use crate::chat::store::{groups, removals};
use crate::chat::{access, texts};

/// Appends what happened to a group.
fn append(tx: &mut AppTx, room: &RoomId, actor: UserId, event: &ChatEvent) -> Result<()> {
    tx.emit(NewEvent::new(event, room.audience()).by(actor).about(&room.to_string()))?;
    Ok(())
}

/// Members named by a client, each once, who are there.
async fn known(app: &App, ids: &[String]) -> Result<BTreeSet<UserId>> {
    let mut users = BTreeSet::new();
    for id in ids.iter().take(usize::try_from(MAX_MEMBERS).unwrap_or_default() + 1) {
        let user = UserId::parse(id).ok_or_else(no_such_user)?;
        facts_of(app, user).await?.ok_or_else(no_such_user)?;
        users.insert(user);
    }
    Ok(users)
}

/// Makes a group of oneself and others.
///
/// # Errors
/// 400 for a wrong name, words that a rule refuses, or fewer than two, 404 for someone unknown, 409 beyond the limits.
pub(in crate::chat) async fn create(
    app: &App,
    owner: UserId,
    name: &str,
    others: &[String],
) -> Result<RoomId> {
    let room = RoomId::Group(app.random.id(&app.clock));
    let name = check_room_text(app, owner, &room, model::parse_name(name)?).await?;
    let mut members = known(app, others).await?;
    members.insert(owner);
    if members.len() < 2 {
        return Err(texts::TOO_FEW_MEMBERS.err());
    }
    if members.len() > usize::try_from(MAX_MEMBERS).unwrap_or_default() {
        return Err(texts::TOO_MANY_MEMBERS.with("max", MAX_MEMBERS));
    }
    let made = room.clone();
    app.write(move |tx| {
        let created = Members { room_id: made.to_string(), members: members.iter().copied().collect() };
        append(tx, &made, owner, &ChatEvent::GroupCreated(created))?;
        if groups::count_owned(tx, owner)? >= MAX_OWNED {
            return Err(texts::TOO_MANY_GROUPS.with("max", MAX_OWNED));
        }
        let (id, now) = (made.to_string(), tx.now());
        groups::insert(tx, &id, made.kind(), Some((&name, owner)), now)?;
        for user in &members {
            groups::join(tx, &id, *user, Some(owner).filter(|by| by != user), now)?;
        }
        Ok(())
    })
    .await?;
    Ok(room)
}

/// Adds a member; anyone in the group may. Again changes nothing.
///
/// # Errors
/// 403 outside the group, 404 for someone unknown, 409 when it is full.
pub(in crate::chat) async fn invite(
    app: &App,
    actor: UserId,
    room: &RoomId,
    invited: &[String],
) -> Result<()> {
    let users = known(app, invited).await?;
    if users.is_empty() {
        return Err(ApiError::invalid("user_ids"));
    }
    let room = room.clone();
    app.write(move |tx| {
        let (id, now) = (room.to_string(), tx.now());
        access::group(tx, &room, actor)?;
        for user in &users {
            if groups::is_member(tx, &id, *user)? {
                continue;
            }
            let joined = ByMember { room_id: id.clone(), user_id: *user };
            append(tx, &room, actor, &ChatEvent::MemberJoined(joined))?;
            // Once more after the counter: the group may have ended, or the actor have left.
            access::group(tx, &room, actor)?;
            groups::join(tx, &id, *user, Some(actor), now)?;
            removals::forget(tx, *user, &id)?;
        }
        if groups::count(tx, &id)? > MAX_MEMBERS {
            return Err(texts::TOO_MANY_MEMBERS.with("max", MAX_MEMBERS));
        }
        Ok(())
    })
    .await
}

/// Nobody joins by knowing an id: who was invited is in the group already.
///
/// # Errors
/// 403 for everyone else, whether there is such a group or not.
pub(in crate::chat) async fn join(app: &App, actor: UserId, room: &RoomId) -> Result<()> {
    let room = room.clone();
    let found = app.db.read(move |read| access::group(read, &room, actor).map(drop)).await;
    found.map_err(|error| {
        let outside = error.is(&texts::NOT_A_MEMBER);
        if outside { texts::JOIN_BY_INVITATION.err() } else { error }
    })
}

/// Leaves a group.
///
/// # Errors
/// 409 for its owner.
pub(in crate::chat) async fn leave(app: &App, actor: UserId, room: &RoomId) -> Result<()> {
    let room = room.clone();
    app.write(move |tx| {
        let left = ByMember { room_id: room.to_string(), user_id: actor };
        append(tx, &room, actor, &ChatEvent::MemberLeft(left))?;
        let group = access::group(tx, &room, actor)?;
        if group.owner_id.as_deref() == Some(actor.as_str()) {
            return Err(texts::OWNER_STAYS.err());
        }
        groups::leave(tx, &group.id, actor)?;
        Ok(())
    })
    .await
}

/// Takes someone out of one's group.
///
/// # Errors
/// 403 but for the owner, 404 for someone who is not in it, 409 for the owner themselves.
pub(in crate::chat) async fn kick(app: &App, actor: UserId, room: &RoomId, user: &str) -> Result<()> {
    let user = UserId::parse(user).ok_or_else(no_such_user)?;
    let room = room.clone();
    app.write(move |tx| {
        let kicked = ByMember { room_id: room.to_string(), user_id: user };
        append(tx, &room, actor, &ChatEvent::MemberKicked(kicked))?;
        let group = access::owned_group(tx, &room, actor)?;
        if user == actor {
            return Err(texts::OWNER_STAYS.err());
        }
        if !groups::leave(tx, &group.id, user)? {
            return Err(no_such_user());
        }
        let now = tx.now();
        Ok(removals::kicked(tx, user, &group.id, now)?)
    })
    .await
}

/// Hands a group over to another member.
///
/// # Errors
/// 403 but for the owner, 404 for someone who is not in it.
pub(in crate::chat) async fn transfer(app: &App, actor: UserId, room: &RoomId, next: &str) -> Result<()> {
    let next = UserId::parse(next).ok_or_else(no_such_user)?;
    let room = room.clone();
    app.write(move |tx| {
        let transferred = ChatEvent::GroupTransferred {
            room_id: room.to_string(),
            old_owner_id: actor,
            new_owner_id: next,
        };
        append(tx, &room, actor, &transferred)?;
        let group = access::owned_group(tx, &room, actor)?;
        if !groups::is_member(tx, &group.id, next)? {
            return Err(no_such_user());
        }
        Ok(groups::set_owner(tx, &group.id, next)?)
    })
    .await
}

/// Renames a group.
///
/// # Errors
/// 400 for a wrong name and for words that a rule refuses, 403 but for the owner.
pub(in crate::chat) async fn rename(app: &App, actor: UserId, room: &RoomId, name: &str) -> Result<()> {
    let name = check_room_text(app, actor, room, model::parse_name(name)?).await?;
    let room = room.clone();
    app.write(move |tx| {
        append(tx, &room, actor, &ChatEvent::GroupRenamed((&room).into()))?;
        let group = access::owned_group(tx, &room, actor)?;
        Ok(groups::rename(tx, &group.id, &name)?)
    })
    .await
}

/// Ends a group: nobody is in it any more.
///
/// # Errors
/// 403 but for the owner.
pub(in crate::chat) async fn dissolve(app: &App, actor: UserId, room: &RoomId) -> Result<()> {
    let room = room.clone();
    app.write(move |tx| {
        let members = groups::members(tx, &room.to_string())?;
        let dissolved = Members { room_id: room.to_string(), members };
        append(tx, &room, actor, &ChatEvent::GroupDissolved(dissolved))?;
        let group = access::owned_group(tx, &room, actor)?;
        let now = tx.now();
        removals::dissolved(tx, &group.id, actor, now)?;
        Ok(groups::dissolve(tx, &group.id, now)?)
    })
    .await
}

/// Sets the announcement of a group, by its owner, or of a class room or the public one, by who
/// moderates it. Empty takes it down.
///
/// # Errors
/// 400 for a wrong text and for words that a rule refuses, 403 for anyone else.
pub(in crate::chat) async fn announce(
    app: &App,
    by: &crate::chat::messages::edit::ChatActor,
    room: &RoomId,
    text: &str,
) -> Result<()> {
    let text = check_room_text(app, by.user(), room, model::parse_announcement(text)?).await?;
    let (room, by) = (room.clone(), by.clone());
    app.write(move |tx| {
        append(tx, &room, by.user(), &ChatEvent::GroupAnnounced((&room).into()))?;
        let rights = access::room_rights(tx, &room, &by.facts)?;
        if !rights.is_moderator {
            let outside = matches!(room, RoomId::Group(_)) && !rights.is_member;
            let refusal = if outside { &texts::NOT_A_MEMBER } else { &kernel::texts::NO_PERMISSION };
            return Err(refusal.err());
        }
        let (id, now) = (room.to_string(), tx.now());
        if !matches!(room, RoomId::Group(_)) {
            groups::insert(tx, &id, room.kind(), None, now)?;
        }
        Ok(groups::announce(tx, &id, &text, by.user(), now)?)
    })
    .await
}
