//! Awards: how experience comes to a member, inside the transaction that pays it.
//!
//! Each function takes the event log's counter first: what it counts afterwards cannot change
//! until the commit, on any node.

use jiff::civil::Date;
use kernel::AppTx;
use kernel::db::{DbResult, Tx};
use kernel::events::{Audience, NewEvent};
use kernel::texts::Text;
use kernel::user::UserId;

use super::events::LevelEvent;
use super::model::{self, Action, ClaimOutcome, Source};
use super::rewards::Earned;
use super::store::{self, NewEntry};
use super::texts;

/// What an award changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Award {
    pub(super) gained: i64,
    /// All experience afterwards.
    pub(super) exp: i64,
}

impl Award {
    pub(super) fn level(self) -> usize {
        model::level_of(self.exp)
    }

    pub(super) fn previous_level(self) -> usize {
        model::level_of(self.exp - self.gained)
    }

    pub(super) fn leveled_up(self) -> bool {
        self.level() > self.previous_level()
    }
}

/// Signs in for today; `None` when that is done already.
pub(super) fn sign_in(tx: &mut AppTx, user: UserId, today: Date) -> DbResult<Option<Award>> {
    tx.lock_log()?;
    let before = store::level_state(tx, user)?;
    let Some(streak) = model::next_streak(before.last_day(), before.streak, today) else { return Ok(None) };
    let (now, day) = (tx.now(), today.to_string());
    let new = NewEntry {
        user,
        action: Action::DailyLogin,
        source: Source::SignIn,
        reference: Some(&day),
        day: today,
        created_at: now,
    };
    let gained = Action::DailyLogin.exp() + model::streak_bonus(streak);
    // The log knows each day, even when the clock was wrong by a year and is right again.
    if !store::remember(tx, new, gained)? {
        return Ok(None);
    }
    let award = credit(tx, user, Action::DailyLogin, gained)?;
    store::sign_in(tx, user, today, now, streak, streak.max(before.max_streak))?;
    Ok(Some(award))
}

/// A client says that something happened. The text says why that earned nothing.
pub(super) fn claim(
    tx: &mut AppTx,
    user: UserId,
    action: Action,
    reference: Option<&str>,
    today: Date,
) -> DbResult<(Award, Option<&'static Text>)> {
    tx.lock_log()?;
    let now = tx.now();
    let refused = match reference {
        Some(reference) if store::is_known(tx, user, action, Source::Claim, reference)? => {
            Some(&texts::REPEATED)
        }
        Some(_) => None,
        None => store::last_bare_claim(tx, user, action)?
            .is_some_and(|last| model::is_too_soon(last, now))
            .then_some(&texts::TOO_SOON),
    };
    if refused.is_some() {
        return Ok((nothing(tx, user)?, refused));
    }
    let new = NewEntry { user, action, source: Source::Claim, reference, day: today, created_at: now };
    let (outcome, award) = judge(tx, new)?;
    let why = match outcome {
        ClaimOutcome::Earns if award.gained == 0 => Some(&texts::CAP_REACHED),
        ClaimOutcome::Earns => None,
        ClaimOutcome::Known => Some(&texts::RECORDED),
        ClaimOutcome::BeyondLimit => Some(&texts::LIMIT_REACHED),
    };
    Ok((award, why))
}

/// The event log tells of something; what it is worth tells whether more of it can earn today.
pub(super) fn award_event(tx: &mut AppTx, earned: &Earned, day: Date) -> DbResult<ClaimOutcome> {
    let Earned { at, user, action, reference } = earned;
    if store::is_known(tx, *user, *action, Source::Event, reference)? {
        return Ok(ClaimOutcome::Known);
    }
    let reference = Some(reference.as_str());
    let new =
        NewEntry { user: *user, action: *action, source: Source::Event, reference, day, created_at: *at };
    Ok(judge(tx, new)?.0)
}

/// Counts something new, and pays it when it is worth that.
fn judge(tx: &mut AppTx, new: NewEntry) -> DbResult<(ClaimOutcome, Award)> {
    let NewEntry { user, action, source, day, .. } = new;
    let outcome = store::tally(tx, user, day, action)?.judge(source, action.daily_limit());
    let gained = match outcome {
        ClaimOutcome::Earns => model::trimmed(action.exp(), store::earned(tx, user, day)?),
        ClaimOutcome::Known | ClaimOutcome::BeyondLimit => 0,
    };
    if outcome != ClaimOutcome::BeyondLimit {
        store::remember(tx, new, gained)?;
    }
    let award = if gained > 0 { credit(tx, user, action, gained)? } else { nothing(tx, user)? };
    Ok((outcome, award))
}

fn nothing(tx: &mut Tx, user: UserId) -> DbResult<Award> {
    Ok(Award { gained: 0, exp: store::level_state(tx, user)?.exp })
}

fn credit(tx: &mut AppTx, user: UserId, action: Action, gained: i64) -> DbResult<Award> {
    let award = Award { gained, exp: store::add(tx, user, gained)? };
    let changed = LevelEvent::ExpChanged {
        action: <&str>::from(action).to_owned(),
        exp_gained: gained,
        exp: award.exp,
        level: award.level(),
        previous_level: award.previous_level(),
        leveled_up: award.leveled_up(),
    };
    tx.emit(NewEvent::new(&changed, Audience::User(user)).about(user.as_str()))?;
    Ok(award)
}
