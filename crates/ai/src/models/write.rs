//! What is written of a model: a new one, its options, its address and key.

use kernel::user::UserId;
use kernel::{App, AppTx, Result};
use serde_json::json;
use url::Url;

use super::dto::{AiModelChange, AiModelOptions, NewAiModel};
use super::fields::{self, MAX_MODELS, free_id};
use super::key;
use super::price::parse_price;
use crate::fields::parse_sort_order;
use crate::provider::{origin, parse_api_url};
use crate::store::models::{self as store, ModelRow};
use crate::store::policies;
use crate::texts;

/// A model to add, whose fields are right. Its key is sealed when its id is known.
#[derive(Clone)]
pub(super) struct CheckedModel {
    row: ModelRow,
    wants_id: Option<String>,
    api_url: Url,
    key: String,
    reuse_key_from: Option<String>,
    pub(super) is_default: bool,
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
        let name = fields::parse_model(&new.model)?;
        let api_url = parse_api_url(&new.api_url)?;
        let mut row = ModelRow::of_environment(String::new(), &name, app.clock.now_ms());
        row.builtin = false;
        row.created_by = by.to_owned();
        row.class = class.to_owned();
        row.api_url = api_url.to_string();
        if let Some(label) = &new.label {
            row.label = fields::parse_label(label)?;
        }
        apply(&mut row, &new.options)?;
        Ok(Self {
            row,
            wants_id: new.id.as_deref().filter(|id| !id.is_empty()).map(fields::parse_id).transpose()?,
            api_url,
            key: fields::parse_key(&new.api_key)?,
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
    // A policy that names a removed model does not admit another one in its place.
    let admitted = policies::admitted_models(tx)?;
    let is_taken = |id: &str| rows.iter().any(|row| row.id == id) || admitted.iter().any(|known| known == id);
    let id = match &new.wants_id {
        Some(id) if is_taken(id) => return Err(texts::MODEL_ID_TAKEN.with("id", id)),
        Some(id) => id.clone(),
        None => free_id(&fields::slug(&new.row.model, "model"), is_taken),
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
fn reused_key(tx: &mut AppTx, from: &str, api_url: &Url, reuse: &Reuse) -> Result<String> {
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
pub(super) fn apply(row: &mut ModelRow, options: &AiModelOptions) -> Result<()> {
    if let Some(color) = &options.color {
        row.color = fields::parse_color(color)?;
    }
    row.api_style = options.api_style.unwrap_or(row.api_style);
    row.supports_thinking = options.supports_thinking.unwrap_or(row.supports_thinking);
    row.supports_search = options.supports_search.unwrap_or(row.supports_search);
    row.supports_images = options.supports_images.unwrap_or(row.supports_images);
    row.is_free = options.is_free.unwrap_or(row.is_free);
    row.enabled = options.enabled.unwrap_or(row.enabled);
    if let Some(order) = options.sort_order {
        row.sort_order = parse_sort_order(order)?;
    }
    if let Some(tokens) = options.max_context_tokens {
        row.max_context_tokens = fields::parse_context(tokens)?;
    }
    if let Some(tokens) = options.max_output_tokens {
        row.max_output_tokens = fields::parse_output(tokens)?;
    }
    if let Some(effort) = options.reasoning_effort {
        row.reasoning_effort = effort.map(fields::effort_text).unwrap_or_default().to_owned();
    }
    let prices = [
        ("input_price", options.input_price, &mut row.input_price),
        ("cached_price", options.cached_price, &mut row.cached_price),
        ("output_price", options.output_price, &mut row.output_price),
    ];
    for (field, price, stored) in prices {
        if let Some(price) = price {
            *stored = parse_price(field, price)?;
        }
    }
    Ok(())
}

/// Sets address and key, and answers whether the key is another one.
///
/// # Errors
/// 400 for another host without a key, 409 for a model of the environment.
pub(super) fn change_endpoint(
    tx: &mut AppTx,
    by: UserId,
    row: &mut ModelRow,
    change: &AiModelChange,
) -> Result<bool> {
    let entered = fields::parse_key(change.api_key.as_deref().unwrap_or_default())?;
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
    if row.created_by != by.as_str() {
        // Whoever has added the model has not entered this key.
        row.created_by = String::new();
    }
    row.api_key = key::seal(tx.app(), &row.id, &after, &reused)?;
    Ok(true)
}
