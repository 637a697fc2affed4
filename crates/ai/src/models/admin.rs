//! `/api/ai-chat/admin/models`: every model, for admins.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::http::{Json, Path};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde_json::json;
use url::Url;

use super::dto::{
    AiModelChange, AiModelId, AiModelOptions, ManagedAiModel, ManagedAiModelList, NewAiModel, managed,
};
use super::key;
use super::model::{self, MAX_MODELS, free_id, origin, parse_api_url};
use crate::access::ModelAdmin;
use crate::events::{AiEvent, append};
use crate::store::models::{self as store, ModelRow};
use crate::texts;

/// Lists all models with masked keys.
#[utoipa::path(get, path = "/api/ai-chat/admin/models", tag = "ai",
    responses((status = 200, body = Envelope<ManagedAiModelList>)))]
pub(crate) async fn list_managed_ai_models(
    State(app): State<App>,
    _admin: ModelAdmin,
) -> Result<Reply<ManagedAiModelList>> {
    let rows = app.db.read(|read| Ok(store::list(read)?)).await?;
    let default_model = rows.iter().find(|row| row.is_default && row.enabled).map(|row| row.id.clone());
    let models = rows.iter().map(|row| managed(&app, row)).collect::<Result<_>>()?;
    Ok(Reply::ok(ManagedAiModelList { models, default_model }))
}

/// Adds a model.
#[utoipa::path(post, path = "/api/ai-chat/admin/models", tag = "ai", request_body = NewAiModel,
    responses((status = 200, body = Envelope<AiModelId>)))]
pub(crate) async fn create_ai_model(
    State(app): State<App>,
    ModelAdmin(caller): ModelAdmin,
    Json(new): Json<NewAiModel>,
) -> Result<Reply<AiModelId>> {
    let checked = CheckedModel::parse(&app, &new, caller.facts.user_id.as_str(), "")?;
    let created = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::ModelsChanged)?;
        let id = add(tx, &checked, &Reuse::Any)?;
        if checked.is_default {
            make_default(tx, &id)?;
        }
        store::settle_default(tx)?;
        tx.audit(&Actor::from(&caller), &texts::CREATE_MODEL, &id, &checked.detail())?;
        Ok(id)
    });
    Ok(Reply::ok(AiModelId { id: created.await? }))
}

/// A model to add, whose fields are right. Its key is sealed when its id is known.
#[derive(Clone)]
pub(super) struct CheckedModel {
    row: ModelRow,
    wants_id: Option<String>,
    api_url: Url,
    key: String,
    reuse_key_from: Option<String>,
    is_default: bool,
}

/// Whose keys may be reused.
pub(super) enum Reuse {
    /// Those of all models.
    Any,
    /// Those of models that this member has added.
    AddedBy(String),
}

impl CheckedModel {
    /// For the members of a class, or for all with an empty one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(super) fn parse(app: &App, new: &NewAiModel, by: &str, class: &str) -> Result<Self> {
        let name = model::parse_model(&new.model)?;
        let api_url = parse_api_url(&new.api_url)?;
        let mut row = ModelRow::of_environment(String::new(), &name, app.clock.now_ms());
        row.builtin = false;
        row.created_by = by.to_owned();
        row.class = class.to_owned();
        row.api_url = api_url.to_string();
        if let Some(label) = &new.label {
            row.label = model::parse_label(label)?;
        }
        apply(&mut row, &new.options)?;
        Ok(Self {
            row,
            wants_id: new.id.as_deref().filter(|id| !id.is_empty()).map(model::parse_id).transpose()?,
            api_url,
            key: model::parse_key(&new.api_key)?,
            reuse_key_from: new.reuse_key_from.clone().filter(|id| !id.is_empty()),
            is_default: new.is_default == Some(true),
        })
    }

    /// Puts it behind those that were added before it at the same time.
    pub(super) fn place_in_batch(&mut self, index: usize) {
        self.row.created_at += i64::try_from(index).unwrap_or_default();
    }

    /// For the operation log: where its answers come from.
    pub(super) fn detail(&self) -> serde_json::Value {
        json!({ "host": self.api_url.host_str() })
    }
}

/// Adds a model, and answers its id.
///
/// # Errors
/// 409 for an id that is taken, 400 for a key that may not be reused.
pub(super) fn add(tx: &mut AppTx, new: &CheckedModel, reuse: &Reuse) -> Result<String> {
    let rows = store::list(tx)?;
    if rows.len() >= MAX_MODELS {
        return Err(texts::TOO_MANY_MODELS.with("max", MAX_MODELS));
    }
    let is_taken = |id: &str| rows.iter().any(|row| row.id == id);
    let id = match &new.wants_id {
        Some(id) if is_taken(id) => return Err(texts::MODEL_ID_TAKEN.with("id", id)),
        Some(id) => id.clone(),
        None => free_id(&model::slug(&new.row.model), is_taken),
    };
    let key = match &new.reuse_key_from {
        Some(from) if new.key.is_empty() => reused_key(tx, from, &new.api_url, reuse)?,
        _ => new.key.clone(),
    };
    let api_key = key::seal(tx.app(), &id, &new.api_url, &key)?;
    store::insert(tx, &ModelRow { id: id.clone(), api_key, ..new.row.clone() })?;
    Ok(id)
}

