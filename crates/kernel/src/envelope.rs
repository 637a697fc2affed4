//! The answer every JSON route gives: `{code, message, data}` (`interface 2.1`).

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Response};
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;

/// The answer to a request that succeeded: `code`, `message` and the payload `data`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// The business code; 200 on success.
    pub code: u16,
    /// `ok`, or a text that says what was done.
    pub message: String,
    /// The payload.
    pub data: T,
}

/// The answer to a request that was refused or failed. The 403 of a disabled account also has the two ban
/// fields; a class list that is refused for one row names it in `class_id` and `row` (from 1), and one that is
/// refused because it shrinks has `old_count` and `new_count`. A package of the market that is refused has
/// `findings`, what the checks found, and one that no source has has `sources`, the reason of each.
#[derive(Debug, Serialize, ToSchema)]
pub struct Failure {
    /// The HTTP status.
    pub code: u16,
    /// A text for the person at the screen that says what went wrong.
    pub message: String,
    /// The stable name of the text, which programs compare: `login_expired`, `countdown_title_invalid`.
    pub slug: String,
    /// `null`, except for a conflict (409), which carries the current state of the resource.
    #[schema(value_type = Option<Object>)]
    pub data: Option<serde_json::Value>,
    /// The end of the ban on the 403 of a disabled account: `YYYY-MM-DD HH:mm:ss` in the portal's time zone,
    /// or null.
    #[schema(required = false)]
    pub ban_expires_at: Option<String>,
    /// The reason of the ban on the 403 of a disabled account, or null.
    #[schema(required = false)]
    pub ban_reason: Option<String>,
}

/// A success on its way out.
#[derive(Debug)]
pub struct Reply<T>(Envelope<T>);

impl<T> Reply<T> {
    /// 200 `ok`.
    pub fn ok(data: T) -> Self {
        Self(Envelope { code: 200, message: "ok".into(), data })
    }

    /// The same with other words.
    #[must_use]
    pub fn with_message(mut self, words: impl Into<String>) -> Self {
        self.0.message = words.into();
        self
    }
}

impl Reply<()> {
    /// 200 with `data: null`.
    #[must_use]
    pub fn done() -> Self {
        Self::ok(())
    }
}

impl<T: Serialize> IntoResponse for Reply<T> {
    fn into_response(self) -> axum::response::Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => {
                let mut response = Response::new(Body::from(body));
                response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                response
            }
            Err(error) => ApiError::internal(error).into_response(),
        }
    }
}
