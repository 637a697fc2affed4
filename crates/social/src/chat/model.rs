//! What rooms and messages are, and the rules that need no database; pure.

use kernel::Result;
use kernel::events::Audience;
use kernel::random::parse_id;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::texts;

/// Longest text, in characters.
pub(super) const MAX_TEXT: usize = 4_000;
/// Longest forwarded content, in bytes of JSON.
pub(super) const MAX_FORWARD: usize = 32 * 1024;
/// How long one may take back a message of one's own, in milliseconds.
pub(super) const RECALL_WINDOW: u64 = 2 * 60_000;
/// How long one may correct it.
pub(super) const EDIT_WINDOW: u64 = 15 * 60_000;
/// Pinned messages of a room.
pub(super) const MAX_PINS: i64 = 20;
/// Members of a group.
pub(super) const MAX_MEMBERS: i64 = 500;
/// Groups one member may own.
pub(super) const MAX_OWNED: i64 = 50;
/// What can be said by one touch.
pub(super) const EMOJIS: [&str; 6] = ["👍", "❤️", "😂", "😮", "😢", "😡"];
/// Longest name of a group, in characters.
const MAX_NAME: usize = 30;
/// Longest announcement of a group.
const MAX_ANNOUNCEMENT: usize = 500;

/// Where something is said.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RoomId {
    /// Everyone.
    Public,
    /// A class, by its two digits.
    Class(String),
    /// A group, by its UUID.
    Group(String),
    /// Two members, the lower ID first.
    Private(UserId, UserId),
}

impl RoomId {
    /// `public`, `class_CC`, `group_UUID` or `private:ID:ID`; anything else is no room.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        if raw == "public" {
            return Some(Self::Public);
        }
        if let Some(class) = raw.strip_prefix("class_") {
            let digits = class.len() == 2 && class.bytes().all(|digit| digit.is_ascii_digit());
            return (digits && class != "00").then(|| Self::Class(class.to_owned()));
        }
        if let Some(id) = raw.strip_prefix("group_") {
            return parse_id(id).filter(|known| known == id).map(Self::Group);
        }
        let (one, other) = raw.strip_prefix("private:")?.split_once(':')?;
        let (one, other) = (UserId::parse(one)?, UserId::parse(other)?);
        (one < other).then_some(Self::Private(one, other))
    }

    /// The room of two members.
    ///
    /// # Errors
    /// 400 for one member alone.
    pub fn between(one: UserId, other: UserId) -> Result<Self> {
        if one == other {
            return Err(texts::WITH_ONESELF.err());
        }
        Ok(Self::Private(one.min(other), one.max(other)))
    }

    /// The class room of a member; admins without a class and the developer have none.
    pub(crate) fn class_of(user: UserId) -> Option<Self> {
        let none = user.is_developer() || user.class() == "00";
        (!none).then(|| Self::Class(user.class().to_owned()))
    }

    /// `public`, `class`, `group` or `private`.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Class(_) => "class",
            Self::Group(_) => "group",
            Self::Private(..) => "private",
        }
    }

    /// Who hears what happens there.
    pub(crate) fn audience(&self) -> Audience {
        match self {
            Self::Public => Audience::All,
            Self::Class(class) => Audience::Class(class.clone()),
            Self::Group(id) => Audience::Group(id.clone()),
            Self::Private(one, other) => Audience::Pair(*one, *other),
        }
    }

    /// The other one of a pair.
    pub(crate) fn other(&self, user: UserId) -> Option<UserId> {
        match self {
            Self::Private(one, other) if *one == user => Some(*other),
            Self::Private(one, other) if *other == user => Some(*one),
            _ => None,
        }
    }

    /// Whether someone belongs there by the ID alone; `None` where the members are listed.
    pub(crate) fn has(&self, user: UserId) -> Option<bool> {
        match self {
            Self::Public => Some(true),
            Self::Class(_) => Some(Self::class_of(user).as_ref() == Some(self)),
            Self::Group(_) => None,
            Self::Private(..) => Some(self.other(user).is_some()),
        }
    }
}

impl std::fmt::Display for RoomId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Public => f.write_str("public"),
            Self::Class(class) => write!(f, "class_{class}"),
            Self::Group(id) => write!(f, "group_{id}"),
            Self::Private(one, other) => write!(f, "private:{one}:{other}"),
        }
    }
}

/// What a message is. The wire and the table spell it as the variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Kind {
    /// Words; what is not known is this.
    #[default]
    Text,
    /// An emoji or a sticker's name.
    Emoji,
    /// An uploaded image.
    Image,
    /// Another uploaded file.
    File,
    /// Uploaded sound.
    Audio,
    /// An uploaded film.
    Video,
    /// A post of the community, as JSON.
    CommunityForward,
    /// A playlist, as JSON.
    MusicPlaylist,
    /// An answer of the AI, as JSON.
    AiForward,
    /// Several of them.
    AiBatch,
    /// An invitation to a game.
    GomokuInvite,
}

impl Kind {
    /// Whether the content is JSON.
    pub(super) fn is_json(self) -> bool {
        matches!(self, Self::CommunityForward | Self::MusicPlaylist | Self::AiForward | Self::AiBatch)
    }

    /// Whether the content must name an uploaded file.
    pub(crate) fn needs_file(self) -> bool {
        matches!(self, Self::Image | Self::File | Self::Audio | Self::Video)
    }

