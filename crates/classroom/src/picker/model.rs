//! What is drawn, and by which rule; pure.

use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rank;

/// Saved lists of a class.
pub(crate) const MAX_LISTS: i64 = 20;
/// The longest name of a list, in characters.
pub(crate) const MAX_NAME: usize = 30;
/// Numbers of a list.
pub(crate) const MAX_NUMBERS: usize = 100;
/// Numbers that are drawn at once.
pub(crate) const MAX_COUNT: usize = 60;
/// The longest purpose, in characters.
pub(crate) const MAX_PURPOSE: usize = 40;
/// Draws of a class that are kept.
pub(crate) const MAX_DRAWS: i64 = 500;

/// What kind of list it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PickerListKind {
    /// The whole class.
    Class,
    /// A saved list.
    Saved,
    /// A group of a duty roster.
    DutyGroup,
}

/// Which list is drawn from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PickerListRef {
    /// The kind of the list.
    pub(crate) kind: PickerListKind,
    /// The id of the saved list or of the duty roster; null for the whole class.
    #[serde(default)]
    pub(crate) id: Option<String>,
    /// The place of the group in the roster, from 0; null for other lists.
    #[serde(default)]
    pub(crate) group: Option<usize>,
}

/// Somebody who may be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Candidate {
    pub(crate) number: UserId,
    /// How often they were drawn before.
    pub(crate) times: i64,
}

/// Who is drawn, in their order: by the hash that the seed gives to each number, and in a fair draw first by how often
/// each was drawn before.
pub(crate) fn draw(seed: &str, candidates: &[Candidate], count: usize, fair: bool) -> Vec<UserId> {
    let mut order: Vec<&Candidate> = candidates.iter().collect();
    order.sort_by_cached_key(|one| (if fair { one.times } else { 0 }, rank::hash(seed, one.number)));
    order.into_iter().take(count).map(|one| one.number).collect()
}
