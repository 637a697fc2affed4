//! The chat's tasks: one hears the signals of typing and presence, one ticks for both.

use std::time::Duration;

use kernel::App;
use kernel::ephemeral::{Listener, Received};
use kernel::tasks::Stop;

use crate::chat::presence::typing::{self, Typing};
use crate::chat::presence::{self, Presence};

/// How exactly presence is told.
const TICK: Duration = Duration::from_secs(1);

/// Starts the tasks.
pub(in crate::chat) fn start(app: &App) {
    let signals = app.ephemeral.listen();
    let (listener, ticker) = (app.clone(), app.clone());
    app.tasks.spawn("chat-signals", |stop| listen(listener, signals, stop));
    app.tasks.spawn("chat-tick", |stop| tick(ticker, stop));
}

async fn listen(app: App, mut signals: Listener, mut stop: Stop) {
    let presence = app.state::<Presence>();
    loop {
        let heard = tokio::select! {
            () = stop.asked() => return,
            heard = signals.next() => heard,
        };
        // What was missed was typing, or presence, which is told again.
        let Received::Signal(signal) = heard else { continue };
        match signal.kind.as_str() {
            typing::TYPING => {
                if let Err(error) = typing::show(&app, &signal).await {
                    tracing::warn!(%error, "typing not shown to the room");
                }
            }
            presence::PRESENCE | presence::STATUS if signal.node != app.nodes.id() => {
                presence.apply_report(&app, &signal);
            }
            _ => {}
        }
    }
}

async fn tick(app: App, mut stop: Stop) {
    let (presence, typing) = (app.state::<Presence>(), app.state::<Typing>());
    while stop.sleep(&app.clock, TICK).await {
        typing.tick(app.clock.monotonic());
        presence::announce_changes(&app, &presence).await;
    }
}
