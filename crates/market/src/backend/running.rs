//! One back end of this node: not started, running, failed, or stopped because it broke its limits too often.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use kernel::{ApiError, App, Result};
use plugin_host::{
    BackEnd, CallError, Database, FetchReply, FetchRequest, Limits, LogLevel, Portal, PublicUser,
    Publication, Source, Turns,
};
use tokio::sync::Mutex;

use super::log::Log;
use super::members::Copied;
use super::rate::Windows;
use super::{BackEnds, network, pages};
use crate::installed::{Installed, InstalledPackage};
use crate::{config, static_files, texts};

/// Largest database of a back end, in bytes.
pub(crate) const QUOTA: u64 = 64 << 20;
/// How often a back end may break its limits within [`STRIKES_MS`] before it is stopped.
const MAX_STRIKES: usize = 5;
/// Ten minutes.
const STRIKES_MS: i64 = 10 * 60 * 1000;
/// How often somebody looks whether a back end breaks its limits by itself, in timers.
const LOOK: Duration = Duration::from_secs(10);

/// The place of a back end on this node. Its log outlasts restarts.
pub(crate) struct Slot {
    name: String,
    state: Mutex<State>,
    pub(crate) log: Arc<Log>,
    pub(crate) windows: Windows,
    pub(crate) calls: AtomicU64,
    pub(crate) failed: AtomicU64,
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
struct Identity {
    package_id: String,
    config: BTreeMap<String, String>,
}

impl Identity {
    fn of(package: &InstalledPackage) -> Self {
        Self { package_id: package.package_id.clone(), config: package.config.clone() }
    }
}

/// A running back end.
pub(crate) struct Running {
    identity: Identity,
    back_end: BackEnd,
    portal: Arc<Host>,
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
            last_call_at: AtomicI64::new(0),
            strikes: std::sync::Mutex::default(),
        }
    }

    /// The back end of the version in use, started if it does not run.
    ///
    /// # Errors
    /// 404 without one, 503 when it does not start or is stopped.
    pub(crate) async fn running(&self, app: &App) -> Result<Arc<Running>> {
        let package =
            app.state::<Installed>().find(&self.name).ok_or_else(|| kernel::texts::UNKNOWN_PATH.err())?;
        let identity = Identity::of(&package);
        let mut state = self.state.lock().await;
        match &*state {
            // One that is stuck in a step that cannot be cut off ends by itself; another takes its place.
            State::Running(running) if running.identity == identity && running.is_well() => {
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
            old.back_end.stop();
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

    /// Ends it, and forgets what it failed of.
    pub(super) async fn stop(&self) {
        self.strikes.lock().unwrap_or_else(PoisonError::into_inner).clear();
        if let State::Running(old) = std::mem::take(&mut *self.state.lock().await) {
            old.back_end.stop();
        }
    }

    /// Ends it unless it is the one of this package.
    pub(super) async fn stop_unless(&self, package: &InstalledPackage) {
        let mut state = self.state.lock().await;
        if let State::Running(running) = &*state
            && running.identity != Identity::of(package)
        {
            running.back_end.stop();
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
            strikes.extend((0..new).map(|_| now));
            strikes.len()
        };
        self.log.add(
            now,
            "error",
            &format!("a turn broke the limits of time or memory ({count}/{MAX_STRIKES})"),
        );
        let mut state = self.state.lock().await;
        let is_current = matches!(&*state, State::Running(current) if Arc::ptr_eq(current, running));
        if count >= MAX_STRIKES && is_current {
            running.back_end.stop();
            *state = State::Disabled;
            tracing::warn!(name = self.name, "a back end broke its limits too often and is stopped");
        }
    }

    /// What the console shows.
    pub(crate) async fn status(&self) -> Status {
        let strikes = self.strikes.lock().unwrap_or_else(PoisonError::into_inner).len();
        let state = self.state.lock().await;
        let idle = |state, error| Status { state, error, strikes, cpu_ms: 0, memory_bytes: 0 };
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
                    cpu_ms: usage.cpu_ms,
                    memory_bytes: usage.heap_bytes,
                }
            }
        }
    }
}

