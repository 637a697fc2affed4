//! Official warnings: asked for by a task, and each told once, on all nodes and over restarts.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use kernel::events::{Audience, NewEvent};
use kernel::tasks::Stop;
use kernel::{App, AppTx, Result};

use super::cache::{self, CachedPart, CachedWeather};
use super::environment::Source;
use super::events::WeatherEvent;
use super::model::{Kind, WarningAnswer, WeatherAlert, milliseconds};
use super::store::{self, AlertRow, ToldAlert};

/// How often the task looks; the provider is asked when what is kept is ten minutes old.
const TICK: Duration = Duration::from_secs(60);
/// Warnings are told in the words of the offices that publish them.
const LANG: &str = "zh";
const HOUR_MS: i64 = 60 * 60 * 1000;
/// How long a warning is remembered after its end, in milliseconds.
const REMEMBERED_MS: i64 = 30 * 24 * HOUR_MS;
/// An answer that is older is stale, in milliseconds: the task has had two more looks to fetch a newer one.
const FRESH_MS: i64 = Kind::Warnings.lifetime_ms() + 2 * 60_000;
/// How long a warning without an end is listed after it was published while the answer is stale, in milliseconds.
const ENDLESS_MS: i64 = 48 * HOUR_MS;

/// Starts the task.
pub(super) fn start(app: &App, source: Source) {
    let keeper = app.clone();
    app.tasks.spawn("weather-alerts", |stop| keep(keeper, source, stop));
}

