//! Reminders of countdowns: at seven in the morning of their day, once for each occurrence and reminder.
//!
//! What fell due while nothing ran is told later on the same day, and no more after it.

use std::time::Duration;

use identity::user::members;
use jiff::civil::Date;
use kernel::dates::moment_of;
use kernel::events::NewEvent;
use kernel::tasks::Stop;
use kernel::user::UserId;
use kernel::{App, AppTx, Result};

use super::access::Owner;
use super::events::CountdownEvent;
use super::notifications;
use super::store::{self, Item};

/// How exactly the hour is kept.
const TICK: Duration = Duration::from_secs(30);
/// The hour in the portal's time zone.
const HOUR: i8 = 7;
/// Rows read at once, and told of in one transaction.
const PAGE: i64 = 100;

/// Starts the task.
pub(super) fn start(app: App) {
    let keeper = app.clone();
    app.tasks.spawn("countdown-reminders", |stop| keep(keeper, stop));
}

async fn keep(app: App, mut stop: Stop) {
    let mut told = None;
    loop {
        let today = app.today();
        if told != Some(today) {
            match tell(&app, today).await {
                Ok(true) => told = Some(today),
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "reminders of countdowns not told, will retry"),
            }
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Tells all reminders of today; false before their hour. Every node looks; the transaction decides who tells.
pub(super) async fn tell(app: &App, today: Date) -> Result<bool> {
    let hour = moment_of(today.at(HOUR, 0, 0, 0), &app.timezone());
    if app.clock.now_ms() < hour {
        return Ok(false);
    }
    let mut after = String::new();
    loop {
        let from = after.clone();
        let page = app.db.read(move |read| Ok(store::not_reminded(read, today, &from, PAGE)?)).await?;
        let Some(last) = page.last() else { return Ok(true) };
        after.clone_from(&last.id);
        let due: Vec<_> =
            page.into_iter().filter(|item| is_due(item, today, hour)).map(|item| item.id).collect();
        if !due.is_empty() {
            let members = members(app).await?;
            let of_class = move |class: &str| members.of_class(class).collect::<Vec<UserId>>();
            app.write(move |tx| due.iter().try_for_each(|id| remind(tx, id, today, hour, &of_class))).await?;
        }
    }
}

/// What was made or changed after the hour begins with the next day.
fn is_due(item: &Item, today: Date, hour: i64) -> bool {
    item.reminders_since < hour && !item.reminders.due(item.repeat_type, item.target_date, today).is_empty()
}

/// Tells the reminders of one as it is now, unless that was done.
fn remind(
    tx: &mut AppTx,
    id: &str,
    today: Date,
    hour: i64,
    of_class: &impl Fn(&str) -> Vec<UserId>,
) -> Result<()> {
    tx.lock_log()?;
    let Some(item) = store::find(tx, id)?.filter(|item| is_due(item, today, hour)) else { return Ok(()) };
    if !store::set_reminded(tx, id, today)? {
        return Ok(());
    }
    for day in item.reminders.due(item.repeat_type, item.target_date, today) {
        let told = CountdownEvent::Reminded { date: day.to_string() };
        let seq = tx.emit(NewEvent::new(&told, item.owner.audience()).about(id))?;
        let whom = match &item.owner {
            // Where the app is off, its notifications are off.
            Owner::Class(class) if !tx.app().apps.is_enabled("countdown", class) => Vec::new(),
            Owner::Class(class) => of_class(class),
            Owner::User(user) => vec![*user],
        };
        notifications::notify(tx, id, day, seq, whom)?;
    }
    Ok(())
}
