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

use super::inbox::{Gathered, Inbox, Minute};
use super::link::{Link, Writer};
use super::wire::Begin;
use crate::call::CallError;
use crate::isolate::Message;
use crate::limits::Limits;
use crate::meter::Meter;
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
    /// The program that runs now, also after its file was replaced, with the argument `plugin-host`.
    pub fn own() -> Self {
        Self { program: "/proc/self/exe".into(), arguments: vec!["plugin-host".into()] }
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
        turn: Gathered::default(),
        lines: Minute::new(),
        requests: Minute::new(),
        is_open: false,
        is_over: false,
    };
    let reader = Reader { command, folder, theirs: theirs.into(), inbox, _alive: alive };
    let thread = |name: &str| thread::Builder::new().name(name.to_owned()).stack_size(STACK);
    thread("back-end-out").spawn(move || {
        if writer.link.send_start(begin, quota, source, pages).is_ok() {
            writer.serve();
        } else {
            // The process has ended, and the thread that reads knows why.
            writer.link.kill();
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
        let mut kept = Kept { inbox, folder, read: Err("the portal's side failed".to_owned()) };
        match start(&command, &kept.folder, theirs) {
            Ok(child) => {
                kept.inbox.link.set_child(child);
                kept.read = kept.inbox.read();
            }
            Err(error) => {
                kept.inbox.started(Err(error.into()));
                kept.inbox.is_over = true;
                kept.read = Ok(());
            }
        }
    }
}

/// A process until nothing of it is left, also when the thread fails.
struct Kept {
    inbox: Inbox,
    folder: PathBuf,
    /// The rule that the process broke.
    read: Result<(), String>,
}

impl Kept {
    /// Says in the log why a process ended that nobody wanted to end, and to whoever waits for its start.
    fn tell(&mut self, status: Option<ExitStatus>) {
        let inbox = &mut self.inbox;
        if let Err(rule) = &self.read {
            let text = format!("the process of the back end broke a rule and was killed: {rule}");
            inbox.portal.log(LogLevel::Error, &text);
        } else if !inbox.is_over && !inbox.link.is_stopping() {
            let status = status.map_or_else(|| "unknown".to_owned(), |status| status.to_string());
            let text = format!("the process of the back end ended by itself: {status}");
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

impl Drop for Kept {
    fn drop(&mut self) {
        let status = self.inbox.link.reap();
        self.inbox.meter.end(CallError::Stopped);
        self.tell(status);
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
