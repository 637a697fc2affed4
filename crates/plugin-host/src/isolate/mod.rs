//! The thread of one back end. A turn is one run of JavaScript: a call, a timer, the result of a request, and the
//! promises that go on after it. What a turn leaves is handed over at its end.

mod crypto;
mod engine;
mod fetches;
mod functions;
mod host;
mod outlet;
mod shim;
mod urls;
mod values;
mod zlib;

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use crate::budget::Budget;
use crate::call::{Call, CallError};
use crate::clock;
use crate::limits::Limits;
use crate::meter::{EndOnDrop, Meter};
use crate::portal::{FetchError, FetchResponse, LogLevel, Portal};
use crate::source::{Source, StartError};
use crate::sql::Database;
use crate::waiting_bytes::ReservedBytes;

use engine::{Engine, Failure};
use fetches::Fetches;
use host::Host;

pub use fetches::FetchDelivery;
pub use host::{EVENT, LARGE_ANSWERS, LINE, RECIPIENTS, add_recipients, answer_bytes, cut};
pub use outlet::{Local, Outlet};

/// How long a turn that was cut off may go on with promises, each time, before the isolate is given up.
const REST: u32 = 2;

/// How long over its slice a turn's promises may go on when each of them is too short to be cut off, and how long
/// the others may run after one was.
const GRACE: Duration = Duration::from_millis(30);

/// Part of the memory above which an isolate is given up: what is left is too little to go on with.
const FULL: f64 = 0.9;

/// After a turn of its own (a timer, or the result of a request) that ran for a while, the back end rests this many
/// times as long from such turns, so that they leave three quarters of a processor to others.
const OWN_TURN_PAUSE: u32 = 3;

/// What the handle asks of the thread.
pub enum Message {
    /// A request.
    Call { id: u32, call: Box<Call>, bytes: ReservedBytes },
    /// Nobody waits for this answer any more.
    Forget { id: u32 },
    /// The result of a request to another host.
    Fetched { id: u32, result: Result<FetchResponse, FetchError> },
    /// The end.
    Stop,
}

/// What a thread begins with.
pub struct Start {
    pub source: Source,
    pub limits: Limits,
    pub database: Database,
    pub portal: Arc<dyn Portal>,
    pub budget: Arc<Budget>,
    pub meter: Arc<Meter>,
    pub outlet: Box<dyn Outlet>,
    pub messages: Receiver<Message>,
    /// The other end of `messages`, for results of requests to other hosts.
    pub own_messages: Sender<Message>,
}

/// The thread's function.
pub fn run(start: Start) {
    let Start { source, limits, mut database, portal, budget, meter, mut outlet, messages, own_messages } =
        start;
    let _ended = EndOnDrop(Arc::clone(&meter));
    // Back ends are the last to get a processor that others want. Not being allowed to be modest is no reason to fail.
    let thread = rustix::thread::gettid();
    meter.set_thread(thread);
    let _ = rustix::process::setpriority_process(Some(thread), 5);
    if let Err(error) = database.limit(&limits, Arc::clone(&budget)) {
        outlet.ready(Err(StartError(error.to_string())));
        return;
    }
    let fetches = Fetches::new(own_messages);
    let host = Rc::new(Host::new(source, limits, portal, budget, database, fetches));
    let mut isolate = match Isolate::new(host, meter, outlet) {
        Ok(isolate) => isolate,
        Err((error, mut outlet)) => {
            outlet.ready(Err(error));
            return;
        }
    };
    let loaded = isolate.load();
    let goes_on = loaded.is_ok();
    // Nobody hears it when the start was given up.
    if isolate.outlet.ready(loaded) && goes_on {
        isolate.serve(&messages);
    }
    isolate.end();
}

struct Isolate {
    engine: Engine,
    host: Rc<Host>,
    meter: Arc<Meter>,
    outlet: Box<dyn Outlet>,
    /// The revision of the members that the database has.
    users: Option<u64>,
    /// The back end rests from turns of its own until then.
    rests: Instant,
    /// When the heap is measured again.
    measure: Instant,
    /// The method and address of the call that the turn is for.
    asked: Option<(String, String)>,
    /// Why the isolate ends.
    ended: Option<CallError>,
}

