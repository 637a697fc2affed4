//! `/api/ai-chat/admin/models/batch`: many models of a provider at once.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::http::Json;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::dto::NewAiModel;
use super::fields::MAX_BATCH;
use super::write::{CheckedModel, Reuse, add};
use crate::access::{PolicyAdmin, Reach};
use crate::events::{AiEvent, append};
use crate::store::models as store;
use crate::texts;

/// Models to add together.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct AiModelBatch {
    /// The models, 1–50. `reuse_key_from` of one may name an earlier one of them.
    models: Vec<NewAiModel>,
}

/// What was added.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiModelIds {
    /// The ids of the models, in the order of the request.
    ids: Vec<String>,
    /// How many were added.
    created: usize,
}

/// Adds models, all or none: a refusal says in `line`, from 1, which one is wrong. None
/// of them becomes the default. A class admin may reuse the keys that they have
/// entered themselves, and adds models for the own class where there are several.
#[utoipa::path(post, path = "/api/ai-chat/admin/models/batch", tag = "ai", request_body = AiModelBatch,
    responses((status = 200, body = Envelope<AiModelIds>)))]
pub(crate) async fn create_ai_models(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Json(batch): Json<AiModelBatch>,
) -> Result<Reply<AiModelIds>> {
    if !(1..=MAX_BATCH).contains(&batch.models.len()) {
        return Err(texts::BATCH_SIZE.with("max", MAX_BATCH));
    }
    let by = caller.facts.user_id;
    let facts = caller.facts.clone();
    let reach = app.db.read(move |read| Reach::of(read, &facts)).await?;
    let checked = batch.models.iter().enumerate().map(|(index, new)| {
        let mut checked = CheckedModel::parse(&app, new, by.as_str(), reach.class_of_new())
            .map_err(|error| with_line(index, &error))?;
        if new.is_default == Some(true) {
            return Err(with_line(index, &ApiError::invalid("is_default")));
        }
        checked.place_in_batch(index);
        Ok(checked)
    });
    let checked = checked.collect::<Result<Vec<_>>>()?;
    let reuse = if caller.facts.is_admin { Reuse::Any } else { Reuse::AddedBy(by.to_string()) };
    let added = app.write(move |tx| {
        append(tx, by, &AiEvent::ModelsChanged)?;
        let added = checked.iter().enumerate().map(|(index, new)| {
            let id = add(tx, new, &reuse).map_err(|error| with_line(index, &error))?;
            Ok((id, new.detail()))
        });
        let added = added.collect::<Result<Vec<_>>>()?;
        store::reassign_default(tx)?;
        let ids: Vec<String> = added.iter().map(|(id, _)| id.clone()).collect();
        let host = added.first().map(|(_, detail)| detail["host"].clone());
        let detail = json!({ "count": ids.len(), "host": host });
        tx.audit(&Actor::from(&caller), &texts::CREATE_MODELS, "", &detail)?;
        Ok(ids)
    });
    let ids = added.await?;
    Ok(Reply::ok(AiModelIds { created: ids.len(), ids }))
}

/// The refusal of one model of several says which one it is about, in the field `line`.
fn with_line(index: usize, error: &ApiError) -> ApiError {
    error.clone().field("line", index + 1)
}
