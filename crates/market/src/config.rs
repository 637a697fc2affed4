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

/// A value as it is set, with each number in one form; none for one that is to be removed, as an empty secret is: nobody
/// could see that it is empty.
///
/// # Errors
/// 400 for a value that does not fit its field, with what would.
pub(crate) fn accepted(field: &ConfigField, value: &Value) -> Result<Option<Value>> {
    if value.is_null() || (field.kind == ConfigType::Secret && value == "") {
        return Ok(None);
    }
    let is_storable = |text: &str| text.chars().count() <= MAX_VALUE && !text.contains('\0');
    if field.kind.fits(value) && value.as_str().is_none_or(is_storable) {
        return Ok(Some(plain(value)));
    }
    let (zh, en) = match field.kind {
        ConfigType::String | ConfigType::Secret => (
            format!("最多 {MAX_VALUE} 个字符的文本，不含空字符"),
            format!("a text of at most {MAX_VALUE} characters, without NUL"),
        ),
        ConfigType::Number => ("数字".to_owned(), "a number".to_owned()),
        ConfigType::Boolean => ("布尔值 true 或 false".to_owned(), "true or false".to_owned()),
    };
    let refusal = texts::CONFIG_VALUE_INVALID.with("field", &field.label);
    Err(refusal.with("want_zh", zh).with("want_en", en))
}

/// A value with its number in one form: `5.0` is `5`.
fn plain(value: &Value) -> Value {
    // Beyond, not every integer has a form of its own.
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let whole = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < LARGEST);
    whole.map_or_else(|| value.clone(), |number| Value::from(number as i64))
}

/// Whether a setting has this value already: stored, or as the default when nothing is.
pub(crate) fn is_same(
    app: &App,
    name: &str,
    field: &ConfigField,
    stored: Option<&String>,
    value: Option<&Value>,
) -> bool {
    let (Some(stored), Some(value)) = (stored, value) else {
        return stored.is_none()
            && value.is_none_or(|value| field.default.as_ref().map(plain).as_ref() == Some(value));
    };
    if field.kind == ConfigType::Secret {
        let opened = app.secrets.open(place(&row(name, &field.key)), stored);
        return opened.is_ok_and(|secret| value == secret.expose().as_str());
    }
    serde_json::from_str(stored).is_ok_and(|known| plain(&known) == *value)
}

/// The form in which an accepted value is stored: JSON, or sealed for a secret.
///
/// # Errors
/// When it cannot be sealed.
pub(crate) fn stored(app: &App, name: &str, field: &ConfigField, value: &Value) -> Result<String> {
    match (field.kind, value) {
        (ConfigType::Secret, Value::String(secret)) => {
            Ok(app.secrets.seal(&app.random, place(&row(name, &field.key)), secret)?)
        }
        _ => Ok(value.to_string()),
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
