//! What a member may use in a day.

use jiff::civil::Date;
use kernel::Result;
use kernel::db::Read;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::store::policies::PolicyRow;
use crate::store::usage;
use crate::texts;

/// What the caller may use today, and has used. The day is the portal's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Budget {
    /// The answers of a day; null for any number.
    messages: Option<i64>,
    /// The answers of today.
    messages_used: i64,
    /// The tokens of a day, read and written; null for any number.
    tokens: Option<i64>,
    /// The tokens of today.
    tokens_used: i64,
}

impl Budget {
    /// Of a member under a policy; `None` when it sets no limit.
    ///
    /// # Errors
    /// When the database is away.
    pub(crate) fn of(read: &mut Read, policy: &PolicyRow, day: Date, user: UserId) -> Result<Option<Self>> {
        let limit = |value: i64| Some(value).filter(|value| *value > 0);
        let (messages, tokens) = (limit(policy.message_budget), limit(policy.token_budget));
        if messages.is_none() && tokens.is_none() {
            return Ok(None);
        }
        let (messages_used, tokens_used) = usage::of_day(read, day, user)?;
        Ok(Some(Self { messages, messages_used, tokens, tokens_used }))
    }

    /// Whether one more answer may begin beside those that are being written. The last one may use more tokens than
    /// were left.
    ///
    /// # Errors
    /// 403.
    pub(crate) fn check(&self, running: i64) -> Result<()> {
        let is_spent = |limit: Option<i64>, used: i64| limit.is_some_and(|limit| used >= limit);
        if is_spent(self.messages, self.messages_used + running) || is_spent(self.tokens, self.tokens_used) {
            return Err(texts::BUDGET_SPENT.err());
        }
        Ok(())
    }
}
