//! When the provider is asked, and what is served meanwhile.
//!
//! What is kept lies in the database, so the nodes share it and a restart loses none of it. A part that is too old is
//! fetched by a task, which goes on when the member who asked has left; whoever asks for the same waits for it, for a
//! moment where older data can be served. A node claims a part before it asks, so the others wait too. After a failure
//! the provider is left alone for a while, for that part, or for all where the failure would meet all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::texts::Language;
use kernel::{App, Result};
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;

use super::environment::{PlaceQuery, Source};
use super::model::{Kind, Place};
use super::problem::{Failure, Problem};
use super::provider::{self, Lang};
use super::store::{self, CacheKey, CacheRow};

/// A node that has claimed a part and says nothing for so long is gone; longer than two requests may take.
const CLAIM: Duration = Duration::from_secs(20);
/// How often a node looks whether another one has fetched what it has claimed.
const LOOK: Duration = Duration::from_millis(250);
/// How long whoever can be served older data waits for newer.
const PATIENCE: Duration = Duration::from_secs(2);
/// A time that lies further ahead than this was written by a clock that went wrong.
const SKEW_MS: i64 = 60_000;
/// No pause is longer than a day.
const LONGEST_PAUSE_MS: i64 = 24 * 60 * 60_000 + SKEW_MS;

/// The language of the provider for a reader.
pub(crate) const fn lang_of(language: Language) -> Lang {
    match language {
        Language::Chinese => "zh",
        Language::English => "en",
    }
}

/// Whoever holds it fetches; the others wait for it.
type PartLock = Arc<tokio::sync::Mutex<()>>;

/// A lock for each part and language.
#[derive(Default)]
pub(crate) struct PartLocks(Mutex<HashMap<(Kind, Lang), PartLock>>);

impl PartLocks {
    fn of(&self, kind: Kind, lang: Lang) -> PartLock {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry((kind, lang)).or_default().clone()
    }
}

/// What is kept of a place in one language.
pub(crate) struct CachedWeather {
    query: PlaceQuery,
    rows: Vec<CacheRow>,
    now: i64,
}

/// A part, as it is kept.
pub(crate) struct CachedPart<T> {
    pub(crate) data: Option<T>,
    /// In milliseconds since the epoch.
    pub(crate) fetched_at: Option<i64>,
    /// Older than it should be.
    pub(crate) stale: bool,
    /// Why it is not newer.
    pub(crate) problem: Option<Problem>,
}

impl CachedWeather {
    pub(crate) async fn read(app: &App, source: &Source, lang: Lang) -> Result<Self> {
        let (query, now) = (source.place.clone(), app.clock.now_ms());
        let location = query.0.clone();
        let rows = app.db.read(move |read| Ok(store::cached(read, &location, lang)?)).await?;
        Ok(Self { query, rows, now })
    }

    fn row(&self, kind: Kind) -> Option<&CacheRow> {
        self.rows.iter().find(|row| row.kind == kind)
    }

    fn is_fresh(&self, kind: Kind) -> bool {
        self.is_younger_than(kind, kind.lifetime_ms())
    }

    /// Whether there is data that was fetched less than so many milliseconds ago.
    pub(crate) fn is_younger_than(&self, kind: Kind, age_ms: i64) -> bool {
        let fetched_at = self.row(kind).filter(|row| row.data.is_some()).and_then(|row| row.fetched_at);
        fetched_at.is_some_and(|at| (-SKEW_MS..age_ms).contains(&(self.now - at)))
    }

    /// Why the provider is not asked for a part now.
    fn pause(&self, kind: Kind) -> Option<Problem> {
        let waits = |kind| self.row(kind).filter(|row| self.is_ahead(row)).and_then(|row| row.problem);
        waits(Kind::Provider).or_else(|| waits(kind))
    }

    /// Whether the pause of a row goes on. One that is longer than any was written by a clock that went wrong.
    fn is_ahead(&self, row: &CacheRow) -> bool {
        (1..=LONGEST_PAUSE_MS).contains(&(row.retry_at - self.now))
    }

