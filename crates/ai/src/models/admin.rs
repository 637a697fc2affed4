//! `/api/ai-chat/admin/models`: every model, for admins.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::http::{Caller, Json, Path};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde_json::json;

use super::dto::{AiModelChange, AiModelId, ManagedAiModel, ManagedAiModelList, NewAiModel, managed};
use super::write::{CheckedModel, Reuse, add, apply, change_endpoint};
use super::{fields, key};
use crate::access::ModelAdmin;
use crate::events::{AiEvent, append};
use crate::store::models::{self as store, ModelRow};
use crate::texts;
use crate::web_search;

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
    Ok(Reply::ok(ManagedAiModelList { models, default_model, has_search: web_search::is_configured(&app) }))
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
        store::reassign_default(tx)?;
        tx.audit(&Actor::from(&caller), &texts::CREATE_MODEL, &id, &checked.detail())?;
        Ok(id)
    });
    Ok(Reply::ok(AiModelId { id: created.await? }))
}

/// The model of a path.
///
/// # Errors
/// 404.
pub(super) fn find(tx: &mut AppTx, id: &str) -> Result<ModelRow> {
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
        let row = find(tx, &id)?;
        change_model(tx, &caller, row, &change)
    });
    let row = update.await?;
    Ok(Reply::ok(managed(&app, &row)?))
}

/// Changes a model that the caller may change, and answers it as it is then.
///
/// # Errors
/// 400 and 409 for what does not fit.
pub(super) fn change_model(
    tx: &mut AppTx,
    caller: &Caller,
    mut row: ModelRow,
    change: &AiModelChange,
) -> Result<ModelRow> {
    apply(&mut row, &change.options)?;
    if let Some(label) = &change.label {
        row.label = fields::parse_label(label)?;
    }
    if let Some(name) = &change.model {
        let name = fields::parse_model(name)?;
        if row.builtin && name != row.model {
            return Err(texts::MODEL_BUILTIN.err());
        }
        row.model = name;
    }
    let has_new_key = change_endpoint(tx, caller.facts.user_id, &mut row, change)?;
    row.updated_at = tx.now();
    store::update(tx, &row)?;
    if change.is_default == Some(true) {
        make_default(tx, &row.id)?;
    }
    store::reassign_default(tx)?;
    let host = key::api_url(tx.app(), &row)?;
    let detail = json!({ "host": host.host_str(), "key": has_new_key });
    tx.audit(&Actor::from(caller), &texts::UPDATE_MODEL, &row.id, &detail)?;
    find(tx, &row.id)
}

/// Removes a model that the caller may remove.
///
/// # Errors
/// 409 for a model of the environment.
pub(super) fn remove_model(tx: &mut AppTx, caller: &Caller, row: &ModelRow) -> Result<()> {
    if row.builtin {
        return Err(texts::MODEL_BUILTIN.err());
    }
    store::delete(tx, &row.id)?;
    store::reassign_default(tx)?;
    Ok(tx.audit(&Actor::from(caller), &texts::DELETE_MODEL, &row.id, &json!({}))?)
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
        remove_model(tx, &caller, &row)
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
        store::reassign_default(tx)?;
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
/// 404, or 409 for a disabled model and for one of a class.
fn make_default(tx: &mut AppTx, id: &str) -> Result<()> {
    let row = find(tx, id)?;
    if !row.enabled {
        return Err(texts::MODEL_DISABLED.err());
    }
    if !row.class.is_empty() {
        return Err(texts::MODEL_OF_CLASS.err());
    }
    Ok(store::set_default(tx, id)?)
}
