//! What follows when the school days of a class, or its rosters, are other than they were: the turn of today goes or comes
//! with the school day, and a swap whose turns were moved to other days does not hold any more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use jiff::civil::Date;
use kernel::events::{Event, FeatureEvent as _};
use kernel::{App, AppTx, Result};
use timetable::TimetableEvent;
use timetable::calendar::school_days;

use super::board::Board;
use super::events::{DutyEvent, emit_changed};
use super::store::changes::{self, Change};
use super::store::swaps::{self, DutySwapState};
use super::store::{rosters, turns};
use super::{keeper, notifications};
use crate::access::plus;

/// What has changed since the task looked last.
pub(super) struct Changes {
    noted: Mutex<Noted>,
    /// Held while the task looks: whoever looks next finds everything done that was noted before. It has what the days
    /// were by class.
    looking: tokio::sync::Mutex<BTreeMap<String, DayBefore>>,
}

struct Noted {
    /// The school days of all classes. What changed while nothing ran is not known, so all are looked at after the start.
    all_days: bool,
    /// Classes whose school days have changed.
    days: BTreeSet<String>,
    /// Classes whose duty has changed.
    duty: BTreeSet<String>,
}

/// A day, and whether it was a school day.
type DayBefore = (Date, bool);

impl Default for Changes {
    fn default() -> Self {
        let noted = Noted { all_days: true, days: BTreeSet::new(), duty: BTreeSet::new() };
        Self { noted: Mutex::new(noted), looking: tokio::sync::Mutex::default() }
    }
}

