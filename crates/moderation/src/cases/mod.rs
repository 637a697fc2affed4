//! Cases: what members report, what moderators decide, and what authors say against it.
//!
//! A content has at most one open case, which everybody's reports of it join. A decision settles the case; a report
//! that comes later opens another one, unless the same member repeats what was decided on.

pub(crate) mod appeal;
pub(crate) mod decide;
pub(crate) mod files;
pub(crate) mod held;
pub(crate) mod report;
pub(crate) mod retention;
pub(crate) mod view;

use identity::admin::MANAGE_POSTS;
use identity::user::Members;
use kernel::db::Read;
use kernel::events::{Audience, NewEvent};
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, AppTx, Result};

use crate::content::rank;
use crate::events::ModerationEvent;
use crate::store::cases::{self, CaseRow};

/// Whether a member moderates what somebody of a class has written: with the right to manage posts, in that class, and
/// not below its author. Of an anonymous author the rank does not count, for it would tell who it is not.
#[must_use]
pub fn may_moderate(facts: &UserFacts, class: &str, author_tier: i64, anonymous: bool) -> bool {
    let in_scope = facts.tier() == Tier::Admin || facts.user_id.class() == class;
    facts.may(&MANAGE_POSTS) && in_scope && (anonymous || rank(facts) >= author_tier)
}

/// Whether a member decides on a case: what they moderate, but for their own content.
pub(crate) fn moderates(facts: &UserFacts, case: &CaseRow) -> bool {
    let CaseRow { class, author_tier, anonymous, author_id, .. } = case;
    may_moderate(facts, class, *author_tier, *anonymous) && *author_id != facts.user_id.as_str()
}

/// Who decides on a case.
fn moderators(everyone: &Members, case: &CaseRow) -> Vec<UserId> {
    let all = everyone.all().iter().filter(|facts| moderates(facts, case));
    all.map(|facts| facts.user_id).collect()
}

/// A case that a moderator decides on.
///
/// # Errors
/// 404 for another's.
fn find(read: &mut Read, moderator: &UserFacts, id: &str) -> Result<CaseRow> {
    cases::find(read, id)?.filter(|case| moderates(moderator, case)).ok_or_else(ApiError::not_found)
}

/// Tells moderators what happened to a case. Told one by one, since no other audience leaves out the author, who may
/// moderate too. Whoever has reported is not named: a moderator may be their friend.
fn append(
    tx: &mut AppTx,
    case: &CaseRow,
    change: &str,
    by: Option<UserId>,
    moderators: &[UserId],
) -> Result<i64> {
    let audience = Audience::Any(moderators.iter().copied().map(Audience::User).collect());
    let changed = ModerationEvent::CaseChanged { change: change.to_owned() };
    Ok(tx.emit(NewEvent::new(&changed, audience).by(by).about(&case.id))?)
}
