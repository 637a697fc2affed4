//! The portal's hold on the process of a back end: the socket, and the process itself.

use std::fs;
use std::io::{self, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::wire::{self, BATCH, Begin, ToChild};
use crate::clock;
use crate::isolate::Message;
use crate::portal::{LogLevel, Portal};
use crate::source::Source;
use crate::waiters::Waiters;

/// How often it is looked after a process while calls wait or something is written to it.
const LOOK: Duration = Duration::from_millis(250);

/// Looks without a sign of life after which the process is killed, ten seconds on a machine that is not stopped.
const SILENT: u32 = 40;

/// Looks after which a process that was told to end is killed, five seconds.
const GRACE: u32 = 20;

/// What both threads and the handle share.
#[derive(Debug)]
pub struct Link {
    socket: UnixStream,
    buffer: Mutex<Vec<u8>>,
    /// `None` before it was started and after it was reaped.
    child: Mutex<Option<Child>>,
    is_stopping: AtomicBool,
    /// The thread that reads waits for turns to be stored, so silence says nothing.
    pub is_storing: AtomicBool,
    /// Frames that were heard, and pings that were not answered.
    pub heard: AtomicUsize,
    pub pings: AtomicUsize,
    /// Requests to other hosts whose results the process did not get yet.
    pub fetches: AtomicUsize,
    /// The highest number of a page that the process was given.
    pub last_page: AtomicU32,
}

/// Nothing under these locks can panic half-way.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Link {
    /// A link over the portal's end of the socket.
    pub fn new(socket: UnixStream) -> io::Result<Self> {
        socket.set_write_timeout(Some(LOOK))?;
        let [heard, pings, fetches] = [0, 0, 0].map(AtomicUsize::new);
        let [is_stopping, is_storing] = [false, false].map(AtomicBool::new);
        let last_page = AtomicU32::new(0);
        let (buffer, child) = (Mutex::default(), Mutex::default());
        Ok(Self { socket, buffer, child, is_stopping, is_storing, heard, pings, fetches, last_page })
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
                    if silent > SILENT || (self.is_stopping() && silent > GRACE) {
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
                self.link.stop();
            }
            // The process has ended.
            Err(_) => {}
        }
        self.link.kill();
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let mut look = clock::now();
        let mut silence = Silence::default();
        loop {
            // Nobody has to look after a process from which nobody waits for anything.
            let message = match self.waiters.is_empty() {
                true => self.messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => self.messages.recv_timeout(LOOK),
            };
            match message {
                Ok(Message::Call { id, call }) => {
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
            if look.elapsed() >= LOOK {
                look = clock::now();
                silence.look(&self.link)?;
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
        let mut looks = 0;
        while looks < GRACE && self.reaped.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            // What it sent waits for being stored: that is not its fault.
            looks += u32::from(!self.link.is_storing.load(SeqCst));
        }
    }
}

/// How long the process has not been heard.
#[derive(Default)]
struct Silence {
    heard: usize,
    looks: u32,
}

impl Silence {
    /// Asks the process for a sign of life; an error when it has given none for too long.
    fn look(&mut self, link: &Link) -> io::Result<()> {
        let heard = link.heard.load(SeqCst);
        if heard != self.heard || link.is_storing.load(SeqCst) {
            (self.heard, self.looks) = (heard, 0);
        }
        self.looks += 1;
        if self.looks > SILENT {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if self.looks == 1 && link.pings.load(SeqCst) == 0 {
            link.pings.store(1, SeqCst);
            link.send(&ToChild::Ping)?;
        }
        Ok(())
    }
}
