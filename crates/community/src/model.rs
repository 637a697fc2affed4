//! What posts and comments are; pure.

use identity::user::is_invisible;
use kernel::{ApiError, Result};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use crate::markdown_limits::refuse_burden;
use crate::texts;

/// Longest title, in characters.
pub(crate) const MAX_TITLE: usize = 100;
/// Longest text of a post, in characters.
pub(crate) const MAX_CONTENT: usize = 20_000;
/// Longest comment, in characters.
pub(crate) const MAX_COMMENT: usize = 2_000;
/// What a list shows of a text, in characters.
pub(crate) const EXCERPT: usize = 300;
/// Tags of a post at most.
const MAX_TAGS: usize = 5;
/// Longest tag, in characters.
const MAX_TAG: usize = 20;
/// Images of a post at most.
pub(crate) const MAX_IMAGES: usize = 9;
/// Longest key, in bytes.
const MAX_KEY: usize = 80;
/// Longest reason, in characters.
const MAX_REASON: usize = 200;
/// Members that one text calls at most.
pub(crate) const MAX_MENTIONS: usize = 10;
/// How long what was deleted can be restored, in milliseconds.
pub(crate) const KEPT: i64 = 24 * 3_600_000;
/// Replaced texts kept of one post.
pub(crate) const MAX_REVISIONS: i64 = 50;
/// How much newer a post counts in the order of what is hot each time its points double, in milliseconds: half a day.
const DOUBLING: f64 = 12.0 * 3_600_000.0;

/// The kind of a post.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum PostType {
    /// A post about anything.
    #[default]
    Forum,
    /// A post about food.
    Food,
    /// News.
    Hot,
    /// A poll: one question with options.
    Poll,
    /// A survey: up to 20 questions.
    Survey,
}

impl PostType {
    /// Whether members vote on it.
    pub(crate) fn has_poll(self) -> bool {
        matches!(self, Self::Poll | Self::Survey)
    }
}

/// The place of a post in the order of what is hot, in milliseconds: when it was written, and half a day more each time
/// its points double. A like is one point, a comment two, a share three. Only what is written or liked moves, so no
/// task has to let posts cool down.
pub(crate) fn hot(created_at: i64, likes: i64, comments: i64, shares: i64) -> i64 {
    let points = likes.saturating_add(2 * comments).saturating_add(3 * shares).clamp(0, 1 << 40);
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
    let bonus = (((1 + points) as f64).log2() * DOUBLING).round() as i64;
    created_at + bonus
}

fn is_text(raw: &str, max: usize, forbidden: impl Fn(char) -> bool) -> bool {
    raw.chars().count() <= max && !raw.chars().any(forbidden)
}

