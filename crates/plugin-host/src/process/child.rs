//! The process of one back end.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

use super::remote::{Output, Remote, Socket, SocketOutlet, StuckWatchdog, leave};
use super::sandbox::{self, Bounds};
use super::wire::{self, Begin, ERROR, FrameReader, FromChild, LARGEST_TO_CHILD, ToChild};
use crate::back_end::{STACK, longest_turn};
use crate::budget::Budget;
use crate::call::CallError;
use crate::clock;
use crate::isolate::{self, Message, Start, cut};
use crate::meter::Meter;
use crate::portal::{LogLevel, Portal};
use crate::source::Source;
use crate::sql::Database;
use crate::waiting_bytes::WaitingBytes;

/// Runs one back end in this process, which does nothing else, and answers its exit code. The process was started by
/// [`crate::BackEnd::start_process`]: its standard input is the socket to the portal and its current folder the one
/// for the working copy.
///
/// Call it before anything else, so that no thread and no open file of the program is in the process.
pub fn run_process() -> ExitCode {
    match serve() {
        // The portal has closed the socket or wants the end.
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = format!("the process does not start: {error}");
            Output::default()
                .send_last(&FromChild::Log { level: LogLevel::Error, text: cut(&text, isolate::LINE) })
        }
    }
}

/// What the threads of the process share.
struct Shared {
    output: Arc<Output>,
    meter: Arc<Meter>,
    budget: Arc<Budget>,
    portal: Arc<Remote>,
    messages: Sender<Message>,
    registered: Sender<bool>,
    waiting_bytes: WaitingBytes,
}

/// What the threads begin with, once the portal has sent everything.
struct Threads {
    starts: Sender<Start>,
    watches: Sender<Duration>,
}

fn serve() -> io::Result<()> {
    if sandbox::has_foreign_descriptors() {
        return Err(io::Error::other("descriptors were inherited"));
    }
    let mut reader = FrameReader::new(Socket, LARGEST_TO_CHILD);
    let ToChild::Confine { memory, quota } = next(&mut reader)? else { return Err(unexpected()) };
    let output = Arc::new(Output::default());
    report_panics(&output);
    // The first use looks for the kernel's own clock in files that are closed afterwards.
    clock::thread_cpu();
    let mut missing = sandbox::enter_folder(Bounds { memory, quota });
    let (messages, received) = crossbeam_channel::unbounded();
    let (registered, answers) = crossbeam_channel::bounded(1);
    let shared = Shared {
        portal: Arc::new(Remote::new(Arc::clone(&output), answers)),
        output,
        meter: Arc::new(Meter::new()),
        budget: Arc::new(Budget::new()),
        messages,
        registered,
        waiting_bytes: WaitingBytes::default(),
    };
    let (watch, wakes) = StuckWatchdog::new();
    let watch = Arc::new(watch);
    let threads = start_threads(&shared, &watch, wakes)?;
    // Last, because it lets no thread start.
    if let Err(reason) = sandbox::restrict_calls() {
        missing.push(format!("seccomp ({reason})"));
    }
    if !missing.is_empty() {
        let text = format!("the process is not fully confined, without: {}", missing.join(", "));
        shared.portal.log(LogLevel::Warn, cut(&text, isolate::LINE));
    }
    let start = receive(&mut reader, &shared, quota, &watch, received)?;
    let _ = threads.watches.send(longest_turn(&start.limits));
    let _ = threads.starts.send(start);
    loop {
        let frame = next(&mut reader)?;
        handle_frame(frame, &shared)?;
    }
}

fn unexpected() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a frame that does not belong there")
}

fn next(reader: &mut FrameReader<Socket>) -> io::Result<ToChild<'_>> {
    match reader.read_frame()? {
        Some(frame) => wire::decode(frame),
        None => leave(0),
    }
}

/// A fault of the host ends the process, after a line of the log: nobody sees its standard error.
fn report_panics(output: &Arc<Output>) {
    let output = Arc::clone(output);
    std::panic::set_hook(Box::new(move |fault| {
        let text = format!("the host failed: {fault}");
        output.send_last(&FromChild::Log { level: LogLevel::Error, text: cut(&text, isolate::LINE) })
    }));
}

