//! The portal's hold on the process of a back end: the socket, and the process itself.

use std::fs;
use std::io::{self, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::wire::{self, BATCH, Begin, ToChild};
use crate::clock;
use crate::isolate::Message;
use crate::lock::locked;
use crate::portal::{LogLevel, Portal};
use crate::source::Source;
use crate::waiters::Waiters;

/// How often a process is checked while calls wait or something is written to it.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Checks without a sign of life after which the process is killed, ten seconds on a machine that is not stopped.
const MAX_SILENT_CHECKS: u32 = 40;

/// Checks after which a process that was told to end is killed, five seconds.
const GRACE: u32 = 20;

/// What both threads and the handle share.
#[derive(Debug)]
pub struct Link {
    socket: UnixStream,
    buffer: Mutex<Vec<u8>>,
    /// `None` before it was started and after it was reaped.
    child: Mutex<Option<Child>>,
    is_stopping: AtomicBool,
    /// The process did not react although its end was not wanted.
    is_silent: AtomicBool,
    /// The thread that reads waits for turns to be stored, so silence says nothing.
    pub is_storing: AtomicBool,
    /// Frames that were read, and pings that were not answered.
    pub frames_read: AtomicUsize,
    pub pings: AtomicUsize,
    /// Requests to other hosts whose results the process did not get yet.
    pub fetches: AtomicUsize,
    /// The highest number of a page that the process was given.
    pub last_page: AtomicU32,
}

impl Link {
    /// A link over the portal's end of the socket.
    pub fn new(socket: UnixStream) -> io::Result<Self> {
        socket.set_write_timeout(Some(POLL_INTERVAL))?;
        let [frames_read, pings, fetches] = [0, 0, 0].map(AtomicUsize::new);
        let [is_stopping, is_silent, is_storing] = [false; 3].map(AtomicBool::new);
        let last_page = AtomicU32::new(0);
        let (buffer, child) = (Mutex::default(), Mutex::default());
        Ok(Self {
            socket,
            buffer,
            child,
            is_stopping,
            is_silent,
            is_storing,
            frames_read,
            pings,
            fetches,
            last_page,
        })
    }

    /// The end that frames are read from.
    pub fn socket(&self) -> &UnixStream {
        &self.socket
    }

    /// The process that was started.
    pub fn set_child(&self, child: Child) {
        *locked(&self.child) = Some(child);
    }

    /// The end of the process is wanted.
    pub fn stop(&self) {
        self.is_stopping.store(true, SeqCst);
    }

    /// Whether the end of the process is wanted.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(SeqCst)
    }

    /// The process does not react. Its end is wanted from now on; when it was wanted before, it may be slow.
    pub fn give_up(&self) {
        self.is_silent.store(!self.is_stopping(), SeqCst);
        self.stop();
    }

    /// Whether the process did not react although its end was not wanted.
    pub fn is_silent(&self) -> bool {
        self.is_silent.load(SeqCst)
    }

    /// Kills the process. Nothing of it is read any more but what is in the socket.
    pub fn kill(&self) {
        if let Some(child) = locked(&self.child).as_mut() {
            // It may have ended.
            let _ = child.kill();
        }
        let _ = self.socket.shutdown(Shutdown::Write);
    }

    /// Kills the process and waits for its end, so that nothing of it is left.
    pub fn reap(&self) -> Option<ExitStatus> {
        self.kill();
        let mut child = locked(&self.child).take()?;
        child.wait().ok()
    }

    /// The process's number, while it runs.
    pub fn process_id(&self) -> Option<u32> {
        locked(&self.child).as_ref().map(Child::id)
    }

    /// Bytes of memory of the process.
    pub fn process_bytes(&self) -> Option<u64> {
        // Held, so that the number stays the process's.
        let child = locked(&self.child);
        let id = child.as_ref()?.id();
        let kilobytes = |file: &str, name: &str| {
            let text = fs::read_to_string(format!("/proc/{id}/{file}")).ok()?;
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()
        };
        // The first one is for those alone who may look into the process.
        kilobytes("smaps_rollup", "Pss:").or_else(|| kilobytes("status", "VmRSS:")).map(|count| count * 1024)
    }

    /// Writes a frame; whole or, when the process does not read, not at all any more.
    pub fn send(&self, frame: &ToChild<'_>) -> io::Result<()> {
        let mut buffer = locked(&self.buffer);
        buffer.clear();
        wire::encode(&mut buffer, frame)?;
        let written = self.write(&buffer);
        buffer.shrink_to(BATCH);
        written
    }

    fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        let mut silent = 0;
        while !bytes.is_empty() {
            match (&self.socket).write(bytes) {
                Ok(count) => (bytes, silent) = (&bytes[count..], 0),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    // A process that waits for its turns to be stored does not read either.
                    silent += u32::from(!self.is_storing.load(SeqCst));
                    if silent > MAX_SILENT_CHECKS || (self.is_stopping() && silent > GRACE) {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Sends a back end and its stored pages.
    pub fn send_start(
        &self,
        begin: Begin,
        quota: u64,
        source: Source,
        pages: impl Iterator<Item = (u32, Vec<u8>)>,
    ) -> io::Result<()> {
        self.send(&ToChild::Confine { memory: begin.limits.memory as u64, quota })?;
        self.send(&ToChild::Begin(Box::new(begin)))?;
        for (path, bytes) in &source.files {
            self.send(&ToChild::File { path, bytes })?;
        }
        let mut buffer = Vec::new();
        for (number, bytes) in pages {
            self.last_page.fetch_max(number, SeqCst);
            wire::encode(&mut buffer, &ToChild::Page { number, bytes: &bytes })?;
            if buffer.len() > BATCH {
                self.write(&buffer)?;
                buffer.clear();
            }
        }
        self.write(&buffer)
    }
}

/// The thread that writes.
pub struct Writer {
    pub link: Arc<Link>,
    pub portal: Arc<dyn Portal>,
    pub waiters: Arc<Waiters>,
    pub messages: Receiver<Message>,
    /// Closed when the process has been reaped.
    pub reaped: Receiver<()>,
    /// The revision of the members that the process has.
    pub users: Option<u64>,
}

impl Writer {
    /// Passes messages on until the end is wanted or the process does not react any more, and sees to it that it ends.
    pub fn serve(mut self) {
        let started = self.send_users().and_then(|()| self.link.send(&ToChild::Run));
        match started.and_then(|()| self.pass_on()) {
            Ok(()) => self.wait_for_end(),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                let text = "the process of the back end does not react and is killed";
                self.portal.log(LogLevel::Error, text);
                self.link.give_up();
            }
            // The process has ended.
            Err(_) => {}
        }
        self.link.kill();
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let mut checked = clock::now();
        let mut liveness = Liveness::default();
        loop {
            // Nobody has to check a process from which nobody waits for anything.
            let message = match self.waiters.is_empty() {
                true => self.messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => self.messages.recv_timeout(POLL_INTERVAL),
            };
            match message {
                // The bytes of the body are free once it is written.
                Ok(Message::Call { id, call, bytes: _bytes }) => {
                    self.send_users()?;
                    self.link.send(&ToChild::Call { id, call })?;
                }
                Ok(Message::Forget { id }) => self.link.send(&ToChild::Forget { id })?,
                Ok(Message::Fetched { id, result }) => {
                    self.link.fetches.fetch_sub(1, SeqCst);
                    self.link.send(&ToChild::Fetched { id, result })?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => {
                    return self.link.send(&ToChild::Stop);
                }
            }
            if checked.elapsed() >= POLL_INTERVAL {
                checked = clock::now();
                liveness.check(&self.link)?;
            }
        }
    }

    fn send_users(&mut self) -> io::Result<()> {
        let revision = self.portal.users_revision();
        if self.users != Some(revision) {
            self.link.send(&ToChild::Users { revision, users: self.portal.users() })?;
            self.users = Some(revision);
        }
        Ok(())
    }

    /// Gives the process time to end its turn and to send what it committed.
    fn wait_for_end(&self) {
        let mut checks = 0;
        while checks < GRACE && self.reaped.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            // What it sent waits for being stored: that is not its fault.
            checks += u32::from(!self.link.is_storing.load(SeqCst));
        }
    }
}

/// How long nothing has come from the process.
#[derive(Default)]
struct Liveness {
    frames_read: usize,
    checks: u32,
}

impl Liveness {
    /// Asks the process for a sign of life; an error when it has given none for too long.
    fn check(&mut self, link: &Link) -> io::Result<()> {
        let frames_read = link.frames_read.load(SeqCst);
        if frames_read != self.frames_read || link.is_storing.load(SeqCst) {
            (self.frames_read, self.checks) = (frames_read, 0);
        }
        self.checks += 1;
        if self.checks > MAX_SILENT_CHECKS {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if self.checks == 1 && link.pings.load(SeqCst) == 0 {
            link.pings.store(1, SeqCst);
            link.send(&ToChild::Ping)?;
        }
        Ok(())
    }
}
