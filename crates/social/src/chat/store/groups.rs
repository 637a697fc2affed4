//! Rooms and who is in them.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// A room that has not ended.
    FIND = "select id, kind, name, owner_id, announcement, announced_by, announced_at, created_at
            from chat_rooms where id = $1 and dissolved_at is null";
    /// Adds one that is not there yet.
    INSERT = "insert into chat_rooms (id, kind, name, owner_id, announcement, created_at)
              values ($1, $2, $3, $4, '', $5) on conflict (id) do nothing";
    /// The ids after one.
    IDS_AFTER = "select id from chat_rooms where id > $1 order by id limit $2";
    /// The class rooms.
    CLASSES = "select id from chat_rooms where kind = 'class'";
    /// Whether someone is in a room.
    IS_MEMBER = "select count(*) from chat_members where room_id = $1 and user_id = $2";
    /// Who is in a room, in the order of joining.
    MEMBERS = "select user_id from chat_members where room_id = $1 order by joined_at, user_id";
    /// How many that are.
    COUNT = "select count(*) from chat_members where room_id = $1";
    /// How many groups someone owns.
    COUNT_OWNED = "select count(*) from chat_rooms where owner_id = $1 and dissolved_at is null";
    /// Everyone in every group.
    ALL_MEMBERS = "select m.room_id, m.user_id from chat_members m join chat_rooms r on r.id = m.room_id
                   where r.kind = 'group' and r.dissolved_at is null";
    /// The groups of someone.
    OF = "select r.id, r.kind, r.name, r.owner_id, r.announcement, r.announced_by, r.announced_at, r.created_at
          from chat_rooms r join chat_members m on m.room_id = r.id
          where m.user_id = $1 and r.kind = 'group' and r.dissolved_at is null order by r.created_at, r.id";
    /// Adds a member who is not there yet.
    JOIN = "insert into chat_members (room_id, user_id, invited_by, joined_at) values ($1, $2, $3, $4)
            on conflict (room_id, user_id) do nothing";
    /// Removes one.
    LEAVE = "delete from chat_members where room_id = $1 and user_id = $2";
    /// Renames a group.
    RENAME = "update chat_rooms set name = $2 where id = $1";
    /// Hands it over.
    SET_OWNER = "update chat_rooms set owner_id = $2 where id = $1";
    /// Announces something.
    ANNOUNCE = "update chat_rooms set announcement = $2, announced_by = $3, announced_at = $4 where id = $1";
    /// Ends it.
    DISSOLVE = "update chat_rooms set dissolved_at = $2, owner_id = null where id = $1";
    /// Nobody is in it any more.
    EMPTY = "delete from chat_members where room_id = $1";
}

record! {
    /// A room.
    #[derive(Clone, Debug)]
    pub(crate) struct RoomRow {
        pub(crate) id: String,
        pub(crate) kind: String,
        pub(crate) name: String,
        pub(crate) owner_id: Option<String>,
        pub(crate) announcement: String,
        pub(crate) announced_by: Option<String>,
        pub(crate) announced_at: Option<i64>,
        pub(crate) created_at: i64,
    }
}

pub(crate) fn find(read: &mut Read, room: &str) -> DbResult<Option<RoomRow>> {
    read.opt(&FIND, p![room])
}

/// A new room; `None` for an owner where there is none.
pub(crate) fn insert(
    tx: &mut Tx,
    room: &str,
    kind: &str,
    group: Option<(&str, UserId)>,
    now: i64,
) -> DbResult<()> {
    let (name, owner) = (group.map_or("", |(name, _)| name), group.map(|(_, owner)| owner));
    tx.exec(&INSERT, p![room, kind, name, owner, now]).map(drop)
}

pub(crate) fn classes(read: &mut Read) -> DbResult<Vec<String>> {
    read.all(&CLASSES, p![])
}

/// Some ids after one, in their order.
pub(crate) fn ids_after(read: &mut Read, after: &str, limit: i64) -> DbResult<Vec<String>> {
    read.all(&IDS_AFTER, p![after, limit])
}

pub(crate) fn is_member(read: &mut Read, room: &str, user: UserId) -> DbResult<bool> {
    Ok(read.one::<i64>(&IS_MEMBER, p![room, user])? > 0)
}

pub(crate) fn members(read: &mut Read, room: &str) -> DbResult<Vec<UserId>> {
    Ok(read.all::<(UserId,)>(&MEMBERS, p![room])?.into_iter().map(|(user,)| user).collect())
}

pub(crate) fn count(read: &mut Read, room: &str) -> DbResult<i64> {
    read.one(&COUNT, p![room])
}

pub(crate) fn count_owned(read: &mut Read, owner: UserId) -> DbResult<i64> {
    read.one(&COUNT_OWNED, p![owner])
}

pub(crate) fn all_members(read: &mut Read) -> DbResult<Vec<(String, UserId)>> {
    read.all(&ALL_MEMBERS, p![])
}

pub(crate) fn groups_of(read: &mut Read, user: UserId) -> DbResult<Vec<RoomRow>> {
    read.all(&OF, p![user])
}

/// False when they were in it.
pub(crate) fn join(tx: &mut Tx, room: &str, user: UserId, by: Option<UserId>, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&JOIN, p![room, user, by, now])? == 1)
}

/// False when they were not in it.
pub(crate) fn leave(tx: &mut Tx, room: &str, user: UserId) -> DbResult<bool> {
    Ok(tx.exec(&LEAVE, p![room, user])? == 1)
}

pub(crate) fn rename(tx: &mut Tx, room: &str, name: &str) -> DbResult<()> {
    tx.exec(&RENAME, p![room, name]).map(drop)
}

pub(crate) fn set_owner(tx: &mut Tx, room: &str, owner: UserId) -> DbResult<()> {
    tx.exec(&SET_OWNER, p![room, owner]).map(drop)
}

pub(crate) fn announce(tx: &mut Tx, room: &str, text: &str, by: UserId, now: i64) -> DbResult<()> {
    tx.exec(&ANNOUNCE, p![room, text, by, now]).map(drop)
}

pub(crate) fn dissolve(tx: &mut Tx, room: &str, now: i64) -> DbResult<()> {
    tx.exec(&DISSOLVE, p![room, now])?;
    tx.exec(&EMPTY, p![room]).map(drop)
}
