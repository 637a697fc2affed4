//! What an app keeps for the member who uses it: on every device of theirs.

use std::collections::BTreeMap;

use axum::extract::State;
use kernel::http::{Caller, Json, Path};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::installed::Installed;
use crate::store::{apps, storage as store};
use crate::texts;

/// Most keys of a member in an app.
const MAX_KEYS: i64 = 100;
/// Longest key, in characters.
const MAX_KEY: usize = 100;
/// Most characters of all keys and values together.
const MAX_SIZE: i64 = 64 * 1024;

/// What an app keeps for the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct AppStorage {
    /// JSON values by key.
    #[schema(value_type = Object)]
    values: BTreeMap<String, Value>,
}

/// Returns what an app keeps for the caller.
#[utoipa::path(get, path = "/api/market/storage/{name}", tag = "market",
    params(("name" = String, Path, description = "The name of the app")),
    responses((status = 200, body = Envelope<AppStorage>)))]
pub(crate) async fn get_app_storage(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Reply<AppStorage>> {
    refuse_absent(&app, &caller, &name)?;
    let user = caller.facts.user_id;
    let rows = app.db.read(move |read| Ok(store::list(read, &name, user)?)).await?;
    let values = rows.into_iter().map(|(key, value)| (key, serde_json::from_str(&value).unwrap_or_default()));
    Ok(Reply::ok(AppStorage { values: values.collect() }))
}

/// What to keep and what to forget.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct AppStorageChange {
    /// JSON values by key.
    #[serde(default)]
    #[schema(value_type = Object)]
    set: BTreeMap<String, Value>,
    /// Keys to remove.
    #[serde(default)]
    remove: Vec<String>,
}

/// Keeps and removes values of an app for the caller: at most 100 keys, together at most 65,536 characters of keys and JSON.
#[utoipa::path(put, path = "/api/market/storage/{name}", tag = "market",
    params(("name" = String, Path, description = "The name of the app")),
    request_body = AppStorageChange, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn set_app_storage(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Json(change): Json<AppStorageChange>,
) -> Result<Reply<()>> {
    refuse_absent(&app, &caller, &name)?;
    let is_long = |key: &String| key.is_empty() || key.chars().count() > MAX_KEY || key.contains('\0');
    if change.set.keys().chain(&change.remove).any(is_long) {
        return Err(texts::STORAGE_KEY_INVALID.with("max", MAX_KEY));
    }
    let values: Vec<(String, String)> =
        change.set.into_iter().map(|(key, value)| (key, value.to_string())).collect();
    let user = caller.facts.user_id;
    let written = app.write(move |tx| {
        tx.lock_log()?;
        // It may have been uninstalled since: nobody would remove what is kept from here on.
        apps::find(tx, &name)?.ok_or_else(|| texts::NOT_INSTALLED.with("name", &name))?;
        for key in &change.remove {
            store::delete(tx, &name, user, key)?;
        }
        for (key, value) in &values {
            store::set(tx, &name, user, (key, value))?;
        }
        let (keys, size) = store::size(tx, &name, user)?;
        if keys > MAX_KEYS || size > MAX_SIZE {
            return Err(texts::STORAGE_FULL.with("keys", MAX_KEYS).with("size", MAX_SIZE >> 10));
        }
        Ok(())
    });
    written.await?;
    Ok(Reply::done())
}

fn refuse_absent(app: &App, caller: &Caller, name: &str) -> Result<()> {
    let known = app.state::<Installed>().required(name)?;
    app.apps.admit_to(known.name(), caller.facts.user_id.class())
}