impl Isolate {
    fn new(
        host: Rc<Host>,
        meter: Arc<Meter>,
        outlet: Box<dyn Outlet>,
    ) -> Result<Self, (StartError, Box<dyn Outlet>)> {
        host.budget.begin(host.limits.start);
        let engine = match Engine::new(&host) {
            Ok(engine) => engine,
            Err(failure) => return Err((StartError(text_of(failure)), outlet)),
        };
        let now = clock::now();
        Ok(Self {
            engine,
            host,
            meter,
            outlet,
            users: None,
            rests: now,
            measure: now,
            asked: None,
            ended: None,
        })
    }

    /// The first turn: runs the back end's files.
    fn load(&mut self) -> Result<(), StartError> {
        let slice = self.host.limits.start;
        let host = Rc::clone(&self.host);
        let failure = self.turn(slice, None, |engine| {
            let made = host.database.borrow().execute(&host.source.schema);
            made.map_err(|error| Failure::Thrown(format!("the schema: {}", error.message)))?;
            engine.load()
        });
        match (failure, self.ended.take()) {
            (Some(failure), _) => Err(StartError(text_of(failure))),
            (None, Some(error)) => Err(StartError(error.to_string())),
            (None, None) => Ok(()),
        }
    }

    /// Takes calls, timers and results of requests until the end.
    fn serve(&mut self, messages: &Receiver<Message>) {
        let slice = self.host.limits.slice;
        while self.ended.is_none() {
            match self.next(messages) {
                Some(Message::Call { id, call, bytes }) => {
                    drop(bytes);
                    self.host.pending.borrow_mut().insert(id);
                    self.asked = Some((call.method.clone(), call.original_url.clone()));
                    self.turn(slice, Some(id), |engine| engine.dispatch(id, *call));
                    self.asked = None;
                }
                Some(Message::Forget { id }) => {
                    self.host.pending.borrow_mut().remove(&id);
                }
                Some(Message::Fetched { id, result }) => self.host.fetches.arrive(id, result),
                Some(Message::Stop) => return,
                None => {}
            }
            // After every message, so that calls do not keep the others waiting.
            if self.ended.is_none() && self.own_turn_due().is_some_and(|due| due <= clock::now()) {
                self.own_turn(slice);
                self.rests = clock::now() + self.host.budget.used() * OWN_TURN_PAUSE;
            }
        }
    }

    /// Runs a timer or takes the result of a request, whichever waits longer.
    fn own_turn(&mut self, slice: Duration) {
        let due = self.host.wake.get();
        let is_first = |arrived| due.is_none_or(|due| arrived <= due);
        match self.host.fetches.arrived().is_some_and(is_first).then(|| self.host.fetches.take()).flatten() {
            Some((id, result)) => self.turn(slice, None, |engine| engine.fetched(id, result)),
            None => self.turn(slice, None, Engine::fire),
        };
    }

