//! One back end of this node: not started, running, failed, or stopped because it broke its limits too often.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};

use kernel::{App, Result};
use plugin_host::{BackEnd, CallError};
use tokio::sync::Mutex;

use super::log::Log;
use super::members::Copied;
use super::portal_access::PortalAccess;
use super::rate::Windows;
use super::start::{Refusal, start};
use crate::installed::{Installed, InstalledPackage};
use crate::texts;

/// Largest database of a back end, in bytes.
pub(crate) const QUOTA: u64 = 64 << 20;
/// How often a back end may break its limits within [`STRIKES_MS`] before it is stopped.
const MAX_STRIKES: usize = 5;
/// Ten minutes.
const STRIKES_MS: i64 = 10 * 60 * 1000;
/// After five minutes without a call a process ends.
const IDLE_MS: i64 = 5 * 60 * 1000;

/// The place of a back end on this node. Its log outlasts restarts.
pub(crate) struct Slot {
    name: String,
    state: Mutex<State>,
    pub(crate) log: Arc<Log>,
    pub(crate) windows: Windows,
    pub(crate) calls: AtomicU64,
    pub(crate) failed: AtomicU64,
    /// Processor time of runs that have ended, in milliseconds.
    pub(super) ended_cpu_ms: AtomicU64,
    /// Milliseconds since the epoch; 0 before the first one.
    pub(crate) last_call_at: AtomicI64,
    /// When it broke its limits, in milliseconds since the epoch.
    strikes: std::sync::Mutex<Vec<i64>>,
}

#[derive(Default)]
enum State {
    #[default]
    Stopped,
    Running(Arc<Running>),
    /// It did not start; the words are for its author.
    Failed(Identity, String),
    /// It broke its limits too often.
    Disabled,
}

/// Which code with which settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    package_id: String,
    config: BTreeMap<String, String>,
}

impl Identity {
    pub(super) fn of(package: &InstalledPackage) -> Self {
        Self { package_id: package.package_id.clone(), config: package.config.clone() }
    }
}

/// A running back end.
pub(crate) struct Running {
    identity: Identity,
    back_end: BackEnd,
    portal: Arc<PortalAccess>,
    /// How many of its strikes were noted.
    noted_strikes: AtomicU64,
}

