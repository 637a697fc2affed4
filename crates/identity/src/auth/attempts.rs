//! What an attempt to register or to sign in draws from: while a class enrols, good ones draw nothing.
//!
//! 45 pupils of a school share one address. What is left to limit then are attempts that fail; guesses at one
//! account or one claim code are counted beside that, for all addresses together ([`super::guesses`]).

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use kernel::http::{Context, count_attempt};
use kernel::limits::{Key, Limit};
use kernel::{ApiError, App, Result};

use super::{LOGIN, REGISTER};
use crate::enrolment::{ENROLMENT, is_open};

/// One attempt to register. It is counted before anything else of the request is read.
pub(super) struct RegisterAttempt {
    key: Key,
    /// What it has drawn from and gets back when it is a good one; `None` while the window is closed.
    returned_to: Option<&'static Limit>,
}

impl FromRequestParts<App> for RegisterAttempt {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let key = Key::address(Context::of(parts).address());
        let returned_to = is_open(app).then_some(&ENROLMENT);
        count_attempt(parts, app, returned_to.unwrap_or(&REGISTER), key)?;
        Ok(Self { key, returned_to })
    }
}

impl RegisterAttempt {
    /// Somebody has registered.
    pub(super) fn succeeded(self, app: &App) {
        if let Some(limit) = self.returned_to {
            app.limits.give_back(limit, self.key);
        }
    }
}

/// One attempt to sign in.
pub(super) struct SignInAttempt {
    key: Key,
    /// Whether it draws only when it fails.
    draws_when_it_fails: bool,
}

impl FromRequestParts<App> for SignInAttempt {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let key = Key::address(Context::of(parts).address());
        count_attempt(parts, app, &LOGIN, key)?;
        let draws_when_it_fails = is_open(app);
        if draws_when_it_fails {
            // At once and not at the end: of 45 who sign in in the same second, more than the limit are on
            // their way together.
            app.limits.give_back(&LOGIN, key);
        }
        Ok(Self { key, draws_when_it_fails })
    }
}

impl SignInAttempt {
    /// Passes on the outcome of the attempt; a failure is counted.
    pub(super) fn judge<T>(self, app: &App, outcome: Result<T>) -> Result<T> {
        if self.draws_when_it_fails && outcome.is_err() {
            // Those that were on their way together may be more than the limit has left; nothing to draw from
            // refuses the next one.
            let _ = app.limits.count_attempt(&LOGIN, self.key);
        }
        outcome
    }
}
