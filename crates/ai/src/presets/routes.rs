//! `/api/ai-chat/presets` and `/api/ai-chat/admin/presets`: what members choose from, and what the staff writes.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::http::{Json, Path};
use kernel::user::UserFacts;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::access::{Member, PolicyAdmin, Reach};
use crate::events::{AiEvent, append};
use crate::fields::{parse_line, parse_prompt, parse_sort_order};
use crate::store::presets::{self as store, PresetRow};
use crate::texts;

/// Presets that may exist.
const MAX_PRESETS: i64 = 100;
/// Longest label, in characters.
const MAX_LABEL: usize = 20;
/// Longest description, in characters.
const MAX_DESCRIPTION: usize = 100;

/// A preset as members choose it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiPreset {
    /// The id of the preset, a UUID.
    id: String,
    /// The name of the preset, 1–20 characters.
    label: String,
    /// What the preset is for, at most 100 characters; empty for nothing.
    description: String,
    /// What models are told, 1–4000 characters.
    prompt: String,
}

/// A preset as the staff writes it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ManagedAiPreset {
    /// The preset as members choose it.
    #[serde(flatten)]
    preset: AiPreset,
    /// The place of the preset in the list; smaller numbers come first.
    sort_order: i64,
    /// The class whose admin wrote the preset, two digits; null for one of the whole portal.
    class: Option<String>,
    /// Whether the caller may change the preset.
    may_change: bool,
}

/// A preset to add, or fields of one to change; absent fields stay, or have their defaults.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct AiPresetChange {
    /// The name, 1–20 characters; a new preset needs one.
    label: Option<String>,
    /// What the preset is for, at most 100 characters in one line.
    description: Option<String>,
    /// What models are told, 1–4000 characters; a new preset needs it.
    prompt: Option<String>,
    /// The place in the list, 0–9999.
    sort_order: Option<i64>,
}

impl From<PresetRow> for AiPreset {
    fn from(row: PresetRow) -> Self {
        Self { id: row.id, label: row.label, description: row.description, prompt: row.prompt }
    }
}

fn managed_preset(row: PresetRow, may_change: bool) -> ManagedAiPreset {
    let class = Some(row.class.clone()).filter(|class| !class.is_empty());
    ManagedAiPreset { sort_order: row.sort_order, class, may_change, preset: row.into() }
}

impl AiPresetChange {
    /// # Errors
    /// 400 naming what is wrong.
    fn apply(&self, row: &mut PresetRow) -> Result<()> {
        if let Some(label) = &self.label {
            row.label = parse_line(label, MAX_LABEL)
                .ok_or_else(|| texts::PRESET_LABEL_INVALID.with("max", MAX_LABEL))?;
        }
        if let Some(description) = self.description.as_deref().map(str::trim) {
            let line = parse_line(description, MAX_DESCRIPTION);
            row.description = line
                .or_else(|| description.is_empty().then(String::new))
                .ok_or_else(|| texts::PRESET_DESCRIPTION_INVALID.with("max", MAX_DESCRIPTION))?;
        }
        if let Some(prompt) = &self.prompt {
            row.prompt = parse_prompt(prompt)?;
        }
        if let Some(order) = self.sort_order {
            row.sort_order = parse_sort_order(order)?;
        }
        if row.label.is_empty() {
            return Err(texts::PRESET_LABEL_INVALID.with("max", MAX_LABEL));
        }
        if row.prompt.is_empty() {
            return Err(texts::PRESET_PROMPT_EMPTY.err());
        }
        Ok(())
    }
}

/// Lists the presets that the caller may choose: those of the portal, and of the own class.
#[utoipa::path(get, path = "/api/ai-chat/presets", tag = "ai",
    responses((status = 200, body = Envelope<Vec<AiPreset>>)))]
