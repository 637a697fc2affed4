//! How many panels have shown a broadcast or an announcement, for whoever sent it.

use std::collections::HashMap;

use kernel::db::{DbResult, Read};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store;

/// What panels show that somebody sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShownKind {
    /// An announcement, by its number.
    Announcement,
    /// A broadcast, by its id.
    Broadcast,
}

impl ShownKind {
    /// What the part of this name has.
    pub(crate) fn of_part(name: &str) -> Option<Self> {
        match name {
            "announcements" => Some(Self::Announcement),
            "broadcasts" => Some(Self::Broadcast),
            _ => None,
        }
    }
}

/// How many panels there are, and how many of them have shown something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PanelCount {
    /// The number of panels of the classes that are addressed.
    pub of: i64,
    /// The number of these panels that have shown it.
    pub shown: i64,
}

/// The counts of some items, in their order. Each comes with the classes that it is for; none means all classes.
///
/// # Errors
/// When a statement fails.
pub fn counts(
    read: &mut Read,
    kind: ShownKind,
    items: &[(String, Vec<String>)],
) -> DbResult<Vec<PanelCount>> {
    let classes = store::classes(read)?;
    if classes.is_empty() || items.is_empty() {
        return Ok(vec![PanelCount::default(); items.len()]);
    }
    let ids: Vec<String> = items.iter().map(|(id, _)| id.clone()).collect();
    let mut shown: HashMap<String, Vec<String>> = HashMap::new();
    for (item, class) in store::shown(read, kind, &ids)? {
        shown.entry(item).or_default().push(class);
    }
    let count = |(id, addressed): &(String, Vec<String>)| {
        let is_addressed = |class: &String| addressed.is_empty() || addressed.contains(class);
        let of = classes.iter().filter(|(class, _)| is_addressed(class)).map(|(_, count)| count).sum();
        let shown_in = shown.get(id).map_or(0, |all| all.iter().filter(|class| is_addressed(class)).count());
        PanelCount { of, shown: i64::try_from(shown_in).unwrap_or(i64::MAX) }
    };
    Ok(items.iter().map(count).collect())
}
