//! Reads `config[]`: settings that an officer enters for a package.

use std::collections::HashSet;

use super::fields::Fields;
use super::read::{Context, LABEL};
use super::{ConfigField, ConfigType};
use crate::finding::Level;
use crate::texts::manifest as texts;

/// Settings of one package.
const MOST: usize = 50;

pub(super) fn read(fields: &Fields<'_>, context: &Context<'_>) -> Vec<ConfigField> {
    let mut keys = HashSet::new();
    let mut found = Vec::new();
    for entry in fields.objects("config", MOST) {
        let field = field(&entry);
        if context.is_author() {
            entry.warn_unknown();
        }
        let Some(field) = field else { continue };
        if keys.insert(field.key.clone()) {
            found.push(field);
        } else {
            entry.say(texts::CONFIG_TWICE.error(entry.place("key")).with("key", &field.key));
        }
    }
    found
}

fn field(entry: &Fields<'_>) -> Option<ConfigField> {
    let key = entry.required("key", 200).filter(|key| {
        let valid = is_variable(key);
        if !valid {
            entry.say(texts::CONFIG_KEY.error(entry.place("key")));
        }
        valid
    });
    let label = entry.required("label", LABEL);
    let kind = kind(entry);
    let required = entry.get("required").is_some_and(|value| {
        if !value.is_boolean() {
            entry.wrong("required", "boolean", Level::Error);
        }
        value.as_bool().unwrap_or_default()
    });
    let (key, label, kind) = (key?, label?, kind?);
    let mut default = entry.get("default").cloned();
    if default.as_ref().is_some_and(|value| !kind.fits(value)) {
        let finding = texts::CONFIG_DEFAULT.error(entry.place("default"));
        entry.say(finding.with("key", &key).with("kind", kind.word()));
    } else if kind == ConfigType::Secret && default.as_ref().is_some_and(|value| value != "") {
        entry.say(texts::CONFIG_SECRET_DEFAULT.warning(entry.place("default")).with("key", &key));
        default = None;
    }
    Some(ConfigField { key, label, kind, required, default })
}

fn kind(entry: &Fields<'_>) -> Option<ConfigType> {
    let all = [ConfigType::String, ConfigType::Number, ConfigType::Boolean, ConfigType::Secret];
    let word = entry.required("type", 200)?;
    let kind = all.into_iter().find(|kind| kind.word() == word);
    if kind.is_none() {
        entry.say(texts::CONFIG_TYPE.error(entry.place("type")));
    }
    kind
}

/// Whether a key has the form of an environment variable's name.
fn is_variable(key: &str) -> bool {
    key.len() <= 64
        && key.starts_with(|c: char| c.is_ascii_uppercase())
        && key.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}
