//! Once a day officers are told how many questions of the last days had words of a category; and counts are forgotten
//! after a year.

use std::collections::BTreeMap;

use identity::admin::MANAGE_USERS;
use identity::user;
use jiff::ToSpan;
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, App, Result};

use super::category::Category;
use super::notifications::notify;
use crate::store::safety::{self as store, CountRow};

/// How long counts are kept, in days.
const KEPT: i32 = 366;
/// From this hour of the day on officers are told: a question of just before midnight is some hours old then.
const HOUR: i8 = 7;
/// What is older than this is not told any more, in days: the portal was off.
const TOLD: i32 = 7;

/// Forgets old counts, and tells the counts of days that are over, each once.
///
/// # Errors
/// When the database is away.
pub(crate) async fn tell_officers(app: &App) -> Result<()> {
    let now = app.clock.now().to_zoned((*app.timezone()).clone());
    let today = now.date();
    let before = |days: i32| today.checked_sub(days.days()).map_err(ApiError::internal);
    let (oldest, first) = (before(KEPT)?, before(TOLD)?);
    app.write(move |tx| Ok(store::forget_before(tx, oldest)?)).await?;
    let is_untold = app.db.read(move |read| Ok(!store::untold(read, first, today)?.is_empty())).await?;
    if now.hour() < HOUR || !is_untold {
        return Ok(());
    }
    let members = user::members(app).await?;
    app.write(move |tx| {
        tx.lock_log()?;
        for day in store::untold(tx, first, today)? {
            store::note_told(tx, &day)?;
            let rows = store::of_day(tx, &day)?;
            for (counts, told) in by_reader(&rows, members.all().iter().map(AsRef::as_ref)) {
                notify(tx, &day, &counts, told)?;
            }
        }
        Ok(())
    })
    .await
}

/// What is told to whom: to admins what all classes have, to the others what the own class has.
fn by_reader<'a>(
    rows: &[CountRow],
    members: impl Iterator<Item = &'a UserFacts>,
) -> Vec<(BTreeMap<Category, i64>, Vec<UserId>)> {
    let mut readers: BTreeMap<&str, Vec<UserId>> = BTreeMap::new();
    for facts in members.filter(|facts| facts.may(&MANAGE_USERS) && facts.ban.is_none()) {
        let class = if facts.tier() == Tier::Admin { "" } else { facts.user_id.class() };
        readers.entry(class).or_default().push(facts.user_id);
    }
    let counts_of = |class: &str| {
        let mut counts = BTreeMap::new();
        for row in rows.iter().filter(|row| class.is_empty() || row.class == class) {
            *counts.entry(row.category).or_default() += row.count;
        }
        counts
    };
    let told = readers.into_iter().map(|(class, users)| (counts_of(class), users));
    told.filter(|(counts, _)| !counts.is_empty()).collect()
}
