//! What the target of an act is called for somebody who reads the log. A row holds ids alone, so the name is
//! looked up at that moment: whatever has been erased by then has none.

use serde::Serialize;
use utoipa::ToSchema;

use super::Entry;
use crate::app::App;
use crate::db::Read;
use crate::error::Result;
use crate::feature;
use crate::texts::{self, Bilingual};
use crate::user::UserFacts;

/// Characters of a text that stand for the whole of it.
const EXCERPT: usize = 24;

/// What the target of an act is called by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetName {
    /// It has no name beyond the sentence of its act, or the reader may not see it.
    Unnamed,
    /// It was there and is not any more.
    Gone,
    /// It is called so.
    Named {
        /// The name, as it stands in the sentence.
        label: Bilingual,
        /// What an app opens to show the target.
        place: Option<TargetPlace>,
    },
}

/// Where the target of an act is shown. Which app shows it, and under which address, is the desktop's to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TargetPlace {
    /// What the target is: a kind of `/api/search`, such as `announcement`, or the name of a feature whose section of the
    /// console lists it, such as `broadcasts`.
    pub kind: &'static str,
    /// The id of the target, as a hit of this kind has it.
    pub id: String,
}

impl TargetName {
    /// Something with a name of its own.
    #[must_use]
    pub fn named(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Self::Named { label: Bilingual::new(zh, en), place: None }
    }

    /// Something that is known by what it says: the beginning of that, in quotation marks.
    #[must_use]
    pub fn quoting(text: &str) -> Self {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut begin: String = line.chars().take(EXCERPT).collect();
        if begin.len() < line.len() {
            begin.push('…');
        }
        Self::named(format!("『{begin}』"), format!("“{begin}”"))
    }

    /// The same, with what an app opens to show it.
    #[must_use]
    pub fn at(self, kind: &'static str, id: impl Into<String>) -> Self {
        match self {
            Self::Named { label, .. } => {
                Self::Named { label, place: Some(TargetPlace { kind, id: id.into() }) }
            }
            other => other,
        }
    }
}

/// Names the target of a row for this reader, by the feature that wrote the row.
///
/// # Errors
/// When a statement fails.
pub fn name_target(app: &App, read: &mut Read, reader: &UserFacts, entry: &Entry) -> Result<TargetName> {
    if texts::ACTIONS.iter().any(|action| action.id == entry.action) {
        let built_in =
            app.features.iter().flat_map(|feature| feature.apps).find(|built| built.name == entry.target);
        return Ok(
            built_in.map_or(TargetName::Unnamed, |built| TargetName::named(built.label.zh, built.label.en))
        );
    }
    match feature::writer(&app.features, &entry.action).and_then(|feature| feature.name_log_target) {
        Some(name) => name(app, read, reader, entry),
        None => Ok(TargetName::Unnamed),
    }
}
