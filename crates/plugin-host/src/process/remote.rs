//! The portal as the isolate of a process sees it, and where its turns go: frames over the standard input, which is
//! a socket.

use std::collections::HashMap;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

use super::wire::{self, BATCH, ERROR, FromChild};
use crate::call::CallError;
use crate::clock;
use crate::isolate::{Outlet, cut};
use crate::lock::locked;
use crate::meter::{Meter, MeterState};
use crate::portal::{FetchError, FetchReply, FetchRequest, FetchResponse, LogLevel, Portal, PublicUser};
use crate::source::StartError;
use crate::turns::Turn;

/// Processor time, in nanoseconds, of turns that left nothing, which the portal hears of at once.
const REPORT: u64 = 1_000_000;

/// The socket, without a descriptor of its own.
#[derive(Debug)]
pub struct Socket;

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(rustix::stdio::stdin(), buffer)?)
    }
}

/// Ends the process. The portal is gone, or has been told why.
pub fn leave(code: i32) -> ! {
    std::process::exit(code)
}

/// Writes frames, each whole. Without a reader there is nothing more to do, so failing to write ends the process.
#[derive(Debug, Default)]
pub struct Output {
    buffer: Mutex<Vec<u8>>,
    /// Threads that wait for the portal to read or to answer.
    waiting: AtomicUsize,
}

impl Output {
    /// Writes one frame.
    pub fn send(&self, frame: &FromChild<'_>) {
        let _waits = self.wait();
        self.batch(|batch| batch.add(frame));
    }

    /// Writes several frames that nothing comes between.
    pub fn batch(&self, fill: impl FnOnce(&mut Batch<'_>)) {
        let mut buffer = locked(&self.buffer);
        let mut batch = Batch(&mut buffer);
        fill(&mut batch);
        batch.flush();
        // A large turn is no reason to keep its memory.
        buffer.shrink_to(BATCH);
    }

    /// Writes a last frame unless another thread is writing, and ends the process.
    pub fn send_last(&self, frame: &FromChild<'_>) -> ! {
        if let Ok(mut buffer) = self.buffer.try_lock() {
            let mut batch = Batch(&mut buffer);
            batch.add(frame);
            batch.flush();
        }
        leave(1)
    }

    /// Says that this thread waits for the portal until the value is dropped.
    pub fn wait(&self) -> WaitingGuard<'_> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        WaitingGuard(self)
    }

    /// Whether a thread waits for the portal.
    pub fn is_waiting(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }
}

/// A thread that waits for the portal.
pub struct WaitingGuard<'a>(&'a Output);

impl Drop for WaitingGuard<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Frames that are written together.
pub struct Batch<'a>(&'a mut Vec<u8>);

impl Batch<'_> {
    /// Adds a frame.
    pub fn add(&mut self, frame: &FromChild<'_>) {
        if wire::encode(self.0, frame).is_err() {
            leave(1);
        }
        if self.0.len() > BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let mut rest = self.0.as_slice();
        while !rest.is_empty() {
            match rustix::io::write(rustix::stdio::stdin(), rest) {
                Ok(count) => rest = &rest[count..],
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => leave(0),
            }
        }
        self.0.clear();
    }
}

/// The portal behind the socket.
pub struct Remote {
    output: Arc<Output>,
    users: Mutex<(u64, Vec<PublicUser>)>,
    registered: Receiver<bool>,
    fetches: Mutex<Fetches>,
}

#[derive(Default)]
struct Fetches {
    last_id: u32,
    waiting: HashMap<u32, FetchReply>,
}

impl Remote {
    /// `registered` gives the answers to the questions of [`Portal::is_registered`].
    pub fn new(output: Arc<Output>, registered: Receiver<bool>) -> Self {
        Self { output, users: Mutex::default(), registered, fetches: Mutex::default() }
    }

    /// Takes the members as they are now.
    pub fn set_users(&self, revision: u64, users: Vec<PublicUser>) {
        *locked(&self.users) = (revision, users);
    }

    /// Takes the result of a request.
    pub fn fetched(&self, id: u32, result: Result<FetchResponse, FetchError>) {
        let reply = locked(&self.fetches).waiting.remove(&id);
        if let Some(reply) = reply {
            reply(result);
        }
    }
}

impl Portal for Remote {
    fn users_revision(&self) -> u64 {
        locked(&self.users).0
    }

    fn users(&self) -> Vec<PublicUser> {
        locked(&self.users).1.clone()
    }

    fn is_registered(&self, user_id: &str) -> bool {
        let _waits = self.output.wait();
        self.output.send(&FromChild::IsRegistered { user_id: cut(user_id, 100) });
        // The thread that reads holds the other end as long as the process runs.
        self.registered.recv().unwrap_or_else(|_| leave(0))
    }

    fn fetch(&self, request: FetchRequest, reply: FetchReply) {
        let id = {
            let mut fetches = locked(&self.fetches);
            fetches.last_id = fetches.last_id.wrapping_add(1);
            let id = fetches.last_id;
            fetches.waiting.insert(id, reply);
            id
        };
        self.output.send(&FromChild::Fetch { id, request });
    }

