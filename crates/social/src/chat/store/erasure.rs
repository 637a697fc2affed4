//! What a member takes along, and what is left when they are erased.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Value, json};

statements! {
    /// Everything one has said.
    SENT = "select room_id, kind, content, edited_at, created_at from chat_messages
            where sender_id = $1 and recalled = 0 order by seq";
    /// The groups one is in.
    GROUPS = "select r.name, m.joined_at from chat_members m join chat_rooms r on r.id = m.room_id
              where m.user_id = $1 and r.kind = 'group' order by m.joined_at";
    /// What they said before.
    DROP_EDITS = "delete from chat_edits where message_id in (select id from chat_messages where sender_id = $1)";
    /// Pinned emptiness helps nobody.
    DROP_PINS = "delete from chat_pins where message_id in (select id from chat_messages where sender_id = $1)";
    /// Leaves tombstones, so that threads keep their shape.
    EMPTY = "update chat_messages set sender_id = '', kind = 'text', content = '', temp_id = null, mentions = '[]',
             extra = null, recalled = 1 where sender_id = $1";
    /// One's reactions.
    DROP_REACTIONS = "delete from chat_reactions where user_id = $1";
    /// One's marks.
    DROP_MARKS = "delete from chat_marks where user_id = $1";
    /// What others wrote to one stays theirs, and is hidden from whoever registers with the same user ID later.
    HIDE_PAIRS = "insert into chat_marks (user_id, room_id, read_seq, cleared_seq, muted, receipts)
                  select $1, r.id, coalesce(max(s.seq), 0), coalesce(max(s.seq), 0), 0, 1 from chat_members m
                  join chat_rooms r on r.id = m.room_id left join chat_messages s on s.room_id = r.id
                  where m.user_id = $1 and r.kind = 'private' group by r.id";
    /// One's memberships.
    DROP_MEMBER = "delete from chat_members where user_id = $1";
    /// What one has not seen of groups that are gone.
    DROP_REMOVALS = "delete from chat_removals where user_id = $1";
    /// One's groups go to whoever has been in them longest.
    HAND_OVER = "update chat_rooms set owner_id = (select m.user_id from chat_members m where m.room_id = chat_rooms.id
                     and m.user_id <> $1 order by m.joined_at, m.user_id limit 1)
                 where owner_id = $1";
    /// Those with nobody left end.
    DISSOLVE = "update chat_rooms set dissolved_at = created_at
                where kind = 'group' and owner_id is null and dissolved_at is null";
}

record! {
    /// Something one has said.
    struct WrittenMessage {
        room_id: String,
        kind: String,
        content: String,
        edited_at: Option<i64>,
        created_at: i64,
    }
}

pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let sent: Vec<WrittenMessage> = read.all(&SENT, p![user])?;
    let groups: Vec<(String, i64)> = read.all(&GROUPS, p![user])?;
    if sent.is_empty() && groups.is_empty() {
        return Ok(None);
    }
    let iso = kernel::app::iso;
    let message = |sent: WrittenMessage| {
        json!({ "room_id": sent.room_id, "type": sent.kind, "content": sent.content,
                "created_at": iso(sent.created_at), "edited_at": sent.edited_at.map(iso) })
    };
    let dated = |name: &str, rows: Vec<(String, i64)>| -> Vec<Value> {
        rows.into_iter().map(|(text, at)| json!({ name: text, "at": iso(at) })).collect()
    };
    Ok(Some(json!({
        "messages": sent.into_iter().map(message).collect::<Vec<_>>(),
        "groups": dated("name", groups),
    })))
}

pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    let ordered = [
        &DROP_EDITS,
        &DROP_PINS,
        &EMPTY,
        &DROP_REACTIONS,
        &DROP_MARKS,
        &HIDE_PAIRS,
        &DROP_REMOVALS,
        &HAND_OVER,
        &DROP_MEMBER,
    ];
    for statement in ordered {
        tx.exec(statement, p![user])?;
    }
    tx.exec(&DISSOLVE, p![])?;
    kernel::files::forget_owner(tx, "chat", user)?;
    Ok(())
}
