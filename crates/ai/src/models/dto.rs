//! Models as the API shows and takes them.

use kernel::{App, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::{ApiStyle, ReasoningEffort};
use super::key::{self, endpoint_of, masked};
use super::price::from_millionths;
use crate::provider::completions_url;
use crate::store::models::ModelRow;
use crate::usage::Budget;

/// A model as members see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiModel {
    /// The id of the model.
    id: String,
    /// The name that members read.
    label: String,
    /// The colour of the model, `#rrggbb`.
    color: String,
    /// Whether its answers cost nothing.
    is_free: bool,
    /// Whether it can think before it answers.
    supports_thinking: bool,
    /// Whether it can search the web; for members, also whether SEARCH_API_URL names a search.
    supports_search: bool,
    /// Whether it reads pictures.
    supports_images: bool,
    /// Whether it answers members who have chosen none.
    is_default: bool,
}

/// The models that the caller may use.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiModelList {
    /// The models, in their order.
    pub(crate) models: Vec<AiModel>,
    /// The id of the model that answers when none is chosen; null without one.
    pub(crate) default_model: Option<String>,
    /// The id of the model that the caller prefers; null for none, and for one that is not available.
    pub(crate) user_model: Option<String>,
    /// Whether the caller has a part in the management: admins, and class admins, who manage policies and presets of their
    /// class and add models with keys of their own.
    pub(crate) can_manage: bool,
    /// What the caller may use today; null without a limit.
    pub(crate) budget: Option<Budget>,
    /// Whether what the caller tells models first is left out, because the policy says so.
    pub(crate) prompt_locked: bool,
}

/// A model as admins see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ManagedAiModel {
    /// What members see.
    #[serde(flatten)]
    shown: AiModel,
    /// The address as it was entered.
    api_url: String,
    /// The address of chat completions that is called.
    effective_url: String,
    /// The ends of the key, such as `sk-1****cdef`; empty without a key.
    api_key_masked: String,
    /// Whether there is a key.
    has_key: bool,
    /// Whether the key is that of AI_API_KEY.
    key_from_env: bool,
    /// Whether AI_MODEL or AI_AVAILABLE_MODELS names the model: its address and key stay in the environment.
    builtin: bool,
    /// What the provider calls the model.
    model: String,
    /// How thinking is asked for.
    api_style: ApiStyle,
    /// Whether members may use the model.
    enabled: bool,
    /// The place of the model in the list; smaller numbers come first.
    sort_order: i64,
    /// The tokens that a request may have; 0 for the default, 10000.
    max_context_tokens: i64,
    /// The tokens that an answer may have; 0 for the default.
    max_output_tokens: i64,
    /// How much the model thinks; null for what the provider does by itself.
    reasoning_effort: Option<String>,
    /// The price of a million tokens that the model reads, in yuan.
    input_price: f64,
    /// The price of a million tokens that the provider has in its cache, in yuan.
    cached_price: f64,
    /// The price of a million tokens that the model writes, in yuan.
    output_price: f64,
    /// The class whose members may use the model, two digits; null for all.
    class: Option<String>,
    /// When the model was added, ISO 8601.
    created_at: String,
}

/// Models as whoever manages them sees them.
#[derive(Serialize, ToSchema)]
pub(crate) struct ManagedAiModelList {
    /// The models, in their order.
    pub(crate) models: Vec<ManagedAiModel>,
    /// The id of the default model; null while no model is enabled.
    pub(crate) default_model: Option<String>,
    /// Whether SEARCH_API_URL names a search of the web. Without one no model searches.
    pub(crate) has_search: bool,
}

/// A model to add.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(crate) struct NewAiModel {
    /// The id of the model: 1–32 letters, digits, `.`, `_` and `-`; made from the name at the provider when absent.
    pub(crate) id: Option<String>,
    /// The name that members read, 1–30 characters; that of the provider when absent.
    pub(crate) label: Option<String>,
    /// The address of the provider, http or https. One that ends with a version like `/v1` is completed to the
    /// address of chat completions.
    #[serde(default)]
    pub(crate) api_url: String,
    /// The key; empty for a provider that asks for none.
    #[serde(default)]
    pub(crate) api_key: String,
    /// What the provider calls the model.
    #[serde(default)]
    pub(crate) model: String,
    /// The id of a model of the same host whose key is taken.
    pub(crate) reuse_key_from: Option<String>,
    /// Whether the model becomes the default.
    pub(crate) is_default: Option<bool>,
    /// What can be set for every model.
    #[serde(flatten)]
    pub(crate) options: AiModelOptions,
}

