//! Browsers that have signed in to an account before, known by a random cookie. The right password
//! from one of them never waits for what others guess (`interface 5.8`).
//!
//! Absent on purpose: any other use. A device opens nothing, and who asks for the list of sign-ins
//! asks `sessions`.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use serde_json::{Value, json};

use super::store;
use super::subjects::{Device, LIFETIME, Subject};

fn oldest(now: i64) -> i64 {
    now - i64::try_from(LIFETIME.as_millis()).unwrap_or(i64::MAX)
}

/// Whether it has signed in to what is guessed at.
pub(super) fn is_known(
    read: &mut Read,
    subject: &Subject,
    device: Option<&Device>,
    now: i64,
) -> DbResult<bool> {
    device.map_or(Ok(false), |device| store::knows_device(read, subject, device, oldest(now)))
}

/// Notes a sign-in.
pub(super) fn signed_in(tx: &mut Tx, user: UserId, device: &Device, now: i64) -> DbResult<()> {
    store::note_device(tx, user, device, now, oldest(now))
}

/// What a member takes along.
pub(super) fn export(read: &mut Read, user: UserId) -> DbResult<Vec<Value>> {
    let item = |(created_at, last_seen_at): (i64, i64)| json!({ "created_at": iso(created_at), "last_seen_at": iso(last_seen_at) });
    Ok(store::devices(read, user)?.into_iter().map(item).collect())
}
