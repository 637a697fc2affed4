//! The table `ai_usage`.

use jiff::civil::Date;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

use crate::provider::Usage;

statements! {
    /// Adds an answer to the day.
    ADD = "insert into ai_usage (day, user_id, model, messages, prompt_tokens, cached_tokens, completion_tokens, cost)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (day, user_id, model) do update set messages = ai_usage.messages + excluded.messages,
               prompt_tokens = ai_usage.prompt_tokens + excluded.prompt_tokens,
               cached_tokens = ai_usage.cached_tokens + excluded.cached_tokens,
               completion_tokens = ai_usage.completion_tokens + excluded.completion_tokens,
               cost = ai_usage.cost + excluded.cost";
    /// What a member has used on a day: answers, and tokens.
    OF_DAY = "select cast(coalesce(sum(messages), 0) as bigint),
                  cast(coalesce(sum(prompt_tokens + completion_tokens), 0) as bigint)
              from ai_usage where day = $1 and user_id = $2";
    /// What was used since a day, by day, model and class; of one class, or of all with an empty one.
    SINCE = "select day, model, substr(user_id, 3, 2), cast(sum(messages) as bigint), cast(sum(prompt_tokens) as bigint),
                 cast(sum(cached_tokens) as bigint), cast(sum(completion_tokens) as bigint), cast(sum(cost) as bigint)
             from ai_usage where day >= $1 and ($2 = '' or substr(user_id, 3, 2) = $2)
             group by day, model, substr(user_id, 3, 2) order by day";
    /// What a member has used, by day and model.
    OF_USER = "select day, model, substr(user_id, 3, 2), messages, prompt_tokens, cached_tokens, completion_tokens, cost
               from ai_usage where user_id = $1 order by day, model";
    /// Days, with their answers, tokens and cost.
    ALL = "select day, messages, prompt_tokens + completion_tokens, cost from ai_usage order by day, user_id, model";
    /// Forgets a member.
    FORGET = "delete from ai_usage where user_id = $1";
}

/// What requests have taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsageDelta {
    /// How many answers to the member they were.
    pub(crate) answers: i64,
    pub(crate) usage: Usage,
    /// Millionths of a yuan.
    pub(crate) cost: i64,
}

/// Adds what requests of a member to a model have taken.
pub(crate) fn add(tx: &mut Tx, day: Date, user: UserId, model: &str, taken: UsageDelta) -> DbResult<()> {
    let Usage { prompt_tokens, cached_tokens, completion_tokens, .. } = taken.usage;
    let counts = [taken.answers, prompt_tokens, cached_tokens, completion_tokens, taken.cost];
    let [answers, prompt, cached, completion, cost] = counts;
    tx.exec(&ADD, p![day, user, model, answers, prompt, cached, completion, cost])?;
    Ok(())
}

/// What a member has used on a day: answers, and tokens.
pub(crate) fn of_day(read: &mut Read, day: Date, user: UserId) -> DbResult<(i64, i64)> {
    read.one(&OF_DAY, p![day, user])
}

record! {
    /// What a class, or one of its members, has used of a model on a day.
    #[derive(Clone, Debug)]
    pub(crate) struct UsageRow {
        pub(crate) day: String,
        pub(crate) model: String,
        pub(crate) class: String,
        pub(crate) messages: i64,
        pub(crate) prompt_tokens: i64,
        pub(crate) cached_tokens: i64,
        pub(crate) completion_tokens: i64,
        /// Millionths of a yuan.
        pub(crate) cost: i64,
    }
}

/// What was used since a day by a class, or by all with an empty one.
pub(crate) fn since(read: &mut Read, day: Date, class: &str) -> DbResult<Vec<UsageRow>> {
    read.all(&SINCE, p![day, class])
}

/// What a member has used, by day and model.
pub(super) fn of_user(read: &mut Read, user: UserId) -> DbResult<Vec<UsageRow>> {
    read.all(&OF_USER, p![user])
}

pub(super) fn forget(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&FORGET, p![user])?;
    Ok(())
}

/// Days, with their answers, tokens and cost.
#[cfg(test)]
pub(crate) fn all(read: &mut Read) -> DbResult<Vec<(String, i64, i64, i64)>> {
    read.all(&ALL, p![])
}
