//! What sign-ins are counted by: the account that is guessed at, and the browser that guesses.

use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::Response;
use hmac::{Hmac, KeyInit, Mac};
use kernel::http::{add_cookie, cookie};
use kernel::random::Random;
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use sha2::{Digest, Sha256};

use crate::setup;

/// Name of the cookie.
const COOKIE: &str = "device";
/// How long a device stays known after its last sign-in.
pub(super) const LIFETIME: Duration = Duration::from_secs(365 * 86_400);
/// Devices known per account; the one unused for longest goes first.
pub(super) const MOST: i64 = 20;
/// Wrong passwords after which a device is strange again: nobody errs that often, so whoever has
/// taken a cookie guesses no further than this.
pub(super) const MAX_FAILURES: i64 = 100;

/// What is guessed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject(String);

impl Subject {
    /// The password, or the reset code, of whoever has this ID or will have it.
    pub(crate) fn account(user: UserId) -> Self {
        Self(user.as_str().to_owned())
    }

    /// The claim code of a row of the class list. Apart from the account: who forgets a slip has not tried a
    /// password.
    pub(super) fn claim_code(user: UserId) -> Self {
        Self(format!("claim:{user}"))
    }

    /// The setup code.
    pub(crate) fn setup_code() -> Self {
        Self("setup".to_owned())
    }

    /// What a text means that is nobody's name or ID: the row of the class list that waits for its
    /// owner, so that name and ID count together as a member's do; else one of 65,536 that stand for
    /// all other texts. Without the key nobody finds two texts that share one.
    pub(super) async fn of_nobody(app: &App, text: &str) -> Result<Self> {
        if let Some(user) = UserId::parse(text) {
            return Ok(Self::account(user));
        }
        let name = text.to_owned();
        let listed = app.db.read(move |read| Ok(setup::find_record(read, &name)?)).await?;
        if let Some(record) = listed {
            return Ok(Self::account(record.user_id));
        }
        let secret = app.config.jwt_secret.expose().as_bytes();
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).map_err(ApiError::internal)?;
        mac.update(b"classportal guesses v1|");
        mac.update(text.as_bytes());
        Ok(Self(format!("?{}", hex::encode(&mac.finalize().into_bytes()[..2]))))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

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
