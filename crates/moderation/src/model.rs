//! What moderators decide, and the limits of what is written about it.

use kernel::Result;
use serde::Deserialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::texts;

/// Longest reason, note and appeal, in characters.
pub(crate) const MAX_REASON: usize = 500;
/// How long after a removal its author can appeal, in milliseconds.
pub(crate) const APPEAL_WINDOW: i64 = 7 * 86_400_000;
/// Shortest and longest time for which a member is silenced, in minutes.
pub(crate) const SILENCE_MINUTES: std::ops::RangeInclusive<i64> = 5..=43_200;

/// Which cases a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Filter {
    /// Those that wait for a decision.
    #[default]
    Open,
    /// Those whose author has appealed and waits for a decision.
    Appealed,
    /// Those whose content stays.
    Kept,
    /// Those whose content is removed.
    Removed,
    /// Those whose content was removed and restored.
    Restored,
}

/// What a moderator does with a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    /// The content stays.
    Keep,
    /// The content is removed.
    Remove,
    /// It was kept by mistake: the case is open again.
    Reopen,
    /// The content was removed by mistake: it is there again. This grants an appeal that waits.
    Restore,
    /// The content stays removed although its author has appealed.
    Uphold,
}

/// A reason, note or appeal, without blank ends.
///
/// # Errors
/// 400 for what is too long.
pub(crate) fn parse_reason(raw: &str) -> Result<String> {
    let text = raw.trim();
    let is_sound =
        text.chars().count() <= MAX_REASON && !text.chars().any(|char| char.is_control() && char != '\n');
    if is_sound { Ok(text.to_owned()) } else { Err(texts::REASON_INVALID.with("max", MAX_REASON)) }
}

/// The same where something must be said.
///
/// # Errors
/// 400 for nothing, and for what is too long.
pub(crate) fn parse_required_reason(raw: &str) -> Result<String> {
    let text = parse_reason(raw)?;
    if text.is_empty() { Err(texts::REASON_MISSING.err()) } else { Ok(text) }
}