    /// The words of a message that people read: what was said, or what the file was called.
    pub(super) fn words(self, content: &str, file_name: &str) -> String {
        if self.needs_file() {
            return file_name.to_owned();
        }
        if !self.is_json() {
            return content.to_owned();
        }
        let mut value = serde_json::from_str(content).unwrap_or_default();
        let lines: Vec<&str> = texts_within(&mut value).into_iter().map(|text| text.as_str()).collect();
        lines.join("\n")
    }
}

/// The texts within a JSON value that people read.
pub(super) fn texts_within(value: &mut Value) -> Vec<&mut String> {
    match value {
        Value::String(text) if is_reference(text) => Vec::new(),
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter_mut().flat_map(texts_within).collect(),
        Value::Object(fields) => fields.values_mut().flat_map(texts_within).collect(),
        _ => Vec::new(),
    }
}

/// Whether a text is an id or the address of a file, which nobody reads.
fn is_reference(text: &str) -> bool {
    let file = text.strip_prefix("/api/cloud/files/").unwrap_or(text);
    let (hash, ending) = file.split_once('.').unwrap_or((file, ""));
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_ending = ending.len() <= 5 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    parse_id(text).is_some() || (is_hash && is_ending)
}

/// What a message of this kind may say; line breaks are kept.
///
/// # Errors
/// 400.
pub(super) fn parse_content(kind: Kind, raw: &str) -> Result<String> {
    if kind.is_json() {
        if raw.len() > MAX_FORWARD {
            return Err(texts::FORWARD_TOO_LARGE.with("max", MAX_FORWARD));
        }
        let is_json =
            serde_json::from_str::<Value>(raw).is_ok_and(|value| value.is_object() || value.is_array());
        return if is_json { Ok(raw.to_owned()) } else { Err(texts::FORWARD_INVALID.err()) };
    }
    let content = raw.replace("\r\n", "\n");
    let content = content.trim_end();
    let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if content.trim().is_empty() || content.chars().count() > MAX_TEXT || content.chars().any(forbidden) {
        return Err(texts::CONTENT_INVALID.with("max", MAX_TEXT));
    }
    if kind.needs_file() && file_hashes(content).is_empty() {
        return Err(texts::FILE_MISSING.err());
    }
    Ok(content.to_owned())
}

/// The uploaded files that a content names: `/api/cloud/files/<sha256>`.
pub(super) fn file_hashes(content: &str) -> Vec<&str> {
    let mut hashes: Vec<&str> = Vec::new();
    for (_, rest) in
        content.match_indices("/api/cloud/files/").map(|(at, path)| (at, &content[at + path.len()..]))
    {
        let digits = rest.bytes().take_while(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')).count();
        if digits == 64 && !hashes.contains(&&rest[..64]) {
            hashes.push(&rest[..64]);
        }
    }
    hashes.truncate(9);
    hashes
}

/// One of the six, with or without the selector that makes it colourful.
pub(super) fn parse_emoji(raw: &str) -> Option<&'static str> {
    let plain = |emoji: &str| emoji.replace('\u{fe0f}', "");
    EMOJIS.into_iter().find(|emoji| plain(emoji) == plain(raw))
}

/// Whether something of that time may still be changed. A time from the future means that the
/// clock was set back, and must not open the window anew.
pub(super) fn is_within(window: u64, then: i64, now: i64) -> bool {
    now.abs_diff(then) <= window
}

/// 1–30 characters, no control characters.
///
/// # Errors
/// 400.
pub(super) fn parse_name(raw: &str) -> Result<String> {
    let name = raw.trim();
    if !(1..=MAX_NAME).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        return Err(texts::NAME_INVALID.err());
    }
    Ok(name.to_owned())
}

fn parse_lines(raw: &str, max: usize, refusal: &'static kernel::texts::Refusal) -> Result<String> {
    let lines = raw.trim();
    let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t' && c != '\r';
    if lines.chars().count() > max || lines.chars().any(forbidden) {
        return Err(refusal.err());
    }
    Ok(lines.to_owned())
}

/// At most 500 characters; empty takes it down.
///
/// # Errors
/// 400.
pub(super) fn parse_announcement(raw: &str) -> Result<String> {
    parse_lines(raw, MAX_ANNOUNCEMENT, &texts::ANNOUNCEMENT_INVALID)
}

/// `HH:MM`; empty is none.
///
/// # Errors
/// 400.
pub(super) fn parse_hour(raw: Option<&str>) -> Result<Option<String>> {
    let Some(raw) = raw.filter(|raw| !raw.is_empty()) else { return Ok(None) };
    let valid = raw.split_once(':').is_some_and(|(hour, minute)| {
        let number = |text: &str, below: u8| {
            text.len() == 2
                && text.bytes().all(|b| b.is_ascii_digit())
                && text.parse::<u8>().is_ok_and(|n| n < below)
        };
        number(hour, 24) && number(minute, 60)
    });
    if valid { Ok(Some(raw.to_owned())) } else { Err(texts::HOUR_INVALID.err()) }
}

/// Who removed another's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChatRemovedBy)]
pub(super) enum RemovedBy {
    /// A moderator.
    Moderator,
    /// The owner of the group.
    Owner,
}

/// What someone says of being there; the more withdrawn, the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(super) enum Status {
    #[default]
    Online,
    Away,
    Busy,
    /// Not there, or unseen.
    Offline,
}
