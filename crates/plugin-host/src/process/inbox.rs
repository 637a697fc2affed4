//! What the process of a back end sends, checked and passed on as the isolate of a thread would have done it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use crossbeam_channel::Sender;
use serde::de::IgnoredAny;
use tokio::sync::oneshot;

use super::link::Link;
use super::parent::ProcessError;
use super::wire::{self, ERROR, FrameReader, FromChild, ToChild};
use crate::call::{Answer, CallError};
use crate::headers;
use crate::isolate::{
    EVENT, FetchDelivery, LARGE_ANSWERS, LINE, Message, RECIPIENTS, add_recipients, answer_bytes, cut,
};
use crate::limits::Limits;
use crate::meter::{Meter, MeterState};
use crate::minute::MinuteWindow;
use crate::portal::{FetchRequest, LogLevel, Portal};
use crate::source::StartError;
use crate::sql::PAGE;
use crate::turns::{PageChanges, Publication, Turn, TurnSender};
use crate::waiters::Waiters;

/// Bytes of the headers of one answer, and of everything else in a frame that has no bound of its own.
const FRAME_OVERHEAD: usize = 1 << 20;

/// Numbers, lengths and variants of one frame. Those who get an event are the longest list of all, and have at most two
/// thirds of these.
const FRAME_VALUES: usize = RECIPIENTS / 2;

/// Strikes that one frame may add. A turn that is cut off, finds no memory left and does not end has three.
const STRIKES: u64 = 4;

/// Frames of one minute that leave the portal nothing to store, publish, answer or send. A question who is registered
/// is one of them; each waits for its answer, so a back end that does other work as well stays far below.
const EMPTY_FRAMES: usize = 1 << 20;

/// The rule of a process that says again how its start ended: that would end it without a strike.
const STARTED: &str = "its start is said once and in order";

/// An error is the rule that the process broke. It is killed: nothing that it says is of use any more.
type RuleResult = Result<(), &'static str>;

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
    pub turn: PendingTurn,
    pub lines: MinuteWindow,
    /// Requests to other hosts in the current minute.
    pub requests: MinuteWindow,
    /// Frames that said nothing in the current minute.
    pub empty_frames: MinuteWindow,
    /// Whether the working copy was made.
    pub is_open: bool,
    /// Whether the process said that it ends, or may not go on.
    pub is_over: bool,
}

/// What has come of a turn.
#[derive(Default)]
pub struct PendingTurn {
    pages: Vec<(u32, Vec<u8>)>,
    publications: Vec<Publication>,
    finished: Vec<(u32, Result<Answer, CallError>)>,
    /// Bytes of the answers, with their headers.
    answered: usize,
    /// Bytes of the lists of those who get the events.
    recipients: usize,
}

impl PendingTurn {
    fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.publications.is_empty() && self.finished.is_empty()
    }
}

/// What a minute of this clock may have at most: the isolate counts itself, from another moment on, so it has what fits
/// into two of the isolate's minutes, and what the host adds.
fn in_a_minute(most: usize) -> usize {
    2 * most + 10
}

/// Bytes of the largest frame that a process may send.
fn largest_frame(limits: &Limits) -> usize {
    limits.answer_bytes.max(limits.fetch_bytes).max(RECIPIENTS + 2 * EVENT) + FRAME_OVERHEAD
}

impl Inbox {
    /// Takes frames until the process has ended, and says what rule it broke.
    pub fn read(&mut self) -> Result<(), String> {
        let link = Arc::clone(&self.link);
        let mut reader = FrameReader::new(link.socket(), largest_frame(&self.limits));
        while !self.is_over {
            let taken = match reader.read_frame() {
                Ok(Some(frame)) => wire::decode_counted(frame, FRAME_VALUES),
                Ok(None) => return Ok(()),
                Err(error) => Err(error),
            };
            match taken {
                Ok(frame) => self.take(frame)?,
                // The end came in the middle of a frame: it was killed.
                Err(error) if error.kind() != io::ErrorKind::InvalidData => return Ok(()),
                Err(error) => return Err(error.to_string()),
            }
            link.frames_read.fetch_add(1, SeqCst);
        }
        Ok(())
    }

    /// Whether a frame leaves nothing to store, publish, answer or send: it is empty, a question, or comes too late.
    fn is_empty(&self, frame: &FromChild<'_>) -> bool {
        match frame {
            FromChild::Opened(_) | FromChild::Ready(_) | FromChild::IsRegistered { .. } => true,
            FromChild::Finished { id, .. } => !self.waiters.contains(*id),
            FromChild::Turn { .. } => self.turn.is_empty(),
            _ => false,
        }
    }

    fn take(&mut self, frame: FromChild<'_>) -> RuleResult {
        if self.is_empty(&frame) && !self.empty_frames.allows(EMPTY_FRAMES) {
            return Err("more frames that say nothing than a back end sends");
        }
        match frame {
            FromChild::Opened(result) => self.opened(result),
            FromChild::Ready(result) => self.ready(result),
            FromChild::Page { number, bytes } => self.page(number, bytes),
            FromChild::Event { user_ids, event } => self.event(user_ids, event),
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
            FromChild::Ended { reason, pending, state } => self.ended(reason, pending, state),
        }
    }

    fn opened(&mut self, result: Result<(), &str>) -> RuleResult {
        if self.is_open {
            return Err(STARTED);
        }
        match result {
            Ok(()) => self.is_open = true,
            Err(text) => {
                self.is_over = true;
                self.started(Err(ProcessError::System(within(text, ERROR)?.to_owned())));
            }
        }
        Ok(())
    }

