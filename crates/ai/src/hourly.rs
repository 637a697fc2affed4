//! What the AI chat does once an hour: it removes what is kept no longer, and tells officers the counts of questions.

use std::time::Duration;

use kernel::App;
use kernel::tasks::Stop;

use crate::conversations::{replaced, retention};
use crate::safety;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Starts the task, which runs at once for the first time.
pub(crate) fn start(app: &App) {
    let running = app.clone();
    app.tasks.spawn("ai-hourly", |stop| run(running, stop));
}

async fn run(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = retention::remove_old(&app).await {
            tracing::warn!(%error, "old conversations not removed, will retry");
        }
        if let Err(error) = replaced::remove_old(&app).await {
            tracing::warn!(%error, "replaced messages not removed, will retry");
        }
        if let Err(error) = safety::tell_officers(&app).await {
            tracing::warn!(%error, "officers not told the counts of questions, will retry");
        }
        if !stop.sleep(&app.clock, HOUR).await {
            return;
        }
    }
}