async fn keep(app: App, source: Source, mut stop: Stop) {
    loop {
        if let Err(error) = look(&app, &source).await {
            tracing::warn!(%error, "weather warnings not told, will retry");
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Asks for the warnings when it is time, and tells of what has changed.
pub(crate) async fn look(app: &App, source: &Source) -> Result<()> {
    // Nobody would see them, so nobody asks.
    if app.apps.is_off_in(&kernel::scope::Scope::Portal, super::FEATURE.name) {
        return Ok(());
    }
    let cached = cache::newest(app, source, &[Kind::Warnings], LANG).await?;
    match cached.part::<WarningAnswer>(Kind::Warnings) {
        // Of what is stale nobody knows whether it is still so.
        CachedPart { data: Some(answer), fetched_at: Some(fetched_at), stale: false, .. } => {
            settle(app, answer, fetched_at).await
        }
        _ => Ok(()),
    }
}

/// The warnings in force that were told.
pub(crate) struct AlertsInForce {
    /// The newest first.
    pub(crate) alerts: Vec<WeatherAlert>,
    /// When the provider last said which there are, in milliseconds since the epoch.
    pub(crate) fetched_at: Option<i64>,
    /// Whether the provider should have said it again since.
    pub(crate) stale: bool,
}

/// Reads the warnings in force; the provider is not asked.
pub(crate) async fn in_force(app: &App, source: &Source) -> Result<AlertsInForce> {
    let cached = CachedWeather::read(app, source, LANG).await?;
    let fetched_at = cached.part::<WarningAnswer>(Kind::Warnings).fetched_at;
    let stale = !cached.is_younger_than(Kind::Warnings, FRESH_MS);
    let now = app.clock.now_ms();
    let endless_after = if stale { now - ENDLESS_MS } else { i64::MIN };
    let rows = app.db.read(move |read| Ok(store::alerts_in_force(read, now, endless_after)?)).await?;
    Ok(AlertsInForce { alerts: rows.into_iter().map(WeatherAlert::from).collect(), fetched_at, stale })
}

/// What differs between the warnings that were told and an answer of the provider.
#[derive(Debug, Default, PartialEq)]
struct Changes {
    published: Vec<WeatherAlert>,
    ended: Vec<String>,
    /// Told before, and in force until then.
    renewed: Vec<(String, Option<i64>)>,
    /// In force as far as is known, but missing in the answer.
    missing: Vec<String>,
    /// Missing before, and there again.
    found: Vec<String>,
}

impl Changes {
    fn between(told: &[ToldAlert], answer: &WarningAnswer, fetched_at: i64, now: i64) -> Self {
        let in_force = answer.alerts.iter().filter(|alert| alert.is_in_force(now));
        let in_force: HashMap<&str, &WeatherAlert> =
            in_force.map(|alert| (alert.id.as_str(), alert)).collect();
        let mut changes = Self::default();
        for alert in told {
            let id = alert.id.clone();
            match in_force.get(alert.id.as_str()).map(|listed| listed.ends_at()) {
                Some(ends_at) if alert.ended_at.is_some() || alert.expires_at != ends_at => {
                    changes.renewed.push((id, ends_at));
                }
                Some(_) if alert.missing_since.is_some() => changes.found.push(id),
                None if alert.ended_at.is_none() && has_ended(alert, answer, fetched_at, now) => {
                    changes.ended.push(id);
                }
                None if alert.ended_at.is_none() && alert.missing_since.is_none() => changes.missing.push(id),
                _ => {}
            }
        }
        let told: HashSet<&str> = told.iter().map(|alert| alert.id.as_str()).collect();
        let is_new = |alert: &&WeatherAlert| {
            in_force.contains_key(alert.id.as_str()) && !told.contains(alert.id.as_str())
        };
        changes.published = answer.alerts.iter().filter(is_new).cloned().collect();
        changes
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a warning that is not in force by the answer is over. An answer without it may be a fault of the provider,
/// so it takes two of them.
fn has_ended(alert: &ToldAlert, answer: &WarningAnswer, fetched_at: i64, now: i64) -> bool {
    // Listed and yet not in force: its new end has passed.
    let is_listed = answer.alerts.iter().any(|listed| listed.id == alert.id);
    let has_expired = is_listed || alert.expires_at.is_some_and(|end| end <= now);
    let was_missing_before = alert.missing_since.is_some_and(|since| since < fetched_at);
    has_expired || was_missing_before || answer.cancelled.contains(&alert.id)
}

async fn settle(app: &App, answer: WarningAnswer, fetched_at: i64) -> Result<()> {
    let told = app.db.read(|read| Ok(store::told_alerts(read)?)).await?;
    if Changes::between(&told, &answer, fetched_at, app.clock.now_ms()).is_empty() {
        return Ok(());
    }
    app.write(move |tx| {
        // Every node looks; what was told is read again when no other can tell.
        tx.lock_log()?;
        let told = store::told_alerts(tx)?;
        let changes = Changes::between(&told, &answer, fetched_at, tx.now());
        tell(tx, &changes, fetched_at)
    })
    .await
}

fn tell(tx: &mut AppTx, changes: &Changes, fetched_at: i64) -> Result<()> {
    let now = tx.now();
    for alert in &changes.published {
        let seq = tell_of(tx, &WeatherEvent::AlertPublished, &alert.id)?;
        let row = AlertRow {
            id: alert.id.clone(),
            seq,
            title: alert.title.clone(),
            level: alert.level,
            text: alert.text.clone(),
            sender: alert.sender.clone(),
            published_at: milliseconds(&alert.published_at).unwrap_or(now),
            expires_at: alert.ends_at(),
        };
        store::add_alert(tx, &row)?;
    }
    end(tx, &changes.ended)?;
    for (id, expires_at) in &changes.renewed {
        tell_of(tx, &WeatherEvent::AlertRenewed, id)?;
        store::renew_alert(tx, id, *expires_at)?;
    }
    for id in &changes.missing {
        store::set_missing(tx, id, Some(fetched_at))?;
    }
    for id in &changes.found {
        store::set_missing(tx, id, None)?;
    }
    Ok(store::forget_alerts(tx, now - REMEMBERED_MS)?)
}

fn tell_of(tx: &mut AppTx, event: &WeatherEvent, id: &str) -> Result<i64> {
    Ok(tx.emit(NewEvent::new(event, Audience::All).about(id))?)
}

fn end(tx: &mut AppTx, ids: &[String]) -> Result<()> {
    let now = tx.now();
    for id in ids {
        tell_of(tx, &WeatherEvent::AlertEnded, id)?;
        store::end_alert(tx, id, now)?;
    }
    Ok(())
}

/// Forgets what is kept of places that WEATHER_LOCATION named before, and ends their warnings.
pub(super) async fn leave_other_places(app: &App, source: &Source) -> Result<()> {
    let location = source.place.0.clone();
    app.write(move |tx| {
        tx.lock_log()?;
        if store::forget_others(tx, &location)? {
            let told = store::told_alerts(tx)?;
            let open = told.into_iter().filter(|alert| alert.ended_at.is_none()).map(|alert| alert.id);
            end(tx, &open.collect::<Vec<_>>())?;
        }
        Ok(())
    })
    .await
}
