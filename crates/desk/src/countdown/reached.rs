//! The days of countdowns that have come: once for each occurrence, at the start of the day in the portal's time zone. Days
//! on which no server ran are told to nobody.

use std::time::Duration;

use identity::api_scopes;
use integrations::{Listener, MemberCache, Outbound, OutboundEvent};
use jiff::civil::Date;
use kernel::dates::begin_of;
use kernel::db::Read;
use kernel::events::{Event, FeatureEvent as _, NewEvent};
use kernel::tasks::Stop;
use kernel::{App, AppTx, Result};
use serde_json::json;

use super::access::Owner;
use super::events::CountdownEvent;
use super::store::{self, Item};
use super::texts;

/// How exactly the start of a day is kept.
const TICK: Duration = Duration::from_secs(30);
/// Rows read at once, and events written in one transaction.
const PAGE: i64 = 200;

/// `countdown.reached`: the day of a countdown that the integration's owner sees has come, of their own or of the class.
pub(super) static COUNTDOWN_REACHED: OutboundEvent = OutboundEvent {
    name: "countdown.reached",
    scope: api_scopes::COUNTDOWN_READ,
    about: &texts::COUNTDOWN_REACHED,
    selects: |event| matches!(CountdownEvent::read(event), Some(CountdownEvent::Reached { .. })),
    read,
};

fn read(tx: &mut AppTx, _: &mut MemberCache, event: &Event) -> Result<Option<Outbound>> {
    let Some(CountdownEvent::Reached { date }) = CountdownEvent::read(event) else { return Ok(None) };
    let Some(item) = store::find(tx, &event.subject_id)? else { return Ok(None) };
    let data = json!({
        "id": item.id, "class": item.owner.class(), "title": item.title, "note": item.note, "date": date,
        "target_date": item.target_date.to_string(), "repeat_type": item.repeat_type, "category": item.category,
    });
    let about = match &item.owner {
        Owner::Class(_) => item.created_by,
        Owner::User(user) => user.to_string(),
    };
    let owner = item.owner;
    let may_hear = move |_: &mut AppTx, to: &Listener| Ok(owner.is_seen_by(&to.owner));
    Ok(Some(Outbound { data, may_hear: Box::new(may_hear), about, cause: None }))
}

/// Starts the task. What fell due today while nothing ran is told at the first look.
pub(super) fn start(app: App) {
    let keeper = app.clone();
    app.tasks.spawn("countdown-days", |stop| keep(keeper, stop));
}

async fn keep(app: App, mut stop: Stop) {
    let mut told = None;
    loop {
        let today = app.today();
        if told != Some(today) {
            match tell(&app, today).await {
                Ok(()) => told = Some(today),
                Err(error) => tracing::warn!(%error, "countdowns that have come not told, will retry"),
            }
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Tells of all that have come today. Every node looks; the transaction decides who tells.
pub(super) async fn tell(app: &App, today: Date) -> Result<()> {
    let zone = app.timezone();
    let start = begin_of(today, &zone);
    let mut after = String::new();
    loop {
        let from = after.clone();
        let page = app.db.read(move |read| page(read, today, &from)).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after.clone_from(&last.id);
        let due: Vec<String> =
            page.into_iter().filter(|item| has_come(item, today, start)).map(|item| item.id).collect();
        if !due.is_empty() {
            app.write(move |tx| tell_of(tx, today, start, &due)).await?;
        }
    }
}

/// Whether the day that has begun at `start`, in milliseconds, is one of an item. One that was set today to today has not
/// come: it began there.
fn has_come(item: &Item, today: Date, start: i64) -> bool {
    item.created_at.max(item.dated_at) < start && item.repeat_type.falls_on(item.target_date, today)
}

fn page(read: &mut Read, today: Date, after: &str) -> Result<Vec<Item>> {
    Ok(store::not_told(read, today, after, PAGE)?)
}

fn tell_of(tx: &mut AppTx, today: Date, start: i64, due: &[String]) -> Result<()> {
    tx.lock_log()?;
    for id in due {
        // It may have been moved since it was found.
        let Some(item) = store::find(tx, id)?.filter(|item| has_come(item, today, start)) else { continue };
        if store::set_told(tx, &item.id, today)? {
            let event = CountdownEvent::Reached { date: today.to_string() };
            tx.emit(NewEvent::new(&event, item.owner.audience()).about(&item.id))?;
        }
    }
    Ok(())
}
