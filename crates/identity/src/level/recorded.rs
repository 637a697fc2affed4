//! What the server sees itself: which events earn experience, and for whom.
//!
//! A room that wants its doings to count appends events of these kinds; nothing else is needed.
//! The kinds of rooms that do not exist yet stand here already.

use kernel::events::Event;
use kernel::user::UserId;

use super::model::Action;

/// A kind of event that earns.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    /// `<stream>.<what>` of the event log.
    pub kind: &'static str,
    /// What it counts as.
    pub action: Action,
    /// Who earns it.
    pub earner: Earner,
}

/// Who earns by an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earner {
    /// Who caused it.
    Actor,
    /// The user ID in the event's field `data.owner_id`, once per subject and actor, and not when
    /// that is the actor: taking a like back and giving it again earns nothing, nor does one's own.
    Owner,
}

/// Every kind that earns.
pub const RECORDED: &[Recorded] = &[
    Recorded { kind: "chat.message_created", action: Action::SendMessage, earner: Earner::Actor },
    Recorded { kind: "community.post_created", action: Action::CreatePost, earner: Earner::Actor },
    Recorded { kind: "community.post_shared", action: Action::SharePost, earner: Earner::Actor },
    Recorded { kind: "community.comment_created", action: Action::AddComment, earner: Earner::Actor },
    Recorded { kind: "community.liked", action: Action::ReceiveLike, earner: Earner::Owner },
];

/// An event that earns, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Due {
    /// Position in the event log.
    pub(super) seq: i64,
    /// When it happened, in milliseconds since the epoch.
    pub(super) at: i64,
    pub(super) user: UserId,
    pub(super) action: Action,
    /// What it is paid for once.
    pub(super) reference: String,
}

/// `None` for an event that earns nothing.
pub(super) fn due(event: &Event) -> Option<Due> {
    let recorded = RECORDED.iter().find(|recorded| recorded.kind == event.kind)?;
    let (user, reference) = match recorded.earner {
        Earner::Actor => (UserId::parse(&event.actor_id)?, event.seq.to_string()),
        Earner::Owner => {
            let data: serde_json::Value = serde_json::from_str(&event.data).ok()?;
            let owner = UserId::parse(data["owner_id"].as_str()?)?;
            let of_another = owner.as_str() != event.actor_id;
            of_another.then(|| (owner, format!("{}/{}", event.subject_id, event.actor_id)))?
        }
    };
    Some(Due { seq: event.seq, at: event.ts, user, action: recorded.action, reference })
}
