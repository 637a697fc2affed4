//! What a desktop has refused a page, for the log of its integration.

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use kernel::http::{Caller, Json, Path, UnlimitedCaller, count_attempt};
use kernel::limits::Key;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ShownPage;
use crate::PAGE_REFUSALS;
use crate::inbound::log::{Refusals, Seen};

/// Why a desktop has refused a message of a page.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PageRefusal {
    /// The frame shows another origin than that of the page.
    OriginRefused,
    /// The message speaks another version of the protocol.
    VersionUnsupported,
    /// The message is none, or too large.
    MessageInvalid,
    /// The message came before the handshake.
    HandshakeNeeded,
    /// There is no such channel for pages.
    ChannelUnknown,
    /// The integration lacks the scope of the channel.
    ScopeMissing,
    /// There were too many messages.
    RateLimited,
}

impl PageRefusal {
    /// As the log holds it.
    fn reason(self) -> &'static str {
        match self {
            Self::OriginRefused => "page_origin_refused",
            Self::VersionUnsupported => "page_version_unsupported",
            Self::MessageInvalid => "page_message_invalid",
            Self::HandshakeNeeded => "page_handshake_needed",
            Self::ChannelUnknown => "page_channel_unknown",
            Self::ScopeMissing => "page_scope_missing",
            Self::RateLimited => "page_rate_limited",
        }
    }
}

/// Whoever reports refusals. They are the word of a desktop, so one member cannot fill the log with them.
pub(crate) struct Reporter(Caller);

impl FromRequestParts<App> for Reporter {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let UnlimitedCaller(caller) = UnlimitedCaller::from_request_parts(parts, app).await?;
        count_attempt(parts, app, &PAGE_REFUSALS, Key::user(caller.facts.user_id))?;
        Ok(Self(caller))
    }
}

/// A message of a page that a desktop has refused.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RefusedPageMessage {
    /// Why the message was refused.
    code: PageRefusal,
    /// The channel of the message, as far as it had one; at most 80 characters are kept.
    #[serde(default)]
    channel: String,
}

/// Notes in the log of an integration that the caller's desktop has refused a message of its page.
#[utoipa::path(post, path = "/api/integration-pages/{id}/refusals", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    request_body = RefusedPageMessage, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn report_page_refusal(
    State(app): State<App>,
    Reporter(caller): Reporter,
    Path(id): Path<String>,
    Json(refused): Json<RefusedPageMessage>,
) -> Result<Reply<()>> {
    let shown = ShownPage::find(&app, &caller.facts, &id).await?;
    let mut seen = Seen::new(&app, shown.integration.client.id, caller.address);
    seen.note_event(&refused.channel);
    app.state::<Refusals>().note(&seen, StatusCode::FORBIDDEN, refused.code.reason());
    Ok(Reply::done())
}