/// What can be set for every model; absent fields stay, or have their defaults.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(crate) struct AiModelOptions {
    /// The colour, `#rrggbb`; by default `#6366f1`.
    pub(crate) color: Option<String>,
    /// How thinking is asked for; by default `openai`.
    pub(crate) api_style: Option<ApiStyle>,
    /// Whether the model can think before it answers.
    pub(crate) supports_thinking: Option<bool>,
    /// Whether the model can search the web.
    pub(crate) supports_search: Option<bool>,
    /// Whether the model reads pictures.
    pub(crate) supports_images: Option<bool>,
    /// Whether its answers cost nothing.
    pub(crate) is_free: Option<bool>,
    /// Whether members may use the model; by default they may.
    pub(crate) enabled: Option<bool>,
    /// The place in the list, 0–9999.
    pub(crate) sort_order: Option<i64>,
    /// The tokens that a request may have, 0–200000; 0 for the default, 10000.
    pub(crate) max_context_tokens: Option<i64>,
    /// The tokens that an answer may have, 0–65536; 0 for the default.
    pub(crate) max_output_tokens: Option<i64>,
    /// How much the model thinks; null for what the provider does by itself.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<ReasoningEffort>)]
    pub(crate) reasoning_effort: Option<Option<ReasoningEffort>>,
    /// The price of a million tokens that the model reads, in yuan.
    pub(crate) input_price: Option<f64>,
    /// The price of a million tokens that the provider has in its cache, in yuan.
    pub(crate) cached_price: Option<f64>,
    /// The price of a million tokens that the model writes, in yuan.
    pub(crate) output_price: Option<f64>,
}

/// The fields of a model to change; absent fields stay.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(crate) struct AiModelChange {
    /// The name that members read, 1–30 characters.
    pub(crate) label: Option<String>,
    /// The address of the provider. Another host needs the key again.
    pub(crate) api_url: Option<String>,
    /// The key; empty or absent keeps the one that is stored.
    pub(crate) api_key: Option<String>,
    /// What the provider calls the model.
    pub(crate) model: Option<String>,
    /// The id of a model of the same host whose key is taken.
    pub(crate) reuse_key_from: Option<String>,
    /// Whether the model becomes the default; `false` changes nothing.
    pub(crate) is_default: Option<bool>,
    /// What can be set for every model.
    #[serde(flatten)]
    pub(crate) options: AiModelOptions,
}

/// The id of what was added.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiModelId {
    /// The id of the model.
    pub(crate) id: String,
}

impl AiModel {
    /// The same, in a portal that has a web search or not.
    pub(crate) fn searching_with(self, has_search: bool) -> Self {
        Self { supports_search: self.supports_search && has_search, ..self }
    }
}

/// A model as members see it, but for whether the portal has a web search.
pub(crate) fn shown(row: &ModelRow) -> AiModel {
    AiModel {
        id: row.id.clone(),
        label: row.label.clone(),
        color: row.color.clone(),
        is_free: row.is_free,
        supports_thinking: row.supports_thinking,
        supports_search: row.supports_search,
        supports_images: row.supports_images,
        is_default: row.is_default,
    }
}

/// A model as admins see it. A key that cannot be opened any more, because DATA_KEY is another one, counts as none.
///
/// # Errors
/// When the environment has lost the address of one of its models.
pub(crate) fn managed(app: &App, row: &ModelRow) -> Result<ManagedAiModel> {
    let api_url = key::api_url(app, row)?;
    let key = endpoint_of(app, row).ok().and_then(|endpoint| endpoint.key);
    Ok(ManagedAiModel {
        shown: shown(row),
        effective_url: completions_url(&api_url).to_string(),
        api_url: if row.builtin { api_url.to_string() } else { row.api_url.clone() },
        api_key_masked: key.as_ref().map(|key| masked(key.expose())).unwrap_or_default(),
        has_key: key.is_some(),
        key_from_env: row.builtin && key.is_some(),
        builtin: row.builtin,
        model: row.model.clone(),
        api_style: row.api_style,
        enabled: row.enabled,
        sort_order: row.sort_order,
        max_context_tokens: row.max_context_tokens,
        max_output_tokens: row.max_output_tokens,
        reasoning_effort: Some(row.reasoning_effort.clone()).filter(|effort| !effort.is_empty()),
        input_price: from_millionths(row.input_price),
        cached_price: from_millionths(row.cached_price),
        output_price: from_millionths(row.output_price),
        class: Some(row.class.clone()).filter(|class| !class.is_empty()),
        created_at: kernel::app::iso(row.created_at),
    })
}
