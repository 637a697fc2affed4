//! What the process of a back end sends, checked and passed on as the isolate of a thread would have done it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use tokio::sync::oneshot;

use super::link::Link;
use super::parent::ProcessError;
use super::wire::{self, ERROR, FrameReader, FromChild, ToChild};
use crate::call::{Answer, CallError};
use crate::clock;
use crate::headers;
use crate::isolate::{EVENT, LARGE_ANSWERS, LINE, Message, RECIPIENTS};
use crate::limits::Limits;
use crate::meter::{Meter, MeterState};
use crate::portal::{FetchError, FetchRequest, FetchResponse, LogLevel, Portal};
use crate::source::StartError;
use crate::sql::PAGE;
use crate::turns::{PageChanges, Publication, Turn, TurnSender};
use crate::waiters::Waiters;

/// Bytes of the headers of one answer, and of everything else in a frame that has no bound of its own.
const REST: usize = 1 << 20;

/// A rule that the process broke. It is killed: nothing that it says is of use any more.
type Checked = Result<(), &'static str>;

/// Takes the frames of one process, on the thread that reads them.
pub struct Inbox {
    pub link: Arc<Link>,
    pub portal: Arc<dyn Portal>,
    pub limits: Limits,
    pub meter: Arc<Meter>,
    pub waiters: Arc<Waiters>,
    pub turns: TurnSender,
    pub messages: Sender<Message>,
    pub ready: Option<oneshot::Sender<Result<(), ProcessError>>>,
    /// Bytes that the database may have.
    pub quota: u64,
    /// The turn whose frames are coming.
    pub turn: Gathered,
    pub lines: Minute,
    /// Requests to other hosts in the current minute.
    pub requests: Minute,
    /// Whether the working copy was made.
    pub is_open: bool,
    /// Whether the process said that it ends, or may not go on.
    pub is_over: bool,
}

/// What has come of a turn.
#[derive(Default)]
pub struct Gathered {
    pages: Vec<(u32, Vec<u8>)>,
    publications: Vec<Publication>,
    finished: Vec<(u32, Result<Answer, CallError>)>,
    /// Bytes of the answers.
    answered: usize,
}

/// What is counted in the current minute.
pub struct Minute {
    began: Instant,
    count: usize,
}

impl Minute {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { began: clock::now(), count: 0 }
    }

    /// Counts one more. The isolate counts itself, from another moment on: in a minute of this clock there is at most
    /// what fits into two of its own, and what the host adds.
    fn allows(&mut self, most: usize) -> bool {
        if self.began.elapsed() > Duration::from_secs(60) {
            *self = Self::new();
        }
        self.count += 1;
        self.count <= 2 * most + 10
    }
}

/// Bytes of the largest frame that a process may send.
fn largest_frame(limits: &Limits) -> usize {
    limits.answer_bytes.max(limits.fetch_bytes).max(RECIPIENTS + 2 * EVENT) + REST
}

impl Inbox {
    /// Takes frames until the process has ended, and says what rule it broke.
    pub fn read(&mut self) -> Result<(), String> {
        let link = Arc::clone(&self.link);
        let mut reader = FrameReader::new(link.socket(), largest_frame(&self.limits));
        while !self.is_over {
            let taken = match reader.read_frame() {
                Ok(Some(frame)) => wire::decode(frame),
                Ok(None) => return Ok(()),
                Err(error) => Err(error),
            };
            match taken {
                Ok(frame) => self.take(frame)?,
                // The end came in the middle of a frame: it was killed.
                Err(error) if error.kind() != io::ErrorKind::InvalidData => return Ok(()),
                Err(error) => return Err(error.to_string()),
            }
            link.heard.fetch_add(1, SeqCst);
        }
        Ok(())
    }

    fn take(&mut self, frame: FromChild<'_>) -> Checked {
        match frame {
            FromChild::Opened(result) => self.opened(result),
            FromChild::Ready(result) => self.ready(result),
            FromChild::Page { number, bytes } => self.page(number, bytes),
            FromChild::Event { user_ids, event } => self.event(user_ids, &event),
            FromChild::Finished { id, result } => self.finished(id, result),
            FromChild::Turn { page_count, state } => self.end_turn(page_count, &state),
            FromChild::Log { level, text } => self.log(level, text),
            FromChild::IsRegistered { user_id } => {
                let registered = self.portal.is_registered(user_id);
                // A process that does not read the answer is killed by the thread that writes.
                let _ = self.link.send(&ToChild::Registered(registered));
                Ok(())
            }
            FromChild::Fetch { id, request } => self.fetch(id, request),
            FromChild::Pong => match self.link.pings.swap(0, SeqCst) {
                0 => Err("it answered what nobody asked"),
                _ => Ok(()),
            },
            FromChild::Ended { reason, pending, state } => self.ended(reason, pending, &state),
        }
    }

    fn opened(&mut self, result: Result<(), &str>) -> Checked {
        match result {
            Ok(()) => self.is_open = true,
            Err(text) => {
                self.is_over = true;
                self.started(Err(ProcessError::System(within(text, ERROR)?.to_owned())));
            }
        }
        Ok(())
    }

    fn ready(&mut self, result: Result<(), &str>) -> Checked {
        let result = match result {
            Ok(()) => Ok(()),
            Err(text) => Err(ProcessError::Code(StartError(within(text, ERROR)?.to_owned()))),
        };
        self.started(result);
        Ok(())
    }

    /// Says how the start ended; only the first time counts.
    pub fn started(&mut self, result: Result<(), ProcessError>) {
        if let Some(ready) = self.ready.take() {
            // Nobody hears it when the start was given up; then the handle's end stops the process.
            let _ = ready.send(result);
        }
    }

