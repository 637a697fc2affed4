//! The days of countdowns that have come: once for each occurrence, at the start of the day in the portal's time zone.

use std::time::Duration;

use identity::api_scopes;
use integrations::{Listener, MemberCache, Outbound, OutboundEvent};
use jiff::civil::Date;
use kernel::db::Read;
use kernel::events::{Audience, Event, FeatureEvent as _, NewEvent};
use kernel::tasks::Stop;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;

use super::events::CountdownEvent;
use super::store::{self, OwnedItem};
use super::texts;

/// How exactly the start of a day is kept.
const TICK: Duration = Duration::from_secs(30);
/// Rows read at once, and events written in one transaction.
const PAGE: usize = 200;

/// `countdown.reached`: the day of a countdown of the integration's owner has come.
pub(super) static COUNTDOWN_REACHED: OutboundEvent = OutboundEvent {
    name: "countdown.reached",
    scope: api_scopes::COUNTDOWN_READ,
    about: &texts::COUNTDOWN_REACHED,
    selects: |event| matches!(CountdownEvent::read(event), Some(CountdownEvent::Reached { .. })),
    read,
};

fn read(tx: &mut AppTx, _: &mut MemberCache, event: &Event) -> Result<Option<Outbound>> {
    let Some(CountdownEvent::Reached { date }) = CountdownEvent::read(event) else { return Ok(None) };
    let Some(OwnedItem { owner_id, item }) = store::find_owned(tx, &event.subject_id)? else {
        return Ok(None);
    };
    let data = json!({
        "id": item.id, "title": item.title, "note": item.note, "date": date,
        "target_date": item.target_date.to_string(), "repeat_type": item.repeat_type,
    });
    let about = owner_id.to_string();
    let may_hear = move |_: &mut AppTx, to: &Listener| Ok(to.owner.user_id == owner_id);
    Ok(Some(Outbound { data, may_hear: Box::new(may_hear), about, cause: None }))
}

/// Starts the feature's task. What fell due today while nothing ran is told at the first look.
pub(super) async fn start(app: App) -> Result<()> {
    let keeper = app.clone();
    app.tasks.spawn("countdown-days", |stop| keep(keeper, stop));
    Ok(())
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
async fn tell(app: &App, today: Date) -> Result<()> {
    let zone = app.timezone();
    let start = today.to_zoned((*zone).clone()).map_err(ApiError::internal)?.timestamp().as_millisecond();
    let mut after = String::new();
    loop {
        let from = after.clone();
        let page = app.db.read(move |read| page(read, today, &from)).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after.clone_from(&last.item.id);
        // One that was made today for today has not come: it began there.
        let has_come = |owned: &OwnedItem| {
            let item = &owned.item;
            item.created_at < start && item.repeat_type.next_date(item.target_date, today) == today
        };
        let due: Vec<_> =
            page.into_iter().filter(has_come).map(|owned| (owned.owner_id, owned.item.id)).collect();
        if !due.is_empty() {
            app.write(move |tx| tell_of(tx, today, &due)).await?;
        }
    }
}

fn page(read: &mut Read, today: Date, after: &str) -> Result<Vec<OwnedItem>> {
    Ok(store::not_told(read, today, after, i64::try_from(PAGE).unwrap_or(i64::MAX))?)
}

fn tell_of(tx: &mut AppTx, today: Date, due: &[(UserId, String)]) -> Result<()> {
    tx.lock_log()?;
    for (owner, id) in due {
        if store::set_told(tx, id, today)? {
            let event = CountdownEvent::Reached { date: today.to_string() };
            tx.emit(NewEvent::new(&event, Audience::User(*owner)).about(id))?;
        }
    }
    Ok(())
}