    fn next(&self, messages: &Receiver<Message>) -> Option<Message> {
        match self.own_turn_due() {
            None => Some(messages.recv().unwrap_or(Message::Stop)),
            Some(due) => match messages.recv_deadline(due) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Message::Stop),
            },
        }
    }

    fn own_turn_due(&self) -> Option<Instant> {
        let due = [self.host.wake.get(), self.host.fetches.arrived()];
        due.into_iter().flatten().min().map(|due| due.max(self.rests))
    }

    /// One turn. Answers how it failed, if it did; `call` is the call that it is for.
    fn turn(
        &mut self,
        slice: Duration,
        call: Option<u32>,
        run: impl FnOnce(&Engine) -> Result<(), Failure>,
    ) -> Option<Failure> {
        self.meter.turn_begins();
        self.outlet.turn_begins();
        self.host.budget.begin(slice);
        self.refresh_users();
        let mut failure = run(&self.engine).err();
        self.run_jobs(slice, &mut failure);
        for text in self.engine.take_rejections() {
            self.host.log(LogLevel::Error, &format!("unhandled rejection: {text}"));
            if engine::is_out_of_memory(&text) {
                self.host.out_of_memory.set(true);
            }
        }
        if self.host.out_of_memory.get() {
            failure = Some(Failure::OutOfMemory);
        }
        if self.host.budget.is_halted() {
            self.ended.get_or_insert(CallError::Stopped);
        } else if let Some(failure) = &failure {
            self.note(failure, call);
        }
        self.measure_heap();
        self.meter.turn_ends(&self.host.budget);
        if let Some(reason) = &self.ended {
            // Before the answers, so that nobody who has one calls again.
            self.meter.end(reason.clone());
        }
        self.hand_over();
        failure
    }

    /// Runs the continuations of promises. Those that make ever new ones are cut off, and when that does not end them
    /// the isolate is given up, because they would take the time of every later turn.
    fn run_jobs(&mut self, slice: Duration, failure: &mut Option<Failure>) {
        let budget = &self.host.budget;
        let mut rest = REST;
        let mut due = None;
        while let Some(result) = self.engine.run_job() {
            if let Err(error) = result {
                failure.get_or_insert(error);
            }
            if !budget.was_exceeded() {
                // The engine asks after some thousands of steps. Promises of a few steps each come to that as well.
                if !budget.is_due() || budget.used() < *due.get_or_insert_with(|| budget.used()) + GRACE {
                    continue;
                }
            }
            failure.get_or_insert(Failure::Interrupted);
            if rest == 0 {
                self.ended = Some(CallError::OverBudget);
                return;
            }
            rest -= 1;
            due = None;
            budget.begin(slice.min(GRACE));
        }
    }

    /// Answers the call of a turn that failed, and decides whether the isolate can go on.
    fn note(&mut self, failure: &Failure, call: Option<u32>) {
        let error = match failure {
            Failure::Interrupted => {
                self.meter.strike();
                self.log_end("a turn ran too long and was cut off");
                CallError::OverBudget
            }
            Failure::OutOfMemory => {
                self.meter.strike();
                self.log_end("out of memory; the back end starts anew");
                self.ended = Some(CallError::OutOfMemory);
                CallError::OutOfMemory
            }
            Failure::Thrown(text) => {
                self.host.log(LogLevel::Error, text);
                CallError::Failed(text.clone())
            }
        };
        if let Some(id) = call {
            self.host.finish(id, Err(error));
        }
    }

    /// Writes why a turn has ended, and for which call it was.
    fn log_end(&self, why: &str) {
        let line = self.asked.as_ref().map(|(method, url)| format!("{method} {url}: {why}"));
        self.host.log(LogLevel::Error, line.as_deref().unwrap_or(why));
    }

    fn refresh_users(&mut self) {
        let revision = self.host.portal.users_revision();
        if self.users != Some(revision) {
            let users = self.host.portal.users();
            match self.host.database.borrow_mut().set_users(&users) {
                Ok(()) => self.users = Some(revision),
                Err(error) => self.host.log(LogLevel::Error, &format!("the members: {error}")),
            }
        }
    }

    /// Looks at the heap now and then: the more it costs, the less often.
    fn measure_heap(&mut self) {
        let now = clock::now();
        if now < self.measure || self.ended.is_some() {
            return;
        }
        let full = (self.host.limits.memory as f64 * FULL) as usize;
        let mut heap = self.engine.heap();
        if heap > full {
            self.engine.collect_garbage();
            heap = self.engine.heap();
        }
        self.meter.heap(heap);
        self.meter.stored(self.host.database.borrow().stored_bytes());
        if heap > full {
            self.note(&Failure::OutOfMemory, None);
        }
        self.measure = now + (now.elapsed() * 100).max(Duration::from_secs(1));
    }

    /// Ends the turn in the database and hands over what it left.
    fn hand_over(&mut self) {
        let end = self.host.database.borrow_mut().end_turn();
        let mut turn = self.host.take_turn();
        match end {
            Ok(end) => {
                if end.rolled_back {
                    let text = "a transaction was still open at the end of the turn and was rolled back";
                    self.host.log(LogLevel::Error, text);
                    // Nobody is told that something was done which was not.
                    turn.publications.clear();
                    for (_, result) in &mut turn.finished {
                        if result.is_ok() {
                            *result = Err(CallError::Failed(text.to_owned()));
                        }
                    }
                }
                turn.changes = end.changes;
            }
            Err(error) => {
                self.host.log(LogLevel::Error, &error.to_string());
                turn.publications.clear();
                for (_, result) in &mut turn.finished {
                    *result = Err(CallError::NotStored);
                }
                self.ended = Some(CallError::NotStored);
            }
        }
        if let Err(error) = self.outlet.turn(turn) {
            self.ended = Some(error);
        }
    }

    /// Answers everybody who still waits.
    fn end(mut self) {
        let reason = self.ended.unwrap_or(CallError::Stopped);
        self.meter.end(reason.clone());
        self.outlet.end(&reason, self.host.pending.take().into_iter().collect());
    }
}

fn text_of(failure: Failure) -> String {
    match failure {
        Failure::Interrupted => "loading took too long and was cut off".to_owned(),
        Failure::OutOfMemory => "loading needed more memory than a back end has".to_owned(),
        Failure::Thrown(text) => text,
    }
}
