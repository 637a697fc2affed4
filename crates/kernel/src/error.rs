//! The one error type: status, text, and what was behind it, decided once.

use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use crate::db::DbError;
use crate::texts::{self, Language, Message, Refusal};

/// What handlers and closures answer.
pub type Result<T, E = ApiError> = std::result::Result<T, E>;

/// A refusal or failure, on its way to the envelope (`interface 2.1`, `interface 7`).
///
/// The cause is logged once, where the answer is written, and never sent.
#[derive(Clone, Debug)]
pub struct ApiError(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    status: StatusCode,
    message: Message,
    retry_after: Option<Duration>,
    /// Top-level fields beside code, message, data and slug: the ban fields.
    fields: Map<String, Value>,
    /// `null` unless a route documents otherwise (409 with the current revision).
    data: Value,
    cause: Option<String>,
}

impl ApiError {
    fn new(refusal: &'static Refusal) -> Self {
        Self(Box::new(Parts {
            status: StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            message: Message::from(&refusal.text),
            retry_after: None,
            fields: Map::new(),
            data: Value::Null,
            cause: None,
        }))
    }

    /// 400 naming a field whose value is not acceptable.
    #[must_use]
    pub fn invalid(field: impl ToString) -> Self {
        texts::FIELD_INVALID.with("field", field)
    }

    /// 404 that does not say what is absent.
    #[must_use]
    pub fn not_found() -> Self {
        texts::NOT_FOUND.err()
    }

    /// 429 with the time after which the next attempt succeeds.
    #[must_use]
    pub fn rate_limited(wait: Duration) -> Self {
        texts::RATE_LIMITED.with("seconds", whole_seconds(wait)).retry_after(wait)
    }

    /// 503 with a time to wait.
    #[must_use]
    pub fn unavailable(cause: impl ToString) -> Self {
        texts::UNAVAILABLE.err().retry_after(Duration::from_secs(1)).because(cause)
    }

    /// 500; the cause is for the log alone.
    #[must_use]
    pub fn internal(cause: impl ToString) -> Self {
        texts::INTERNAL.err().because(cause)
    }

    /// Fills one `{place}` of the text.
    #[must_use]
    pub fn with(mut self, place: &'static str, value: impl ToString) -> Self {
        self.0.message = self.0.message.with(place, value);
        self
    }

    /// Adds the cause for the log.
    #[must_use]
    pub fn because(mut self, cause: impl ToString) -> Self {
        self.0.cause = Some(cause.to_string());
        self
    }

    /// Adds `Retry-After`, in whole seconds and at least one.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// Adds a top-level field of the envelope.
    #[must_use]
    pub fn field(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.fields.insert(name.to_owned(), value.into());
        self
    }

    /// Sends `data` with the refusal, where the route documents it.
    #[must_use]
    pub fn data(mut self, data: Value) -> Self {
        self.0.data = data;
        self
    }

    /// The HTTP status, which is also the business code.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// Whether it says only that the portal, or its database, cannot answer now: later the same may succeed.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        self.0.status == StatusCode::SERVICE_UNAVAILABLE
    }

    /// The stable name of the text, by which programs recognise the failure.
    #[must_use]
    pub fn slug(&self) -> &'static str {
        self.0.message.slug()
    }

    /// Whether it is this refusal, whatever fills its places.
    #[must_use]
    pub fn is(&self, refusal: &Refusal) -> bool {
        self.slug() == refusal.text.slug
    }

    /// The words, as they are sent.
    #[must_use]
    pub fn localized(&self, language: Language) -> String {
        self.0.message.localized(language)
    }

    /// The cause, for the log.
    #[must_use]
    pub fn cause(&self) -> Option<&str> {
        self.0.cause.as_deref()
    }

    /// Seconds for `Retry-After`.
    #[must_use]
    pub fn retry_after_seconds(&self) -> Option<u64> {
        self.0.retry_after.map(whole_seconds)
    }

    /// The envelope's body.
    #[must_use]
    pub fn envelope(&self, language: Language) -> Value {
        let mut envelope = Map::new();
        envelope.insert("code".into(), self.0.status.as_u16().into());
        envelope.insert("message".into(), self.localized(language).into());
        envelope.insert("data".into(), self.0.data.clone());
        envelope.insert("slug".into(), self.slug().into());
        envelope.extend(self.0.fields.clone());
        Value::Object(envelope)
    }
}

impl Refusal {
    /// The error that a handler answers with.
    #[must_use]
    pub fn err(&'static self) -> ApiError {
        ApiError::new(self)
    }

    /// The error, with one `{place}` of the text filled.
    #[must_use]
    pub fn with(&'static self, place: &'static str, value: impl ToString) -> ApiError {
        self.err().with(place, value)
    }
}

/// Rounds a wait up: a client that waits this long succeeds.
#[must_use]
pub fn whole_seconds(wait: Duration) -> u64 {
    (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1)
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0.status.as_u16(), self.slug())?;
        self.cause().map_or(Ok(()), |cause| write!(f, ": {cause}"))
    }
}

impl std::error::Error for ApiError {}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::NotFound => Self::not_found(),
            DbError::Busy | DbError::Unavailable(_) | DbError::Retry => Self::unavailable(error),
            other => Self::internal(other),
        }
    }
}

impl IntoResponse for ApiError {
    /// Leaves the body to `HttpApp`, which knows the caller's language and writes the log.
    fn into_response(self) -> Response {
        let mut response = self.0.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
