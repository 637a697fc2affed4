//! The place of one back end on this node: not started, running, failed, or stopped because it broke its limits too
//! often.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError};

use kernel::{App, Result};
use tokio::sync::{Mutex, MutexGuard};

use super::log::Log;
use super::rate::Windows;
use super::running::{CodeVersion, Running};
use super::strikes::Strikes;
use crate::installed::InstalledPackage;
use crate::texts;

/// After five minutes without a call a process ends.
const IDLE_MS: i64 = 5 * 60 * 1000;

/// The place of a back end on this node. Its log outlasts restarts.
pub(crate) struct Slot {
    pub(super) name: String,
    state: Mutex<State>,
    pub(crate) log: Arc<Log>,
    pub(super) windows: Windows,
    calls: AtomicU64,
    failed: AtomicU64,
    /// Processor time of runs that have ended, in milliseconds.
    ended_cpu_ms: AtomicU64,
    /// Milliseconds since the epoch; 0 before the first one.
    last_call_at: AtomicI64,
    strikes: std::sync::Mutex<Strikes>,
}

/// What is at the place of a back end.
#[derive(Default)]
pub(super) enum State {
    #[default]
    Stopped,
    Running(Arc<Running>),
    /// It did not start; the words are for its author.
    Failed(CodeVersion, String),
    /// It broke its limits too often.
    Disabled,
}

impl State {
    /// The back end that runs and is the one of this package; `None` when it has to be started.
    ///
    /// # Errors
    /// 503 when it does not start or is stopped.
    pub(super) fn usable(&self, package: &InstalledPackage) -> Result<Option<Arc<Running>>> {
        match self {
            Self::Running(running) if running.version.is_of(package) && running.is_usable() => {
                Ok(Some(running.clone()))
            }
            Self::Failed(failed, reason) if failed.is_of(package) => {
                Err(texts::BACKEND_STOPPED.err().because(reason))
            }
            Self::Disabled => Err(texts::BACKEND_STOPPED.err().because("it broke its limits too often")),
            _ => Ok(None),
        }
    }

    /// Ends the back end if it runs, and puts something else in its place.
    pub(super) fn replace(&mut self, next: Self) {
        if let Self::Running(old) = std::mem::replace(self, next) {
            old.stop();
        }
    }
}

/// What the console shows.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    /// `running`, `stopped`, `failed` or `disabled`.
    pub(crate) state: &'static str,
    pub(crate) error: Option<String>,
    /// Calls since the portal started, and those that failed.
    pub(crate) calls: u64,
    pub(crate) failed: u64,
    /// Milliseconds since the epoch; `None` before the first one.
    pub(crate) last_call_at: Option<i64>,
    pub(crate) strikes: usize,
    pub(crate) cpu_ms: u64,
    pub(crate) memory_bytes: u64,
    /// Whether it runs in a process of its own.
    pub(crate) is_process: bool,
}