impl Running {
    fn is_well(&self) -> bool {
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

/// Whether a back end may want a file: code and texts. Pictures and fonts would only fill the memory.
fn is_readable(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or_default();
    ["js", "mjs", "json", "txt", "md", "html", "css", "svg"].contains(&ending)
}

/// Where working copies of databases lie.
pub(super) fn scratch(app: &App) -> PathBuf {
    app.config.data_dir.join("backends")
}

/// Why there is none.
enum Refusal {
    /// Its code does not run.
    Code(String),
    /// Disk, database or the store of files.
    Portal(ApiError),
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        Self::Portal(error)
    }
}

async fn start(
    app: &App,
    package: &Arc<InstalledPackage>,
    log: Arc<Log>,
) -> std::result::Result<Arc<Running>, Refusal> {
    let manifest = package.manifest.backend().ok_or_else(|| kernel::texts::UNKNOWN_PATH.err())?;
    if !super::is_enabled_for_anyone(app, package.name()).await? {
        return Err(kernel::texts::APP_DISABLED.err().into());
    }
    let name = package.name().to_owned();
    let mut files = BTreeMap::new();
    for entry in package.files.0.iter().filter(|entry| is_readable(&entry.path)) {
        let bytes = static_files::read(app, package, &entry.path).await?;
        files.insert(entry.path.clone(), bytes.to_vec());
    }
    let members = app.state::<BackEnds>().members.newest(app).await?;
    let settings = config::backend_values(app, package)?;
    let (run, stored) = pages::begin(app, package).await?;
    let portal = Arc::new(Host {
        app: app.clone(),
        log,
        members: RwLock::new(members),
        hosts: manifest.hosts.clone(),
    });
    let source =
        Source { name: name.clone(), entry: manifest.entry.clone(), files, settings, ..Source::default() };
    // One of its own: a back end that is stuck may still hold the folder of before.
    let folder = scratch(app).join(format!("{name}-{}", app.random.hex::<8>()));
    let opening = tokio::task::spawn_blocking(move || Database::open(&folder, stored, QUOTA));
    let database = opening.await.map_err(ApiError::internal)?.map_err(ApiError::unavailable)?;
    let started = BackEnd::start(source, Limits::default(), database, portal.clone()).await;
    let (back_end, turns) = started.map_err(|error| Refusal::Code(error.to_string()))?;
    let (identity, noted_strikes) = (Identity::of(package), AtomicU64::new(0));
    let running = Arc::new(Running { identity, back_end, portal, noted_strikes });
    spawn_storing(app, run, &running, turns);
    Ok(running)
}

/// Stores, publishes and answers what the turns of a back end leave, until it ends; and looks after it meanwhile.
fn spawn_storing(app: &App, run: pages::Run, running: &Arc<Running>, turns: Turns) {
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
                    running.back_end.stop();
                    break storing.await;
                }
                () = app.clock.sleep(LOOK) => app.state::<BackEnds>().slot(&name).note_strikes(&app, &running).await,
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

/// What a back end may ask of the portal.
struct Host {
    app: App,
    log: Arc<Log>,
    members: RwLock<Copied>,
    /// The hosts that the manifest declares.
    hosts: Vec<String>,
}

impl Host {
    fn set_members(&self, members: Copied) {
        *self.members.write().unwrap_or_else(PoisonError::into_inner) = members;
    }

    fn members(&self) -> Copied {
        self.members.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Portal for Host {
    fn users_revision(&self) -> u64 {
        self.members().revision
    }

    fn users(&self) -> Vec<PublicUser> {
        self.members().users.to_vec()
    }

    fn is_registered(&self, user_id: &str) -> bool {
        let user = kernel::user::UserId::parse(user_id);
        user.is_some_and(|user| {
            realtime::has_socket(&self.app, &user)
                || realtime::polling_members(&self.app, realtime::Channel::Realtime).contains(&user)
        })
    }

    fn fetch(&self, request: FetchRequest, reply: FetchReply) {
        network::fetch(&self.app, &self.hosts, request, reply);
    }

    fn log(&self, level: LogLevel, text: &str) {
        let level = match level {
            LogLevel::Debug => "debug",
            LogLevel::Info => "info",
            LogLevel::Warn => "warn",
            LogLevel::Error => "error",
        };
        self.log.add(self.app.clock.now_ms(), level, text);
    }
}

/// For the counters of calls.
pub(super) const RELAXED: Ordering = Ordering::Relaxed;
