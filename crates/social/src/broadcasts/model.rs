//! What a broadcast is; pure.

use kernel::Result;
use serde::{Deserialize, Deserializer, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::texts;

/// Longest text, in characters.
const MAX_CONTENT: usize = 500;
/// Longest key, in bytes.
const MAX_KEY: usize = 80;
/// Shortest time that one lasts, in seconds.
const MIN_LASTS: i64 = 60;
/// Longest time, in seconds: a week.
const MAX_LASTS: i64 = 7 * 86_400;
/// The same words by the same sender to the same people within this are one broadcast, in milliseconds.
pub(super) const SAME_WITHIN: i64 = 60_000;

/// The priority of a broadcast.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(super) enum BroadcastPriority {
    /// Rolls by.
    #[default]
    Normal,
    /// Stays until it is put away.
    Important,
    /// Takes the screen of a panel.
    Urgent,
}

impl BroadcastPriority {
    /// How long it lasts unless told, in seconds: ten minutes when it fills a screen, else a day.
    pub(super) fn lasts(self) -> i64 {
        if self == Self::Urgent { 600 } else { 86_400 }
    }

    /// How long it lasts, in milliseconds.
    ///
    /// # Errors
    /// 400.
    pub(super) fn lasting(self, requested: Option<i64>) -> Result<i64> {
        let seconds = requested.unwrap_or_else(|| self.lasts());
        if (MIN_LASTS..=MAX_LASTS).contains(&seconds) {
            return Ok(seconds * 1000);
        }
        Err(texts::EXPIRY_INVALID.with("min", MIN_LASTS).with("max", MAX_LASTS))
    }
}

/// The priority that a request names; an unknown one counts as `normal`.
pub(super) fn priority_or_normal<'de, D: Deserializer<'de>>(input: D) -> Result<BroadcastPriority, D::Error> {
    Ok(String::deserialize(input)?.parse().unwrap_or_default())
}

/// The words: text, never markup. Line breaks are kept.
///
/// # Errors
/// 400.
pub(super) fn parse_content(raw: &str) -> Result<String> {
    let content = raw.trim();
    let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !(1..=MAX_CONTENT).contains(&content.chars().count()) || content.chars().any(forbidden) {
        return Err(texts::CONTENT_INVALID.with("max", MAX_CONTENT));
    }
    Ok(content.to_owned())
}

/// A key made by the client; empty is none.
///
/// # Errors
/// 400.
pub(super) fn parse_key(raw: Option<&str>) -> Result<Option<String>> {
    match raw {
        None | Some("") => Ok(None),
        Some(key) if key.len() <= MAX_KEY && key.bytes().all(|byte| byte.is_ascii_graphic()) => {
            Ok(Some(key.to_owned()))
        }
        Some(_) => Err(texts::KEY_INVALID.with("max", MAX_KEY)),
    }
}
