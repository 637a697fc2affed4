//! `/api/ai-chat/settings`: how a member has set the chat up.

use axum::extract::State;
use kernel::db::Read;
use kernel::http::Json;
use kernel::random::parse_id;
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::access::Member;
use crate::fields::parse_prompt;
use crate::models::user_models::models_of;
use crate::store::settings::{self as store, SettingsRow};
use crate::store::{conversations, policies};
use crate::texts;

/// Conversations that may be pinned.
const MAX_PINNED: usize = 50;

/// How the caller has set the chat up.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiSettings {
    /// What every model is told first; empty for nothing.
    system_prompt: String,
    /// The ids of the pinned conversations, in their order.
    pinned_conversations: Vec<String>,
    /// The id of the preferred model; empty for none.
    model: String,
    /// The id of the policy that holds for the caller.
    policy_id: String,
}

/// What to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct AiSettingsChange {
    /// What every model is told first, at most 4000 characters.
    system_prompt: Option<String>,
    /// The ids of the pinned conversations, at most 50.
    pinned_conversations: Option<Vec<String>>,
    /// The id of an available model; empty or null for none.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<String>)]
    model: Option<Option<String>>,
}

/// Returns how the caller has set the chat up.
#[utoipa::path(get, path = "/api/ai-chat/settings", tag = "ai",
    responses((status = 200, body = Envelope<AiSettings>)))]
pub(crate) async fn get_ai_settings(
    State(app): State<App>,
    Member(caller): Member,
) -> Result<Reply<AiSettings>> {
    let user = caller.facts.user_id;
    let (row, policy) = app
        .db
        .read(move |read| {
            let mut row = store::find(read, user)?.unwrap_or_default();
            row.pinned_conversations = existing(read, user, &row.pinned_conversations)?;
            Ok((row, policies::of_user(read, user)?))
        })
        .await?;
    Ok(Reply::ok(shown(row, policy.id)))
}

/// Changes how the caller has set the chat up.
#[utoipa::path(put, path = "/api/ai-chat/settings", tag = "ai", request_body = AiSettingsChange,
    responses((status = 200, body = Envelope<AiSettings>)))]
pub(crate) async fn set_ai_settings(
    State(app): State<App>,
    Member(caller): Member,
    Json(change): Json<AiSettingsChange>,
) -> Result<Reply<AiSettings>> {
    let user = caller.facts.user_id;
    let prompt = change.system_prompt.as_deref().map(parse_prompt).transpose()?;
    let pinned = change.pinned_conversations.as_deref().map(parse_pinned).transpose()?;
    let set = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = store::find(tx, user)?.unwrap_or_default();
        if let Some(model) = &change.model {
            let id = model.clone().unwrap_or_default();
            if !id.is_empty() && !models_of(tx, user)?.available.admits(&id) {
                return Err(texts::MODEL_NOT_AVAILABLE.err());
            }
            row.model = id;
        }
        row.system_prompt = prompt.clone().unwrap_or(row.system_prompt);
        row.pinned_conversations = pinned.clone().unwrap_or(row.pinned_conversations);
        row.pinned_conversations = existing(tx, user, &row.pinned_conversations)?;
        store::set(tx, user, &row)?;
        Ok((row, policies::of_user(tx, user)?.id))
    });
    let (row, policy_id) = set.await?;
    Ok(Reply::ok(shown(row, policy_id)))
}

/// Those of these conversations that the member still has.
fn existing(read: &mut Read, user: UserId, pinned: &str) -> Result<String> {
    let pinned: Vec<String> = serde_json::from_str(pinned).unwrap_or_default();
    let mut existing = Vec::new();
    for id in pinned {
        if conversations::find(read, &id, user)?.is_some() {
            existing.push(id);
        }
    }
    Ok(json!(existing).to_string())
}

fn shown(row: SettingsRow, policy_id: String) -> AiSettings {
    AiSettings {
        pinned_conversations: serde_json::from_str(&row.pinned_conversations).unwrap_or_default(),
        system_prompt: row.system_prompt,
        model: row.model,
        policy_id,
    }
}

fn parse_pinned(raw: &[String]) -> Result<String> {
    let ids: Option<Vec<String>> = raw.iter().map(|id| parse_id(id)).collect();
    match ids {
        Some(ids) if ids.len() <= MAX_PINNED => Ok(json!(ids).to_string()),
        _ => Err(ApiError::invalid("pinned_conversations")),
    }
}
