//! Services: long work that is watched, and that an admin may stop, start and restart singly.
//!
//! A supervisor runs the work. When it fails, returns unasked or panics, it begins again after a
//! pause that grows, and the failure is counted. A stop ends the work before it answers: what it
//! holds, a port or a loop, is gone.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};

use super::{STOP, Stop};
use crate::app::App;
use crate::clock::Clock;
use crate::error::Result;

/// The pause after the first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause. Work that ran this long before it failed begins again after the first one.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// The supervisor may need [`STOP`] for the work, which is cut off then.
const SETTLE: Duration = Duration::from_secs(6);

/// Whether the portal can do without it for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// May be stopped.
    Optional,
    /// May be restarted, never stopped.
    Essential,
}

/// What a service is doing; the wire spells it as the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum State {
    /// The work runs.
    Running,
    /// It failed and begins again after a pause.
    Waiting,
    /// Nobody wants it to run.
    Stopped,
}

/// How a service is.
#[derive(Clone, Debug)]
pub struct Status {
    /// Its name.
    pub name: &'static str,
    /// Whether the portal can do without it.
    pub need: Need,
    /// What it does.
    pub state: State,
    /// Since when, in milliseconds since the epoch.
    pub since: i64,
    /// How often it began again after a failure.
    pub restarts: u64,
    /// Why it last failed; for the operator.
    pub last_error: Option<String>,
}

/// Why a service was left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is none of this name.
    Unknown,
    /// The portal needs it.
    Essential,
}

/// What is wanted of a service. Another turn means: end what runs, and begin anew.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Wanted {
    running: bool,
    turn: u64,
}

#[derive(Clone, Debug)]
struct Condition {
    state: State,
    /// The newest turn that the supervisor has taken over.
    turn: u64,
    since: i64,
    restarts: u64,
    last_error: Option<String>,
}

type Work = dyn Fn(App, Stop) -> BoxFuture<'static, Result<()>> + Send + Sync;

/// One service, shared by its supervisor and those who ask.
#[derive(Clone)]
struct Service {
    name: &'static str,
    need: Need,
    work: Arc<Work>,
    wanted: watch::Sender<Wanted>,
    condition: watch::Sender<Condition>,
}

/// The services of a node.
#[derive(Default)]
pub(super) struct Services(Mutex<Vec<Service>>);

impl Services {
    fn list(&self) -> Vec<Service> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn find(&self, name: &str) -> std::result::Result<Service, Refused> {
        self.list().into_iter().find(|service| service.name == name).ok_or(Refused::Unknown)
    }

    pub(super) fn all(&self) -> Vec<Status> {
        self.list().iter().map(Service::status).collect()
    }

    /// Declares one and answers its supervisor.
    pub(super) fn declare(
        &self,
        app: &App,
        name: &'static str,
        need: Need,
        work: Arc<Work>,
    ) -> impl FnOnce(Stop) -> BoxFuture<'static, ()> + use<> {
        let since = app.clock.now_ms();
        let condition = Condition { state: State::Waiting, turn: 0, since, restarts: 0, last_error: None };
        let wanted = watch::Sender::new(Wanted { running: true, turn: 0 });
        let service = Service { name, need, work, wanted, condition: watch::Sender::new(condition) };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        debug_assert!(all.iter().all(|other| other.name != name), "{name} is declared once");
        all.push(service.clone());
        let app = app.clone();
        move |stop| Box::pin(service.supervise(app, stop))
    }

    pub(super) async fn turn(
        &self,
        clock: &Clock,
        name: &str,
        running: Option<bool>,
    ) -> std::result::Result<Status, Refused> {
        let service = self.find(name)?;
        if running == Some(false) && service.need == Need::Essential {
            return Err(Refused::Essential);
        }
        service.turn(clock, running).await;
        Ok(service.status())
    }
}

impl Service {
    fn status(&self) -> Status {
        let Condition { state, since, restarts, last_error, .. } = self.condition.borrow().clone();
        Status { name: self.name, need: self.need, state, since, restarts, last_error }
    }

    /// Asks for a state, `None` for a restart, and waits until it is settled.
    async fn turn(&self, clock: &Clock, running: Option<bool>) {
        let mut asked = 0;
        self.wanted.send_if_modified(|wanted| {
            let changed = running != Some(wanted.running);
            wanted.running = running.unwrap_or(true);
            wanted.turn += u64::from(changed);
            asked = wanted.turn;
            changed
        });
        let mut condition = self.condition.subscribe();
        // An error means the supervisor is gone, because the server stops.
        let _ = clock.timeout(SETTLE, condition.wait_for(|now| now.turn >= asked)).await;
    }

    fn note(&self, app: &App, state: State, turn: u64) {
        let since = app.clock.now_ms();
        self.condition.send_modify(|now| {
            (now.state, now.since, now.turn) = (state, since, turn);
        });
    }

    async fn supervise(self, app: App, mut stop: Stop) {
        let mut wanted = self.wanted.subscribe();
        let mut pause = FIRST_PAUSE;
        loop {
            let Wanted { running, turn } = *wanted.borrow_and_update();
            if !running {
                self.note(&app, State::Stopped, turn);
                tokio::select! {
                    () = stop.asked() => return,
                    _ = wanted.changed() => {}
                }
                continue;
            }
            let (end, asked) = watch::channel(false);
            // A set, because it ends its task when it is dropped: nothing outlives the supervisor.
            let mut task = JoinSet::new();
            task.spawn((self.work)(app.clone(), Stop(asked)));
            self.note(&app, State::Running, turn);
            let began = app.clock.monotonic();
            let failure = tokio::select! {
                () = stop.asked() => {
                    wind_up(&app.clock, &end, &mut task).await;
                    return;
                }
                _ = wanted.changed() => {
                    wind_up(&app.clock, &end, &mut task).await;
                    pause = FIRST_PAUSE;
                    continue;
                }
                ended = task.join_next() => match ended {
                    // Nobody but the runtime cancels this task, and it does so when the process ends.
                    Some(Err(error)) if error.is_cancelled() => return,
                    ended => failure(ended),
                },
            };
            if app.clock.monotonic().saturating_sub(began) >= LONGEST_PAUSE {
                pause = FIRST_PAUSE;
            }
            tracing::error!(service = self.name, failure, "service failed, restarted");
            self.condition.send_modify(|now| {
                now.restarts += 1;
                now.last_error = Some(failure);
            });
            self.note(&app, State::Waiting, turn);
            tokio::select! {
                whole = stop.sleep(&app.clock, pause) => if !whole { return },
                _ = wanted.changed() => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}

/// Asks the work to end, and cuts it off when it does not.
async fn wind_up(clock: &Clock, end: &watch::Sender<bool>, task: &mut JoinSet<Result<()>>) {
    end.send_replace(true);
    if clock.timeout(STOP, task.join_next()).await.is_err() {
        task.shutdown().await;
    }
}

/// Why work that nobody had asked to end has ended.
fn failure(ended: Option<std::result::Result<Result<()>, JoinError>>) -> String {
    match ended {
        Some(Ok(Err(refusal))) => refusal.cause().map_or_else(|| refusal.to_string(), ToOwned::to_owned),
        Some(Err(error)) => match error.try_into_panic() {
            Ok(words) => {
                let text = words.downcast_ref::<&str>().map(ToString::to_string);
                let text = text.or_else(|| words.downcast_ref::<String>().cloned());
                format!("panic: {}", text.unwrap_or_default())
            }
            Err(error) => error.to_string(),
        },
        Some(Ok(Ok(()))) | None => "ended by itself".into(),
    }
}
