//! Background work: named, watched, and stopped with the server.

#[cfg(test)]
mod tests;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::clock::Clock;

/// Tasks that do not end in time are cut off.
const STOP: Duration = Duration::from_secs(5);

/// The running tasks.
#[derive(Default)]
pub struct Tasks {
    stopping: watch::Sender<bool>,
    running: Mutex<Vec<(&'static str, JoinHandle<()>)>>,
}

/// Tells a task when to end.
#[derive(Clone)]
pub struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Resolves when the server stops.
    pub async fn asked(&mut self) {
        // An error means the sender is gone, which is a stop too.
        let _ = self.0.wait_for(|stop| *stop).await;
    }

    /// Sleeps; false when the server stops first.
    pub async fn sleep(&mut self, clock: &Clock, duration: Duration) -> bool {
        tokio::select! {
            () = clock.sleep(duration) => true,
            () = self.asked() => false,
        }
    }
}

impl Tasks {
    /// Starts `work` under a name. A panic is logged and ends this task alone.
    #[expect(clippy::disallowed_methods, reason = "this is where the ban leads to")]
    pub fn spawn<F>(&self, name: &'static str, work: impl FnOnce(Stop) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let work = work(Stop(self.stopping.subscribe()));
        let guarded = std::panic::AssertUnwindSafe(work).catch_unwind();
        let handle = tokio::spawn(async move {
            if guarded.await.is_err() {
                tracing::error!(task = name, "task panicked and has ended");
            }
        });
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        // Only when the list is about to grow: ten thousand sockets must not look at each other.
        if running.len() == running.capacity() {
            running.retain(|(_, handle)| !handle.is_finished());
        }
        running.push((name, handle));
    }

    /// The names of the tasks that still run.
    #[must_use]
    pub fn running(&self) -> Vec<&'static str> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().filter(|(_, handle)| !handle.is_finished()).map(|(name, _)| *name).collect()
    }

    /// A receiver that turns true when the server stops; the listeners take it.
    #[must_use]
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Asks all to end, without waiting: the listeners drain while the rest winds up.
    pub fn ask_to_stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Asks all to end and waits, the latest started first.
    pub async fn stop(&self, clock: &Clock) {
        self.ask_to_stop();
        let running = std::mem::take(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner));
        for (name, mut handle) in running.into_iter().rev() {
            if clock.timeout(STOP, &mut handle).await.is_err() {
                tracing::warn!(task = name, "did not end in time");
                handle.abort();
            }
        }
    }
}
