//! Awards experience for what the event log tells: a durable consumer, so that each event counts
//! exactly once.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use jiff::civil::Date;
use kernel::dates::day_of;
use kernel::events::{Consumer, Event};
use kernel::user::UserId;
use kernel::{App, AppTx, Result};

use super::award;
use super::model::{Action, ClaimOutcome};
use super::rewards::{Earned, earned};
use crate::user;

/// The consumer's name.
const LEVEL: &str = "level";

/// Awards what the log tells.
pub(super) static AWARDS: Consumer =
    Consumer { name: LEVEL, batch: 20, selects: is_rewarded, handle: award_all };

/// Awards everything that this node knows of. Whoever asks what they have is answered all the same when
/// that has to be tried again.
pub(crate) async fn catch_up(app: &App) {
    app.catch_up(LEVEL).await;
}

/// Who can earn no more by what on the newest day: a class that chats all day is not looked up for
/// each message.
#[derive(Default)]
pub(super) struct Spent(Mutex<SpentDay>);

#[derive(Default)]
struct SpentDay {
    day: Option<Date>,
    who: HashSet<(UserId, Action)>,
}

impl Spent {
    fn has(&self, day: Date, earned: &Earned) -> bool {
        let spent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        spent.day == Some(day) && spent.who.contains(&(earned.user, earned.action))
    }

    fn add(&self, day: Date, user: UserId, action: Action) {
        let mut spent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.day.is_none_or(|known| known < day) {
            *spent = SpentDay { day: Some(day), who: HashSet::new() };
        }
        if spent.day == Some(day) {
            spent.who.insert((user, action));
        }
    }
}

fn is_rewarded(app: &App, event: &Event) -> bool {
    earned(app, event)
        .is_some_and(|earned| !app.state::<Spent>().has(day_of(earned.at, &app.timezone()), &earned))
}

fn award_all(tx: &mut AppTx, events: &[Event]) -> Result<()> {
    let app = tx.app();
    for earned in events.iter().filter_map(|event| earned(app, event)) {
        // Whoever was erased meanwhile must not come back.
        if user::directory::member_of(tx, earned.user)?.is_none() {
            continue;
        }
        let day = day_of(earned.at, &app.timezone());
        if award::award_event(tx, &earned, day)? == ClaimOutcome::BeyondLimit {
            let app = app.clone();
            tx.on_commit(move || app.state::<Spent>().add(day, earned.user, earned.action));
        }
    }
    Ok(())
}