/// Whether a reader sees nothing of it.
fn is_blank(raw: &str) -> bool {
    raw.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Whether a character turns the direction of what stands behind it, also outside of the text that has it. Other
/// characters that nobody sees are parts of emoji and of some scripts.
fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A title; empty is allowed where the post has something else to show, and so is one that nobody sees.
///
/// # Errors
/// 400.
pub(crate) fn parse_title(raw: &str) -> Result<String> {
    let title = raw.trim();
    if !is_text(title, MAX_TITLE, |c| c.is_control() || turns_direction(c)) {
        return Err(texts::TITLE_INVALID.with("max", MAX_TITLE));
    }
    Ok(if is_blank(title) { String::new() } else { title.to_owned() })
}

/// Markdown, kept as it was written; may be empty, and is when nobody would see anything of it.
///
/// # Errors
/// 400 for what is too long, has control characters, or is made to burden whoever shows it.
pub(crate) fn parse_content(raw: &str, max: usize) -> Result<String> {
    let content = raw.replace("\r\n", "\n");
    let content = content.trim_end();
    if !is_text(content, max, |c| c.is_control() && c != '\n' && c != '\t') {
        return Err(texts::CONTENT_INVALID.with("max", max));
    }
    if is_blank(content) {
        return Ok(String::new());
    }
    refuse_burden(content)?;
    Ok(content.to_owned())
}

/// Tags, each once, without the `#` that some write before them.
///
/// # Errors
/// 400.
pub(crate) fn parse_tags(raw: &[String]) -> Result<Vec<String>> {
    let mut tags: Vec<String> = Vec::new();
    for tag in raw.iter().take(MAX_TAGS + 1) {
        let tag = tag.trim().trim_start_matches(['#', '＃']).trim();
        let forbidden = |c: char| c.is_control() || turns_direction(c) || c == '#' || c == ',';
        let is_tag = !is_blank(tag) && is_text(tag, MAX_TAG, forbidden);
        if !is_tag {
            return Err(texts::TAG_INVALID.with("max", MAX_TAG));
        }
        if !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    if raw.len() > MAX_TAGS {
        return Err(texts::TOO_MANY_TAGS.with("max", MAX_TAGS));
    }
    Ok(tags)
}

/// The hashes of images, each once.
///
/// # Errors
/// 400.
pub(crate) fn parse_images(raw: &[String]) -> Result<Vec<String>> {
    if raw.len() > MAX_IMAGES {
        return Err(texts::TOO_MANY_IMAGES.with("max", MAX_IMAGES));
    }
    let is_hash = |hash: &str| {
        hash.len() == 64 && hash.bytes().all(|c| c.is_ascii_digit() || (b'a'..=b'f').contains(&c))
    };
    let mut images: Vec<String> = Vec::new();
    for hash in raw {
        if !is_hash(hash) {
            return Err(texts::IMAGE_UNKNOWN.err());
        }
        if !images.contains(hash) {
            images.push(hash.clone());
        }
    }
    Ok(images)
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

/// Why somebody of the staff does something.
///
/// # Errors
/// 400.
pub(crate) fn parse_reason(raw: &str) -> Result<String> {
    let reason = raw.trim();
    if !reason.is_empty() && is_text(reason, MAX_REASON, char::is_control) {
        return Ok(reason.to_owned());
    }
    Err(texts::REASON_INVALID.with("max", MAX_REASON))
}

/// The number of a post or comment in a path.
///
/// # Errors
/// 404 for what is no number.
pub(crate) fn parse_id(raw: &str) -> Result<i64> {
    let is_number = !raw.is_empty() && raw.len() <= 18 && raw.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| raw.parse().ok()).flatten().ok_or_else(ApiError::not_found)
}

/// The beginning of a text, as lists show it, and whether there is more.
pub(crate) fn excerpt(content: &str) -> (String, bool) {
    match content.char_indices().nth(EXCERPT) {
        Some((end, _)) => (content[..end].to_owned(), true),
        None => (content.to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_post_whose_points_double_counts_as_half_a_day_newer() {
        let half_a_day = 12 * 3_600_000;
        assert_eq!(hot(1_000, 0, 0, 0), 1_000);
        assert_eq!(hot(1_000, 1, 0, 0), 1_000 + half_a_day);
        assert_eq!(hot(1_000, 1, 1, 0), 1_000 + 2 * half_a_day);
        assert_eq!(hot(1_000, 1, 0, 2), hot(1_000, 1, 3, 0));
        assert!(hot(0, i64::MAX, 0, 0) > 0);
    }

    #[test]
    fn tags_lose_their_sign_and_come_once() {
        let tags = |raw: &[&str]| parse_tags(&raw.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>());
        assert_eq!(tags(&["#食堂", "食堂", " 午饭 "]).unwrap(), ["食堂", "午饭"]);
        for bad in [
            &["#"][..],
            &[""],
            &["a,b"],
            &["一二三四五六七八九十一二三四五六七八九十一"],
            &["1", "2", "3", "4", "5", "6"],
        ] {
            assert!(tags(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn what_nobody_sees_is_blank_and_no_title_or_tag_turns_the_direction() {
        for blank in ["", " \n", "\u{200b}\u{2060}", "\u{3000}\u{feff} \u{3164}"] {
            assert_eq!(parse_content(blank, MAX_CONTENT).unwrap(), "", "{blank:?}");
        }
        assert_eq!(parse_title("\u{200b}\u{2060}").unwrap(), "");
        assert_eq!(
            parse_title(" 运动会 👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}").unwrap(),
            "运动会 👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}"
        );
        for turned in ["a\u{202e}b", "\u{200b}\u{202e}", "\u{2067}a"] {
            assert!(parse_title(turned).is_err(), "{turned:?}");
            assert!(parse_tags(&[turned.to_owned()]).is_err(), "{turned:?}");
        }
        assert!(parse_tags(&["\u{200b}".to_owned()]).is_err());
    }

    #[test]
    fn control_characters_and_long_texts_are_refused() {
        assert!(parse_content("a\u{0}b", MAX_CONTENT).is_err());
        assert!(parse_content(&"字".repeat(MAX_CONTENT + 1), MAX_CONTENT).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_kept_or_refused_without_harm(raw in "\\PC{0,400}") {
            if let Ok(kept) = parse_content(&raw, MAX_COMMENT) {
                prop_assert_eq!(parse_content(&kept, MAX_COMMENT).unwrap(), kept.clone());
                prop_assert!(kept.is_empty() || !is_blank(&kept));
                prop_assert!(excerpt(&kept).0.chars().count() <= EXCERPT);
            }
        }
    }
}