    /// Pages that the database may have. One that was allowed to grow larger once stays as it is.
    fn most_pages(&self) -> u32 {
        let most = u32::try_from(self.quota / PAGE as u64).unwrap_or(u32::MAX);
        most.max(self.link.last_page.load(SeqCst))
    }

    fn page(&mut self, number: u32, bytes: &[u8]) -> Checked {
        let last = self.turn.pages.last().map_or(0, |(number, _)| *number);
        if number <= last || number > self.most_pages() || bytes.len() != PAGE {
            return Err("a page that no database of its size has");
        }
        self.turn.pages.push((number, bytes.to_vec()));
        Ok(())
    }

    fn event(&mut self, user_ids: Vec<String>, event: &str) -> Checked {
        // Written anew, JSON may be longer than what the author wrote.
        if self.turn.publications.len() >= self.limits.publications || event.len() > 2 * EVENT {
            return Err("more events than a turn may publish");
        }
        let event = serde_json::from_str(event).map_err(|_| "an event that is no JSON")?;
        self.turn.publications.push(Publication { user_ids, event });
        Ok(())
    }

    /// Callers that have gone, which the process may not have heard, are left out.
    fn finished(&mut self, id: u32, result: Result<Answer, CallError>) -> Checked {
        if !self.waiters.contains(id) {
            return Ok(());
        }
        let result = result.map(|answer| {
            let (headers, _) = headers::outgoing(answer.headers);
            let status = if (200..=599).contains(&answer.status) { answer.status } else { 500 };
            Answer { status, headers, body: answer.body }
        });
        match &result {
            Ok(answer) => {
                self.turn.answered += answer.body.len();
                if answer.body.len() > self.limits.answer_bytes {
                    return Err("an answer that is too large");
                }
            }
            Err(CallError::Failed(text)) => drop(within(text, ERROR)?),
            Err(_) => {}
        }
        let is_full = self.turn.finished.len() >= self.limits.pending_calls;
        if is_full || self.turn.answered > self.limits.answer_bytes * LARGE_ANSWERS {
            return Err("more answers than a turn may give");
        }
        self.turn.finished.push((id, result));
        Ok(())
    }

    fn end_turn(&mut self, page_count: Option<u32>, state: &MeterState) -> Checked {
        let Gathered { pages, publications, finished, .. } = std::mem::take(&mut self.turn);
        let last = pages.last().map_or(0, |(number, _)| *number);
        let changes = match page_count {
            None if last > 0 => return Err("pages without a database"),
            None => None,
            Some(count) if count < last || count > self.most_pages() => {
                return Err("a database of a size that it cannot have");
            }
            Some(page_count) => Some(PageChanges { pages, page_count }),
        };
        // Before the answers, so that nobody who has one calls again when it was the last turn.
        self.meter.adopt(state);
        self.link.is_storing.store(true, SeqCst);
        let sent = self.turns.send(Turn { changes, publications, finished });
        self.link.is_storing.store(false, SeqCst);
        if let Err(reason) = sent {
            self.meter.end(reason);
            self.is_over = true;
        }
        Ok(())
    }

    fn log(&mut self, level: LogLevel, text: &str) -> Checked {
        if !self.lines.allows(self.limits.log_lines) {
            return Err("more lines of the log than a back end may write");
        }
        self.portal.log(level, within(text, LINE)?);
        Ok(())
    }

    fn fetch(&mut self, id: u32, request: FetchRequest) -> Checked {
        let Limits { fetches, fetches_per_minute, .. } = self.limits;
        // The writing thread counts a result before it sends it, so the isolate never has more under way than this.
        let under_way = self.link.fetches.fetch_add(1, SeqCst) + 1;
        if under_way > fetches || !self.requests.allows(fetches_per_minute) {
            return Err("more requests to other hosts than a back end may send");
        }
        let header_bytes =
            request.headers.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
        if request.body.len() > self.limits.fetch_bytes
            || request.url.len() > self.limits.fetch_url_bytes
            || request.headers.len() > self.limits.fetch_headers
            || header_bytes > self.limits.fetch_header_bytes
        {
            return Err("a request to another host that is too large");
        }
        let owed = Owed { id, messages: self.messages.clone(), is_given: false };
        self.portal.fetch(request, Box::new(move |result| owed.give(result)));
        Ok(())
    }

    fn ended(&mut self, reason: CallError, pending: Vec<u32>, state: &MeterState) -> Checked {
        if let CallError::Failed(text) = &reason {
            within(text, ERROR)?;
        }
        self.meter.adopt(state);
        self.meter.end(reason.clone());
        for id in pending {
            self.waiters.give(id, Err(reason.clone()));
        }
        self.is_over = true;
        Ok(())
    }
}

/// The result that the process waits for. One that the portal drops is one that failed.
struct Owed {
    id: u32,
    messages: Sender<Message>,
    is_given: bool,
}

impl Owed {
    fn give(mut self, result: Result<FetchResponse, FetchError>) {
        self.send(result);
    }

    fn send(&mut self, result: Result<FetchResponse, FetchError>) {
        self.is_given = true;
        // The process may have ended.
        let _ = self.messages.send(Message::Fetched { id: self.id, result });
    }
}

impl Drop for Owed {
    fn drop(&mut self) {
        if !self.is_given {
            self.send(Err(FetchError::Failed("the portal gave the request up".to_owned())));
        }
    }
}

fn within(text: &str, most: usize) -> Result<&str, &'static str> {
    if text.len() <= most { Ok(text) } else { Err("a text that is too long") }
}
