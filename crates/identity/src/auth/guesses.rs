//! Wrong passwords and codes count per account, beside the limit per address (`interface 5.8`):
//! after ten without an hour's rest, each further one is followed by a longer wait.
//!
//! What is counted lies in the database: it survives a restart, and nodes share it. The password is
//! checked first and the count is asked for after that, so that the time taken says nothing, and
//! guesses that come all at once are counted before they are answered. For a reset code the wait is asked for
//! before: a code has 59 bits, and many tries at once find it as little as many in a row.

use std::time::Duration;

use kernel::db::{DbResult, Read, Tx};
use kernel::{ApiError, App, Result};

use super::devices;
use super::store;
use super::subjects::{Device, Subject};

/// Failures that nothing follows.
const FREE: i64 = 10;
/// An hour without a failure: then they are forgotten.
pub(super) const REST_MS: i64 = 60 * 60 * 1000;
/// The longest wait after a failure.
const LONGEST_MS: i64 = 60 * 1000;

/// How long to wait still after the last of this many failures.
fn wait_of(failures: i64, last_failed_at: i64, now: i64) -> Option<Duration> {
    // None before the tenth: then this is below zero.
    let doublings = u32::try_from((failures - FREE).min(16)).ok()?;
    let whole = (1000_i64 << doublings).min(LONGEST_MS);
    let left = last_failed_at + whole - now;
    // More than the whole: the clock was set back. Nobody waits for that.
    let left = u64::try_from(left).ok().filter(|_| left <= whole)?;
    (left > 0).then(|| Duration::from_millis(left))
}

fn wait(read: &mut Read, subject: &Subject, now: i64) -> DbResult<Option<Duration>> {
    let counted = store::guesses(read, subject)?;
    Ok(counted.and_then(|(failures, last_failed_at)| wait_of(failures, last_failed_at, now)))
}

/// Lets a right password or code pass, unless a wait is in force; a device that has signed in to the
/// account before never waits. Without failures it costs one read.
///
/// # Errors
/// 429 with the time to wait.
pub(crate) async fn admit(app: &App, subject: &Subject, device: Option<&Device>) -> Result<()> {
    let (subject, device, now) = (subject.clone(), device.cloned(), app.clock.now_ms());
    let refused = app.db.read(move |read| {
        let Some(wait) = wait(read, &subject, now)? else { return Ok(None) };
        Ok(if devices::is_known(read, &subject, device.as_ref(), now)? { None } else { Some(wait) })
    });
    refused.await?.map_or(Ok(()), |wait| Err(ApiError::rate_limited(wait)))
}

/// Counts a wrong password or code against everything it could have opened, and answers what to say:
/// `refusal`, or 429 while a wait is in force. Then nothing is counted, so who only keeps asking
/// makes nobody wait longer; but for a known device, whose guesses are looked at all the same.
pub(crate) async fn failed(
    app: &App,
    subjects: Vec<Subject>,
    device: Option<&Device>,
    refusal: ApiError,
) -> ApiError {
    let (device, now) = (device.cloned(), app.clock.now_ms());
    let counted = app.write(move |tx| {
        // First, so that two nodes which count at once never wait for each other.
        tx.lock_log()?;
        store::forget_guesses(tx, now - REST_MS)?;
        let mut longest = None;
        for subject in &subjects {
            longest = longest.max(count(tx, subject, device.as_ref(), now)?);
        }
        Ok(longest)
    });
    match counted.await {
        Ok(longest) => longest.map_or(refusal, ApiError::rate_limited),
        Err(error) => {
            // A wrong password stays one when the disk is full.
            tracing::warn!(%error, "wrong password or code not counted");
            refusal
        }
    }
}

/// The wait that was in force.
fn count(tx: &mut Tx, subject: &Subject, device: Option<&Device>, now: i64) -> Result<Option<Duration>> {
    let wait = wait(tx, subject, now)?;
    let known = devices::is_known(tx, subject, device, now)?;
    if wait.is_none() || known {
        store::count_guess(tx, subject, now)?;
    }
    if let Some(device) = device.filter(|_| known) {
        store::device_failed(tx, subject, device)?;
    }
    Ok(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_ten_failures_the_wait_doubles_up_to_a_minute() {
        let wait = |failures| wait_of(failures, 5_000, 5_000).map_or(0, |wait| wait.as_secs());
        let waits: Vec<u64> = [0, 9, 10, 11, 12, 15, 16, 17, 80, i64::MAX].into_iter().map(wait).collect();
        assert_eq!(waits, [0, 0, 1, 2, 4, 32, 60, 60, 60, 60]);
        assert_eq!(wait_of(10, 5_000, 5_999), Some(Duration::from_millis(1)));
        assert_eq!(wait_of(10, 5_000, 6_000), None);
        assert_eq!(wait_of(80, 5_000_000, 5_000), None, "the clock was set back");
    }
}
