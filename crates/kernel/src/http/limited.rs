//! Requests that draw from a limit of their feature: in place of the member's requests, or for the address.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::context::Context;
use super::session::{Caller, UnlimitedCaller, count_attempt};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::limits::{Key, Limit};

/// Names the limit of an [`AddressLimit`] or a [`LimitedCaller`] in its type.
pub trait Limited {
    /// What is drawn from.
    fn limit() -> &'static Limit;
}

/// Draws from a limit that counts per address, before anything else of the request is read:
/// malformed attempts count too.
pub struct AddressLimit<L>(PhantomData<L>);

impl<L: Limited> FromRequestParts<App> for AddressLimit<L> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let key = Key::address(Context::of(parts).address());
        count_attempt(parts, app, L::limit(), key).map(|()| Self(PhantomData))
    }
}

/// A caller whose request draws from a limit of its own in place of [`crate::limits::USER`], before its body is read: malformed
/// attempts count too.
pub struct LimitedCaller<L>(pub Caller, PhantomData<L>);

impl<L> From<LimitedCaller<L>> for Caller {
    fn from(limited: LimitedCaller<L>) -> Self {
        limited.0
    }
}

impl<L: Limited> FromRequestParts<App> for LimitedCaller<L> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let UnlimitedCaller(caller) = UnlimitedCaller::from_request_parts(parts, app).await?;
        count_attempt(parts, app, L::limit(), Key::user(caller.facts.user_id))?;
        Ok(Self(caller, PhantomData))
    }
}
