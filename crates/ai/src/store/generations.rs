//! The tables `ai_generations` and `ai_generation_pieces`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// One.
    FIND = "select id, conversation_id, user_id, model, model_label, stop_asked, created_at, alive_at
            from ai_generations where id = $1";
    /// The one of a conversation.
    FIND_OF_CONVERSATION = "select id, conversation_id, user_id, model, model_label, stop_asked, created_at, alive_at
                            from ai_generations where conversation_id = $1";
    /// Those that nobody has been writing since a time.
    SILENT = "select id, conversation_id, user_id, model, model_label, stop_asked, created_at, alive_at
              from ai_generations where alive_at < $1 order by id limit 100";
    /// How many there are, and how many of a member.
    COUNT = "select count(*), cast(coalesce(sum(case when user_id = $1 then 1 else 0 end), 0) as bigint)
             from ai_generations";
    /// Adds one.
    INSERT = "insert into ai_generations (id, conversation_id, user_id, model, model_label, stop_asked, created_at, alive_at)
              values ($1, $2, $3, $4, $5, 0, $6, $6)";
    /// Notes that one is at work, and answers whether it shall stop.
    TOUCH = "update ai_generations set alive_at = $2, model = $3, model_label = $4 where id = $1 returning stop_asked";
    /// Notes that one shall stop.
    ASK_STOP = "update ai_generations set stop_asked = 1 where id = $1";
    /// Removes one.
    DELETE = "delete from ai_generations where id = $1";
    /// The pieces of one from a place on.
    PIECES = "select start, entries from ai_generation_pieces where generation_id = $1 order by start";
    /// Adds a piece, unless the generation was removed.
    INSERT_PIECE = "insert into ai_generation_pieces (generation_id, start, entries)
                    select id, $2, $3 from ai_generations where id = $1
                    on conflict (generation_id, start) do update set entries = excluded.entries";
    /// Removes the pieces of one.
    DELETE_PIECES = "delete from ai_generation_pieces where generation_id = $1";
    /// Removes the pieces of a member.
    DELETE_ALL_PIECES = "delete from ai_generation_pieces where generation_id in
                             (select id from ai_generations where user_id = $1)";
    /// Removes those of a member.
    DELETE_ALL = "delete from ai_generations where user_id = $1";
}

record! {
    /// An answer that is being written.
    #[derive(Clone, Debug)]
    pub(crate) struct GenerationRow {
        pub(crate) id: String,
        pub(crate) conversation_id: String,
        pub(crate) user_id: String,
        pub(crate) model: String,
        pub(crate) model_label: String,
        pub(crate) stop_asked: bool,
        pub(crate) created_at: i64,
        pub(crate) alive_at: i64,
    }
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<GenerationRow>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn of_conversation(read: &mut Read, conversation: &str) -> DbResult<Option<GenerationRow>> {
    read.opt(&FIND_OF_CONVERSATION, p![conversation])
}

/// Some of those that nobody has been writing since then.
pub(crate) fn silent(read: &mut Read, since: i64) -> DbResult<Vec<GenerationRow>> {
    read.all(&SILENT, p![since])
}

/// How many there are, and how many of a member.
pub(crate) fn count(read: &mut Read, user: UserId) -> DbResult<(i64, i64)> {
    read.one(&COUNT, p![user])
}

pub(crate) fn insert(tx: &mut Tx, row: &GenerationRow) -> DbResult<()> {
    let GenerationRow { id, conversation_id, user_id, model, model_label, created_at, .. } = row;
    tx.exec(&INSERT, p![id, conversation_id, user_id, model, model_label, *created_at])?;
    Ok(())
}

/// Whether it shall stop; `None` when somebody has closed it.
pub(crate) fn touch(
    tx: &mut Tx,
    id: &str,
    at: i64,
    model: &str,
    model_label: &str,
) -> DbResult<Option<bool>> {
    Ok(tx.opt::<i64>(&TOUCH, p![id, at, model, model_label])?.map(|stop_asked| stop_asked != 0))
}

pub(crate) fn ask_stop(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&ASK_STOP, p![id])?;
    Ok(())
}

/// False when it was removed before.
pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<bool> {
    tx.exec(&DELETE_PIECES, p![id])?;
    Ok(tx.exec(&DELETE, p![id])? == 1)
}

/// Where the pieces begin, and what they say, in their order.
pub(crate) fn pieces(read: &mut Read, id: &str) -> DbResult<Vec<(i64, String)>> {
    read.all(&PIECES, p![id])
}

/// False when somebody has closed the generation.
pub(crate) fn insert_piece(tx: &mut Tx, id: &str, start: i64, entries: &str) -> DbResult<bool> {
    Ok(tx.exec(&INSERT_PIECE, p![id, start, entries])? == 1)
}

pub(super) fn delete_all(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE_ALL_PIECES, p![user])?;
    tx.exec(&DELETE_ALL, p![user])?;
    Ok(())
}
