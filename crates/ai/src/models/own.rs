//! `/api/ai-chat/admin/own-models`: what class admins do with the models that they have added themselves. Admins have
//! all models at `/api/ai-chat/admin/models`.

use axum::extract::State;
use kernel::http::{Json, Path};
use kernel::user::UserFacts;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};

use super::admin::{change_model, find, remove_model};
use super::dto::{AiModelChange, ManagedAiModel, ManagedAiModelList, managed};
use crate::access::{PolicyAdmin, Reach};
use crate::events::{AiEvent, append};
use crate::store::models::{self as store, ModelRow};
use crate::web_search;

/// A model that the caller has added, of a class that they manage. One whose key somebody else has entered since is not.
///
/// # Errors
/// 404, also for one of somebody else.
fn find_own(tx: &mut AppTx, facts: &UserFacts, id: &str) -> Result<ModelRow> {
    let (row, reach) = (find(tx, id)?, Reach::of(tx, facts)?);
    if is_own(&row, facts, &reach) { Ok(row) } else { Err(ApiError::not_found()) }
}

/// Whoever was an admin has added models of the portal that are not theirs any more.
fn is_own(row: &ModelRow, facts: &UserFacts, reach: &Reach) -> bool {
    row.created_by == facts.user_id.as_str() && reach.may_change(&row.class)
}

/// Lists the models that the caller has added, with masked keys.
#[utoipa::path(get, path = "/api/ai-chat/admin/own-models", tag = "ai",
    responses((status = 200, body = Envelope<ManagedAiModelList>)))]
pub(crate) async fn list_own_ai_models(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
) -> Result<Reply<ManagedAiModelList>> {
    let facts = caller.facts.clone();
    let read = app.db.read(move |read| Ok((store::list(read)?, Reach::of(read, &facts)?)));
    let (rows, reach) = read.await?;
    let default_model = rows.iter().find(|row| row.is_default && row.enabled).map(|row| row.id.clone());
    let own = rows.iter().filter(|row| is_own(row, &caller.facts, &reach));
    let models = own.map(|row| managed(&app, row)).collect::<Result<_>>()?;
    Ok(Reply::ok(ManagedAiModelList { models, default_model, has_search: web_search::is_configured(&app) }))
}

/// Changes a model that the caller has added. It does not become the default: that is for all classes.
#[utoipa::path(put, path = "/api/ai-chat/admin/own-models/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the model")), request_body = AiModelChange,
    responses((status = 200, body = Envelope<ManagedAiModel>)))]
pub(crate) async fn update_own_ai_model(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Path(id): Path<String>,
    Json(change): Json<AiModelChange>,
) -> Result<Reply<ManagedAiModel>> {
    if change.is_default == Some(true) && !caller.facts.is_admin {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    let update = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::ModelsChanged)?;
        let row = find_own(tx, &caller.facts, &id)?;
        if let Some(from) = change.reuse_key_from.as_deref().filter(|id| !id.is_empty()) {
            find_own(tx, &caller.facts, from)?;
        }
        change_model(tx, &caller, row, &change)
    });
    let row = update.await?;
    Ok(Reply::ok(managed(&app, &row)?))
}

/// Removes a model that the caller has added. Its key is gone for good.
#[utoipa::path(delete, path = "/api/ai-chat/admin/own-models/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the model")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_own_ai_model(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let delete = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::ModelsChanged)?;
        let row = find_own(tx, &caller.facts, &id)?;
        remove_model(tx, &caller, &row)
    });
    delete.await?;
    Ok(Reply::done())
}
