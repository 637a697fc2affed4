//! Browsers that have signed in to an account before, known by a random cookie. The right password
//! from one of them never waits for what others guess (`interface 5.8`).
//!
//! Absent on purpose: any other use. A device opens nothing, and who asks for the list of sign-ins
//! asks `sessions`.

use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::Response;
use kernel::App;
use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::http::{add_cookie, cookie};
use kernel::random::Random;
use kernel::user::UserId;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::guesses::Subject;
use super::store;

/// Name of the cookie.
const COOKIE: &str = "device";
/// How long a device stays known after its last sign-in.
const LIFETIME: Duration = Duration::from_secs(365 * 86_400);
/// Devices known per account; the one unused for longest goes first.
pub(super) const MOST: i64 = 20;
/// Wrong passwords after which a device is strange again: nobody errs that often, so whoever has
/// taken a cookie guesses no further than this.
pub(super) const MOST_FAILURES: i64 = 100;

/// A browser, as its cookie names it.
#[derive(Clone)]
pub(crate) struct Device(String);

impl Device {
    /// The one that asks.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let is_ours = |id: &String| id.len() == 64 && id.bytes().all(|digit| digit.is_ascii_hexdigit());
        cookie(headers, COOKIE).filter(is_ours).map(Self)
    }

    /// One that has not been here before.
    pub(super) fn new(random: &Random) -> Self {
        Self(random.hex::<32>())
    }

    /// Leaves the cookie, or lets it last longer.
    pub(super) fn remember(&self, response: &mut Response, app: &App) {
        add_cookie(response, app, COOKIE, &self.0, LIFETIME);
    }

    /// What is stored.
    pub(super) fn hash(&self) -> String {
        hex::encode(Sha256::digest(&self.0))
    }
}

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
