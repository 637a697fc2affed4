//! Messages: a page of history, one message, sending, editing, recalling.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "select m.seq, m.id, m.room_id, m.sender_id, m.kind, m.content, m.reply_to, m.temp_id, m.mentions, \
             m.extra, m.edited_at, m.recalled, m.created_at, r.sender_id, r.kind, substr(r.content, 1, 200), r.recalled, \
             case when r.recalled = 1 then r.extra end \
             from chat_messages m left join chat_messages r on r.id = m.reply_to ",
            $rest
        )
    };
}
pub(super) use select;

statements! {
    /// One message.
    FIND = select!("where m.id = $1");
    /// What a sender sent under this id of the client's.
    FIND_TEMP = select!("where m.sender_id = $1 and m.temp_id = $2");
    /// The ids after one.
    IDS_AFTER = "select id from chat_messages where id > $1 order by id limit $2";
    /// A page towards the beginning, newest first; what lies at or before $3 is hidden.
    BEFORE = select!("where m.room_id = $1 and m.seq < $2 and m.seq > $3 order by m.seq desc limit $4");
    /// A page towards the end, oldest first.
    AFTER = select!("where m.room_id = $1 and m.seq > $2 and m.seq > $3 order by m.seq limit $4");
    /// Everything said from one number to another, in whichever room.
    BETWEEN = select!("where m.seq >= $1 and m.seq <= $2 order by m.seq");
    /// The number so many messages before the end of a room.
    SKIP = "select seq from chat_messages where room_id = $1 order by seq desc limit 1 offset $2";
    /// The newest number of a room.
    NEWEST = "select coalesce(max(seq), 0) from chat_messages where room_id = $1";
    /// The newest message of a room.
    NEWEST_ID = "select id from chat_messages where room_id = $1 order by seq desc limit 1";
    /// Adds one; nothing happens when the sender sent this temp_id before.
    INSERT = "insert into chat_messages
                  (seq, id, room_id, sender_id, kind, content, reply_to, temp_id, mentions, extra, recalled, created_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11) on conflict (sender_id, temp_id) do nothing";
    /// Changes the words of one that was not recalled.
    EDIT = "update chat_messages set content = $2, mentions = $3, edited_at = $4 where id = $1 and recalled = 0";
    /// Keeps what it said before.
    KEEP = "insert into chat_edits (message_id, seq, content, replaced_at) values ($1, $2, $3, $4)";
    /// What it said before, oldest first.
    KEPT = "select content, replaced_at from chat_edits where message_id = $1 order by seq";
    /// Empties one that was not recalled; $2 says who removed it.
    RECALL = "update chat_messages set content = '', mentions = '[]', extra = $2, recalled = 1
              where id = $1 and recalled = 0";
    /// Texts that members of a class have sent lately where more than two read them, newest first; $1 is what their user
    /// IDs look like.
    RECENT = select!("where m.sender_id like $1 and m.created_at >= $2 and m.recalled = 0
                     and m.room_id not like 'private:%' order by m.seq desc limit $3 offset $4");
    /// Gives one that was recalled its words back.
    RESTORE = "update chat_messages set content = $2, mentions = $3, extra = $4, recalled = 0
               where id = $1 and recalled = 1";
    /// With it goes what it said before.
    DROP_KEPT = "delete from chat_edits where message_id = $1";
}

record! {
    /// A message, and what it answers.
    #[derive(Clone, Debug)]
    pub(crate) struct MessageRow {
        pub(crate) seq: i64,
        pub(crate) id: String,
        pub(crate) room_id: String,
        /// Empty when erased.
        pub(crate) sender_id: String,
        pub(crate) kind: String,
        pub(crate) content: String,
        pub(crate) reply_to: Option<String>,
        pub(crate) temp_id: Option<String>,
        pub(crate) mentions: String,
        pub(crate) extra: Option<String>,
        pub(crate) edited_at: Option<i64>,
        pub(crate) recalled: bool,
        pub(crate) created_at: i64,
        pub(crate) reply_sender: Option<String>,
        pub(crate) reply_kind: Option<String>,
        pub(crate) reply_content: Option<String>,
        pub(crate) reply_recalled: Option<i64>,
        /// Of a recalled one alone, as it says who removed it.
        pub(crate) reply_extra: Option<String>,
    }
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<MessageRow>> {
    read.opt(&FIND, p![id])
}

/// Some ids after one, in their order.
pub(crate) fn ids_after(read: &mut Read, after: &str, limit: i64) -> DbResult<Vec<String>> {
    read.all(&IDS_AFTER, p![after, limit])
}

pub(crate) fn find_temp(read: &mut Read, sender: UserId, temp_id: &str) -> DbResult<Option<MessageRow>> {
    read.opt(&FIND_TEMP, p![sender, temp_id])
}

pub(crate) fn before(
    read: &mut Read,
    room: &str,
    seq: i64,
    hidden: i64,
    limit: i64,
) -> DbResult<Vec<MessageRow>> {
    read.all(&BEFORE, p![room, seq, hidden, limit])
}

pub(crate) fn after(
    read: &mut Read,
    room: &str,
    seq: i64,
    hidden: i64,
    limit: i64,
) -> DbResult<Vec<MessageRow>> {
    read.all(&AFTER, p![room, seq, hidden, limit])
}

/// What was said in these ranges of the log, the first and the last of each included.
pub(crate) fn between(read: &mut Read, ranges: &[(i64, i64)]) -> DbResult<Vec<MessageRow>> {
    let mut found = Vec::new();
    for (first, last) in ranges {
        found.extend(read.all(&BETWEEN, p![*first, *last])?);
    }
    Ok(found)
}

/// The number of the message that so many newer ones follow.
pub(crate) fn skip(read: &mut Read, room: &str, newer: i64) -> DbResult<Option<i64>> {
    read.opt(&SKIP, p![room, newer])
}

/// 0 for a room in which nothing was said.
pub(crate) fn newest(read: &mut Read, room: &str) -> DbResult<i64> {
    read.one(&NEWEST, p![room])
}

pub(crate) fn newest_id(read: &mut Read, room: &str) -> DbResult<Option<String>> {
    read.opt(&NEWEST_ID, p![room])
}

/// False when the sender has sent this temp_id before.
pub(crate) fn insert(tx: &mut Tx, row: &MessageRow) -> DbResult<bool> {
    let MessageRow { seq, id, room_id, sender_id, kind, content, created_at, mentions, .. } = row;
    let (reply_to, temp_id, extra) = (row.reply_to.clone(), row.temp_id.clone(), row.extra.clone());
    let params =
        p![*seq, id, room_id, sender_id, kind, content, reply_to, temp_id, mentions, extra, *created_at];
    Ok(tx.exec(&INSERT, params)? == 1)
}

/// New words of a message.
pub(crate) struct Edit<'a> {
    pub(crate) id: &'a str,
    pub(crate) content: &'a str,
    pub(crate) mentions: &'a str,
    /// What it said before.
    pub(crate) replaced: &'a str,
    /// The number of the event.
    pub(crate) seq: i64,
    pub(crate) now: i64,
}

/// False when it was recalled meanwhile.
pub(crate) fn edit(tx: &mut Tx, edit: &Edit<'_>) -> DbResult<bool> {
    if tx.exec(&EDIT, p![edit.id, edit.content, edit.mentions, edit.now])? == 0 {
        return Ok(false);
    }
    tx.exec(&KEEP, p![edit.id, edit.seq, edit.replaced, edit.now])?;
    Ok(true)
}

/// What a message said before its edits, and until when.
pub(crate) fn kept(read: &mut Read, id: &str) -> DbResult<Vec<(String, i64)>> {
    read.all(&KEPT, p![id])
}

/// False when it was recalled meanwhile. `extra` takes the place of what was kept beside its words.
pub(crate) fn recall(tx: &mut Tx, id: &str, extra: Option<String>) -> DbResult<bool> {
    if tx.exec(&RECALL, p![id, extra])? == 0 {
        return Ok(false);
    }
    tx.exec(&DROP_KEPT, p![id])?;
    Ok(true)
}

/// Gives a message that was recalled its words back.
pub(crate) fn restore(
    tx: &mut Tx,
    id: &str,
    content: &str,
    mentions: &str,
    extra: Option<&str>,
) -> DbResult<()> {
    tx.exec(&RESTORE, p![id, content, mentions, extra.map(str::to_owned)]).map(drop)
}

/// What members of a class, or of all, have written since a moment where more than two read it; newest first.
pub(crate) fn recent(
    read: &mut Read,
    class: Option<&str>,
    since: i64,
    (limit, offset): (i64, i64),
) -> DbResult<Vec<MessageRow>> {
    let ids = class.map_or_else(|| "%".to_owned(), |class| format!("__{class}__"));
    read.all(&RECENT, p![ids, since, limit, offset])
}
