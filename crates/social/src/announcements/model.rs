//! What an announcement is; pure.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::{ApiError, Result};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::texts;

/// Longest title, in characters.
const MAX_TITLE: usize = 100;
/// Longest text, in characters.
const MAX_CONTENT: usize = 20_000;
/// Longest key, in bytes.
const MAX_KEY: usize = 80;
/// How far ahead one is planned, in milliseconds: two years.
const MAX_AHEAD: i64 = 2 * 366 * 86_400_000;
/// How long a deleted one can be restored, in milliseconds.
pub(super) const KEPT: i64 = 24 * 3_600_000;
/// Who has not acknowledged is reminded at most this often, in milliseconds.
pub(crate) const REMIND_EVERY: i64 = 10 * 60_000;
/// Replaced texts kept of one announcement.
pub(super) const MAX_REVISIONS: i64 = 50;

/// The kind of an announcement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum AnnouncementType {
    /// Something to know.
    #[default]
    Notice,
    /// Something to do, perhaps until a day.
    Homework,
}

/// The state of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum AnnouncementState {
    /// Appears later.
    Scheduled,
    /// Members see it.
    Published,
    /// Members see it no more.
    Expired,
    /// Can be restored for 24 hours.
    Deleted,
}

fn is_text(raw: &str, max: usize, forbidden: impl Fn(char) -> bool) -> bool {
    (1..=max).contains(&raw.chars().count()) && !raw.chars().any(forbidden)
}

/// 1 to 100 characters on one line.
///
/// # Errors
/// 400.
pub(crate) fn parse_title(raw: &str) -> Result<String> {
    let title = raw.trim();
    if is_text(title, MAX_TITLE, char::is_control) {
        return Ok(title.to_owned());
    }
    Err(texts::TITLE_INVALID.with("max", MAX_TITLE))
}

/// 1 to 20,000 characters of Markdown, kept as they were written.
///
/// # Errors
/// 400.
pub(crate) fn parse_content(raw: &str) -> Result<String> {
    let content = raw.replace("\r\n", "\n");
    let content = content.trim_end();
    if !content.trim().is_empty()
        && is_text(content, MAX_CONTENT, |c| c.is_control() && c != '\n' && c != '\t')
    {
        return Ok(content.to_owned());
    }
    Err(texts::CONTENT_INVALID.with("max", MAX_CONTENT))
}

/// A moment to come, in milliseconds; empty is none.
///
/// # Errors
/// 400.
pub(super) fn parse_time(field: &'static str, raw: Option<&str>, now: i64) -> Result<Option<i64>> {
    let Some(raw) = raw.filter(|raw| !raw.is_empty()) else { return Ok(None) };
    let at = raw.parse::<Timestamp>().ok().filter(|_| raw.len() <= 40);
    let at = at.ok_or_else(|| texts::TIME_INVALID.with("field", field))?;
    match at.as_millisecond() {
        at if at <= now => Err(texts::TIME_PAST.with("field", field)),
        at if at > now + MAX_AHEAD => Err(texts::TIME_FAR.with("field", field)),
        at => Ok(Some(at)),
    }
}

/// The last day of homework; empty is none.
///
/// # Errors
/// 400.
pub(super) fn parse_due(raw: Option<&str>, kind: AnnouncementType, today: Date) -> Result<Option<String>> {
    let Some(raw) = raw.filter(|raw| !raw.is_empty()) else { return Ok(None) };
    if kind != AnnouncementType::Homework {
        return Err(texts::DUE_OF_NOTICE.err());
    }
    let date = (raw.len() == 10).then(|| raw.parse::<Date>().ok()).flatten();
    match date.filter(|date| *date >= today && date.year() < 2200) {
        Some(date) => Ok(Some(date.to_string())),
        None => Err(texts::DUE_INVALID.err()),
    }
}

/// Refuses one that would be over before it begins.
///
/// # Errors
/// 400.
pub(super) fn check_order(publish_at: i64, expires_at: Option<i64>) -> Result<()> {
    if expires_at.is_some_and(|end| end <= publish_at) {
        return Err(texts::EXPIRES_EARLY.err());
    }
    Ok(())
}

/// A key made by the client; empty is none.
///
/// # Errors
/// 400.
pub(crate) fn parse_key(raw: Option<&str>) -> Result<Option<String>> {
    match raw {
        None | Some("") => Ok(None),
        Some(key) if key.len() <= MAX_KEY && key.bytes().all(|byte| byte.is_ascii_graphic()) => {
            Ok(Some(key.to_owned()))
        }
        Some(_) => Err(texts::KEY_INVALID.with("max", MAX_KEY)),
    }
}

/// The number of an announcement in an address.
///
/// # Errors
/// 404: nothing has another name.
pub(crate) fn parse_id(raw: &str) -> Result<i64> {
    let digits = !raw.is_empty() && raw.bytes().all(|digit| digit.is_ascii_digit());
    digits.then(|| raw.parse().ok()).flatten().ok_or_else(ApiError::not_found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reading_any_text_never_panics(raw in ".{0,60}") {
            let today = jiff::civil::date(2026, 9, 1);
            let _ = (parse_title(&raw), parse_content(&raw), parse_time("publish_at", Some(&raw), 0));
            let _ = (parse_due(Some(&raw), AnnouncementType::Homework, today), parse_key(Some(&raw)), parse_id(&raw));
        }
    }

    #[test]
    fn times_need_their_zone_and_lie_ahead() {
        let now = "2026-09-01T00:00:00Z".parse::<Timestamp>().unwrap().as_millisecond();
        assert_eq!(parse_time("x", Some("2026-09-01T08:00:01+08:00"), now).unwrap(), Some(now + 1000));
        for raw in ["2026-09-01T00:00:00Z", "2026-09-02", "2026-09-02T00:00:00", "2031-01-01T00:00:00Z", "0"]
        {
            assert!(parse_time("x", Some(raw), now).is_err(), "{raw}");
        }
    }
}
