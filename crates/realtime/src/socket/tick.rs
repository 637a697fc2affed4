//! One tick for all sockets: pings, deadlines, tokens that expire.

use std::time::Duration;

use kernel::App;
use kernel::tasks::Stop;

use super::Sockets;

/// How exactly pings and deadlines are kept.
const TICK: Duration = Duration::from_secs(1);

/// Starts the task.
pub(crate) fn start(app: &App) {
    let ticker = app.clone();
    app.tasks.spawn("socket-tick", |stop| tick(ticker, stop));
}

async fn tick(app: App, mut stop: Stop) {
    let sockets = app.state::<Sockets>();
    while stop.sleep(&app.clock, TICK).await {
        sockets.open.tick(app.clock.monotonic(), app.clock.now().as_second());
    }
    sockets.open.stop();
}
