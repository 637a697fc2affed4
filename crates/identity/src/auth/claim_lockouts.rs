//! Wrong claim codes count per row of the class list (`docs/decisions/0213-failures-alone-draw-while-a-class-enrols.md`):
//! ten in an hour lock the row out, and then the right code is refused as well, so that nobody finds it by trying on.
//! The lockout ends an hour after the last wrong code, or when somebody who looks after the class clears it.

use std::collections::HashMap;
use std::time::Duration;

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{ApiError, App, Result};

use super::guesses::REST_MS;
use super::store;
use super::subjects::Subject;
use super::texts;
use crate::enrolment;

/// What one who misreads their slip needs, and far from what finds a code.
pub(super) const MAX_CLAIM_FAILURES: i64 = 10;

/// When a lockout ends, in milliseconds; `None` while there is none. Never more than an hour away: the clock may
/// have been set back.
fn locked_out_until(failures: i64, last_failed_at: i64, now: i64) -> Option<i64> {
    let until = (last_failed_at + REST_MS).min(now + REST_MS);
    (failures >= MAX_CLAIM_FAILURES && until > now).then_some(until)
}

/// All rows of the class list that are locked out.
pub(crate) struct ClaimLockouts(HashMap<String, i64>);

impl ClaimLockouts {
    /// # Errors
    /// When the statement fails.
    pub(crate) fn read(read: &mut Read, now: i64) -> DbResult<Self> {
        let rows = store::claim_failures(read, MAX_CLAIM_FAILURES)?.into_iter();
        let locked = rows.filter_map(|(subject, failures, last_failed_at)| {
            Some((subject, locked_out_until(failures, last_failed_at, now)?))
        });
        Ok(Self(locked.collect()))
    }

    /// When the lockout of a row ends, in milliseconds; `None` while there is none.
    pub(crate) fn until(&self, user: UserId) -> Option<i64> {
        self.0.get(Subject::claim_code(user).as_str()).copied()
    }
}

/// Refuses whoever wants to register with a row that is locked out.
///
/// # Errors
/// 429 with the time until the lockout ends.
pub(super) fn refuse_locked_out(read: &mut Read, user: UserId, now: i64) -> Result<()> {
    let counted = store::guesses(read, &Subject::claim_code(user))?;
    let until =
        counted.and_then(|(failures, last_failed_at)| locked_out_until(failures, last_failed_at, now));
    until.map_or(Ok(()), |until| Err(locked_out(until - now)))
}

/// Says how many milliseconds a row is still locked out.
fn locked_out(left: i64) -> ApiError {
    let left = Duration::from_millis(u64::try_from(left).unwrap_or_default());
    let minutes = left.as_secs().div_ceil(60);
    texts::CLAIM_LOCKED_OUT.with("minutes", minutes).retry_after(left)
}

/// Counts a wrong code, and answers what to say: how many tries are left, or that the row is locked out now, which the
/// enrolment page shows too. Of the admins' code only the lockout is said: nobody has it on a slip to misread.
pub(super) async fn count_failure(app: &App, user: UserId, refusal: ApiError) -> ApiError {
    let now = app.clock.now_ms();
    let counted = app.write(move |tx| {
        let subject = Subject::claim_code(user);
        tx.lock_log()?;
        store::forget_guesses(tx, now - REST_MS)?;
        store::count_guess(tx, &subject, now)?;
        let failures = store::guesses(tx, &subject)?.map_or(1, |(failures, _)| failures);
        if failures == MAX_CLAIM_FAILURES {
            enrolment::emit_claim_locked_out(tx, user)?;
        }
        Ok(failures)
    });
    match counted.await {
        Ok(failures) if failures >= MAX_CLAIM_FAILURES => locked_out(REST_MS),
        Ok(failures) if refusal.is(&texts::CLAIM_CODE) => {
            texts::WRONG_CLAIM_CODE.with("left", MAX_CLAIM_FAILURES - failures)
        }
        Ok(_) => refusal,
        Err(error) => {
            // A wrong code stays one when the disk is full.
            tracing::warn!(%error, "wrong claim code not counted");
            refusal
        }
    }
}

/// Forgets the wrong codes of a row; false when there were none.
///
/// # Errors
/// When the statement fails.
pub(crate) fn clear(tx: &mut Tx, user: UserId) -> DbResult<bool> {
    store::forget_guesses_of(tx, &Subject::claim_code(user))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_failures_lock_out_for_an_hour_from_the_last_one_whatever_the_clock_does() {
        for (failures, last, now, until) in [
            (9, 5_000, 5_000, None),
            (10, 5_000, 5_000, Some(5_000 + REST_MS)),
            (30, 5_000, 6_000, Some(5_000 + REST_MS)),
            (10, 5_000, 5_000 + REST_MS, None),
            (10, 5_000_000, 5_000, Some(5_000 + REST_MS)),
        ] {
            assert_eq!(locked_out_until(failures, last, now), until, "{failures} {last} {now}");
        }
    }
}
