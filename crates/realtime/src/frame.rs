//! One event as clients get it: built once, shared by every socket and poll of this node.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bytes::{BufMut, Bytes, BytesMut};
use kernel::apps::MutedFeatures;
use kernel::events::{self, Audience, ClientFrame, Event};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use serde_json::value::RawValue;

use super::model::Position;

/// What a client listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// What members publish and the server announces: `/api/realtime/poll` (`interface 4.6`).
    Realtime,
    /// All of that, chat, and what every other feature tells: the socket and `/api/chat/poll`.
    Chat,
}

/// Who sees a frame, settled when it is built.
#[derive(Clone, Debug)]
pub enum Recipients {
    /// Everyone.
    All,
    /// A class, by its two digits.
    Class(String),
    /// These, in order.
    Users(Arc<[UserId]>),
    /// Whom an office or several audiences name: asked of each member.
    Among(Audience),
}

impl Recipients {
    /// The members of an audience, as they are now.
    #[must_use]
    pub fn of(app: &App, audience: &Audience) -> Self {
        match audience {
            Audience::All => Self::All,
            Audience::Class(class) => Self::Class(class.clone()),
            Audience::User(user) => Self::users(vec![*user]),
            Audience::Pair(one, other) => Self::users(vec![*one, *other]),
            Audience::Group(group) => Self::users(app.groups.members(group)),
            several => Self::Among(app.groups.resolve(several.clone())),
        }
    }

    /// Whether this member is among them.
    #[must_use]
    pub fn include(&self, facts: &UserFacts) -> bool {
        match self {
            Self::All => true,
            Self::Class(class) => facts.user_id.class() == class,
            Self::Users(users) => users.binary_search(&facts.user_id).is_ok(),
            Self::Among(audience) => audience.includes(facts),
        }
    }

    /// These, in whichever order.
    #[must_use]
    pub fn users(mut users: Vec<UserId>) -> Self {
        users.sort_unstable();
        users.dedup();
        Self::Users(users.into())
    }
}

/// Who looks, and the features whose events are shown to nobody of some class at this moment.
pub(crate) type Viewer<'a> = (&'a UserFacts, &'a MutedFeatures);

/// One event as a client gets it.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) seq: i64,
    /// Milliseconds since the epoch.
    pub(crate) ts: i64,
    /// Who caused it; empty for the server's own.
    pub(super) sender: String,
    pub(crate) to: Recipients,
    /// Whether the poll of `interface 4.6` carries it.
    pub(super) is_polled: bool,
    /// The feature that wrote it, if that has apps.
    owner: Option<&'static str>,
    /// What was shown before of the same thing must not be shown again as it was.
    pub(super) retracts: Option<String>,
    /// A text frame of RFC 6455, unmasked: the same bytes for everyone.
    wire: Bytes,
    /// Where `"type":…}` begins in it.
    body: usize,
    /// As polls answer it, made when the first one does.
    polled: OnceLock<Box<RawValue>>,
}

impl Frame {
    /// Whether this caller sees it from there.
    pub(super) fn is_for(&self, channel: Channel, after: Position, viewer: Viewer<'_>) -> bool {
        self.seq > after.seq
            && self.ts > after.ts
            && (self.is_polled || channel == Channel::Chat)
            && self.is_seen_by(viewer)
    }

    /// Whether this caller sees it at all, now.
    pub(super) fn is_seen_by(&self, (facts, muted): Viewer<'_>) -> bool {
        let is_silent = |owner| muted.covers(owner, facts.user_id.class());
        self.to.include(facts) && !self.owner.is_some_and(is_silent)
    }

    /// The bytes for a socket.
    pub(crate) fn wire(&self) -> &Bytes {
        &self.wire
    }

    /// `{"ts":…,"seq":…,"event":{…}}`
    pub(crate) fn json(&self) -> &RawValue {
        self.polled.get_or_init(|| {
            let body = String::from_utf8_lossy(&self.wire[self.body..]);
            let json = format!("{{\"ts\":{},\"seq\":{},\"event\":{{{body}}}", self.ts, self.seq);
            // What was serialised a moment ago is JSON.
            RawValue::from_string(json).unwrap_or_default()
        })
    }

