//! `/api/ai-chat/admin/models/provider-models`: what a provider has to offer.

use axum::extract::State;
use kernel::config::Secret;
use kernel::http::Json;
use kernel::texts::Language;
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::connection_test::{AiModelTest, describe, tested_endpoint};
use crate::access::ModelAdmin;
use crate::provider::{Call, ProviderError, TEST_TIMEOUT, get_json, models_url, without_key};
use crate::texts;

/// Models that are shown of a provider.
const MAX_SHOWN: usize = 1000;

/// The models of a provider.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProviderModels {
    /// Whether the provider has answered.
    ok: bool,
    /// Why it has not, in words; empty when it has.
    message: String,
    /// What the provider calls its models, in alphabetical order.
    models: Vec<String>,
}

/// Asks a provider which models it has. Address and key are given as for a test.
#[utoipa::path(post, path = "/api/ai-chat/admin/models/provider-models", tag = "ai", request_body = AiModelTest,
    responses((status = 200, body = Envelope<ProviderModels>)))]
pub(crate) async fn list_provider_models(
    State(app): State<App>,
    _admin: ModelAdmin,
    language: Language,
    Json(test): Json<AiModelTest>,
) -> Result<Reply<ProviderModels>> {
    let (endpoint, _) = tested_endpoint(&app, &test).await?;
    let url = models_url(&endpoint.api_url).ok_or_else(|| texts::NO_MODEL_LIST.err())?;
    let call = Call { endpoint: &endpoint, url };
    let answer = get_json(&app, &call, TEST_TIMEOUT).await;
    let key = endpoint.key.as_ref();
    let models = answer.and_then(|json| names(&json, key).ok_or(ProviderError::Broken));
    Ok(Reply::ok(match models {
        Ok(models) => ProviderModels { ok: true, message: String::new(), models },
        Err(error) => ProviderModels { ok: false, message: describe(&error, language), models: Vec::new() },
    }))
}

/// The names in `data[].id`; some providers answer the array alone.
fn names(json: &Value, key: Option<&Secret<String>>) -> Option<Vec<String>> {
    let list = json["data"].as_array().or_else(|| json.as_array())?;
    let mut names: Vec<String> =
        list.iter().filter_map(|model| model["id"].as_str()).map(|name| without_key(name, key)).collect();
    names.retain(|name| !name.chars().any(char::is_control));
    names.sort_unstable();
    names.dedup();
    names.truncate(MAX_SHOWN);
    Some(names)
}
