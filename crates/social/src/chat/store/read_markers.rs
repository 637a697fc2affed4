//! How far members have read, and the list of rooms that follows from it.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

use super::messages::{MessageRow, select};

/// Which rooms are a member's: $1 is the member, $2 the class room or nothing.
macro_rules! rooms_of {
    ($columns:literal, $from:literal) => {
        concat!(
            "select ",
            $columns,
            " from chat_rooms r
             left join chat_marks k on k.room_id = r.id and k.user_id = $1 ",
            $from,
            "
             where r.dissolved_at is null and (r.id in ('public', $2)
                   or r.id in (select room_id from chat_members where user_id = $1))"
        )
    };
}

statements! {
    /// A member's mark in a room.
    FIND = "select read_seq, cleared_seq, muted, quiet_from, quiet_to, receipts from chat_marks
            where user_id = $1 and room_id = $2";
    /// Moves the mark, never back.
    READ = "insert into chat_marks (user_id, room_id, read_seq, cleared_seq, muted, receipts) values ($1, $2, $3, 0, 0, 1)
            on conflict (user_id, room_id) do update set read_seq = excluded.read_seq
            where chat_marks.read_seq < excluded.read_seq";
    /// Hides history.
    CLEAR = "insert into chat_marks (user_id, room_id, read_seq, cleared_seq, muted, receipts) values ($1, $2, $3, $3, 0, 1)
             on conflict (user_id, room_id) do update set cleared_seq = excluded.cleared_seq, read_seq = excluded.read_seq";
    /// The members who have hidden what was said in a room.
    CLEARED = "select user_id from chat_marks where room_id = $1 and cleared_seq > 0";
    /// How the room may disturb.
    SET = "insert into chat_marks (user_id, room_id, read_seq, cleared_seq, muted, quiet_from, quiet_to, receipts)
           values ($1, $2, 0, 0, $3, $4, $5, $6)
           on conflict (user_id, room_id) do update set muted = excluded.muted, quiet_from = excluded.quiet_from,
               quiet_to = excluded.quiet_to, receipts = excluded.receipts";
    /// A member's rooms: marks, settings, and what is unread, counted to a hundred at most.
    ROOMS = rooms_of!(
        "r.id, r.name, r.owner_id, coalesce(k.read_seq, 0), coalesce(k.muted, 0), k.quiet_from, k.quiet_to,
         coalesce(k.receipts, 1),
         (select count(*) from (select 1 from chat_messages m where m.room_id = r.id
              and m.seq > coalesce(k.read_seq, 0) and m.sender_id <> $1 and m.recalled = 0 limit 100) unread),
         (select count(*) from (select m.mentions from chat_messages m where m.room_id = r.id
              and m.seq > coalesce(k.read_seq, 0) and m.sender_id <> $1 and m.recalled = 0 limit 100) unread
          where unread.mentions like $3),
         r.created_at", "");
    /// In how many of a member's rooms that are not muted the newest message of others that they have not read has come
    /// since $3.
    NEW_SINCE = concat!(
        rooms_of!("count(*)", ""),
        " and coalesce(k.muted, 0) = 0 and (select m.created_at from chat_messages m where m.room_id = r.id
              and m.seq > coalesce(k.read_seq, 0) and m.sender_id <> $1 and m.recalled = 0
              order by m.seq desc limit 1) >= $3"
    );
    /// The newest message of each.
    LAST = select!("join chat_rooms o on o.id = m.room_id left join chat_marks k on k.room_id = o.id and k.user_id = $1
                    where o.dissolved_at is null and (o.id in ('public', $2)
                        or o.id in (select room_id from chat_members where user_id = $1))
                    and m.seq = (select max(n.seq) from chat_messages n where n.room_id = o.id)
                    and m.seq > coalesce(k.cleared_seq, 0)");
    /// How far the others of one's pairs have read, where they show it.
    PEERS = "select o.room_id, o.read_seq from chat_members m join chat_rooms r on r.id = m.room_id and r.kind = 'private'
             join chat_marks o on o.room_id = r.id and o.user_id <> $1 and o.receipts = 1 where m.user_id = $1";
    /// The first mark of someone new: what was said before they came is not unread.
    BEGIN = "insert into chat_marks (user_id, room_id, read_seq, cleared_seq, muted, receipts) values ($1, $2, $3, 0, 0, 1)
             on conflict (user_id, room_id) do nothing";
}

record! {
    /// A member's mark in a room.
    #[derive(Clone, Debug)]
    pub(crate) struct Mark {
        pub(crate) read_seq: i64,
        pub(crate) cleared_seq: i64,
        pub(crate) muted: bool,
        pub(crate) quiet_from: Option<String>,
        pub(crate) quiet_to: Option<String>,
        pub(crate) receipts: bool,
    }
}

impl Default for Mark {
    fn default() -> Self {
        Self { read_seq: 0, cleared_seq: 0, muted: false, quiet_from: None, quiet_to: None, receipts: true }
    }
}

record! {
    /// A room as one member has it.
    #[derive(Clone, Debug)]
    pub(crate) struct RoomMark {
        pub(crate) id: String,
        pub(crate) name: String,
        pub(crate) owner_id: Option<String>,
        pub(crate) read_seq: i64,
        pub(crate) muted: bool,
        pub(crate) quiet_from: Option<String>,
        pub(crate) quiet_to: Option<String>,
        pub(crate) receipts: bool,
        pub(crate) unread: i64,
        pub(crate) unread_mentions: i64,
        pub(crate) created_at: i64,
    }
}

pub(crate) fn find(read: &mut Read, user: UserId, room: &str) -> DbResult<Mark> {
    Ok(read.opt(&FIND, p![user, room])?.unwrap_or_default())
}

/// False when the mark was there or further.
pub(crate) fn read_to(tx: &mut Tx, user: UserId, room: &str, seq: i64) -> DbResult<bool> {
    Ok(tx.exec(&READ, p![user, room, seq])? == 1)
}

pub(crate) fn clear(tx: &mut Tx, user: UserId, room: &str, seq: i64) -> DbResult<()> {
    tx.exec(&CLEAR, p![user, room, seq]).map(drop)
}

pub(crate) fn cleared(read: &mut Read, room: &str) -> DbResult<Vec<UserId>> {
    let found: Vec<(UserId,)> = read.all(&CLEARED, p![room])?;
    Ok(found.into_iter().map(|(user,)| user).collect())
}

pub(crate) fn set(tx: &mut Tx, user: UserId, room: &str, mark: &Mark) -> DbResult<()> {
    let Mark { muted, quiet_from, quiet_to, receipts, .. } = mark;
    tx.exec(&SET, p![user, room, *muted, quiet_from.clone(), quiet_to.clone(), *receipts]).map(drop)
}

pub(crate) fn begin(tx: &mut Tx, user: UserId, room: &str, seq: i64) -> DbResult<()> {
    tx.exec(&BEGIN, p![user, room, seq]).map(drop)
}

pub(crate) fn rooms(read: &mut Read, user: UserId, class: Option<&str>) -> DbResult<Vec<RoomMark>> {
    read.all(&ROOMS, p![user, class.unwrap_or_default(), format!("%\"{user}\"%")])
}

/// How many rooms that are not muted have messages of others since a time, in milliseconds, that a member has not read.
pub(crate) fn count_new_since(
    read: &mut Read,
    user: UserId,
    class: Option<&str>,
    since: i64,
) -> DbResult<i64> {
    read.one(&NEW_SINCE, p![user, class.unwrap_or_default(), since])
}

pub(crate) fn last_messages(read: &mut Read, user: UserId, class: Option<&str>) -> DbResult<Vec<MessageRow>> {
    read.all(&LAST, p![user, class.unwrap_or_default()])
}

pub(crate) fn peers(read: &mut Read, user: UserId) -> DbResult<Vec<(String, i64)>> {
    read.all(&PEERS, p![user])
}
