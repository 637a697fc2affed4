//! The tables `ai_conversations` and `ai_messages`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};

use super::replaced;
use crate::conversations::fields::{PartialReason, Role};

text_column!(Role);
text_column!(PartialReason);

macro_rules! columns {
    () => {
        "id, user_id, title, summary, summary_to, summary_at, persona, revision, created_at, updated_at, \
         preset_id"
    };
}

macro_rules! message_columns {
    () => {
        "position, role, content, reasoning, model, model_label, sources, is_partial, partial_reason, is_fallback, \
         attachments, created_at"
    };
}

statements! {
    /// Those of a member, the newest first.
    LIST = concat!("select ", columns!(), " from ai_conversations where user_id = $1
            order by updated_at desc, id desc limit $2");
    /// Those of a member whose title or messages have a text in them.
    FIND_TEXT = concat!("select ", columns!(), " from ai_conversations c where user_id = $1
            and (lower(title) like lower($2) escape '!' or exists (select 1 from ai_messages m
                 where m.conversation_id = c.id and lower(m.content) like lower($2) escape '!'))
            order by updated_at desc, id desc limit $3");
    /// One of a member.
    FIND = concat!("select ", columns!(), " from ai_conversations where id = $1 and user_id = $2");
    /// How many a member has.
    COUNT = "select count(*) from ai_conversations where user_id = $1";
    /// Adds one.
    INSERT = concat!("insert into ai_conversations (", columns!(), ")
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");
    /// Replaces what may change.
    UPDATE = "update ai_conversations set title = $2, summary = $3, summary_to = $4, summary_at = $5, persona = $6,
                  revision = $7, updated_at = $8, preset_id = $9 where id = $1";
    /// Removes one.
    DELETE = "delete from ai_conversations where id = $1";
    /// Some in which nothing was said since a time, of members under a policy, in which nothing is being written.
    EXPIRED = "select c.id from ai_conversations c where c.updated_at < $2
                and coalesce((select own.id from ai_user_policies given join ai_policies own on own.id = given.policy_id
                              where given.user_id = c.user_id), (select id from ai_policies where is_default = 1)) = $1
                and not exists (select 1 from ai_generations g where g.conversation_id = c.id)
                order by c.id limit 100";
    /// Removes those of a member.
    DELETE_ALL = "delete from ai_conversations where user_id = $1";
    /// The messages of one behind a position, in their order.
    MESSAGES = concat!("select ", message_columns!(), " from ai_messages
                where conversation_id = $1 and position > $2 order by position");
    /// The nth message of one, counted from 0.
    NTH_MESSAGE = concat!("select ", message_columns!(), " from ai_messages
                where conversation_id = $1 order by position limit 1 offset $2");
    /// The first messages of one.
    FIRST_MESSAGES = concat!("select ", message_columns!(), " from ai_messages
                where conversation_id = $1 order by position limit $2");
    /// The files of one, as its messages have them, and those that were replaced.
    ATTACHMENTS = "select attachments from ai_messages where attachments <> '[]' and conversation_id in
                       (select cast($1 as text) union all
                        select id from ai_replaced_messages where conversation_id = $1)";
    /// The last position of one.
    LAST_POSITION = "select coalesce(max(position), 0) from ai_messages where conversation_id = $1";
    /// Adds a message.
    INSERT_MESSAGE = concat!("insert into ai_messages (conversation_id, ", message_columns!(), ")
                          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)");
    /// How many bytes all messages of a member have, the replaced ones too.
    SIZE_OF_USER = "select cast(coalesce(sum(octet_length(content) + octet_length(reasoning)), 0) as bigint)
                    from ai_messages where conversation_id in
                        (select id from ai_conversations where user_id = $1 union all
                         select r.id from ai_replaced_messages r
                         join ai_conversations c on c.id = r.conversation_id where c.user_id = $1)";
    /// How many messages there are.
    COUNT_MESSAGES = "select count(*) from ai_messages";
    /// How many messages one has, and how many bytes they have.
    SIZE = "select count(*), cast(coalesce(sum(octet_length(content) + octet_length(reasoning)), 0) as bigint)
            from ai_messages where conversation_id = $1";
    /// Removes the messages of one from a position on.
    DELETE_MESSAGES_FROM = "delete from ai_messages where conversation_id = $1 and position >= $2";
    /// Removes the messages of one.
    DELETE_MESSAGES = "delete from ai_messages where conversation_id = $1";
    /// Removes the messages of a member.
    DELETE_ALL_MESSAGES = "delete from ai_messages where conversation_id in
                               (select id from ai_conversations where user_id = $1)";
}

record! {
    /// A conversation.
    #[derive(Clone, Debug)]
    pub(crate) struct ConversationRow {
        pub(crate) id: String,
        pub(crate) user_id: String,
        pub(crate) title: String,
        pub(crate) summary: String,
        pub(crate) summary_to: i64,
        pub(crate) summary_at: Option<i64>,
        pub(crate) persona: String,
        pub(crate) revision: i64,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
        /// `None` for none. The preset may have been removed since.
        pub(crate) preset_id: Option<String>,
    }
}

record! {
    /// A message.
    #[derive(Clone, Debug)]
    pub(crate) struct MessageRow {
        pub(crate) position: i64,
        pub(crate) role: Role,
        pub(crate) content: String,
        pub(crate) reasoning: String,
        pub(crate) model: String,
        pub(crate) model_label: String,
        /// JSON, an array of sources.
        pub(crate) sources: String,
        pub(crate) is_partial: bool,
        /// `None` for a whole answer, and where it is not known.
        pub(crate) partial_reason: Option<PartialReason>,
        /// Whether another model answered than the one that was chosen.
        pub(crate) is_fallback: bool,
        /// JSON, an array of attachments.
        pub(crate) attachments: String,
        pub(crate) created_at: i64,
    }
}

impl MessageRow {
    /// A message with no more than its text.
    pub(crate) fn new(position: i64, role: Role, content: String, created_at: i64) -> Self {
        Self {
            position,
            role,
            content,
            reasoning: String::new(),
            model: String::new(),
            model_label: String::new(),
            sources: "[]".into(),
            is_partial: false,
            partial_reason: None,
            is_fallback: false,
            attachments: "[]".into(),
            created_at,
        }
    }
}

/// Those of a member, the newest first; with a text, those that have it in their title or messages.
pub(crate) fn list(read: &mut Read, user: UserId, text: &str, limit: i64) -> DbResult<Vec<ConversationRow>> {
    if text.is_empty() {
        return read.all(&LIST, p![user, limit]);
    }
    let escaped = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    read.all(&FIND_TEXT, p![user, format!("%{escaped}%"), limit])
}

pub(crate) fn find(read: &mut Read, id: &str, user: UserId) -> DbResult<Option<ConversationRow>> {
    read.opt(&FIND, p![id, user])
}

pub(crate) fn count(read: &mut Read, user: UserId) -> DbResult<i64> {
    read.one(&COUNT, p![user])
}

pub(crate) fn insert(tx: &mut Tx, row: &ConversationRow) -> DbResult<()> {
    let params = p![
        &row.id,
        &row.user_id,
        &row.title,
        &row.summary,
        row.summary_to,
        row.summary_at,
        &row.persona,
        row.revision,
        row.created_at,
        row.updated_at,
        row.preset_id.as_deref()
    ];
    tx.exec(&INSERT, params)?;
    Ok(())
}

pub(crate) fn update(tx: &mut Tx, row: &ConversationRow) -> DbResult<()> {
    let params = p![
        &row.id,
        &row.title,
        &row.summary,
        row.summary_to,
        row.summary_at,
        &row.persona,
        row.revision,
        row.updated_at,
        row.preset_id.as_deref()
    ];
    tx.exec(&UPDATE, params)?;
    Ok(())
}

pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<()> {
    replaced::delete_of(tx, id)?;
    delete_messages(tx, id)?;
    tx.exec(&DELETE, p![id])?;
    Ok(())
}

/// Some in which nothing was said since then, of members under a policy.
pub(crate) fn expired(read: &mut Read, policy: &str, before: i64) -> DbResult<Vec<String>> {
    read.all(&EXPIRED, p![policy, before])
}

pub(super) fn delete_all(tx: &mut Tx, user: UserId) -> DbResult<()> {
    replaced::delete_of_user(tx, user)?;
    tx.exec(&DELETE_ALL_MESSAGES, p![user])?;
    tx.exec(&DELETE_ALL, p![user])?;
    Ok(())
}

pub(crate) fn messages(read: &mut Read, id: &str) -> DbResult<Vec<MessageRow>> {
    messages_after(read, id, 0)
}

/// The messages behind a position.
pub(crate) fn messages_after(read: &mut Read, id: &str, position: i64) -> DbResult<Vec<MessageRow>> {
    read.all(&MESSAGES, p![id, position])
}

/// The nth message, counted from 0.
pub(crate) fn nth_message(read: &mut Read, id: &str, n: i64) -> DbResult<Option<MessageRow>> {
    read.opt(&NTH_MESSAGE, p![id, n])
}

pub(crate) fn first_messages(read: &mut Read, id: &str, count: i64) -> DbResult<Vec<MessageRow>> {
    read.all(&FIRST_MESSAGES, p![id, count])
}

/// The files of a conversation, those of its replaced messages too: a JSON array for each message that has some.
pub(crate) fn attachments(read: &mut Read, id: &str) -> DbResult<Vec<String>> {
    read.all(&ATTACHMENTS, p![id])
}

/// The last position of a conversation; 0 without messages.
pub(crate) fn last_position(read: &mut Read, id: &str) -> DbResult<i64> {
    read.one(&LAST_POSITION, p![id])
}

pub(crate) fn insert_message(tx: &mut Tx, id: &str, row: &MessageRow) -> DbResult<()> {
    let params = p![
        id,
        row.position,
        row.role,
        &row.content,
        &row.reasoning,
        &row.model,
        &row.model_label,
        &row.sources,
        row.is_partial,
        row.partial_reason,
        row.is_fallback,
        &row.attachments,
        row.created_at
    ];
    tx.exec(&INSERT_MESSAGE, params)?;
    Ok(())
}

/// How many messages there are, and how many bytes they have.
pub(crate) fn size(read: &mut Read, id: &str) -> DbResult<(i64, i64)> {
    read.one(&SIZE, p![id])
}

/// How many bytes all messages of a member have.
pub(crate) fn size_of_user(read: &mut Read, user: UserId) -> DbResult<i64> {
    read.one(&SIZE_OF_USER, p![user])
}

pub(crate) fn delete_messages_from(tx: &mut Tx, id: &str, position: i64) -> DbResult<()> {
    tx.exec(&DELETE_MESSAGES_FROM, p![id, position])?;
    Ok(())
}

pub(crate) fn delete_messages(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&DELETE_MESSAGES, p![id])?;
    Ok(())
}

/// How many messages there are of all conversations.
#[cfg(test)]
pub(crate) fn count_messages(read: &mut Read) -> DbResult<i64> {
    read.one(&COUNT_MESSAGES, p![])
}
