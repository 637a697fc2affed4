//! The handle of a back end that runs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossbeam_channel::Sender;
use tokio::sync::oneshot;

use crate::budget::Budget;
use crate::call::{Answer, Call, CallError};
use crate::clock;
use crate::isolate::{self, Local, Message, Start};
use crate::limits::Limits;
use crate::meter::{Meter, Usage};
use crate::portal::Portal;
use crate::process::{self, Link, ProcessCommand, ProcessError};
use crate::source::{Source, StartError};
use crate::sql::Database;
use crate::turns::{self, Turns};
use crate::waiters::Waiters;
use crate::waiting_bytes::WaitingBytes;

/// Stack of an isolate's thread. Only what is used is in memory.
pub const STACK: usize = 4 << 20;

/// How long over its slice a turn may run before the back end counts as stuck. A turn is stuck in one long step of
/// the engine, which nothing can cut off.
const STUCK: Duration = Duration::from_secs(1);

/// How often a call that waits checks whether the back end is stuck.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The priority of a thread that was given up: the least there is.
const LEAST_PRIORITY: i32 = 19;

/// How long a turn may run before the back end counts as stuck.
pub fn longest_turn(limits: &Limits) -> Duration {
    limits.slice.max(limits.start) + STUCK
}

/// A back end: one engine on one thread, of this process or of another. It ends when the handle is dropped.
#[derive(Debug)]
pub struct BackEnd {
    messages: Sender<Message>,
    meter: Arc<Meter>,
    runner: Runner,
    limits: Limits,
    waiters: Arc<Waiters>,
    waiting: AtomicUsize,
    waiting_bytes: WaitingBytes,
    last_id: AtomicU32,
}

/// Where the engine runs.
#[derive(Debug)]
enum Runner {
    Thread(Arc<Budget>),
    Process(Arc<Link>),
}

impl BackEnd {
    /// Loads a back end. Its files run as the first turn, so [`crate::run_turns`] has something to store from the
    /// beginning, and no call is answered unless it runs.
    pub async fn start(
        source: Source,
        limits: Limits,
        database: Database,
        portal: Arc<dyn Portal>,
    ) -> Result<(Self, Turns), StartError> {
        let (messages, received) = crossbeam_channel::unbounded();
        let waiters = Arc::<Waiters>::default();
        let (sender, turns) = turns::channel(Arc::clone(&waiters));
        let (ready, started) = oneshot::channel();
        let outlet = Local { turns: sender, ready: Some(ready), waiters: Arc::clone(&waiters) };
        let (budget, meter) = (Arc::new(Budget::new()), Arc::new(Meter::new()));
        let start = Start {
            source,
            limits: limits.clone(),
            database,
            portal,
            budget: Arc::clone(&budget),
            meter: Arc::clone(&meter),
            outlet: Box::new(outlet),
            messages: received,
            own_messages: messages.clone(),
        };
        let thread = thread::Builder::new().name("back-end".to_owned()).stack_size(STACK);
        thread.spawn(move || isolate::run(start)).map_err(|error| StartError(error.to_string()))?;
        let back_end = Self::new(messages, meter, Runner::Thread(budget), limits, waiters);
        back_end.wait_for_start(started).await.map(|back_end| (back_end, turns))
    }

    /// Loads a back end in a process of its own, which it shares nothing with but a socket and can be killed.
    /// `command` starts a program that calls [`crate::run_process`]. The working copy is made of the stored `pages`
    /// (number from 1, 4096 bytes) in `folder`, which is this process's alone and is removed with it; the database
    /// may have `quota` bytes.
    ///
    /// # Errors
    /// [`ProcessError::Code`] as [`BackEnd::start`] says it, [`ProcessError::System`] without a process or without a
    /// working copy.
    pub async fn start_process<P>(
        command: ProcessCommand,
        source: Source,
        limits: Limits,
        pages: P,
        quota: u64,
        folder: PathBuf,
        portal: Arc<dyn Portal>,
    ) -> Result<(Self, Turns), ProcessError>
    where
        P: IntoIterator<Item = (u32, Vec<u8>), IntoIter: Send + 'static>,
    {
        let (messages, received) = crossbeam_channel::unbounded();
        let waiters = Arc::<Waiters>::default();
        let (sender, turns) = turns::channel(Arc::clone(&waiters));
        let (ready, started) = oneshot::channel();
        let meter = Arc::new(Meter::new());
        let spawn = process::Spawn {
            command,
            source,
            limits: limits.clone(),
            quota,
            folder,
            portal,
            meter: Arc::clone(&meter),
            waiters: Arc::clone(&waiters),
            turns: sender,
            sender: messages.clone(),
            messages: received,
            ready,
        };
        let link = process::spawn(spawn, pages.into_iter())?;
        let back_end = Self::new(messages, meter, Runner::Process(link), limits, waiters);
        back_end.wait_for_start(started).await.map(|back_end| (back_end, turns))
    }

    fn new(
        messages: Sender<Message>,
        meter: Arc<Meter>,
        runner: Runner,
        limits: Limits,
        waiters: Arc<Waiters>,
    ) -> Self {
        let (waiting, waiting_bytes) = (AtomicUsize::new(0), WaitingBytes::default());
        let last_id = AtomicU32::new(0);
        Self { messages, meter, runner, limits, waiters, waiting, waiting_bytes, last_id }
    }

