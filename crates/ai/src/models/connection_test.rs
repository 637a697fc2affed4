//! `/api/ai-chat/admin/models/test`: whether a provider answers, before anything is stored.

use axum::extract::State;
use kernel::http::Json;
use kernel::texts::{Language, Message, Text};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::fields;
use super::key::{self, endpoint_at, endpoint_of};
use crate::access::ModelAdmin;
use crate::provider::{
    Call, Endpoint, ProviderError, TEST_TIMEOUT, completions_url, origin, parse_api_url, stream,
};
use crate::store::models::{self as store, ModelRow};
use crate::texts;

/// Tokens that the answer to a test may have; models that think need some.
const TEST_TOKENS: u32 = 64;

/// What is tried: a stored model, a configuration that is not stored yet, or a stored one with changes.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(crate) struct AiModelTest {
    /// The id of a stored model, whose fields stand for absent ones here. That of a model which is not stored yet does
    /// no harm.
    pub(super) id: Option<String>,
    /// The address of the provider.
    pub(super) api_url: Option<String>,
    /// The key; when it is empty, that of the stored model is taken, if the host is the same.
    pub(super) api_key: Option<String>,
    /// What the provider calls the model.
    pub(super) model: Option<String>,
    /// The id of a model of the same host whose key is taken.
    pub(super) reuse_key_from: Option<String>,
}

/// How a test went.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiModelTestResult {
    /// Whether the provider has answered.
    ok: bool,
    /// What happened, in words.
    message: String,
    /// How long it took, in milliseconds.
    latency_ms: u64,
}

/// Asks a provider for a short answer in the way of the chat, and tells how it went; it may take 15 seconds.
#[utoipa::path(post, path = "/api/ai-chat/admin/models/test", tag = "ai", request_body = AiModelTest,
    responses((status = 200, body = Envelope<AiModelTestResult>)))]
pub(crate) async fn test_ai_model(
    State(app): State<App>,
    _admin: ModelAdmin,
    language: Language,
    Json(test): Json<AiModelTest>,
) -> Result<Reply<AiModelTestResult>> {
    let (endpoint, stored) = tested_endpoint(&app, &test).await?;
    let name = match (&test.model, &stored) {
        (Some(name), _) if !name.trim().is_empty() => fields::parse_model(name)?,
        (_, Some(row)) => row.model.clone(),
        _ => return Err(ApiError::invalid("model")),
    };
    let body = json!({ "model": name, "messages": [{ "role": "user", "content": "ping" }],
                       "max_tokens": TEST_TOKENS, "stream": true });
    let call = Call { url: completions_url(&endpoint.api_url), endpoint: &endpoint };
    let begun = app.clock.monotonic();
    let mut has_begun = false;
    let answer = tokio::select! {
        ended = stream(&app, &call, &body, TEST_TIMEOUT, |_| has_begun = true) => ended.map(drop),
        () = app.clock.sleep(TEST_TIMEOUT) => Err(ProviderError::Timeout),
    };
    // One that writes slowly answers all the same.
    let answer = answer.or_else(|error| match error {
        ProviderError::Timeout if has_begun => Ok(()),
        error => Err(error),
    });
    let took = app.clock.monotonic().saturating_sub(begun);
    let latency_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let message = match &answer {
        Ok(()) => Message::from(&texts::TEST_PASSED).localized(language),
        Err(error) => describe(error, language),
    };
    Ok(Reply::ok(AiModelTestResult { ok: answer.is_ok(), message, latency_ms }))
}

/// What went wrong, with the provider's own words behind it.
pub(super) fn describe(error: &ProviderError, language: Language) -> String {
    // Members are told to ask an admin; this is one.
    let to_admin = |text: &'static Text| Message::from(text).localized(language);
    let text = match error {
        ProviderError::Refused(_) => to_admin(&texts::TEST_REFUSED),
        ProviderError::KeyRejected(_) => to_admin(&texts::TEST_KEY_REJECTED),
        ProviderError::KeyUnreadable => to_admin(&texts::TEST_KEY_UNREADABLE),
        ProviderError::BalanceExhausted(_) => to_admin(&texts::TEST_BALANCE),
        ProviderError::NotFound(_) => to_admin(&texts::TEST_NOT_FOUND),
        error => error.refusal().localized(language),
    };
    match error.provider_message() {
        "" => text,
        words => format!("{text} ({words})"),
    }
}

/// Where a test goes, and with which key.
///
/// # Errors
/// 404 for an unknown model, 400 for a stored key that would go to another host.
pub(super) async fn tested_endpoint(app: &App, test: &AiModelTest) -> Result<(Endpoint, Option<ModelRow>)> {
    let entered = test.api_url.as_deref().filter(|url| !url.trim().is_empty());
    let stored = match test.id.clone().filter(|id| !id.is_empty()) {
        Some(id) => app.db.read(move |read| Ok(store::find(read, &id)?)).await?,
        None => None,
    };
    let api_url = match (entered, &stored) {
        (Some(url), _) => parse_api_url(url)?,
        (None, Some(row)) => key::api_url(app, row)?,
        (None, None) if test.id.is_some() => return Err(ApiError::not_found()),
        (None, None) => return Err(texts::MODEL_URL_INVALID.err()),
    };
    let typed = fields::parse_key(test.api_key.as_deref().unwrap_or_default())?;
    let key = if !typed.is_empty() {
        Some(kernel::config::Secret::new(typed))
    } else if let Some(from) = test.reuse_key_from.clone().filter(|id| !id.is_empty()) {
        let other = app.db.read(move |read| Ok(store::find(read, &from)?)).await?;
        stored_key(app, &other.ok_or_else(ApiError::not_found)?, &api_url)?
    } else {
        stored.as_ref().map(|row| stored_key(app, row, &api_url)).transpose()?.flatten()
    };
    Ok((endpoint_at(app, api_url, key), stored))
}

/// The key of a stored model, for its own host alone.
fn stored_key(
    app: &App,
    row: &ModelRow,
    api_url: &url::Url,
) -> Result<Option<kernel::config::Secret<String>>> {
    let endpoint = endpoint_of(app, row)?;
    if endpoint.key.is_some() && origin(&endpoint.api_url) != origin(api_url) {
        return Err(texts::KEY_NEEDED.with("host", api_url.host_str().unwrap_or_default()));
    }
    Ok(endpoint.key)
}
