//! Starts the process of a back end and keeps it until its end.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender};
use tokio::sync::oneshot;

use super::inbox::{Inbox, PendingTurn};
use super::link::{Link, Writer};
use super::wire::Begin;
use crate::call::CallError;
use crate::isolate::Message;
use crate::limits::Limits;
use crate::meter::Meter;
use crate::minute::MinuteWindow;
use crate::portal::{LogLevel, Portal};
use crate::source::{Source, StartError};
use crate::turns::TurnSender;
use crate::waiters::Waiters;

/// Stack of the threads that read and write.
const STACK: usize = 256 << 10;

/// How to start a process that calls [`crate::run_process`].
#[derive(Clone, Debug)]
pub struct ProcessCommand {
    /// The program's path.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl ProcessCommand {
    /// A program that runs a back end when its argument is `plugin-host`. `/proc/self/exe` is the one that runs now,
    /// also after its file was replaced.
    pub fn of(program: PathBuf) -> Self {
        Self { program, arguments: vec!["plugin-host".into()] }
    }
}

/// Why there is no process with the back end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProcessError {
    /// Its code does not run; the text is for its author.
    #[error(transparent)]
    Code(#[from] StartError),
    /// The machine or the stored pages: nothing that the author can mend.
    #[error("the process of the back end: {0}")]
    System(String),
}

impl From<io::Error> for ProcessError {
    fn from(error: io::Error) -> Self {
        Self::System(error.to_string())
    }
}

/// What the threads of a process begin with.
pub struct Spawn {
    pub command: ProcessCommand,
    pub source: Source,
    pub limits: Limits,
    pub quota: u64,
    pub folder: PathBuf,
    pub portal: Arc<dyn Portal>,
    pub meter: Arc<Meter>,
    pub waiters: Arc<Waiters>,
    pub turns: TurnSender,
    pub sender: Sender<Message>,
    pub messages: Receiver<Message>,
    pub ready: oneshot::Sender<Result<(), ProcessError>>,
}

/// Starts both threads; the one that reads starts the process.
pub fn spawn(
    spawn: Spawn,
    pages: impl Iterator<Item = (u32, Vec<u8>)> + Send + 'static,
) -> io::Result<Arc<Link>> {
    let Spawn {
        command,
        source,
        limits,
        quota,
        folder,
        portal,
        meter,
        waiters,
        turns,
        sender,
        messages,
        ready,
    } = spawn;
    fs::create_dir_all(&folder)?;
    let (ours, theirs) = UnixStream::pair()?;
    let link = Arc::new(Link::new(ours)?);
    let (alive, reaped) = crossbeam_channel::bounded(0);
    let begin = Begin::new(&source, &limits);
    let writer = Writer {
        link: Arc::clone(&link),
        portal: Arc::clone(&portal),
        waiters: Arc::clone(&waiters),
        messages,
        reaped,
        users: None,
    };
    let inbox = Inbox {
        link: Arc::clone(&link),
        portal,
        limits,
        meter,
        waiters,
        turns,
        messages: sender,
        ready: Some(ready),
        quota,
        turn: PendingTurn::default(),
        lines: MinuteWindow::new(),
        requests: MinuteWindow::new(),
        empty_frames: MinuteWindow::new(),
        is_open: false,
        is_over: false,
    };
    let reader = Reader { command, folder, theirs: theirs.into(), inbox, _alive: alive };
    let thread = |name: &str| thread::Builder::new().name(name.to_owned()).stack_size(STACK);
    thread("back-end-out").spawn(move || {
        match writer.link.send_start(begin, quota, source, pages) {
            Ok(()) => writer.serve(),
            // The process has ended, and the thread that reads knows why.
            Err(_) => writer.link.kill(),
        }
    })?;
    thread("back-end-in").spawn(move || reader.run())?;
    Ok(link)
}

/// The thread that starts the process, reads what it sends and reaps it. The process gets a signal when this thread
/// ends, so it is the one that stays.
struct Reader {
    command: ProcessCommand,
    folder: PathBuf,
    theirs: OwnedFd,
    inbox: Inbox,
    _alive: Sender<()>,
}

