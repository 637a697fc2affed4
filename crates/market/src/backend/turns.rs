//! What the turns of a back end leave: pages are stored, events are published, and then callers are answered.

use std::sync::Arc;
use std::time::Duration;

use kernel::App;
use plugin_host::{PageChanges, Publication, Turns};
use serde_json::Value;

use super::running::Running;
use super::supervision::look_after;
use super::throttle::Throttle;
use super::{BackEnds, pages};

/// How often a back end is looked after: whether it breaks its limits by itself, in timers, or is not called any more.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// Pages of 4 KiB that a back end may store: 2 MiB a second, and 32 MiB at once.
const PAGES_PER_SECOND: u32 = 512;
const PAGES_AT_ONCE: u32 = 8192;
/// Events that a back end may publish, each to many members.
const EVENTS_PER_SECOND: u32 = 50;
const EVENTS_AT_ONCE: u32 = 1000;

async fn pause(app: &App, wait: Duration) {
    if !wait.is_zero() {
        app.clock.sleep(wait).await;
    }
}

/// Stores, publishes and answers what the turns of a back end leave, until it ends; and looks after it meanwhile.
pub(super) fn spawn_turns(app: &App, run: pages::Run, running: &Arc<Running>, turns: Turns) {
    let (app, name, running) = (app.clone(), run.app.clone(), running.clone());
    app.clone().tasks.spawn("market-backend", move |mut stop| async move {
        let now = app.clock.monotonic();
        let mut stored = Throttle::new(PAGES_PER_SECOND, PAGES_AT_ONCE, now);
        let mut published = Throttle::new(EVENTS_PER_SECOND, EVENTS_AT_ONCE, now);
        let (store_app, publish_app) = (&app, &app);
        let (run, event_name) = (&run, &name);
        let store = |changes: PageChanges| {
            let wait = stored.take(changes.pages.len(), store_app.clock.monotonic());
            async move {
                pause(store_app, wait).await;
                pages::store_pages(store_app, run, changes).await
            }
        };
        let publish = |publications: Vec<Publication>| {
            let wait = published.take(publications.len(), publish_app.clock.monotonic());
            async move {
                pause(publish_app, wait).await;
                publish(publish_app, event_name, publications).await;
            }
        };
        let storing = plugin_host::run_turns(turns, store, publish);
        tokio::pin!(storing);
        let stored = loop {
            tokio::select! {
                stored = &mut storing => break stored,
                // What was committed is still stored.
                () = stop.asked() => {
                    running.stop();
                    break if running.is_stuck() { Ok(()) } else { storing.await };
                }
                () = app.clock.sleep(CHECK_INTERVAL) => {
                    // None any more for an app that was uninstalled.
                    if let Some(slot) = app.state::<BackEnds>().find(&name) {
                        look_after(&app, &slot, &running).await;
                        slot.stop_if_idle(&app, &running).await;
                    }
                    // It leaves nothing any more; the thread of its step holds the other end.
                    if running.is_stuck() && running.has_ended() {
                        break Ok(());
                    }
                }
            }
        };
        if let Err(error) = stored {
            tracing::warn!(name, %error, "what a back end changed could not be stored");
        }
        // It may have ended of breaking its limits, in a timer that no call waited for.
        if let Some(slot) = app.state::<BackEnds>().find(&name) {
            look_after(&app, &slot, &running).await;
            slot.add_ended(running.usage().cpu_ms);
        }
    });
}

/// Publishes what a back end tells members, to those who have the app enabled. What breaks the rules for events is left
/// out: nobody waits for it.
async fn publish(app: &App, name: &str, publications: Vec<Publication>) {
    use kernel::events::Audience;
    use kernel::user::UserId;

    let mut checked = Vec::new();
    for Publication { user_ids, event } in publications {
        // The host has checked that it is JSON.
        let event: Value = serde_json::from_str(&event).unwrap_or_default();
        let users: Vec<Audience> = user_ids
            .iter()
            .filter_map(|id| UserId::parse(id))
            .filter(|user| app.apps.is_enabled(name, user.class()))
            .map(Audience::User)
            .collect();
        let named = event["event"].as_str().or_else(|| event["type"].as_str()).unwrap_or_default();
        let payload = if event["payload"].is_null() { &event } else { &event["payload"] };
        match realtime::Publication::of_back_end(app, name, named, payload) {
            Ok(publication) if !users.is_empty() => checked.push(publication.to(Audience::Any(users))),
            Ok(_) => {}
            Err(error) => {
                let slot = app.state::<BackEnds>().slot(name);
                slot.log.add(
                    app.clock.now_ms(),
                    "warn",
                    &format!("the event “{named}” was not published: {error}"),
                );
            }
        }
    }
    let written =
        app.write(move |tx| checked.iter().try_for_each(|publication| publication.publish(tx).map(drop)));
    if let Err(error) = written.await {
        tracing::warn!(name, %error, "events of a back end were not published");
    }
}
