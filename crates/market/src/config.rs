//! The settings of apps: what a manifest's `config[]` asks for. A secret is sealed, stays on the server, and is only
//! handed to the back end.

use std::collections::BTreeMap;

use kernel::config::Secret;
use kernel::secrets::SecretLocation;
use kernel::{App, Result};
use market_package::Manifest;
use market_package::manifest::{ConfigField, ConfigType};
use serde_json::Value;

use crate::installed::InstalledPackage;
use crate::texts;

/// An empty text as it is stored.
const EMPTY_TEXT: &str = "\"\"";
/// Longest value, in characters.
const MAX_VALUE: usize = 4000;

/// The values that page parts may read.
pub(crate) fn public_values(package: &InstalledPackage) -> BTreeMap<String, Value> {
    let fields = package.manifest.about().config.iter().filter(|field| field.kind != ConfigType::Secret);
    fields.filter_map(|field| Some((field.key.clone(), value(package, field)?))).collect()
}

/// The value of a field that is no secret, or its default.
pub(crate) fn value(package: &InstalledPackage, field: &ConfigField) -> Option<Value> {
    let stored = package.config.get(&field.key).and_then(|text| serde_json::from_str(text).ok());
    stored.or_else(|| field.default.clone())
}

/// The keys of settings that have to be set and are not. A text that is empty is none.
pub(crate) fn missing(manifest: &Manifest, set: &BTreeMap<String, String>) -> Vec<String> {
    let is_set = |key: &String| set.get(key).is_some_and(|text| text != EMPTY_TEXT);
    let fields = manifest.about().config.iter();
    let missing = fields.filter(|field| field.required && field.default.is_none() && !is_set(&field.key));
    missing.map(|field| field.key.clone()).collect()
}

/// All values as the back end gets them: texts, as variables of an environment are.
pub(crate) fn backend_values(app: &App, package: &InstalledPackage) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    for field in &package.manifest.about().config {
        let text = if field.kind == ConfigType::Secret {
            opened(app, package, &field.key).map(|secret| secret.expose().clone())
        } else {
            value(package, field).map(|value| match value {
                Value::String(text) => text,
                other => other.to_string(),
            })
        };
        values.extend(text.map(|text| (field.key.clone(), text)));
    }
    values
}

/// The form in which a value is stored; none for one that is to be removed, as an empty secret is: nobody could see that
/// it is empty.
///
/// # Errors
/// 400 for a value that does not fit its field.
pub(crate) fn stored(app: &App, name: &str, field: &ConfigField, value: &Value) -> Result<Option<String>> {
    if value.is_null() || (field.kind == ConfigType::Secret && value == "") {
        return Ok(None);
    }
    let fits = match (field.kind, value) {
        (ConfigType::String | ConfigType::Secret, Value::String(text)) => {
            text.chars().count() <= MAX_VALUE && !text.contains('\0')
        }
        (ConfigType::Number, Value::Number(_)) | (ConfigType::Boolean, Value::Bool(_)) => true,
        _ => false,
    };
    if !fits {
        return Err(texts::CONFIG_VALUE_INVALID.with("field", &field.label));
    }
    match (field.kind, value) {
        (ConfigType::Secret, Value::String(secret)) => {
            let row = row(name, &field.key);
            Ok(Some(app.secrets.seal(&app.random, place(&row), secret)?))
        }
        _ => Ok(Some(value.to_string())),
    }
}

/// A secret; none when it was never set, and when it cannot be opened, because it was stored when the setting was none or
/// under another JWT_SECRET.
fn opened(app: &App, package: &InstalledPackage, key: &str) -> Option<Secret<String>> {
    let sealed = package.config.get(key)?;
    let row = row(package.name(), key);
    let opened = app.secrets.open(place(&row), sealed);
    if let Err(error) = &opened {
        tracing::warn!(name = package.name(), key, %error, "a secret of an app cannot be opened");
    }
    opened.ok()
}

fn row(name: &str, key: &str) -> String {
    format!("{name} {key}")
}

fn place(row: &str) -> SecretLocation<'_> {
    SecretLocation { table: "market_config", row, column: "value" }
}
