//! The table `ai_replaced_messages`, whose messages stand in `ai_messages`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// Those of a conversation, the newest first.
    LIST = "select id, replaced_at from ai_replaced_messages where conversation_id = $1
            order by replaced_at desc, id desc";
    /// Some that were replaced before a time, with their conversations and members.
    EXPIRED = "select r.id, r.conversation_id, c.user_id from ai_replaced_messages r
               join ai_conversations c on c.id = r.conversation_id
               where r.replaced_at < $1 order by r.replaced_at, r.id limit 100";
    /// Adds one.
    INSERT = "insert into ai_replaced_messages (id, conversation_id, replaced_at) values ($1, $2, $3)";
    /// Moves messages from one id to another.
    MOVE_MESSAGES = "update ai_messages set conversation_id = $2 where conversation_id = $1";
    /// Copies messages of one id to another.
    COPY_MESSAGES = "insert into ai_messages (conversation_id, position, role, content, reasoning, model, model_label, sources,
                         is_partial, partial_reason, is_fallback, attachments, created_at)
                     select $2, position, role, content, reasoning, model, model_label, sources,
                         is_partial, partial_reason, is_fallback, attachments, created_at
                     from ai_messages where conversation_id = $1";
    /// Removes one.
    DELETE = "delete from ai_replaced_messages where id = $1";
    /// Removes its messages.
    DELETE_MESSAGES = "delete from ai_messages where conversation_id = $1";
    /// Removes the messages of all of a conversation.
    DELETE_MESSAGES_OF = "delete from ai_messages where conversation_id in
                              (select id from ai_replaced_messages where conversation_id = $1)";
    /// Removes all of a conversation.
    DELETE_OF = "delete from ai_replaced_messages where conversation_id = $1";
    /// Removes the messages of all of a member.
    DELETE_MESSAGES_OF_USER = "delete from ai_messages where conversation_id in
                                   (select r.id from ai_replaced_messages r
                                    join ai_conversations c on c.id = r.conversation_id where c.user_id = $1)";
    /// Removes all of a member.
    DELETE_OF_USER = "delete from ai_replaced_messages where conversation_id in
                          (select id from ai_conversations where user_id = $1)";
}

record! {
    /// Messages that a conversation had.
    #[derive(Clone, Debug)]
    pub(crate) struct ReplacedRow {
        /// Their `conversation_id` in `ai_messages`.
        pub(crate) id: String,
        pub(crate) replaced_at: i64,
    }
}

record! {
    /// Replaced messages, and whose they are.
    #[derive(Clone, Debug)]
    pub(crate) struct ExpiredRow {
        pub(crate) id: String,
        pub(crate) conversation_id: String,
        pub(crate) user_id: String,
    }
}

/// Those of a conversation, the newest first.
pub(crate) fn list(read: &mut Read, conversation: &str) -> DbResult<Vec<ReplacedRow>> {
    read.all(&LIST, p![conversation])
}

/// Some that were replaced before then.
pub(crate) fn expired(read: &mut Read, before: i64) -> DbResult<Vec<ExpiredRow>> {
    read.all(&EXPIRED, p![before])
}

/// Puts the messages of a conversation aside under an id. False when it has none.
pub(crate) fn put_aside(tx: &mut Tx, conversation: &str, id: &str, now: i64) -> DbResult<bool> {
    if tx.exec(&MOVE_MESSAGES, p![conversation, id])? == 0 {
        return Ok(false);
    }
    tx.exec(&INSERT, p![id, conversation, now])?;
    Ok(true)
}

/// Puts a copy of the messages of a conversation aside under an id.
pub(crate) fn copy_aside(tx: &mut Tx, conversation: &str, id: &str, now: i64) -> DbResult<()> {
    tx.exec(&COPY_MESSAGES, p![conversation, id])?;
    tx.exec(&INSERT, p![id, conversation, now])?;
    Ok(())
}

/// Gives a conversation, which has no messages now, those that were put aside.
pub(crate) fn put_back(tx: &mut Tx, conversation: &str, id: &str) -> DbResult<()> {
    tx.exec(&MOVE_MESSAGES, p![id, conversation])?;
    tx.exec(&DELETE, p![id])?;
    Ok(())
}

pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&DELETE_MESSAGES, p![id])?;
    tx.exec(&DELETE, p![id])?;
    Ok(())
}

/// Removes all of a conversation.
pub(crate) fn delete_of(tx: &mut Tx, conversation: &str) -> DbResult<()> {
    tx.exec(&DELETE_MESSAGES_OF, p![conversation])?;
    tx.exec(&DELETE_OF, p![conversation])?;
    Ok(())
}

/// Removes all of a member, whose conversations are still there.
pub(super) fn delete_of_user(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE_MESSAGES_OF_USER, p![user])?;
    tx.exec(&DELETE_OF_USER, p![user])?;
    Ok(())
}