    fn ready(&mut self, result: Result<(), &str>) -> RuleResult {
        if !self.is_open || self.ready.is_none() {
            return Err(STARTED);
        }
        let result = match result {
            Ok(()) => Ok(()),
            Err(text) => {
                // It ends of itself now, which is no crash.
                self.is_over = true;
                Err(ProcessError::Code(StartError(within(text, ERROR)?.to_owned())))
            }
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

    fn page(&mut self, number: u32, bytes: &[u8]) -> RuleResult {
        let last = self.turn.pages.last().map_or(0, |(number, _)| *number);
        if number <= last || number > self.most_pages() || bytes.len() != PAGE {
            return Err("a page that no database of its size has");
        }
        self.turn.pages.push((number, bytes.to_vec()));
        Ok(())
    }

    fn event(&mut self, user_ids: Vec<String>, event: String) -> RuleResult {
        // Written anew, JSON may be longer than what the author wrote.
        if self.turn.publications.len() >= self.limits.publications || event.len() > EVENT {
            return Err("more events than a turn may publish");
        }
        let recipients = add_recipients(self.turn.recipients, &user_ids);
        self.turn.recipients = recipients.map_err(|_| "more recipients than events may have")?;
        serde_json::from_str::<IgnoredAny>(&event).map_err(|_| "an event that is no JSON")?;
        self.turn.publications.push(Publication { user_ids, event });
        Ok(())
    }

    /// Callers that have gone, which the process may not know yet, are left out.
    fn finished(&mut self, id: u32, result: Result<Answer, CallError>) -> RuleResult {
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
                self.turn.answered += answer_bytes(&answer.headers, &answer.body);
                if answer.body.len() > self.limits.answer_bytes {
                    return Err("an answer that is too large");
                }
            }
            Err(error) => check_error(error)?,
        }
        let is_full = self.turn.finished.len() >= self.limits.pending_calls;
        if is_full || self.turn.answered > self.limits.answer_bytes * LARGE_ANSWERS {
            return Err("more answers than a turn may give");
        }
        self.turn.finished.push((id, result));
        Ok(())
    }

    fn end_turn(&mut self, page_count: Option<u32>, state: &MeterState) -> RuleResult {
        let PendingTurn { pages, publications, finished, .. } = std::mem::take(&mut self.turn);
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
        self.adopt(state)?;
        self.link.is_storing.store(true, SeqCst);
        let sent = self.turns.send(Turn { changes, publications, finished });
        self.link.is_storing.store(false, SeqCst);
        if let Err(reason) = sent {
            self.meter.end(reason);
            self.is_over = true;
        }
        Ok(())
    }

    /// Takes over what the meter of the process says.
    fn adopt(&self, state: &MeterState) -> RuleResult {
        state.ended.as_ref().map_or(Ok(()), check_error)?;
        let known = self.meter.usage().strikes;
        if state.strikes > known.saturating_add(STRIKES) {
            return Err("more strikes than a turn may have");
        }
        if let Some(reason) = &state.ended
            && state.strikes <= known
        {
            self.count_end(reason);
        }
        self.meter.adopt(state);
        Ok(())
    }

    /// Counts an end that nobody wanted and that came without a strike of its own, as that of a process which ends by
    /// itself: one that says it ends could else be started again and again.
    fn count_end(&self, reason: &CallError) {
        if self.meter.ended().is_none() && !self.link.is_stopping() {
            self.meter.strike();
            let text = format!("the process of the back end ended by itself: {reason}");
            self.portal.log(LogLevel::Error, cut(&text, LINE));
        }
    }

    fn log(&mut self, level: LogLevel, text: &str) -> RuleResult {
        if !self.lines.allows(in_a_minute(self.limits.log_lines)) {
            return Err("more lines of the log than a back end may write");
        }
        self.portal.log(level, within(text, LINE)?);
        Ok(())
    }

    fn fetch(&mut self, id: u32, request: FetchRequest) -> RuleResult {
        let Limits { fetches, fetches_per_minute, .. } = self.limits;
        // The writing thread counts a result before it sends it, so the isolate never has more under way than this.
        let under_way = self.link.fetches.fetch_add(1, SeqCst) + 1;
        if under_way > fetches || !self.requests.allows(in_a_minute(fetches_per_minute)) {
            return Err("more requests to other hosts than a back end may send");
        }
        // The isolate has done the same, so an honest request comes out as it went in.
        let Ok(request) = request.checked(&self.limits) else {
            return Err("a request to another host that no back end may send");
        };
        let delivery = FetchDelivery::new(self.messages.clone(), id);
        self.portal.fetch(request, Box::new(move |result| delivery.give(result)));
        Ok(())
    }

    fn ended(&mut self, reason: CallError, pending: Vec<u32>, state: MeterState) -> RuleResult {
        check_error(&reason)?;
        let ended = state.ended.or_else(|| Some(reason.clone()));
        self.adopt(&MeterState { ended, ..state })?;
        for id in pending {
            self.waiters.give(id, Err(reason.clone()));
        }
        self.is_over = true;
        Ok(())
    }
}

fn check_error(error: &CallError) -> RuleResult {
    match error {
        CallError::Failed(text) => within(text, ERROR).map(drop),
        _ => Ok(()),
    }
}

fn within(text: &str, most: usize) -> Result<&str, &'static str> {
    if text.len() <= most { Ok(text) } else { Err("a text that is too long") }
}
