//! Wrong claim codes count per name of the class list (`docs/decisions/0213-failures-alone-draw-while-a-class-enrols.md`):
//! ten in an hour close the name, and then the right code is refused as well, so that nobody finds it by trying on.
//! The name opens an hour after the last wrong code, or when somebody who looks after the class opens it.

use std::collections::HashMap;
use std::time::Duration;

use kernel::db::{DbResult, Read, Tx};
use kernel::{ApiError, App, Result};

use super::guesses::REST_MS;
use super::store;
use super::subjects::Subject;
use super::texts;
use crate::enrolment;
use crate::setup::PreRecord;

/// What one who misreads their slip needs, and far from what finds a code.
pub(super) const MOST_FAILURES: i64 = 10;

/// The names that are closed.
pub(crate) struct ClosedNames {
    last_failed_at: HashMap<String, i64>,
    now: i64,
}

impl ClosedNames {
    /// # Errors
    /// When the statement fails.
    pub(crate) fn read(read: &mut Read, now: i64) -> DbResult<Self> {
        let rows = store::closed_claim_codes(read, MOST_FAILURES, now - REST_MS)?;
        Ok(Self { last_failed_at: rows.into_iter().collect(), now })
    }

    /// When a name of the class list opens by itself, in milliseconds; `None` when it is not closed.
    pub(crate) fn closed_until(&self, real_name: &str) -> Option<i64> {
        let last_failed_at = self.last_failed_at.get(Subject::claim_code(real_name).as_str())?;
        // Further away than an hour: the clock was set back.
        Some((last_failed_at + REST_MS).min(self.now + REST_MS))
    }
}

/// Refuses whoever wants to register in a name that is closed.
///
/// # Errors
/// 429 with the time until the name opens.
pub(super) fn refuse_closed(read: &mut Read, record: &PreRecord, now: i64) -> Result<()> {
    let counted = store::guesses(read, &Subject::claim_code(&record.real_name))?;
    let Some((failures, last_failed_at)) = counted else { return Ok(()) };
    let left = u64::try_from(last_failed_at + REST_MS - now).unwrap_or_default();
    if failures < MOST_FAILURES || left == 0 {
        return Ok(());
    }
    let left = Duration::from_millis(left);
    let minutes = left.as_secs().div_ceil(60);
    Err(texts::CLAIM_CODE_CLOSED.with("minutes", minutes).retry_after(left))
}

/// Counts a wrong code, and answers what to say. The one that closes the name shows on the enrolment page.
pub(super) async fn count_failure(app: &App, record: PreRecord, refusal: ApiError) -> ApiError {
    let now = app.clock.now_ms();
    let counted = app.write(move |tx| {
        let subject = Subject::claim_code(&record.real_name);
        tx.lock_log()?;
        store::forget_guesses(tx, now - REST_MS)?;
        store::count_guess(tx, &subject, now)?;
        if store::guesses(tx, &subject)?.is_some_and(|(failures, _)| failures == MOST_FAILURES) {
            enrolment::emit_name_closed(tx, record.user_id)?;
        }
        Ok(())
    });
    if let Err(error) = counted.await {
        // A wrong code stays one when the disk is full.
        tracing::warn!(%error, "wrong claim code not counted");
    }
    refusal
}

/// Opens a name of the class list: its wrong codes are forgotten.
///
/// # Errors
/// When the statement fails.
pub(crate) fn reopen(tx: &mut Tx, real_name: &str) -> DbResult<()> {
    store::forget_guesses_of(tx, &Subject::claim_code(real_name))
}