impl Reader {
    fn run(self) {
        let Self { command, folder, theirs, inbox, _alive } = self;
        let mut guard = ProcessGuard { inbox, folder, read: None };
        match start(&command, &guard.folder, theirs) {
            Ok(child) => {
                guard.inbox.link.set_child(child);
                guard.read = Some(guard.inbox.read());
            }
            Err(error) => {
                guard.inbox.started(Err(error.into()));
                guard.inbox.is_over = true;
                guard.read = Some(Ok(()));
            }
        }
    }
}

/// A process until nothing of it is left, also when the thread fails.
struct ProcessGuard {
    inbox: Inbox,
    folder: PathBuf,
    /// Whether the process broke a rule, and which; `None` when the thread failed.
    read: Option<Result<(), String>>,
}

impl ProcessGuard {
    /// Whether the process ended although nobody wanted its end and it had not said so.
    fn ended_by_itself(&self) -> bool {
        matches!(self.read, Some(Ok(()))) && !self.inbox.is_over && !self.inbox.link.is_stopping()
    }

    /// Counts what the process has not counted itself: a broken rule, an end by itself, and a process that does not
    /// react. Nothing counts of one that is to stop.
    fn count_strike(&self) {
        let link = &self.inbox.link;
        let broke_rule = matches!(self.read, Some(Err(_))) && !link.is_stopping();
        if broke_rule || self.ended_by_itself() || link.is_silent() {
            self.inbox.meter.strike();
        }
    }

    /// Says in the log why a process ended that nobody wanted to end, and to whoever waits for its start.
    fn log_end(&mut self, status: Option<ExitStatus>) {
        let text = match &self.read {
            None => Some("the portal's side of the process of the back end failed".to_owned()),
            Some(Err(rule)) => {
                Some(format!("the process of the back end broke a rule and was killed: {rule}"))
            }
            Some(Ok(())) if self.ended_by_itself() => {
                let status = status.map_or_else(|| "unknown".to_owned(), |status| status.to_string());
                Some(format!("the process of the back end ended by itself: {status}"))
            }
            Some(Ok(())) => None,
        };
        let inbox = &mut self.inbox;
        if let Some(text) = text {
            inbox.portal.log(LogLevel::Error, &text);
        }
        let error = match inbox.is_open {
            true => {
                ProcessError::Code(StartError("the engine ended while the back end was loaded".to_owned()))
            }
            false => ProcessError::System("it ended before it was ready".to_owned()),
        };
        inbox.started(Err(error));
    }
}

impl Drop for ProcessGuard {
    fn drop(&mut self) {
        let status = self.inbox.link.reap();
        // Before the end, so that whoever hears of that finds it counted.
        self.count_strike();
        self.inbox.meter.end(CallError::Stopped);
        self.log_end(status);
        // The thread that writes has nothing more to do.
        self.inbox.link.stop();
        let _ = self.inbox.messages.send(Message::Stop);
        // What the process left, whatever it is. Another one never gets the same folder.
        let _ = fs::remove_dir_all(&self.folder);
        let reason = self.inbox.meter.ended().cloned().unwrap_or(CallError::Stopped);
        self.inbox.waiters.close(&reason);
    }
}

fn start(command: &ProcessCommand, folder: &Path, theirs: OwnedFd) -> io::Result<std::process::Child> {
    // Libraries in other languages may have opened files without it.
    close_fds::set_fds_cloexec_threadsafe(3, &[]);
    Command::new(&command.program)
        .args(&command.arguments)
        .env_clear()
        // SQLite writes large sorts there, and no other folder is open to it.
        .env("SQLITE_TMPDIR", ".")
        // The allocator of the portal's program takes a gigabyte of addresses at once, which count as data whether or not
        // they are used; the process may have less.
        .env("MIMALLOC_ARENA_RESERVE", "8MiB")
        .current_dir(folder)
        .stdin(theirs)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}
