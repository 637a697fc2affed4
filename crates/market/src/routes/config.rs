//! The settings of an app or a plugin.

use std::collections::BTreeMap;

use axum::extract::State;
use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, Json, Path};
use kernel::{App, AppTx, Envelope, Reply, Result};
use market_package::manifest::{ConfigField, ConfigType};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::AppManager;
use super::dto::SettingField;
use crate::backend::{self, BackEnds};
use crate::config::{accepted, is_same, stored, value};
use crate::events::MarketEvent;
use crate::installed::{Installed, InstalledPackage};
use crate::rights::Rights;
use crate::store::config as store;
use crate::texts;

/// The settings of an app or a plugin.
#[derive(Serialize, ToSchema)]
pub(crate) struct AppConfig {
    /// The fields, in the author's order.
    fields: Vec<AppConfigField>,
}

/// A field with its value.
#[derive(Serialize, ToSchema)]
pub(crate) struct AppConfigField {
    #[serde(flatten)]
    field: SettingField,
    /// The author's default; `null` without one.
    #[schema(value_type = Option<Object>)]
    default: Option<Value>,
    /// The value; `null` when none is set, and always for a secret.
    #[schema(value_type = Option<Object>)]
    value: Option<Value>,
    /// Whether a value is set.
    is_set: bool,
}

/// The settings after a change.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedAppConfig {
    #[serde(flatten)]
    settings: AppConfig,
    /// Why the back end does not start, for its author; `null` when it does, and for one that waits for its first call.
    backend_error: Option<String>,
}

/// Returns the settings of an app or a plugin. Secrets are never shown.
#[utoipa::path(get, path = "/api/market/app-config/{name}", tag = "market",
    params(("name" = String, Path, description = "The name of the app or plugin")),
    responses((status = 200, body = Envelope<AppConfig>)))]
pub(crate) async fn get_app_config(
    State(app): State<App>,
    AppManager(caller): AppManager,
    Path(name): Path<String>,
) -> Result<Reply<AppConfig>> {
    let package = app.state::<Installed>().required(&name)?;
    let facts = caller.facts.clone();
    app.db.read(move |read| Rights::require(read, &facts, &name, None)).await?;
    Ok(Reply::ok(shown(&package)))
}

/// Values to set.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct AppConfigChange {
    /// A value by its key; `null` removes it, as an empty text does a secret, and a key that is absent stays.
    #[schema(value_type = Object)]
    values: BTreeMap<String, Value>,
}

/// Sets values of the settings of an app or a plugin. Its back end starts anew with them, when one of them is another.
#[utoipa::path(put, path = "/api/market/app-config/{name}", tag = "market",
    params(("name" = String, Path, description = "The name of the app or plugin")),
    request_body = AppConfigChange, responses((status = 200, body = Envelope<ChangedAppConfig>)))]
pub(crate) async fn set_app_config(
    State(app): State<App>,
    AppManager(caller): AppManager,
    Path(name): Path<String>,
    Json(change): Json<AppConfigChange>,
) -> Result<Reply<ChangedAppConfig>> {
    let package = app.state::<Installed>().required(&name)?;
    let mut values = Vec::new();
    for (key, value) in &change.values {
        let field = package.manifest.about().config.iter().find(|field| field.key == *key);
        let field = field.ok_or_else(|| texts::CONFIG_KEY_UNKNOWN.with("key", key))?;
        values.push((field.clone(), accepted(field, value)?));
    }
    let owned = name.clone();
    let written = app.write(move |tx| set(tx, &caller, &owned, &values));
    let backend_error = if written.await? {
        app.state::<Installed>().reload(&app).await?;
        backend::restart(&app, &name).await
    } else {
        app.state::<BackEnds>().slot(&name).status(&app).await.error
    };
    let settings = shown(&*app.state::<Installed>().required(&name)?);
    Ok(Reply::ok(ChangedAppConfig { settings, backend_error }))
}

/// Sets and removes what differs from what is set or, where nothing is, from the default; answers whether anything did.
fn set(tx: &mut AppTx, caller: &Caller, name: &str, values: &[(ConfigField, Option<Value>)]) -> Result<bool> {
    tx.lock_log()?;
    Rights::require(tx, &caller.facts, name, None)?;
    let app = tx.app().clone();
    let known: BTreeMap<String, String> = store::list_of(tx, name)?.into_iter().collect();
    let differs = |field: &ConfigField, value: &Option<Value>| {
        !is_same(&app, name, field, known.get(&field.key), value.as_ref())
    };
    let changed: Vec<_> = values.iter().filter(|(field, value)| differs(field, value)).collect();
    if changed.is_empty() {
        return Ok(false);
    }
    let event = NewEvent::new(&MarketEvent::ConfigChanged, Audience::All);
    tx.emit(event.by(caller.facts.user_id).about(name))?;
    for (field, value) in &changed {
        match value {
            Some(value) => store::set(tx, name, &field.key, &stored(&app, name, field, value)?)?,
            None => store::delete(tx, name, &field.key)?,
        }
    }
    let keys: Vec<&str> = changed.iter().map(|(field, _)| field.key.as_str()).collect();
    tx.audit(&Actor::from(caller), &texts::SET_CONFIG, name, &json!({ "keys": keys }))?;
    Ok(true)
}

fn shown(package: &InstalledPackage) -> AppConfig {
    let fields = package.manifest.about().config.iter().map(|field| AppConfigField {
        field: SettingField::of(field),
        default: field.default.clone().filter(|_| field.kind != ConfigType::Secret),
        value: if field.kind == ConfigType::Secret || !package.config.contains_key(&field.key) {
            None
        } else {
            value(package, field)
        },
        is_set: package.config.contains_key(&field.key),
    });
    AppConfig { fields: fields.collect() }
}
