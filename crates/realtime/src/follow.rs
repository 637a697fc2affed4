//! The feature's tasks: one shows what the log says, one ticks, one forgets.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use identity::user::UserEvent;
use kernel::events::{self, Event, FeatureEvent as _, Reader, Step};
use kernel::tasks::{Need, Stop};
use kernel::{App, Result};

use super::frame::{Frame, build};
use super::model::Position;
use super::{Hub, socket, store};

/// How exactly a poll's wait ends.
const TICK: Duration = Duration::from_millis(250);
/// After frames were shown, the next ones are held this long for each answer they brought about, so
/// that answers take half a core at most: 112 ms for 2,000 polls.
const REST_PER_ANSWER: Duration = Duration::from_micros(56);
/// Less than this is not worth holding anything: a class of forty never notices that there are gathers.
const MIN_REST: Duration = Duration::from_millis(5);
/// Nothing is held for longer.
const LONGEST_REST: Duration = Duration::from_millis(250);
/// After a failure of the database.
const RETRY: Duration = Duration::from_millis(250);

/// Takes its place in the log and starts the tasks.
pub(super) async fn start(app: App) -> Result<()> {
    let hub = app.state::<Hub>();
    // Two starts differ, even where a test seeds the randomness.
    let [a, b, c, d] = app.random.bytes::<4>();
    let node = u32::from_be_bytes([a, b, c, d])
        ^ u32::try_from(app.clock.now_ms() & 0xffff_ffff).unwrap_or_default();
    // Only the first start of an app sets it, and there is one.
    let _ = hub.node.set(format!("{node:08x}"));
    let reader = app.events.reader(app.events.followed());
    hub.feed.begin(Position { seq: reader.cursor(), ts: app.events.newest().await?.1 });

    let (feeder, ticker, keeper) = (app.clone(), app.clone(), app.clone());
    app.tasks.spawn("realtime-feed", |stop| follow(feeder, reader, stop));
    app.tasks.service(&ticker, "realtime-tick", Need::Optional, tick);
    socket::start(&app);
    app.tasks.spawn("realtime-retention", |stop| forget(keeper, stop));
    Ok(())
}

/// Turns the log into frames and shows them: at once when it is quiet, gathered when answers are many.
async fn follow(app: App, mut reader: Reader, mut stop: Stop) {
    let hub = app.state::<Hub>();
    let mut shown_at = app.clock.monotonic();
    loop {
        let rest = hub.feed.is_holding().then(|| rest_left(&app, &hub, shown_at));
        tokio::select! {
            () = stop.asked() => break,
            step = reader.next() => match step {
                Ok(Step::Events(events)) => {
                    if !take(&app, &hub, &events, reader.cursor(), &mut stop).await {
                        break;
                    }
                }
                Ok(Step::Reset) => {
                    if !begin_anew(&app, &hub, reader.cursor(), &mut stop).await {
                        break;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "event log not read, will retry");
                    if !stop.sleep(&app.clock, RETRY).await {
                        break;
                    }
                }
            },
            () = app.clock.sleep(rest.unwrap_or_default()), if rest.is_some() => {}
        }
        if hub.feed.is_holding() && rest_left(&app, &hub, shown_at).is_zero() {
            hub.answers.store(0, Ordering::Relaxed);
            shown_at = app.clock.monotonic();
            hub.polls.wake(&hub.feed.show(), &app.apps.muted_features());
        }
    }
    hub.polls.close();
}

/// How long frames are still held.
fn rest_left(app: &App, hub: &Hub, shown_at: Duration) -> Duration {
    let answers = u32::try_from(hub.answers.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
    let rest = REST_PER_ANSWER.saturating_mul(answers).min(LONGEST_REST);
    if rest < MIN_REST {
        return Duration::ZERO;
    }
    (shown_at + rest).saturating_sub(app.clock.monotonic())
}

/// Adds what clients are shown of these; false when the server stops first.
async fn take(app: &App, hub: &Hub, events: &[Arc<Event>], read: i64, stop: &mut Stop) -> bool {
    let Some(frames) = retry(app, events, stop).await else { return false };
    let erased = events.iter().filter(|event| matches!(UserEvent::read(event), Some(UserEvent::Erased)));
    let gone = erased.map(|event| event.subject_id.clone());
    // Before these are shown: whoever hears of a recall must find nothing of the words any more.
    for name in gone.chain(frames.iter().filter_map(|frame| frame.retracts.clone())) {
        if !withdraw(app, hub, &name, stop).await {
            return false;
        }
    }
    hub.feed.push(&frames, read);
    if !frames.is_empty() {
        socket::deliver_frames(app, &frames).await;
    }
    true
}

/// Builds frames, again and again while the database is away: going on would lose them for everyone.
/// `None` when the server stops first.
async fn retry(app: &App, events: &[Arc<Event>], stop: &mut Stop) -> Option<Vec<Arc<Frame>>> {
    loop {
        match build(app, events).await {
            Ok(frames) => return Some(frames),
            Err(error) => tracing::warn!(%error, "frames not built, will retry"),
        }
        if !stop.sleep(&app.clock, RETRY).await {
            return None;
        }
    }
}

/// Builds the frames that name something anew, from rows as they are now: what was recalled or
/// erased is told to nobody who comes late.
async fn withdraw(app: &App, hub: &Hub, name: &str, stop: &mut Stop) -> bool {
    let stale = hub.feed.mentioning(name);
    if stale.is_empty() {
        return true;
    }
    let wanted = stale.clone();
    let events = loop {
        let numbers = wanted.clone();
        let read = app.db.read(move |read| {
            let mut events = Vec::with_capacity(numbers.len());
            for seq in numbers {
                let found = events::after(read, seq - 1, 1)?.into_iter().filter(|event| event.seq == seq);
                events.extend(found.map(Arc::new));
            }
            Ok(events)
        });
        match read.await {
            Ok(events) => break events,
            Err(error) => tracing::warn!(%error, "frames not built, will retry"),
        }
        if !stop.sleep(&app.clock, RETRY).await {
            return false;
        }
    };
    let Some(anew) = retry(app, &events, stop).await else { return false };
    hub.feed.replace(&stale, &anew);
    true
}

/// This node was away for longer than the log is kept: polls find themselves behind the feed, ask
/// the log, and are told to reload. False when the server stops first.
async fn begin_anew(app: &App, hub: &Hub, seq: i64, stop: &mut Stop) -> bool {
    loop {
        if let Ok((_, ts)) = app.events.newest().await {
            hub.feed.begin(Position { seq, ts });
            hub.polls.wake_all();
            return true;
        }
        if !stop.sleep(&app.clock, RETRY).await {
            return false;
        }
    }
}

async fn tick(app: App, mut stop: Stop) -> Result<()> {
    let hub = app.state::<Hub>();
    while stop.sleep(&app.clock, TICK).await {
        hub.polls.tick(app.clock.monotonic());
    }
    Ok(())
}

/// Forgets what was published when the log has forgotten that it was.
async fn forget(app: App, mut stop: Stop) {
    while stop.sleep(&app.clock, Duration::from_secs(3600)).await {
        let oldest = app.db.read(|read| Ok(events::oldest(read)?)).await;
        let first = match oldest {
            Ok(Some((first, _))) => first,
            Ok(None) => app.events.followed(),
            Err(_) => continue,
        };
        while matches!(store::forget_before(&app.db, first).await, Ok(gone) if gone > 0) {}
    }
}