/// The isolate's thread and the one that watches it. Both wait until the back end is there.
fn start_threads(shared: &Shared, watch: &Arc<StuckWatchdog>, wakes: Receiver<()>) -> io::Result<Threads> {
    let (starts, start) = crossbeam_channel::bounded::<Start>(1);
    let (watches, longest) = crossbeam_channel::bounded(1);
    thread::Builder::new().name("back-end".to_owned()).stack_size(STACK).spawn(move || {
        if let Ok(start) = start.recv() {
            isolate::run(start);
        }
        leave(0)
    })?;
    let (watch, meter, output) = (Arc::clone(watch), Arc::clone(&shared.meter), Arc::clone(&shared.output));
    thread::Builder::new().name("watch".to_owned()).stack_size(128 << 10).spawn(move || {
        if let Ok(longest) = longest.recv() {
            watch.run(&wakes, &meter, longest, &output);
        }
    })?;
    Ok(Threads { starts, watches })
}

/// Takes everything up to `Run` and makes the working copy of the pages as they come.
fn receive(
    reader: &mut FrameReader<Socket>,
    shared: &Shared,
    quota: u64,
    watch: &Arc<StuckWatchdog>,
    messages: Receiver<Message>,
) -> io::Result<Start> {
    let ToChild::Begin(begin) = next(reader)? else { return Err(unexpected()) };
    let Begin { name, entry, settings, schema, offsets, limits } = *begin;
    let mut files = BTreeMap::new();
    // From the first of the pages on, the rest is pages.
    let mut failure = None;
    let pages = std::iter::from_fn(|| {
        loop {
            match next(reader) {
                Ok(ToChild::File { path, bytes }) => drop(files.insert(path.to_owned(), bytes.to_vec())),
                Ok(ToChild::Users { revision, users }) => shared.portal.set_users(revision, users),
                Ok(ToChild::Page { number, bytes }) => return Some((number, bytes.to_vec())),
                Ok(ToChild::Run) => return None,
                Ok(_) => failure = Some(unexpected()),
                Err(error) => failure = Some(error),
            }
            if failure.is_some() {
                return None;
            }
        }
    });
    let database = Database::open_in(Path::new("."), pages, quota);
    if let Some(error) = failure {
        return Err(error);
    }
    let database = match database {
        Ok(database) => database,
        Err(error) => {
            let text = error.to_string();
            shared.output.send(&FromChild::Opened(Err(cut(&text, ERROR))));
            return Err(io::Error::other(error));
        }
    };
    shared.output.send(&FromChild::Opened(Ok(())));
    let outlet = SocketOutlet {
        output: Arc::clone(&shared.output),
        meter: Arc::clone(&shared.meter),
        watch: Arc::clone(watch),
        reported: None,
    };
    let portal: Arc<dyn Portal> = shared.portal.clone();
    Ok(Start {
        source: Source { name, entry, files, settings, schema, offsets },
        limits,
        database,
        portal,
        budget: Arc::clone(&shared.budget),
        meter: Arc::clone(&shared.meter),
        outlet: Box::new(outlet),
        messages,
        own_messages: shared.messages.clone(),
    })
}

/// Answers a call that the isolate does not hear of. The portal bounds what waits as well, but not what it has written
/// for callers that have gone since.
fn refuse(id: u32, shared: &Shared) {
    shared.output.batch(|batch| {
        batch.add(&FromChild::Finished { id, result: Err(CallError::Busy) });
        batch.add(&FromChild::Turn { page_count: None, state: shared.meter.state() });
    });
}

/// Does what a frame says once the back end is there.
fn handle_frame(frame: ToChild<'_>, shared: &Shared) -> io::Result<()> {
    // The isolate may have ended; then the process is about to.
    let pass = |message| drop(shared.messages.send(message));
    match frame {
        ToChild::Call { id, call } => match shared.waiting_bytes.reserve(call.body.len()) {
            Some(bytes) => pass(Message::Call { id, call, bytes }),
            None => refuse(id, shared),
        },
        ToChild::Forget { id } => pass(Message::Forget { id }),
        ToChild::Users { revision, users } => shared.portal.set_users(revision, users),
        ToChild::Fetched { id, result } => shared.portal.fetched(id, result),
        ToChild::Registered(is_registered) => drop(shared.registered.try_send(is_registered)),
        ToChild::Ping => shared.output.send(&FromChild::Pong),
        ToChild::Stop => {
            shared.budget.halt();
            pass(Message::Stop);
        }
        ToChild::Confine { .. }
        | ToChild::Begin(_)
        | ToChild::File { .. }
        | ToChild::Page { .. }
        | ToChild::Run => return Err(unexpected()),
    }
    Ok(())
}