    fn log(&self, level: LogLevel, text: &str) {
        self.output.send(&FromChild::Log { level, text });
    }
}

/// The way of the isolate's turns to the portal.
pub struct SocketOutlet {
    pub output: Arc<Output>,
    pub meter: Arc<Meter>,
    pub watch: Arc<StuckWatchdog>,
    /// What the portal heard last of the meter.
    pub reported: Option<MeterState>,
}

impl SocketOutlet {
    /// Whether the portal knows as much already. Timers that do next to nothing are very many turns.
    fn is_known(&self, state: &MeterState) -> bool {
        self.reported.as_ref().is_some_and(|known| {
            let cpu_ns = known.cpu_ns;
            state.cpu_ns.saturating_sub(cpu_ns) < REPORT && MeterState { cpu_ns, ..state.clone() } == *known
        })
    }
}

impl Outlet for SocketOutlet {
    fn turn_begins(&mut self) {
        self.watch.wake();
    }

    fn turn(&mut self, turn: Turn) -> Result<(), CallError> {
        let state = self.meter.state();
        let Turn { changes, publications, finished } = turn;
        let is_empty = changes.is_none() && publications.is_empty() && finished.is_empty();
        if is_empty && self.is_known(&state) {
            return Ok(());
        }
        self.reported = Some(state.clone());
        let _waits = self.output.wait();
        self.output.batch(|batch| {
            let page_count = changes.map(|changes| {
                for (number, bytes) in &changes.pages {
                    batch.add(&FromChild::Page { number: *number, bytes });
                }
                changes.page_count
            });
            for publication in publications {
                batch.add(&FromChild::Event { user_ids: publication.user_ids, event: publication.event });
            }
            for (id, mut result) in finished {
                if let Err(CallError::Failed(text)) = &mut result {
                    text.truncate(text.floor_char_boundary(ERROR));
                }
                batch.add(&FromChild::Finished { id, result });
            }
            batch.add(&FromChild::Turn { page_count, state });
        });
        Ok(())
    }

    fn ready(&mut self, result: Result<(), StartError>) -> bool {
        let result = result.as_ref().copied().map_err(|error| cut(&error.0, ERROR));
        self.output.send(&FromChild::Ready(result));
        true
    }

    fn end(&mut self, reason: &CallError, pending: Vec<u32>) {
        let state = self.meter.state();
        self.output.send(&FromChild::Ended { reason: reason.clone(), pending, state });
    }
}

/// Ends the process when a turn is in a step that nothing can cut off. It goes by processor time, because a machine
/// with much else to do must end no back end, and sleeps while no turn runs.
#[derive(Debug)]
pub struct StuckWatchdog {
    waker: Sender<()>,
    is_awake: AtomicBool,
}

/// How often the watchdog checks while turns run.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Checks without a turn after which it sleeps.
const QUIET: u32 = 4;

impl StuckWatchdog {
    /// A watchdog, and what wakes its thread.
    pub fn new() -> (Self, Receiver<()>) {
        let (waker, wakes) = crossbeam_channel::bounded(1);
        (Self { waker, is_awake: AtomicBool::new(false) }, wakes)
    }

    fn wake(&self) {
        if !self.is_awake.swap(true, Ordering::SeqCst) {
            // A waking that is still there is enough.
            let _ = self.waker.try_send(());
        }
    }

    /// The thread's function; `longest` is how much processor time a turn may take.
    pub fn run(&self, wakes: &Receiver<()>, meter: &Meter, longest: Duration, output: &Output) {
        while wakes.recv().is_ok() {
            let mut quiet = 0;
            // The turn that was seen first, and the processor time before it.
            let mut seen = None;
            while quiet < QUIET {
                // Nobody wakes who is awake, so this is a pause.
                let _ = wakes.recv_timeout(POLL_INTERVAL);
                let used = clock::process_cpu();
                match (meter.turn(), seen) {
                    (None, _) => (quiet, seen) = (quiet + 1, None),
                    // Waiting for a portal that stores slowly is no step of the engine, and uses no time.
                    (Some(turn), Some((known, before))) if turn == known => {
                        quiet = 0;
                        if used.saturating_sub(before) > longest && !output.is_waiting() {
                            stuck(meter, output);
                        }
                    }
                    (Some(turn), _) => (quiet, seen) = (0, Some((turn, used))),
                }
                if quiet == QUIET {
                    self.is_awake.swap(false, Ordering::SeqCst);
                    if meter.turn().is_some() {
                        self.is_awake.swap(true, Ordering::SeqCst);
                        quiet = 0;
                    }
                }
            }
        }
    }
}

fn stuck(meter: &Meter, output: &Output) -> ! {
    meter.strike();
    let reason = CallError::OverBudget;
    output.send_last(&FromChild::Ended { reason, pending: Vec::new(), state: meter.state() })
}
