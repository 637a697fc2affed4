//! The tables `ai_generations` and `ai_generation_pieces`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

macro_rules! columns {
    () => {
        "id, conversation_id, user_id, model, model_label, created_at, alive_at, prompt_tokens, ended_at"
    };
}

statements! {
    /// One.
    FIND = concat!("select ", columns!(), " from ai_generations where id = $1");
    /// The running one of a conversation.
    FIND_OF_CONVERSATION = concat!("select ", columns!(), " from ai_generations
            where conversation_id = $1 and ended_at is null");
    /// Running ones whose node has not written that it is at work since a time.
    STALE = concat!("select ", columns!(), " from ai_generations
            where alive_at < $1 and ended_at is null order by id");
    /// How many are running, and how many of a member.
    COUNT = "select count(*), cast(coalesce(sum(case when user_id = $1 then 1 else 0 end), 0) as bigint)
             from ai_generations where ended_at is null";
    /// Adds one.
    INSERT = "insert into ai_generations (id, conversation_id, user_id, model, model_label, stop_asked, created_at,
                  alive_at, prompt_tokens) values ($1, $2, $3, $4, $5, 0, $6, $6, $7)";
    /// Notes that a running one is at work, and answers whether it shall stop.
    HEARTBEAT = "update ai_generations set alive_at = $2, model = $3, model_label = $4
                 where id = $1 and ended_at is null returning stop_asked, read_at";
    /// Notes that somebody reads one at a node that does not write it.
    NOTE_READER = "update ai_generations set read_at = $2 where id = $1";
    /// Notes that one shall stop.
    REQUEST_STOP = "update ai_generations set stop_asked = 1 where id = $1";
    /// Notes that a running one has ended.
    END = "update ai_generations set ended_at = $2 where id = $1 and ended_at is null";
    /// Removes one.
    DELETE = "delete from ai_generations where id = $1";
    /// The pieces of one, from the piece on that an offset is in.
    PIECES = "select start, entries from ai_generation_pieces where generation_id = $1
              and start >= coalesce((select max(start) from ai_generation_pieces
                                     where generation_id = $1 and start <= $2), 0) order by start";
    /// Adds a piece, unless the generation has ended.
    INSERT_PIECE = "insert into ai_generation_pieces (generation_id, start, entries)
                    select id, $2, $3 from ai_generations where id = $1 and ended_at is null
                    on conflict (generation_id, start) do update set entries = excluded.entries";
    /// Removes the pieces of one.
    DELETE_PIECES = "delete from ai_generation_pieces where generation_id = $1";
    /// Removes the pieces of those that have ended before a time.
    DELETE_ENDED_PIECES = "delete from ai_generation_pieces where generation_id in
                               (select id from ai_generations where ended_at < $1)";
    /// Removes those that have ended before a time.
    DELETE_ENDED = "delete from ai_generations where ended_at < $1";
    /// Removes the pieces of a member.
    DELETE_ALL_PIECES = "delete from ai_generation_pieces where generation_id in
                             (select id from ai_generations where user_id = $1)";
    /// Removes those of a member.
    DELETE_ALL = "delete from ai_generations where user_id = $1";
}

record! {
    /// An answer that is being written, or has just ended.
    #[derive(Clone, Debug)]
    pub(crate) struct GenerationRow {
        pub(crate) id: String,
        pub(crate) conversation_id: String,
        pub(crate) user_id: String,
        pub(crate) model: String,
        pub(crate) model_label: String,
        pub(crate) created_at: i64,
        /// When its node last wrote that it is at work.
        pub(crate) alive_at: i64,
        /// About how many tokens its request has.
        pub(crate) prompt_tokens: i64,
        /// `None` while it is running.
        pub(crate) ended_at: Option<i64>,
    }
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<GenerationRow>> {
    read.opt(&FIND, p![id])
}

/// The running one of a conversation.
pub(crate) fn of_conversation(read: &mut Read, conversation: &str) -> DbResult<Option<GenerationRow>> {
    read.opt(&FIND_OF_CONVERSATION, p![conversation])
}

/// Running ones whose node has not written that it is at work since then.
pub(crate) fn stale(read: &mut Read, since: i64) -> DbResult<Vec<GenerationRow>> {
    read.all(&STALE, p![since])
}

/// How many are running, and how many of a member.
pub(crate) fn count(read: &mut Read, user: UserId) -> DbResult<(i64, i64)> {
    read.one(&COUNT, p![user])
}

pub(crate) fn insert(tx: &mut Tx, row: &GenerationRow) -> DbResult<()> {
    let GenerationRow { id, conversation_id, user_id, model, model_label, created_at, prompt_tokens, .. } =
        row;
    tx.exec(&INSERT, p![id, conversation_id, user_id, model, model_label, *created_at, *prompt_tokens])?;
    Ok(())
}

/// Notes that a running one is at work. Answers whether it shall stop, not 0 for yes, and when somebody last read it at
/// another node; `None` when it has ended.
pub(crate) fn heartbeat(
    tx: &mut Tx,
    id: &str,
    at: i64,
    model: &str,
    model_label: &str,
) -> DbResult<Option<(i64, i64)>> {
    tx.opt(&HEARTBEAT, p![id, at, model, model_label])
}

/// Notes that somebody reads one at a node that does not write it.
pub(crate) fn note_reader(tx: &mut Tx, id: &str, at: i64) -> DbResult<()> {
    tx.exec(&NOTE_READER, p![id, at])?;
    Ok(())
}

pub(crate) fn request_stop(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&REQUEST_STOP, p![id])?;
    Ok(())
}

/// False when it had ended before.
pub(crate) fn end(tx: &mut Tx, id: &str, at: i64) -> DbResult<bool> {
    Ok(tx.exec(&END, p![id, at])? == 1)
}

/// False when it was removed before.
pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<bool> {
    tx.exec(&DELETE_PIECES, p![id])?;
    Ok(tx.exec(&DELETE, p![id])? == 1)
}

/// Removes those that have ended before a time.
pub(crate) fn delete_ended(tx: &mut Tx, before: i64) -> DbResult<()> {
    tx.exec(&DELETE_ENDED_PIECES, p![before])?;
    tx.exec(&DELETE_ENDED, p![before])?;
    Ok(())
}

/// Where the pieces begin and what they say, in their order, from the piece on that an offset is in.
pub(crate) fn pieces(read: &mut Read, id: &str, offset: i64) -> DbResult<Vec<(i64, String)>> {
    read.all(&PIECES, p![id, offset])
}

/// False when the generation has ended.
pub(crate) fn insert_piece(tx: &mut Tx, id: &str, start: i64, entries: &str) -> DbResult<bool> {
    Ok(tx.exec(&INSERT_PIECE, p![id, start, entries])? == 1)
}

pub(super) fn delete_all(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE_ALL_PIECES, p![user])?;
    tx.exec(&DELETE_ALL, p![user])?;
    Ok(())
}
