//! The table `ai_settings`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// A member's.
    FIND = "select system_prompt, pinned_conversations, model from ai_settings where user_id = $1";
    /// Sets a member's.
    SET = "insert into ai_settings (user_id, system_prompt, pinned_conversations, model) values ($1, $2, $3, $4)
           on conflict (user_id) do update set system_prompt = excluded.system_prompt,
               pinned_conversations = excluded.pinned_conversations, model = excluded.model";
    /// Forgets a member's.
    DELETE = "delete from ai_settings where user_id = $1";
}

record! {
    /// How a member has set the chat up.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct SettingsRow {
        pub(crate) system_prompt: String,
        /// JSON, an array of ids.
        pub(crate) pinned_conversations: String,
        /// Empty for none.
        pub(crate) model: String,
    }
}

pub(crate) fn find(read: &mut Read, user: UserId) -> DbResult<Option<SettingsRow>> {
    read.opt(&FIND, p![user])
}

pub(crate) fn set(tx: &mut Tx, user: UserId, row: &SettingsRow) -> DbResult<()> {
    tx.exec(&SET, p![user, &row.system_prompt, &row.pinned_conversations, &row.model])?;
    Ok(())
}

pub(super) fn delete(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE, p![user])?;
    Ok(())
}