pub(crate) async fn list_ai_presets(
    State(app): State<App>,
    Member(caller): Member,
) -> Result<Reply<Vec<AiPreset>>> {
    let user = caller.facts.user_id;
    let rows = app.db.read(move |read| Ok(store::of_user(read, user)?)).await?;
    Ok(Reply::ok(rows.into_iter().map(AiPreset::from).collect()))
}

/// Lists the presets that the caller sees as staff: an admin those of all classes.
#[utoipa::path(get, path = "/api/ai-chat/admin/presets", tag = "ai",
    responses((status = 200, body = Envelope<Vec<ManagedAiPreset>>)))]
pub(crate) async fn list_managed_ai_presets(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
) -> Result<Reply<Vec<ManagedAiPreset>>> {
    let read = app.db.read(move |read| {
        let reach = Reach::of(read, &caller.facts)?;
        let rows = store::list(read)?.into_iter().filter(|row| reach.sees(&row.class));
        let presets = rows.map(|row| {
            let may_change = reach.may_change(&row.class);
            managed_preset(row, may_change)
        });
        Ok(presets.collect())
    });
    Ok(Reply::ok(read.await?))
}

/// Adds a preset: an admin for the whole portal, a class admin for the own class.
#[utoipa::path(post, path = "/api/ai-chat/admin/presets", tag = "ai", request_body = AiPresetChange,
    responses((status = 200, body = Envelope<ManagedAiPreset>)))]
pub(crate) async fn create_ai_preset(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Json(new): Json<AiPresetChange>,
) -> Result<Reply<ManagedAiPreset>> {
    let id = app.random.id(&app.clock);
    let created = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::PresetsChanged)?;
        if store::count(tx)? >= MAX_PRESETS {
            return Err(texts::TOO_MANY_PRESETS.with("max", MAX_PRESETS));
        }
        let reach = Reach::of(tx, &caller.facts)?;
        let now = tx.now();
        let mut row = PresetRow {
            id: id.clone(),
            label: String::new(),
            description: String::new(),
            prompt: String::new(),
            sort_order: 0,
            class: reach.class_of_new().to_owned(),
            created_at: now,
            updated_at: now,
        };
        new.apply(&mut row)?;
        store::insert(tx, &row)?;
        tx.audit(&Actor::from(&caller), &texts::CREATE_PRESET, &row.id, &json!({}))?;
        Ok(managed_preset(row, true))
    });
    Ok(Reply::ok(created.await?))
}

/// The preset of a path, if the caller may change it.
///
/// # Errors
/// 404 or 403.
fn managed(tx: &mut AppTx, facts: &UserFacts, id: &str) -> Result<PresetRow> {
    let row = store::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    Reach::of(tx, facts)?.check(&row.class)?;
    Ok(row)
}

/// Changes a preset: from now on models are told the new words, also in conversations that have begun.
#[utoipa::path(put, path = "/api/ai-chat/admin/presets/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the preset")), request_body = AiPresetChange,
    responses((status = 200, body = Envelope<ManagedAiPreset>)))]
pub(crate) async fn update_ai_preset(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Path(id): Path<String>,
    Json(change): Json<AiPresetChange>,
) -> Result<Reply<ManagedAiPreset>> {
    let updated = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::PresetsChanged)?;
        let mut row = managed(tx, &caller.facts, &id)?;
        change.apply(&mut row)?;
        row.updated_at = tx.now();
        store::update(tx, &row)?;
        tx.audit(&Actor::from(&caller), &texts::UPDATE_PRESET, &id, &json!({}))?;
        Ok(managed_preset(row, true))
    });
    Ok(Reply::ok(updated.await?))
}

/// Removes a preset. Conversations that have it go on without it.
#[utoipa::path(delete, path = "/api/ai-chat/admin/presets/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the preset")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_ai_preset(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let deleted = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::PresetsChanged)?;
        managed(tx, &caller.facts, &id)?;
        store::delete(tx, &id)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::DELETE_PRESET, &id, &json!({}))?)
    });
    deleted.await?;
    Ok(Reply::done())
}