    async fn wait_for_start<E: From<StartError>>(
        self,
        started: oneshot::Receiver<Result<(), E>>,
    ) -> Result<Self, E> {
        let failed = |text: &str| Err(StartError(text.to_owned()).into());
        match clock::within(self.limits.start + self.limits.answer_timeout, started).await {
            Some(Ok(Ok(()))) => Ok(self),
            Some(Ok(Err(error))) => Err(error),
            Some(Err(_)) => failed("the engine ended while the back end was loaded"),
            None => {
                // Its thread would go on at the priority of one that is waited for.
                self.give_up_if_stuck();
                failed("loading the back end does not end")
            }
        }
    }

    /// Calls the back end and waits for its answer, which comes after all that it changed is stored.
    pub async fn call(&self, call: Call) -> Result<Answer, CallError> {
        self.meter.call();
        let result = self.wait(call).await;
        let failed = result.as_ref().map_or(true, |answer| answer.status >= 500);
        if failed {
            self.meter.fail();
        }
        result
    }

    async fn wait(&self, call: Call) -> Result<Answer, CallError> {
        if self.meter.ended().is_some() {
            return Err(CallError::Stopped);
        }
        let mut waiting = Waiting::new(self)?;
        // With the message, which is there until the isolate takes it, also when the caller has gone.
        let bytes = self.waiting_bytes.reserve(call.body.len());
        let Some(bytes) = bytes else { return Err(waiting.refused()) };
        let mut answer = self.waiters.add(waiting.id);
        let message = Message::Call { id: waiting.id, call: Box::new(call), bytes };
        self.messages.send(message).map_err(|_| CallError::Stopped)?;
        let began = clock::now();
        while began.elapsed() < self.limits.answer_timeout {
            match clock::within(POLL_INTERVAL.min(self.limits.answer_timeout), &mut answer).await {
                Some(answer) => {
                    waiting.is_answered = true;
                    return answer.unwrap_or(Err(CallError::Stopped));
                }
                None if self.is_stuck() => break,
                None => {}
            }
        }
        Err(CallError::TimedOut)
    }

    /// Whether the back end is in a step that cannot be cut off. It reacts again when the step ends; until then a
    /// portal leaves it alone or starts another in its place. A process is ended instead, with
    /// [`CallError::OverBudget`], so it is never stuck.
    pub fn is_stuck(&self) -> bool {
        self.meter.running().is_some_and(|time| time > longest_turn(&self.limits))
    }

    /// Gives up a back end that is stuck and uses the processor; false for every other. Nothing but the end of its
    /// step ends the thread, so the thread gets from here on what nobody else wants of the processors. It counts as a
    /// strike, and the back end as ended: whoever starts another chooses a process, which can be killed.
    pub fn give_up_if_stuck(&self) -> bool {
        let Runner::Thread(budget) = &self.runner else { return false };
        let Some(thread) = self.meter.thread().filter(|_| self.is_stuck() && self.meter.ended().is_none())
        else {
            return false;
        };
        if !budget.is_spent_by(thread) {
            return false;
        }
        // Not being allowed to is no reason to leave it.
        let _ = rustix::process::setpriority_process(Some(thread), LEAST_PRIORITY);
        self.meter.strike();
        self.meter.end(CallError::OverBudget);
        self.stop();
        true
    }

    /// Whether it runs in a process of its own.
    pub fn is_process(&self) -> bool {
        matches!(self.runner, Runner::Process(_))
    }

    /// Why the back end has ended; `None` while it runs.
    pub fn ended(&self) -> Option<CallError> {
        self.meter.ended().cloned()
    }

    /// What the back end has used.
    pub fn usage(&self) -> Usage {
        let process_bytes = match &self.runner {
            Runner::Thread(_) => None,
            Runner::Process(link) => link.process_bytes(),
        };
        Usage { process_bytes, ..self.meter.usage() }
    }

    /// The number of the process that the back end runs in; `None` for a thread and after the process has ended.
    pub fn process_id(&self) -> Option<u32> {
        match &self.runner {
            Runner::Thread(_) => None,
            Runner::Process(link) => link.process_id(),
        }
    }

    /// Ends the back end: the turn that runs is cut off, calls that wait are [`CallError::Stopped`]. What was
    /// committed is still handed over; [`crate::run_turns`] returns when that is stored. A process that
    /// takes longer than some seconds for that is killed.
    pub fn stop(&self) {
        match &self.runner {
            Runner::Thread(budget) => budget.halt(),
            Runner::Process(link) => link.stop(),
        }
        // The thread may have ended.
        let _ = self.messages.send(Message::Stop);
    }
}

impl Drop for BackEnd {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A call that waits. Dropped without an answer, the thread forgets it.
struct Waiting<'a> {
    back_end: &'a BackEnd,
    id: u32,
    is_answered: bool,
}

impl<'a> Waiting<'a> {
    fn new(back_end: &'a BackEnd) -> Result<Self, CallError> {
        let calls = back_end.waiting.fetch_add(1, Relaxed);
        let id = back_end.last_id.fetch_add(1, Relaxed);
        let mut waiting = Self { back_end, id, is_answered: false };
        if calls >= back_end.limits.pending_calls || back_end.is_stuck() {
            return Err(waiting.refused());
        }
        Ok(waiting)
    }

    /// The call is not sent: the thread has never heard of it.
    fn refused(&mut self) -> CallError {
        self.is_answered = true;
        CallError::Busy
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.back_end.waiting.fetch_sub(1, Relaxed);
        if !self.is_answered {
            self.back_end.waiters.take(self.id);
            // The thread may have ended.
            let _ = self.back_end.messages.send(Message::Forget { id: self.id });
        }
    }
}
