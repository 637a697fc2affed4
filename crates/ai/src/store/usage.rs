//! The table `ai_usage`.

use jiff::civil::Date;
use kernel::db::{DbResult, Tx};
use kernel::user::UserId;
use kernel::{p, statements};

use crate::upstream::Usage;

statements! {
    /// Adds an answer to the day.
    ADD = "insert into ai_usage (day, user_id, model, messages, prompt_tokens, cached_tokens, completion_tokens, cost)
           values ($1, $2, $3, 1, $4, $5, $6, $7)
           on conflict (day, user_id, model) do update set messages = ai_usage.messages + 1,
               prompt_tokens = ai_usage.prompt_tokens + excluded.prompt_tokens,
               cached_tokens = ai_usage.cached_tokens + excluded.cached_tokens,
               completion_tokens = ai_usage.completion_tokens + excluded.completion_tokens,
               cost = ai_usage.cost + excluded.cost";
    /// Days, with their answers, tokens and cost.
    ALL = "select day, messages, prompt_tokens + completion_tokens, cost from ai_usage order by day, user_id, model";
    /// Forgets a member.
    FORGET = "delete from ai_usage where user_id = $1";
}

/// Adds an answer of a model, which cost so many millionths of a yuan.
pub(crate) fn add(
    tx: &mut Tx,
    day: Date,
    user: UserId,
    model: &str,
    usage: Usage,
    cost: i64,
) -> DbResult<()> {
    let Usage { prompt_tokens, cached_tokens, completion_tokens, .. } = usage;
    tx.exec(&ADD, p![day, user, model, prompt_tokens, cached_tokens, completion_tokens, cost])?;
    Ok(())
}

pub(super) fn forget(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&FORGET, p![user])?;
    Ok(())
}

/// Days, with their answers, tokens and cost.
#[cfg(test)]
pub(crate) fn all(read: &mut kernel::db::Read) -> DbResult<Vec<(String, i64, i64, i64)>> {
    read.all(&ALL, p![])
}