/// What the console shows.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    /// `running`, `stopped`, `failed` or `disabled`.
    pub(crate) state: &'static str,
    pub(crate) error: Option<String>,
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

    /// The back end of the version in use, started if it does not run.
    ///
    /// # Errors
    /// 404 without one, 503 when it does not start or is stopped.
    pub(crate) async fn running(&self, app: &App) -> Result<Arc<Running>> {
        let mut state = self.state.lock().await;
        // After the lock: whoever waits for it must not bring back the version of before.
        let package =
            app.state::<Installed>().find(&self.name).ok_or_else(|| kernel::texts::UNKNOWN_PATH.err())?;
        let identity = Identity::of(&package);
        match &*state {
            // One that is stuck in a step that cannot be cut off ends by itself; another takes its place.
            State::Running(running) if running.identity == identity && running.is_usable() => {
                return Ok(running.clone());
            }
            State::Failed(failed, reason) if *failed == identity => {
                return Err(texts::BACKEND_STOPPED.err().because(reason));
            }
            State::Disabled => {
                return Err(texts::BACKEND_STOPPED.err().because("it broke its limits too often"));
            }
            _ => {}
        }
        if let State::Running(old) = std::mem::take(&mut *state) {
            old.stop();
        }
        match start(app, &package, self.log.clone()).await {
            Ok(running) => {
                *state = State::Running(running.clone());
                Ok(running)
            }
            Err(Refusal::Code(reason)) => {
                self.log.add(app.clock.now_ms(), "error", &reason);
                *state = State::Failed(identity, reason.clone());
                Err(texts::BACKEND_STOPPED.err().because(reason))
            }
            // Nothing that the author can mend: the next call tries again.
            Err(Refusal::Portal(error)) => Err(error),
        }
    }

    /// Ends it, and forgets what it failed of and how often it broke its limits: somebody has changed or restarted it.
    pub(super) async fn reset(&self) {
        self.strikes.lock().unwrap_or_else(PoisonError::into_inner).clear();
        if let State::Running(old) = std::mem::take(&mut *self.state.lock().await) {
            old.stop();
        }
    }

    /// Ends it if it runs. One that is stopped because it broke its limits stays so.
    pub(super) async fn stop(&self) {
        let mut state = self.state.lock().await;
        if let State::Running(old) = &*state {
            old.stop();
            *state = State::Stopped;
        }
    }

    /// Ends it unless it is the one of this package.
    pub(super) async fn stop_unless(&self, package: &InstalledPackage) {
        let mut state = self.state.lock().await;
        if let State::Running(running) = &*state
            && running.identity != Identity::of(package)
        {
            running.stop();
            *state = State::Stopped;
        }
    }

    /// Ends a process that nobody has called for a while; its next call starts another.
    pub(super) async fn stop_if_idle(&self, app: &App, running: &Arc<Running>) {
        if !running.is_process() {
            return;
        }
        let mut state = self.state.lock().await;
        // After the lock, behind which a call has said that it is there.
        let idle_ms = app.clock.now_ms() - self.last_call_at.load(RELAXED);
        if idle_ms >= IDLE_MS && matches!(&*state, State::Running(current) if Arc::ptr_eq(current, running)) {
            running.stop();
            *state = State::Stopped;
        }
    }

    /// Notes how often it has broken its limits, in calls and by itself; too often, and it is stopped.
    pub(super) async fn note_strikes(&self, app: &App, running: &Arc<Running>) {
        let all = running.back_end.usage().strikes;
        let new = all.saturating_sub(running.noted_strikes.swap(all, RELAXED));
        if new == 0 {
            return;
        }
        let now = app.clock.now_ms();
        let count = {
            let mut strikes = self.strikes.lock().unwrap_or_else(PoisonError::into_inner);
            strikes.retain(|at| *at > now - STRIKES_MS);
            // More than these change nothing, and the number is what a process says.
            strikes.extend((0..new.min(MAX_STRIKES as u64)).map(|_| now));
            strikes.len()
        };
        self.log.add(
            now,
            "error",
            &format!("a turn broke the limits of time or memory ({count}/{MAX_STRIKES})"),
        );
        let mut state = self.state.lock().await;
        // Another run of the same code may have begun since.
        let is_same =
            |state: &State| matches!(state, State::Running(current) if current.identity == running.identity);
        if count >= MAX_STRIKES && is_same(&state) {
            if let State::Running(current) = std::mem::replace(&mut *state, State::Disabled) {
                current.stop();
            }
            tracing::warn!(name = self.name, "a back end broke its limits too often and is stopped");
        }
    }

    /// What the console shows.
    pub(crate) async fn status(&self) -> Status {
        let strikes = self.strikes.lock().unwrap_or_else(PoisonError::into_inner).len();
        let state = self.state.lock().await;
        let ended_cpu_ms = self.ended_cpu_ms.load(RELAXED);
        let idle = |state, error| Status {
            state,
            error,
            strikes,
            cpu_ms: ended_cpu_ms,
            memory_bytes: 0,
            is_process: false,
        };
        match &*state {
            State::Stopped => idle("stopped", None),
            State::Failed(_, reason) => idle("failed", Some(reason.clone())),
            State::Disabled => idle("disabled", None),
            State::Running(running) => {
                let usage = running.back_end.usage();
                Status {
                    state: "running",
                    error: None,
                    strikes,
                    cpu_ms: ended_cpu_ms + usage.cpu_ms,
                    memory_bytes: usage.process_bytes.unwrap_or(usage.heap_bytes),
                    is_process: running.is_process(),
                }
            }
        }
    }
}

impl Running {
    pub(super) fn new(identity: Identity, back_end: BackEnd, portal: Arc<PortalAccess>) -> Self {
        Self { identity, back_end, portal, noted_strikes: AtomicU64::new(0) }
    }

    pub(super) fn is_process(&self) -> bool {
        self.back_end.is_process()
    }

    /// Processor time of its turns, in milliseconds.
    pub(super) fn cpu_ms(&self) -> u64 {
        self.back_end.usage().cpu_ms
    }

    /// Ends it; what it has committed is still stored.
    pub(super) fn stop(&self) {
        self.back_end.stop();
    }

    fn is_usable(&self) -> bool {
        self.back_end.ended().is_none() && !self.back_end.is_stuck()
    }

    /// Asks the back end, which sees the members as they are now.
    pub(super) async fn call(
        &self,
        call: plugin_host::Call,
        members: Copied,
    ) -> std::result::Result<plugin_host::Answer, CallError> {
        self.portal.set_members(members);
        self.back_end.call(call).await
    }
}

/// For the counters of calls.
pub(super) const RELAXED: Ordering = Ordering::Relaxed;