impl Changes {
    fn note(&self, change: impl FnOnce(&mut Noted)) {
        change(&mut self.noted.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn take(&self) -> Noted {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing = Noted { all_days: false, days: BTreeSet::new(), duty: BTreeSet::new() };
        std::mem::replace(&mut noted, nothing)
    }
}

/// Notes whose days or duty have changed.
pub(super) fn follow(app: &App, event: &Event) {
    let changes = app.state::<Changes>();
    match TimetableEvent::read(event) {
        Some(TimetableEvent::Changed { class: Some(class) }) => changes.note(|noted| {
            noted.days.insert(class);
        }),
        Some(TimetableEvent::PublicDaysChanged { .. }) => changes.note(|noted| noted.all_days = true),
        Some(TimetableEvent::Changed { class: None }) | None => {}
    }
    if let Some(DutyEvent::Changed { class }) = DutyEvent::read(event) {
        changes.note(|noted| {
            noted.duty.insert(class);
        });
    }
}

/// Does what follows from all that has changed.
///
/// # Errors
/// When the database is away; all of it is done later then.
pub(super) async fn follow_up(app: &App, today: Date) -> Result<()> {
    let changes = app.state::<Changes>();
    let mut days_before = changes.looking.lock().await;
    let noted = changes.take();
    if !noted.all_days && noted.days.is_empty() && noted.duty.is_empty() {
        return Ok(());
    }
    let again = |noted: Noted| {
        changes.note(|now| {
            now.all_days |= noted.all_days;
            now.days.extend(noted.days);
            now.duty.extend(noted.duty);
        });
    };
    let classes = match app.db.read(|read| Ok(rosters::classes(read)?)).await {
        Ok(classes) => classes,
        Err(error) => {
            again(noted);
            return Err(error);
        }
    };
    for class in classes {
        let days_changed = noted.all_days || noted.days.contains(&class);
        if !days_changed && !noted.duty.contains(&class) {
            continue;
        }
        let before = days_before.get(&class).copied();
        match of_class(app, &class, today, days_changed, before).await {
            Ok(is_school_day) => drop(days_before.insert(class, (today, is_school_day))),
            Err(error) if error.is_unavailable() => {
                again(noted);
                return Err(error);
            }
            Err(error) => {
                tracing::error!(%class, %error, cause = error.cause(), "duty of a class not kept, will retry");
                changes.note(|now| {
                    now.days.insert(class);
                });
            }
        }
    }
    Ok(())
}

/// Answers whether the class has school today. Most changes have no consequence, so a read looks whether there is one.
async fn of_class(
    app: &App,
    class: &str,
    today: Date,
    days_changed: bool,
    before: Option<DayBefore>,
) -> Result<bool> {
    let of_class = class.to_owned();
    let (is_school_day, has_swaps) = app
        .db
        .read(move |read| {
            let is_school_day = school_days(read, &of_class)?.contains(today);
            Ok((is_school_day, !swaps::accepted(read, &of_class, today)?.is_empty()))
        })
        .await?;
    // Only a school day that was none before brings a turn: a roster that changes holds from the next day on.
    let is_new = days_changed && is_school_day && before == Some((today, false));
    let is_off = days_changed && !is_school_day;
    if is_new || is_off || has_swaps {
        let class = class.to_owned();
        app.write(move |tx| {
            tx.lock_log()?;
            if is_new || is_off {
                settle_today_again(tx, &class, today)?;
            }
            end_moved_swaps(tx, &class, today)
        })
        .await?;
    }
    Ok(is_school_day)
}

/// The turn of today that nobody has ticked goes when the class has no school today after all, and comes when it has. A
/// group whose turn went has the next one.
fn settle_today_again(tx: &mut AppTx, class: &str, today: Date) -> Result<()> {
    let is_school_day = school_days(tx, class)?.contains(today);
    let mut went = false;
    for roster in rosters::list(tx, class)?.iter().filter(|roster| roster.settled_until == today) {
        match turns::find(tx, &roster.id, today)? {
            Some(turn) if is_school_day || turn.is_touched() => continue,
            Some(_) => {
                turns::remove(tx, &roster.id, today)?;
                notifications::take_back(tx, &roster.id, today)?;
                went = true;
            }
            None => {}
        }
        rosters::settle(tx, &roster.id, plus(today, -1))?;
    }
    keeper::settle(tx, class, today)?;
    if went { emit_changed(tx, class, None) } else { Ok(()) }
}

/// A stand-in belongs to a day. When the turn whose place was swapped is on another day now, neither of the two stands in
/// any more, and both are told.
fn end_moved_swaps(tx: &mut AppTx, class: &str, today: Date) -> Result<()> {
    let accepted = swaps::accepted(tx, class, today)?;
    let Some(until) = accepted.iter().map(swaps::Swap::last_day).max() else { return Ok(()) };
    let live: BTreeSet<String> = rosters::list(tx, class)?.into_iter().map(|roster| roster.id).collect();
    let board = Board::load(tx, class, today, today, until)?;
    let changed = changes::on_days(tx, class, today, until)?;
    let is_moved = |change: &Change| {
        let has_place = |slot| {
            let turn = board.turn(&change.roster_id, change.date);
            turn.is_some_and(|turn| turn.places.iter().any(|place| place.slot == slot))
        };
        change.slot().is_some_and(|slot| !has_place(slot))
    };
    let mut has_ended = false;
    // A deleted roster may be restored, and its swaps with it.
    for swap in accepted.iter().filter(|swap| live.contains(&swap.roster_id)) {
        let halves: Vec<&Change> = changed.iter().filter(|change| swap.has_made(change)).collect();
        if !halves.iter().any(|half| is_moved(half)) {
            continue;
        }
        // What one of them does today stays theirs.
        for half in halves.iter().filter(|half| half.date > today || is_moved(half)) {
            changes::remove(tx, &half.id)?;
        }
        let now = tx.now();
        swaps::end_accepted(tx, &swap.id, now)?;
        for member in [swap.asker, swap.asked] {
            notifications::tell_of_swap(tx, swap, DutySwapState::Void, None, member)?;
        }
        has_ended = true;
    }
    if has_ended { emit_changed(tx, class, None) } else { Ok(()) }
}
