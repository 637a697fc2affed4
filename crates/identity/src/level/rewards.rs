//! Which events earn experience, and for whom: each feature provides the rewards for its own events.

use kernel::events::Event;
use kernel::user::UserId;
use kernel::{App, feature};

use super::model::Action;

/// What an event of one feature earns; `None` for an event that earns nothing. A feature reads the
/// event with its own type and names the reward in `Feature::provides`.
#[derive(Clone, Copy, Debug)]
pub struct Reward(pub fn(&Event) -> Option<Earned>);

/// Experience that an event has earned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earned {
    /// When it happened, in milliseconds since the epoch.
    pub(super) at: i64,
    /// Who has earned it.
    pub(super) user: UserId,
    /// What the event counts as.
    pub(super) action: Action,
    /// What it is awarded for once.
    pub(super) reference: String,
}

impl Earned {
    /// Earned by whoever caused the event; `None` when nobody did.
    #[must_use]
    pub fn by_actor(event: &Event, action: Action) -> Option<Self> {
        let user = UserId::parse(&event.actor_id)?;
        Some(Self { at: event.ts, user, action, reference: event.seq.to_string() })
    }

    /// Earned by the owner of what the event is about, once for each subject and actor: whoever takes
    /// a like back and gives it again earns the owner nothing more. `None` when owner and actor are
    /// the same.
    #[must_use]
    pub fn by_owner(event: &Event, action: Action, owner: UserId) -> Option<Self> {
        let reference = format!("{}/{}", event.subject_id, event.actor_id);
        let is_of_another = owner.as_str() != event.actor_id;
        is_of_another.then_some(Self { at: event.ts, user: owner, action, reference })
    }
}

/// What an event has earned by the rewards of this portal; `None` when it earns nothing.
pub(super) fn earned(app: &App, event: &Event) -> Option<Earned> {
    feature::provided::<Reward>(&app.features).find_map(|reward| (reward.0)(event))
}