/// The key of another model, if both are of the same origin and the caller may have it used.
///
/// # Errors
/// 400.
pub(super) fn reused_key(tx: &mut AppTx, from: &str, api_url: &Url, reuse: &Reuse) -> Result<String> {
    let refused = || texts::KEY_NOT_REUSABLE.with("id", from);
    let row = store::find(tx, from)?.filter(|row| !row.builtin).ok_or_else(refused)?;
    let from_url = parse_api_url(&row.api_url)?;
    let may = match reuse {
        Reuse::Any => true,
        Reuse::AddedBy(user) => row.created_by == *user,
    };
    if !may || origin(&from_url) != origin(api_url) {
        return Err(refused());
    }
    Ok(key::opened(tx.app(), &row, &from_url)?.map(|key| key.expose().clone()).unwrap_or_default())
}

/// Writes what is set into a row.
///
/// # Errors
/// 400 naming what is wrong.
fn apply(row: &mut ModelRow, options: &AiModelOptions) -> Result<()> {
    if let Some(color) = &options.color {
        row.color = model::parse_color(color)?;
    }
    row.api_style = options.api_style.unwrap_or(row.api_style);
    row.supports_thinking = options.supports_thinking.unwrap_or(row.supports_thinking);
    row.supports_search = options.supports_search.unwrap_or(row.supports_search);
    row.supports_images = options.supports_images.unwrap_or(row.supports_images);
    row.is_free = options.is_free.unwrap_or(row.is_free);
    row.enabled = options.enabled.unwrap_or(row.enabled);
    if let Some(order) = options.sort_order {
        row.sort_order = model::parse_sort_order(order)?;
    }
    if let Some(tokens) = options.max_context_tokens {
        row.max_context_tokens = model::parse_context(tokens)?;
    }
    if let Some(tokens) = options.max_output_tokens {
        row.max_output_tokens = model::parse_output(tokens)?;
    }
    if let Some(effort) = options.reasoning_effort {
        row.reasoning_effort = effort.map(model::effort_text).unwrap_or_default().to_owned();
    }
    let prices = [
        ("input_price", options.input_price, &mut row.input_price),
        ("cached_price", options.cached_price, &mut row.cached_price),
        ("output_price", options.output_price, &mut row.output_price),
    ];
    for (field, price, stored) in prices {
        if let Some(price) = price {
            *stored = model::parse_price(field, price)?;
        }
    }
    Ok(())
}

/// The model of a path.
///
/// # Errors
/// 404.
fn find(tx: &mut AppTx, id: &str) -> Result<ModelRow> {
    store::find(tx, id)?.ok_or_else(ApiError::not_found)
}

/// Changes a model. An empty key keeps the stored one, as long as the host stays.
#[utoipa::path(put, path = "/api/ai-chat/admin/models/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the model")), request_body = AiModelChange,
    responses((status = 200, body = Envelope<ManagedAiModel>)))]
pub(crate) async fn update_ai_model(
    State(app): State<App>,
    ModelAdmin(caller): ModelAdmin,
    Path(id): Path<String>,
    Json(change): Json<AiModelChange>,
) -> Result<Reply<ManagedAiModel>> {
    let update = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::ModelsChanged)?;
        let mut row = find(tx, &id)?;
        apply(&mut row, &change.options)?;
        if let Some(label) = &change.label {
            row.label = model::parse_label(label)?;
        }
        if let Some(name) = &change.model {
            let name = model::parse_model(name)?;
            if row.builtin && name != row.model {
                return Err(texts::MODEL_BUILTIN.err());
            }
            row.model = name;
        }
        let has_new_key = change_endpoint(tx, &mut row, &change)?;
        row.updated_at = tx.now();
        store::update(tx, &row)?;
        if change.is_default == Some(true) {
            make_default(tx, &row.id)?;
        }
        store::settle_default(tx)?;
        let host = key::api_url(tx.app(), &row)?;
        let detail = json!({ "host": host.host_str(), "key": has_new_key });
        tx.audit(&Actor::from(&caller), &texts::UPDATE_MODEL, &row.id, &detail)?;
        find(tx, &row.id)
    });
    let row = update.await?;
    Ok(Reply::ok(managed(&app, &row)?))
}

