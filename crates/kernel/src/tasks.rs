//! Background work: named, watched, and stopped with the server. What may also be stopped and
//! started by itself is a service.

mod service;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use service::{Need, Refused, State, Status};

use crate::app::App;
use crate::clock::Clock;
use crate::error::Result;

/// Tasks that do not end in time are cut off.
const STOP: Duration = Duration::from_secs(5);

/// The running tasks.
#[derive(Default)]
pub struct Tasks {
    stopping: watch::Sender<bool>,
    running: Mutex<Vec<(&'static str, JoinHandle<()>)>>,
    services: service::Services,
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

    /// A receiver that turns true at that moment; listeners take it.
    #[must_use]
    pub fn signal(&self) -> watch::Receiver<bool> {
        self.0.clone()
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
        // Mapped, not awaited in a block of its own, which would hold a second place for the future.
        let handle = tokio::spawn(guarded.map(move |ended| {
            if ended.is_err() {
                tracing::error!(task = name, "task panicked and ended");
            }
        }));
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        // Only when the list is about to grow: ten thousand sockets must not look at each other.
        if running.len() == running.capacity() {
            running.retain(|(_, handle)| !handle.is_finished());
        }
        running.push((name, handle));
    }

    /// Declares a service and starts it. `work` runs until its [`Stop`] asks it to end, and is
    /// begun anew when it fails, returns unasked or panics.
    ///
    /// ```ignore
    /// app.tasks.service(&app, "chat", Need::Optional, |app, stop| async move {
    ///     let listener = TcpListener::bind(address).await.map_err(ApiError::unavailable)?;
    ///     serve(app, listener, stop).await
    /// });
    /// ```
    ///
    /// # Panics
    /// In tests, when the name is taken.
    pub fn service<F>(
        &self,
        app: &App,
        name: &'static str,
        need: Need,
        work: impl Fn(App, Stop) -> F + Send + Sync + 'static,
    ) where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let work = Arc::new(move |app, stop| work(app, stop).boxed());
        self.spawn(name, self.services.declare(app, name, need, work));
    }

    /// Every service, in the order of their declaration.
    #[must_use]
    pub fn services(&self) -> Vec<Status> {
        self.services.all()
    }

    /// Ends a service's work, and answers when it has ended.
    ///
    /// # Errors
    /// [`Refused`].
    pub async fn stop_service(&self, clock: &Clock, name: &str) -> std::result::Result<Status, Refused> {
        self.services.turn(clock, name, Some(false)).await
    }

    /// Starts a service that was stopped; one that runs is left alone.
    ///
    /// # Errors
    /// [`Refused::Unknown`].
    pub async fn start_service(&self, clock: &Clock, name: &str) -> std::result::Result<Status, Refused> {
        self.services.turn(clock, name, Some(true)).await
    }

    /// Ends a service's work and begins it anew; a stopped one starts.
    ///
    /// # Errors
    /// [`Refused::Unknown`].
    pub async fn restart_service(&self, clock: &Clock, name: &str) -> std::result::Result<Status, Refused> {
        self.services.turn(clock, name, None).await
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
                tracing::warn!(task = name, "task did not end in time, aborted");
                handle.abort();
            }
        }
    }
}
