//! An author's appeal against a removal.

use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{ApiError, App, Result};

use super::{append, moderators};
use crate::content::Moderator;
use crate::model::{self, APPEAL_WINDOW};
use crate::notifications::notify_of_case;
use crate::store::cases::{self, CaseRow};
use crate::texts;

/// Whether the author of what was removed can still appeal.
pub(crate) fn is_open(case: &CaseRow, now: i64) -> bool {
    let in_time = case.decided_at.is_some_and(|at| now < at + APPEAL_WINDOW);
    case.status == "removed" && case.restorable.is_some() && case.appeal_status.is_empty() && in_time
}

/// Appeals against a removal, as the author of what was removed; once.
///
/// # Errors
/// 404 for what is not one's own, 409 for what is settled or too old, 400 for nothing to say.
pub(crate) async fn appeal(app: &App, caller: &Caller, id: &str, words: &str) -> Result<()> {
    let words = model::parse_required_reason(words)?;
    let (author, id) = (Moderator::of(app, caller).await?, id.to_owned());
    app.write(move |tx| {
        tx.lock_log()?;
        let user: UserId = author.user();
        let case = cases::find(tx, &id)?.filter(|case| case.author() == Some(user));
        let case = case.ok_or_else(ApiError::not_found)?;
        let now = tx.now();
        if !is_open(&case, now) {
            return Err(texts::APPEAL_CLOSED.err());
        }
        let moderators = moderators(&author.everyone, &case);
        let seq = append(tx, &case, "appealed", None, &moderators)?;
        cases::appeal(tx, &case.id, &words, now)?;
        notify_of_case(tx, &case, seq, moderators)
    })
    .await
}
