//! What may be published, by whom and to whom, and where a poll stands; pure.

use kernel::events::Audience;
use kernel::user::{Tier, UserFacts};
use kernel::{ApiError, Feature, Result, feature, planned};
use serde_json::Value;

use super::texts;

/// Largest payload, in bytes of JSON.
pub(super) const MAX_PAYLOAD: usize = 16 * 1024;
/// Longest name of an event or an app.
const MAX_NAME: usize = 80;

fn is_name(raw: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:-".contains(&byte);
    (1..=MAX_NAME).contains(&raw.len()) && raw.bytes().all(allowed)
}

/// Whether only the server may announce something of this name, for clients find handlers by such names: a
/// frame that a feature registers, or whatever begins with `system.` or `system:`.
#[must_use]
pub fn is_reserved(features: &[Feature], name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    feature::frames(features).any(|frame| frame.name == lower)
        || planned::all(|planned| planned.frames).any(|frame| frame == lower)
        || lower.starts_with("system.")
        || lower.starts_with("system:")
}

/// An event's name, not one of the system's.
///
/// # Errors
/// 400, or 403 for a name of the system.
pub(super) fn parse_event(features: &[Feature], raw: &str) -> Result<String> {
    if !is_name(raw) {
        return Err(texts::EVENT_INVALID.err());
    }
    if is_reserved(features, raw) {
        return Err(texts::EVENT_RESERVED.err());
    }
    Ok(raw.to_owned())
}

/// The app that speaks; none and an empty one are the same.
///
/// # Errors
/// 400.
pub(super) fn parse_app(raw: Option<&str>) -> Result<Option<String>> {
    match raw {
        None | Some("") => Ok(None),
        Some(name) if is_name(name) => Ok(Some(name.to_owned())),
        Some(_) => Err(texts::APP_INVALID.err()),
    }
}

/// A payload as it is stored.
///
/// # Errors
/// 400.
pub(super) fn parse_payload(payload: &Value) -> Result<String> {
    let json = payload.to_string();
    if json.len() > MAX_PAYLOAD {
        return Err(texts::PAYLOAD_TOO_LARGE.with("max", MAX_PAYLOAD));
    }
    Ok(json)
}

/// Who shall see it: everyone unless told; `class` is one's own.
///
/// # Errors
/// 400, or 403 when that is not this member's to choose.
pub(super) fn parse_audience(raw: Option<&str>, sender: &UserFacts) -> Result<Audience> {
    let audience = match raw {
        None | Some("") => Some(Audience::All),
        Some("class") => Some(Audience::Class(sender.user_id.class().to_owned())),
        Some(raw) => Audience::parse(raw),
    };
    let audience = audience.ok_or_else(|| texts::AUDIENCE_INVALID.err())?;
    let may = may_publish(sender, &audience);
    if may { Ok(audience) } else { Err(texts::AUDIENCE_REFUSED.err()) }
}

/// Members speak to everyone, to their own class and to themselves; class admins also to whoever
/// has an office, and to each member of their class; admins to all.
fn may_publish(sender: &UserFacts, audience: &Audience) -> bool {
    let own = sender.user_id;
    let tier = sender.tier();
    match audience {
        _ if tier == Tier::Admin => true,
        Audience::All => true,
        Audience::Class(class) => class == own.class(),
        Audience::User(user) => *user == own || (tier == Tier::ClassAdmin && user.class() == own.class()),
        Audience::Admins | Audience::Officers => tier == Tier::ClassAdmin,
        // Groups and pairs speak in the chat.
        Audience::Group(_) | Audience::Pair(..) => false,
        // The staff speak in announcements and broadcasts.
        Audience::OfficersOf(_) | Audience::AdminsOf(_) | Audience::Any(_) | Audience::Except(..) => false,
    }
}

/// Where a poll stands: everything up to `seq` is known, and nothing of `ts` or before is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) seq: i64,
    pub(super) ts: i64,
}

impl Position {
    /// After a number alone.
    pub(super) fn after(seq: i64) -> Self {
        Self { seq, ts: i64::MIN }
    }
}

/// A cursor in an address: digits; empty is none.
///
/// # Errors
/// 400 naming the parameter.
pub(super) fn parse_cursor(name: &'static str, raw: Option<&str>) -> Result<Option<i64>> {
    match raw {
        None | Some("") => Ok(None),
        Some(raw) if raw.bytes().all(|byte| byte.is_ascii_digit()) => {
            raw.parse().map(Some).map_err(|_| ApiError::invalid(name))
        }
        Some(_) => Err(ApiError::invalid(name)),
    }
}

/// The process that gave a poll id, when it has the form of one: `<8 hex>-<32 hex>`.
pub(super) fn node_of(poll_id: &str) -> Option<&str> {
    let (node, rest) = poll_id.split_once('-')?;
    let is_hex =
        |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_hex(node, 8) && is_hex(rest, 32)).then_some(node)
}
