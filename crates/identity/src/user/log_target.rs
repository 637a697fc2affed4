//! What the operation log calls the default layout of a class, in its rows and for its readers.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::texts::Language;
use kernel::user::UserFacts;
use kernel::{App, Result};

use super::texts;
use crate::setup;

/// The target of a row about the default layout of a class; the empty class stands for the whole portal.
pub(super) fn of_class(class: &str) -> String {
    if class.is_empty() { "all".to_owned() } else { format!("class:{class}") }
}

/// Names the class; the targets of the feature's other acts are members.
pub(super) fn name(app: &App, _: &mut Read, _: &UserFacts, entry: &Entry) -> Result<TargetName> {
    if entry.target == of_class("") {
        return Ok(TargetName::named(texts::ALL_CLASSES.zh, texts::ALL_CLASSES.en));
    }
    let Some(class) = entry.target.strip_prefix("class:") else { return Ok(TargetName::Unnamed) };
    if let Some(name) = setup::class_names(app).remove(class) {
        return Ok(TargetName::named(name.clone(), name));
    }
    let words = |language| texts::CLASS.with("class", class).localized(language);
    Ok(TargetName::named(words(Language::Chinese), words(Language::English)))
}