    fn is_due(&self, kind: Kind) -> bool {
        !self.is_fresh(kind) && self.pause(kind).is_none()
    }

    /// Whether enough is known of the place to ask for a part.
    fn is_askable(&self, kind: Kind) -> bool {
        let has_id = kind.takes_location_id() && self.query.location_id().is_some();
        kind == Kind::Place || has_id || self.query.coordinates().is_some() || self.place().is_some()
    }

    /// Whether there is something of these kinds to ask for, after the place or at once.
    fn has_due(&self, kinds: &[Kind]) -> bool {
        kinds.iter().any(|kind| self.is_due(*kind) && (self.is_askable(*kind) || self.is_due(Kind::Place)))
    }

    /// Whether there is older data of everything that is due.
    fn can_serve(&self, kinds: &[Kind]) -> bool {
        let mut due = kinds.iter().filter(|kind| self.is_due(**kind));
        due.all(|kind| self.row(*kind).is_some_and(|row| row.data.is_some()))
    }

    /// Why the provider brings nothing of a part; without a place, why there is none.
    fn problem(&self, kind: Kind) -> Option<Problem> {
        let reason = if self.is_askable(kind) { kind } else { Kind::Place };
        self.pause(kind).or_else(|| self.row(reason).and_then(|row| row.problem))
    }

    /// A part, as it is kept. What an older version kept in another form counts as nothing.
    pub(crate) fn part<T: DeserializeOwned>(&self, kind: Kind) -> CachedPart<T> {
        let row = self.row(kind);
        let data = row.and_then(|row| serde_json::from_str(row.data.as_deref()?).ok());
        let fresh = self.is_fresh(kind);
        CachedPart {
            fetched_at: row.filter(|_| data.is_some()).and_then(|row| row.fetched_at),
            stale: data.is_some() && !fresh,
            problem: if fresh { None } else { self.problem(kind) },
            data,
        }
    }

    /// Where the place is, as far as it is known.
    pub(crate) fn place(&self) -> Option<Place> {
        self.part(Kind::Place).data
    }
}

/// What is kept after everything of these kinds that is due was asked for. Where there is older data of all of it, a
/// provider that is slow is waited for a moment only, and its answer is there for the next who asks.
///
/// # Errors
/// When the database does not answer; a provider that does not is no error.
pub(crate) async fn current(app: &App, source: &Source, kinds: &[Kind], lang: Lang) -> Result<CachedWeather> {
    let cached = CachedWeather::read(app, source, lang).await?;
    if !cached.has_due(kinds) {
        return Ok(cached);
    }
    let refreshed = start_refresh(app, source, kinds, lang);
    if cached.can_serve(kinds) {
        let _ = app.clock.timeout(PATIENCE, refreshed).await;
    } else {
        // An error means that the task has panicked, which is in the log.
        let _ = refreshed.await;
    }
    CachedWeather::read(app, source, lang).await
}

/// The same, however long the provider takes.
///
/// # Errors
/// See [`current`].
pub(crate) async fn newest(app: &App, source: &Source, kinds: &[Kind], lang: Lang) -> Result<CachedWeather> {
    if CachedWeather::read(app, source, lang).await?.has_due(kinds) {
        let _ = start_refresh(app, source, kinds, lang).await;
    }
    CachedWeather::read(app, source, lang).await
}

/// What is kept, without waiting for what is due, which is asked for.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn kept_and_refresh(
    app: &App,
    source: &Source,
    kinds: &[Kind],
    lang: Lang,
) -> Result<CachedWeather> {
    let cached = CachedWeather::read(app, source, lang).await?;
    if cached.has_due(kinds) {
        drop(start_refresh(app, source, kinds, lang));
    }
    Ok(cached)
}

/// Refreshes in a task of its own, so that nobody who leaves takes the answers along. The receiver hears of the end.
fn start_refresh(app: &App, source: &Source, kinds: &[Kind], lang: Lang) -> oneshot::Receiver<()> {
    let (done, refreshed) = oneshot::channel();
    let (app_of_task, source, kinds) = (app.clone(), source.clone(), kinds.to_vec());
    app.tasks.spawn("weather-request", move |_| async move {
        if let Err(error) = refresh(&app_of_task, &source, &kinds, lang).await {
            tracing::warn!(%error, "weather not kept");
        }
        let _ = done.send(());
    });
    refreshed
}