/// Sets address and key, and answers whether the key is another one.
///
/// # Errors
/// 400 for another host without a key, 409 for a model of the environment.
fn change_endpoint(tx: &mut AppTx, row: &mut ModelRow, change: &AiModelChange) -> Result<bool> {
    let entered = model::parse_key(change.api_key.as_deref().unwrap_or_default())?;
    let before = key::api_url(tx.app(), row)?;
    let after = change.api_url.as_deref().map_or_else(|| Ok(before.clone()), parse_api_url)?;
    if row.builtin {
        let is_same = after == before && entered.is_empty();
        return if is_same { Ok(false) } else { Err(texts::MODEL_BUILTIN.err()) };
    }
    let reused = match change.reuse_key_from.as_deref().filter(|id| !id.is_empty()) {
        Some(from) if entered.is_empty() => reused_key(tx, from, &after, &Reuse::Any)?,
        _ => entered,
    };
    let is_moved = origin(&after) != origin(&before);
    if is_moved && row.api_key.is_some() && reused.is_empty() {
        return Err(texts::KEY_NEEDED.with("host", after.host_str().unwrap_or_default()));
    }
    row.api_url = after.to_string();
    if reused.is_empty() {
        return Ok(false);
    }
    // Whoever has added the model has not entered this key.
    row.created_by = String::new();
    row.api_key = key::seal(tx.app(), &row.id, &after, &reused)?;
    Ok(true)
}

/// Removes a model. Its key is gone for good.
#[utoipa::path(delete, path = "/api/ai-chat/admin/models/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the model")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_ai_model(
    State(app): State<App>,
    ModelAdmin(caller): ModelAdmin,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let delete = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::ModelsChanged)?;
        let row = find(tx, &id)?;
        if row.builtin {
            return Err(texts::MODEL_BUILTIN.err());
        }
        store::delete(tx, &id)?;
        store::settle_default(tx)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::DELETE_MODEL, &id, &json!({}))?)
    });
    delete.await?;
    Ok(Reply::done())
}

/// Whether members may use the model now.
#[derive(serde::Serialize, utoipa::ToSchema)]
pub(crate) struct AiModelSwitch {
    /// Whether members may use the model.
    enabled: bool,
    /// The id of the default model now; null while no model is enabled.
    default_model: Option<String>,
}

/// Enables a model that is disabled, and the other way round. The default flag moves on from a disabled model.
#[utoipa::path(put, path = "/api/ai-chat/admin/models/{id}/toggle", tag = "ai",
    params(("id" = String, Path, description = "The id of the model")),
    responses((status = 200, body = Envelope<AiModelSwitch>)))]
pub(crate) async fn toggle_ai_model(
    State(app): State<App>,
    ModelAdmin(caller): ModelAdmin,
    Path(id): Path<String>,
) -> Result<Reply<AiModelSwitch>> {
    let toggle = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::ModelsChanged)?;
        let mut row = find(tx, &id)?;
        row.enabled = !row.enabled;
        row.updated_at = tx.now();
        store::update(tx, &row)?;
        store::settle_default(tx)?;
        let action = if row.enabled { &texts::ENABLE_MODEL } else { &texts::DISABLE_MODEL };
        let models = store::enabled(tx)?;
        let default_model = models.into_iter().find(|row| row.is_default).map(|row| row.id);
        tx.audit(&Actor::from(&caller), action, &id, &json!({ "default_model": default_model }))?;
        Ok(AiModelSwitch { enabled: row.enabled, default_model })
    });
    Ok(Reply::ok(toggle.await?))
}

/// The model that answers members who have chosen none.
#[derive(Clone, serde::Deserialize, utoipa::ToSchema)]
pub(crate) struct DefaultAiModel {
    /// The id of an enabled model.
    #[serde(alias = "model", alias = "model_id")]
    id: String,
}

/// Chooses the default model.
#[utoipa::path(put, path = "/api/ai-chat/admin/models/default", tag = "ai", request_body = DefaultAiModel,
    responses((status = 200, body = Envelope<AiModelId>)))]
pub(crate) async fn set_default_ai_model(
    State(app): State<App>,
    ModelAdmin(caller): ModelAdmin,
    Json(wanted): Json<DefaultAiModel>,
) -> Result<Reply<AiModelId>> {
    let id = wanted.id.clone();
    let chosen = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::ModelsChanged)?;
        make_default(tx, &id)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::SET_DEFAULT_MODEL, &id, &json!({}))?)
    });
    chosen.await?;
    Ok(Reply::ok(AiModelId { id: wanted.id }))
}

/// # Errors
/// 404, or 409 for a disabled model.
fn make_default(tx: &mut AppTx, id: &str) -> Result<()> {
    if !find(tx, id)?.enabled {
        return Err(texts::MODEL_DISABLED.err());
    }
    Ok(store::set_default(tx, id)?)
}
