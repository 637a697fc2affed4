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
    /// The number of panels of the classes that are addressed, of those that were there before it ended.
    pub of: i64,
    /// The number of these panels that have shown it.
    pub shown: i64,
}

/// Something that somebody sent.
#[derive(Clone, Debug)]
pub struct SentItem {
    /// The id of the item.
    pub id: String,
    /// The classes that it is for, two digits each; none means all classes.
    pub classes: Vec<String>,
    /// Until when it could be shown, in milliseconds; `None` for no end.
    pub until: Option<i64>,
}

/// The counts of some items, in their order. A panel that was not there before the end of an item does not count.
///
/// # Errors
/// When a statement fails.
pub fn counts(read: &mut Read, kind: ShownKind, items: &[SentItem]) -> DbResult<Vec<PanelCount>> {
    let panels = store::confirmed(read)?;
    if panels.is_empty() || items.is_empty() {
        return Ok(vec![PanelCount::default(); items.len()]);
    }
    let ids: Vec<String> = items.iter().map(|item| item.id.clone()).collect();
    let mut shown: HashMap<String, Vec<String>> = HashMap::new();
    for (item, class) in store::shown(read, kind, &ids)? {
        shown.entry(item).or_default().push(class);
    }
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let count = |item: &SentItem| {
        let is_addressed = |class: &String| item.classes.is_empty() || item.classes.contains(class);
        let was_there = |since: i64| item.until.is_none_or(|until| since < until);
        let of = panels.iter().filter(|(class, since)| is_addressed(class) && was_there(*since)).count();
        let shown_in =
            shown.get(&item.id).map_or(0, |all| all.iter().filter(|class| is_addressed(class)).count());
        PanelCount { of: number(of.max(shown_in)), shown: number(shown_in) }
    };
    Ok(items.iter().map(count).collect())
}
