//! What the turns of a back end leave: pages are stored, events are published, and then callers are answered.

use std::sync::Arc;
use std::time::Duration;

use kernel::App;
use plugin_host::{Publication, Turns};

use super::running::Running;
use super::{BackEnds, pages};

/// How often a back end is looked after: whether it breaks its limits by itself, in timers.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// Stores, publishes and answers what the turns of a back end leave, until it ends; and looks after it meanwhile.
pub(super) fn spawn_turns(app: &App, run: pages::Run, running: &Arc<Running>, turns: Turns) {
    let (app, name, running) = (app.clone(), run.app.clone(), running.clone());
    app.clone().tasks.spawn("market-backend", move |mut stop| async move {
        let keep = |changes| pages::keep(&app, &run, changes);
        let publish = |publications| publish(&app, &name, publications);
        let storing = plugin_host::run_turns(turns, keep, publish);
        tokio::pin!(storing);
        let stored = loop {
            tokio::select! {
                stored = &mut storing => break stored,
                // What was committed is still stored.
                () = stop.asked() => {
                    running.stop();
                    break storing.await;
                }
                () = app.clock.sleep(CHECK_INTERVAL) => app.state::<BackEnds>().slot(&name).note_strikes(&app, &running).await,
            }
        };
        if let Err(error) = stored {
            tracing::warn!(name, %error, "what a back end changed could not be stored");
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