    fn new(app: &App, event: &Event, shown: ClientFrame, to: Recipients) -> Option<Self> {
        let body = shown.json.strip_prefix('{')?;
        let head = format!("{{\"seq\":{},", event.seq);
        let wire = text_frame(&[&head, body]);
        Some(Self {
            seq: event.seq,
            ts: event.ts,
            sender: event.actor_id.clone(),
            to,
            is_polled: event.polled,
            owner: app.apps.owner(&event.feature),
            retracts: shown.retracts.then(|| event.subject_id.clone()),
            body: wire.len() - body.len(),
            wire,
            polled: OnceLock::new(),
        })
    }
}

/// A text frame of RFC 6455 (section 5.2), whole and unmasked, as servers send them.
pub(crate) fn text_frame(parts: &[&str]) -> Bytes {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut frame = BytesMut::with_capacity(10 + length);
    frame.put_u8(0x81);
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short), _) if short < 126 => frame.put_u8(short),
        (_, Ok(medium)) => {
            frame.put_u8(126);
            frame.put_u16(medium);
        }
        _ => {
            frame.put_u8(127);
            frame.put_u64(length as u64);
        }
    }
    parts.iter().for_each(|part| frame.put_slice(part.as_bytes()));
    frame.freeze()
}

/// Builds the frames of some events, from rows as they are now; an event that nobody is shown has
/// none.
///
/// # Errors
/// When a feature cannot read its rows.
pub(super) async fn build(app: &App, events: &[Arc<Event>]) -> Result<Vec<Arc<Frame>>> {
    let mut by_seq: HashMap<i64, ClientFrame> =
        events::render(app, events).await?.into_iter().map(|shown| (shown.seq, shown)).collect();
    let mut groups = Groups { app, known: HashMap::new() };
    let frame = |event: &Arc<Event>| {
        let shown = by_seq.remove(&event.seq)?;
        let to = groups.recipients(&event.audience, &shown.extra_recipients)?;
        Frame::new(app, event, shown, to).map(Arc::new)
    };
    Ok(events.iter().filter_map(frame).collect())
}

/// The members of groups, each looked up once for a run of events.
struct Groups<'a> {
    app: &'a App,
    known: HashMap<String, Arc<[UserId]>>,
}

impl Groups<'_> {
    /// `None` is nobody.
    fn recipients(&mut self, audience: &str, also: &[UserId]) -> Option<Recipients> {
        let with = |users: &[UserId]| Recipients::users([users, also].concat());
        Some(match Audience::parse(audience)? {
            Audience::All => Recipients::All,
            Audience::Class(class) => Recipients::Class(class),
            Audience::User(user) => with(&[user]),
            Audience::Pair(one, other) => with(&[one, other]),
            Audience::Group(group) if also.is_empty() => Recipients::Users(self.members(group)),
            Audience::Group(group) => with(&self.members(group)),
            several => match each(&several) {
                Some(users) => with(&users),
                None => Recipients::Among(self.app.groups.resolve(several)),
            },
        })
    }

    fn members(&mut self, group: String) -> Arc<[UserId]> {
        if let Some(known) = self.known.get(&group) {
            return known.clone();
        }
        let mut members = self.app.groups.members(&group);
        members.sort_unstable();
        let members: Arc<[UserId]> = members.into();
        self.known.insert(group, members.clone());
        members
    }
}

/// The users of a union of nothing but users, as a reminder to some has: found by halving then, and
/// nobody else is woken.
fn each(audience: &Audience) -> Option<Vec<UserId>> {
    let Audience::Any(several) = audience else { return None };
    let user = |one: &Audience| match one {
        Audience::User(user) => Some(*user),
        _ => None,
    };
    several.iter().map(user).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_of_users_is_a_list_of_them_and_any_other_is_asked() {
        let each = |raw: &str| each(&Audience::parse(raw).unwrap()).map(|users| users.len());
        assert_eq!(each("user:240102|user:240101"), Some(2));
        for other in ["class:01|user:240101", "role:admin", "all"] {
            assert_eq!(each(other), None, "{other}");
        }
    }

    #[test]
    fn a_text_frame_has_the_shortest_length_that_fits() {
        assert_eq!(text_frame(&["{\"a\"", ":1}"])[..2], [0x81, 7]);
        assert_eq!(text_frame(&[&"x".repeat(125)])[..2], [0x81, 125]);
        assert_eq!(text_frame(&[&"x".repeat(126)])[..4], [0x81, 126, 0, 126]);
        assert_eq!(text_frame(&[&"x".repeat(65_535)])[..4], [0x81, 126, 0xff, 0xff]);
        assert_eq!(text_frame(&[&"x".repeat(65_536)])[..10], [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
    }
}
