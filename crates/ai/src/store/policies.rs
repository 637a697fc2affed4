//! The tables `ai_policies` and `ai_user_policies`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

macro_rules! columns {
    () => {
        "id, label, model_ids, is_default, sort_order, class, created_at, updated_at, message_budget, token_budget, \
         system_prompt, locks_prompt, retention_days"
    };
}

statements! {
    /// All, in the order in which they are shown.
    LIST = concat!("select ", columns!(), " from ai_policies order by sort_order, created_at, id");
    /// One.
    FIND = concat!("select ", columns!(), " from ai_policies where id = $1");
    /// The member's own, else the default one.
    FIND_OF_USER = concat!("select ", columns!(), " from ai_policies where id = coalesce(
                        (select own.id from ai_user_policies given join ai_policies own on own.id = given.policy_id
                         where given.user_id = $1), (select id from ai_policies where is_default = 1))");
    /// Adds one.
    INSERT = concat!("insert into ai_policies (", columns!(), ") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)");
    /// Replaces what may change.
    UPDATE = "update ai_policies set label = $2, model_ids = $3, sort_order = $4, updated_at = $5,
                  message_budget = $6, token_budget = $7, system_prompt = $8, locks_prompt = $9, retention_days = $10
              where id = $1";
    /// Gives the default flag to one, which is the portal's from then on, and takes it from the other.
    SET_DEFAULT = "update ai_policies set is_default = case when id = $1 then 1 else 0 end,
                       class = case when id = $1 then '' else class end
                   where is_default = 1 or id = $1";
    /// Removes one.
    DELETE = "delete from ai_policies where id = $1";
    /// Takes one from all who have it.
    TAKE = "delete from ai_user_policies where policy_id = $1";
    /// Gives one to a member.
    GIVE = "insert into ai_user_policies (user_id, policy_id) values ($1, $2)
            on conflict (user_id) do update set policy_id = excluded.policy_id";
    /// Takes the member's own.
    FORGET = "delete from ai_user_policies where user_id = $1";
    /// The member's own.
    GIVEN_TO = "select policy_id from ai_user_policies where user_id = $1";
    /// Who has which.
    GIVEN = "select user_id, policy_id from ai_user_policies order by user_id";
}

record! {
    /// A policy.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct PolicyRow {
        pub(crate) id: String,
        pub(crate) label: String,
        /// JSON; an empty array admits every model.
        pub(crate) model_ids: String,
        pub(crate) is_default: bool,
        pub(crate) sort_order: i64,
        /// Empty for the portal.
        pub(crate) class: String,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
        /// Answers of a day; 0 for any number.
        pub(crate) message_budget: i64,
        /// Tokens of a day; 0 for any number.
        pub(crate) token_budget: i64,
        /// Empty for none.
        pub(crate) system_prompt: String,
        pub(crate) locks_prompt: bool,
        /// 0 for ever.
        pub(crate) retention_days: i64,
    }
}

/// The ids of the models that any policy names.
pub(crate) fn admitted_models(read: &mut Read) -> DbResult<Vec<String>> {
    let ids = |row: PolicyRow| serde_json::from_str::<Vec<String>>(&row.model_ids).unwrap_or_default();
    Ok(list(read)?.into_iter().flat_map(ids).collect())
}

pub(crate) fn list(read: &mut Read) -> DbResult<Vec<PolicyRow>> {
    read.all(&LIST, p![])
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<PolicyRow>> {
    read.opt(&FIND, p![id])
}

/// The member's own, else the default one.
pub(crate) fn of_user(read: &mut Read, user: UserId) -> DbResult<PolicyRow> {
    read.one(&FIND_OF_USER, p![user])
}

pub(crate) fn insert(tx: &mut Tx, row: &PolicyRow) -> DbResult<()> {
    let params = p![
        &row.id,
        &row.label,
        &row.model_ids,
        row.is_default,
        row.sort_order,
        &row.class,
        row.created_at,
        row.updated_at,
        row.message_budget,
        row.token_budget,
        &row.system_prompt,
        row.locks_prompt,
        row.retention_days
    ];
    tx.exec(&INSERT, params)?;
    Ok(())
}

pub(crate) fn update(tx: &mut Tx, row: &PolicyRow) -> DbResult<()> {
    let params = p![
        &row.id,
        &row.label,
        &row.model_ids,
        row.sort_order,
        row.updated_at,
        row.message_budget,
        row.token_budget,
        &row.system_prompt,
        row.locks_prompt,
        row.retention_days
    ];
    tx.exec(&UPDATE, params)?;
    Ok(())
}

pub(crate) fn set_default(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&SET_DEFAULT, p![id])?;
    Ok(())
}

/// Those who had it have the default one from now on.
pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&TAKE, p![id])?;
    tx.exec(&DELETE, p![id])?;
    Ok(())
}

pub(crate) fn give(tx: &mut Tx, user: UserId, id: &str) -> DbResult<()> {
    tx.exec(&GIVE, p![user, id])?;
    Ok(())
}

/// Takes the member's own policy: the default one holds.
pub(crate) fn forget(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&FORGET, p![user])?;
    Ok(())
}

/// The member's own policy; `None` where the default one holds.
pub(crate) fn given_to(read: &mut Read, user: UserId) -> DbResult<Option<String>> {
    read.opt(&GIVEN_TO, p![user])
}

/// Members and their policies.
pub(crate) fn given(read: &mut Read) -> DbResult<Vec<(String, String)>> {
    read.all(&GIVEN, p![])
}