/// Fetches everything of these kinds that is due.
async fn refresh(app: &App, source: &Source, kinds: &[Kind], lang: Lang) -> Result<()> {
    let mut cached = CachedWeather::read(app, source, lang).await?;
    // First of all, and alone: the others may need it, and a provider that does not answer is asked once.
    if cached.is_due(Kind::Place) {
        fetch(app, source, Kind::Place, lang).await?;
        cached = CachedWeather::read(app, source, lang).await?;
    }
    let due = kinds.iter().filter(|kind| cached.is_due(**kind) && cached.is_askable(**kind));
    let fetches: Vec<_> = due.map(|kind| fetch(app, source, *kind, lang)).collect();
    futures_util::future::join_all(fetches).await.into_iter().collect()
}

/// Fetches a part unless somebody else has done so meanwhile.
async fn fetch(app: &App, source: &Source, kind: Kind, lang: Lang) -> Result<()> {
    let lock = app.state::<PartLocks>().of(kind, lang);
    let _held = lock.lock().await;
    let key = CacheKey { location: source.place.0.clone(), kind, lang };
    let cached = loop {
        let cached = CachedWeather::read(app, source, lang).await?;
        if !cached.is_due(kind) {
            return Ok(());
        }
        if claim(app, &key, cached.row(kind).cloned()).await? {
            break cached;
        }
        app.clock.sleep(LOOK).await;
    };
    match provider::fetch(app, source, (kind, lang), cached.place().as_ref()).await {
        Ok(data) => keep(app, key, &cached, data).await,
        Err(failure) => keep_failure(app, key, &cached, &failure).await,
    }
}

/// Whether this node is the one that asks. What another node has kept since the row was `seen` is not asked for again.
async fn claim(app: &App, key: &CacheKey, seen: Option<CacheRow>) -> Result<bool> {
    let key = key.clone();
    let until = i64::try_from(CLAIM.as_millis()).unwrap_or(i64::MAX);
    app.write(move |tx| {
        let now = tx.now();
        Ok(store::claim(tx, &key, seen.as_ref(), (now, now + until))?)
    })
    .await
}

fn of_provider(key: &CacheKey) -> CacheKey {
    CacheKey { location: key.location.clone(), kind: Kind::Provider, lang: "" }
}

async fn keep(app: &App, key: CacheKey, cached: &CachedWeather, data: String) -> Result<()> {
    // The pause from before the request is over. One that another request has met since goes on.
    let pause = cached.row(Kind::Provider).map(|row| row.retry_at);
    app.write(move |tx| {
        let now = tx.now();
        store::keep(tx, &key, &data, now)?;
        if let Some(retry_at) = pause {
            store::end_pause(tx, &key.location, retry_at)?;
        }
        Ok(())
    })
    .await
}

async fn keep_failure(app: &App, key: CacheKey, cached: &CachedWeather, failure: &Failure) -> Result<()> {
    let Failure { problem, detail, .. } = failure;
    tracing::warn!(kind = ?key.kind, ?problem, detail, "no weather from the provider");
    let failures = |kind| cached.row(kind).map_or(0, |row| row.failures) + 1;
    let pause = |failures| i64::try_from(failure.pause(failures).as_millis()).unwrap_or(i64::MAX);
    let own = failures(key.kind);
    let of_all = problem.concerns_all().then(|| failures(Kind::Provider));
    let (problem, own_pause, pause_of_all) = (*problem, pause(own), of_all.map(pause));
    app.write(move |tx| {
        let now = tx.now();
        store::keep_problem(tx, &key, problem, (own, now.saturating_add(own_pause)))?;
        if let (Some(failures), Some(pause)) = (of_all, pause_of_all) {
            store::keep_problem(tx, &of_provider(&key), problem, (failures, now.saturating_add(pause)))?;
        }
        Ok(())
    })
    .await
}
