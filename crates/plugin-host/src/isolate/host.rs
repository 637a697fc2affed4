//! What the engine's code asks the host for, and what it leaves in a turn. The functions are one object that the
//! shim alone gets; a back end that finds a way to it can do nothing more with it than through the shim.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;

use super::fetches::Fetches;
use crate::budget::Budget;
use crate::call::{Answer, CallError};
use crate::clock;
use crate::headers;
use crate::limits::Limits;
use crate::minute::MinuteWindow;
use crate::portal::{LogLevel, Portal};
use crate::source::Source;
use crate::sql::Database;
use crate::turns::{Publication, Turn};

/// Bytes of one line of the log.
pub const LINE: usize = 4096;

/// How many times [`Limits::answer_bytes`] the answers of one turn may have together, with their headers.
pub const LARGE_ANSWERS: usize = 4;

/// Bytes of one published event.
pub const EVENT: usize = 64 << 10;

/// Bytes of the list of those who get an event; about thirty thousand members.
pub const RECIPIENTS: usize = 256 << 10;

/// How many times [`RECIPIENTS`] the lists of all events of one turn may have together.
const LARGE_RECIPIENTS: usize = 4;

/// The state of one isolate that its host functions share. It holds no value of JavaScript.
pub struct Host {
    pub source: Source,
    pub limits: Limits,
    pub portal: Arc<dyn Portal>,
    pub budget: Arc<Budget>,
    pub database: RefCell<Database>,
    pub fetches: Fetches,
    /// Calls that wait for their answers.
    pub pending: RefCell<HashSet<u32>>,
    pub turn: RefCell<Turn>,
    /// Bytes of the answers in the turn, with their headers.
    answered: Cell<usize>,
    /// Bytes of the lists of those who get the events in the turn.
    recipients: Cell<usize>,
    /// When the next timer is due.
    pub wake: Cell<Option<Instant>>,
    /// The engine said that it has no memory left.
    pub out_of_memory: Cell<bool>,
    pub started: Instant,
    /// Lines of the log.
    lines: Cell<MinuteWindow>,
}

impl Host {
    pub fn new(
        source: Source,
        limits: Limits,
        portal: Arc<dyn Portal>,
        budget: Arc<Budget>,
        database: Database,
        fetches: Fetches,
    ) -> Self {
        let started = clock::now();
        Self {
            source,
            limits,
            portal,
            budget,
            database: RefCell::new(database),
            fetches,
            pending: RefCell::default(),
            turn: RefCell::default(),
            answered: Cell::new(0),
            recipients: Cell::new(0),
            wake: Cell::new(None),
            out_of_memory: Cell::new(false),
            started,
            lines: Cell::new(MinuteWindow::new()),
        }
    }

    /// Writes a line, unless there were too many in this minute; then the next minute says how many were left out.
    pub fn log(&self, level: LogLevel, text: &str) {
        let mut lines = self.lines.get();
        let most = self.limits.log_lines;
        if let Some(count) = lines.renew().filter(|count| *count > most) {
            self.portal.log(LogLevel::Warn, &format!("{} lines were left out", count - most));
        }
        let is_allowed = lines.allows(most);
        self.lines.set(lines);
        if is_allowed {
            self.portal.log(level, cut(text, LINE));
        }
    }

    /// Ends a call. One that was ended before, or that nobody waits for any more, stays as it is.
    pub fn finish(&self, id: u32, result: Result<Answer, CallError>) -> bool {
        let waits = self.pending.borrow_mut().remove(&id);
        if waits {
            self.turn.borrow_mut().finished.push((id, result));
        }
        waits
    }

    /// Ends a call with what the back end answered.
    pub fn answer(&self, id: u32, status: u16, headers: Vec<(String, String)>, body: Vec<u8>) {
        let most = self.limits.answer_bytes;
        let (headers, dropped) = headers::outgoing(headers);
        let all = self.answered.get() + answer_bytes(&headers, &body);
        if body.len() > most || all > most * LARGE_ANSWERS {
            let text = format!("an answer of {} bytes is too large, or a turn with {all}", body.len());
            self.log(LogLevel::Error, &text);
            self.finish(id, Err(CallError::Failed(text)));
            return;
        }
        self.answered.set(all);
        if !dropped.is_empty() {
            let text = format!("headers that a back end may not send were removed: {}", dropped.join(", "));
            self.log(LogLevel::Warn, &text);
        }
        let status = if (200..=599).contains(&status) { status } else { 500 };
        self.finish(id, Ok(Answer { status, headers, body }));
    }

    /// What the turn leaves; the next one begins.
    pub fn take_turn(&self) -> Turn {
        self.answered.set(0);
        self.recipients.set(0);
        self.turn.take()
    }

    /// Takes an event for the end of the turn; an error is for the author.
    pub fn publish(&self, user_ids: &str, event: &str) -> Result<(), String> {
        if event.len() > EVENT {
            return Err(format!("an event has at most {EVENT} bytes"));
        }
        // Before it is read.
        if user_ids.len() > RECIPIENTS {
            return Err(too_many_recipients());
        }
        let mut turn = self.turn.borrow_mut();
        if turn.publications.len() >= self.limits.publications {
            return Err(format!("at most {} events at once", self.limits.publications));
        }
        let user_ids: Vec<String> = serde_json::from_str(user_ids).map_err(|error| error.to_string())?;
        let recipients = add_recipients(self.recipients.get(), &user_ids)?;
        serde_json::from_str::<IgnoredAny>(event).map_err(|error| error.to_string())?;
        self.recipients.set(recipients);
        turn.publications.push(Publication { user_ids, event: event.to_owned() });
        Ok(())
    }

    /// Sets when the next timer is due; negative for none.
    pub fn wake_in(&self, milliseconds: f64) {
        let due = (milliseconds >= 0.0).then(|| {
            // A day at most: the timer asks again.
            clock::now() + Duration::from_secs_f64(milliseconds.min(86_400_000.0) / 1000.0)
        });
        self.wake.set(due);
    }

    /// Milliseconds since the isolate began.
    pub fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }
}

/// Adds a list of those who get an event to the bytes of the lists before it in its turn. They count as in JSON, where
/// each has three bytes besides itself. Fails when the list is longer than [`RECIPIENTS`], or all of them are longer
/// than a turn may have; the error is for the author.
pub fn add_recipients(before: usize, user_ids: &[String]) -> Result<usize, String> {
    let bytes: usize = user_ids.iter().map(|id| id.len() + 3).sum();
    let all = before + bytes;
    let most = LARGE_RECIPIENTS * RECIPIENTS;
    if bytes > RECIPIENTS {
        return Err(too_many_recipients());
    }
    if all > most {
        return Err(format!("the lists of those who get the events of one turn have at most {most} bytes"));
    }
    Ok(all)
}

fn too_many_recipients() -> String {
    format!("the list of those who get an event has at most {RECIPIENTS} bytes")
}

/// Bytes of an answer, as they count to those of its turn.
pub fn answer_bytes(headers: &[(String, String)], body: &[u8]) -> usize {
    headers::bytes(headers) + body.len()
}

/// The beginning of a text, at most this many bytes.
pub fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most { text } else { &text[..text.floor_char_boundary(most)] }
}