impl Slot {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            state: Mutex::default(),
            log: Arc::default(),
            windows: Windows::default(),
            calls: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            ended_cpu_ms: AtomicU64::new(0),
            last_call_at: AtomicI64::new(0),
            strikes: std::sync::Mutex::default(),
        }
    }

    /// Counts a call. Before it asks for the back end: a process that is about to end for want of calls stays.
    pub(super) fn count_call(&self, now_ms: i64) {
        self.calls.fetch_add(1, Relaxed);
        self.last_call_at.store(now_ms, Relaxed);
    }

    /// Counts a call that was not answered, or with a status of 500 and more.
    pub(super) fn count_failure(&self) {
        self.failed.fetch_add(1, Relaxed);
    }

    /// Adds the processor time of a run that has ended, in milliseconds.
    pub(super) fn add_ended(&self, cpu_ms: u64) {
        self.ended_cpu_ms.fetch_add(cpu_ms, Relaxed);
    }

    /// What is here, for whoever changes it; nobody else starts or ends the back end meanwhile.
    pub(super) async fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().await
    }

    fn strikes(&self) -> std::sync::MutexGuard<'_, Strikes> {
        self.strikes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends it, and forgets what it failed of and how often it broke its limits: somebody has changed or restarted it.
    pub(super) async fn reset(&self) {
        self.strikes().clear();
        self.lock().await.replace(State::Stopped);
    }

    /// Ends it if it runs. One that is stopped because it broke its limits stays so.
    pub(super) async fn stop(&self) {
        self.stop_if(|_| true).await;
    }

    /// Ends it unless it is the one of this package.
    pub(super) async fn stop_unless(&self, package: &InstalledPackage) {
        self.stop_if(|running| !running.version.is_of(package)).await;
    }

    /// Ends a process that nobody has called for a while; its next call starts another.
    pub(super) async fn stop_if_idle(&self, app: &App, running: &Arc<Running>) {
        if !running.is_process() {
            return;
        }
        self.stop_if(|current| {
            // Behind the lock a call has been counted.
            let idle_ms = app.clock.now_ms() - self.last_call_at.load(Relaxed);
            idle_ms >= IDLE_MS && Arc::ptr_eq(current, running)
        })
        .await;
    }

    /// Ends this one if it is still here.
    pub(super) async fn stop_same(&self, running: &Arc<Running>) {
        self.stop_if(|current| Arc::ptr_eq(current, running)).await;
    }

    /// The back end that is here and stuck in a step that cannot be cut off.
    pub(super) async fn stuck(&self) -> Option<Arc<Running>> {
        match &*self.lock().await {
            State::Running(running) if running.is_stuck() => Some(running.clone()),
            _ => None,
        }
    }

    async fn stop_if(&self, is_wanted: impl FnOnce(&Arc<Running>) -> bool) {
        let mut state = self.lock().await;
        if matches!(&*state, State::Running(running) if is_wanted(running)) {
            state.replace(State::Stopped);
        }
    }

    /// Notes how often it has broken its limits, in calls and by itself; too often, and it is stopped.
    pub(super) async fn note_strikes(&self, app: &App, running: &Arc<Running>) {
        let new = running.new_strikes();
        if new == 0 {
            return;
        }
        let now = app.clock.now_ms();
        let (line, are_too_many) = {
            let mut strikes = self.strikes();
            strikes.note(new, now);
            (strikes.line(), strikes.are_too_many())
        };
        self.log.add(now, "error", &line);
        if !are_too_many {
            return;
        }
        let mut state = self.lock().await;
        // Another run of the same code may have begun since.
        if matches!(&*state, State::Running(current) if current.version == running.version) {
            state.replace(State::Disabled);
            tracing::warn!(name = self.name, "a back end broke its limits too often and is stopped");
        }
    }

    /// What the console shows.
    pub(crate) async fn status(&self, app: &App) -> Status {
        let strikes = self.strikes().count(app.clock.now_ms());
        let state = self.lock().await;
        let ended_cpu_ms = self.ended_cpu_ms.load(Relaxed);
        let (word, error, running) = match &*state {
            State::Stopped => ("stopped", None, None),
            State::Failed(_, reason) => ("failed", Some(reason.clone()), None),
            State::Disabled => ("disabled", None, None),
            State::Running(running) => ("running", None, Some(running)),
        };
        let usage = running.map(|running| running.usage()).unwrap_or_default();
        Status {
            state: word,
            error,
            calls: self.calls.load(Relaxed),
            failed: self.failed.load(Relaxed),
            last_call_at: Some(self.last_call_at.load(Relaxed)).filter(|at| *at > 0),
            strikes,
            cpu_ms: ended_cpu_ms + usage.cpu_ms,
            memory_bytes: usage.process_bytes.unwrap_or(usage.heap_bytes),
            is_process: running.is_some_and(|running| running.is_process()),
        }
    }
}
