//! One answer that is being written, as its node has it in memory.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::clock::Clock;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Result};
use tokio::sync::watch;

use super::journal::{Journal, TextKind};
use super::stream_event::AiStreamEvent;
use crate::conversations::fields::PartialReason;
use crate::provider::{AnswerDelta, Cut, Usage};
use crate::source::AiSource;
use crate::texts;
use crate::tokens::estimate;

/// A generation that may be resumed goes on so long without a reader.
pub(super) const READER_GRACE: Duration = Duration::from_secs(60);
/// Readers of a generation at once: more than a member has devices.
const MAX_READERS: usize = 8;
/// When it may be worth trying again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Why a generation shall end before its model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CancelReason {
    /// The member, or the end of their conversation; or nobody reads it.
    Stopped,
    /// An exam has begun.
    Exam,
    /// It was never acknowledged: nothing of it is kept.
    Discarded,
}

/// The model that answers now.
#[derive(Clone, Debug, Default)]
pub(super) struct AnsweringModel {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) is_fallback: bool,
}

/// What can be read of a generation.
#[derive(Default)]
struct Buffer {
    journal: Journal,
    /// The offset up to which it is stored.
    saved: u64,
    model: AnsweringModel,
    /// What the requests that have ended have taken, by the id of the model.
    usages: Vec<(String, Usage)>,
    request: Option<Request>,
    /// Why the provider has ended the answer before the model did.
    cut: Option<Cut>,
    /// Why there is no whole answer.
    refusal: Option<ApiError>,
    partial: Option<PartialReason>,
    is_over: bool,
}

/// A request to the model that has not ended.
#[derive(Clone, Copy)]
struct Request {
    /// About so many tokens of it.
    prompt_tokens: i64,
    /// How long the texts were when it began, in bytes.
    from: usize,
}

impl Buffer {
    /// Counts what a request to the model that answers now has taken.
    fn add_usage(&mut self, usage: Usage) {
        let model = &self.model.id;
        match self.usages.iter_mut().find(|(known, _)| known == model) {
            Some((_, sum)) => *sum = sum.plus(usage),
            None => self.usages.push((model.clone(), usage)),
        }
    }

    /// What the request that has not ended has taken, roughly; nothing while nothing has come of it.
    fn estimated(&self) -> Usage {
        let Some(Request { prompt_tokens, from }) = self.request else { return Usage::default() };
        match estimate(self.journal.text_from(from)) {
            0 => Usage::default(),
            written => Usage::new(prompt_tokens, 0, written),
        }
    }
}

/// One answer that is being written.
pub(super) struct Generation {
    pub(super) id: String,
    pub(super) user: UserId,
    /// What the member was when they asked.
    pub(super) facts: Arc<UserFacts>,
    pub(super) conversation_id: String,
    /// Whether it goes on for a while without a reader.
    pub(super) is_resumable: bool,
    clock: Clock,
    buffer: Mutex<Buffer>,
    /// Grows whenever there is something new to read.
    changes: watch::Sender<u64>,
    cancel: watch::Sender<Option<CancelReason>>,
    /// Whether question and generation are stored.
    stored: watch::Sender<bool>,
    readers: AtomicUsize,
    /// When the last reader left, or it began.
    no_reader_since: Mutex<Duration>,
}

/// What is new behind an offset.
pub(super) struct Unread {
    /// The events, each with the offset behind it.
    pub(super) events: Vec<(AiStreamEvent, u64)>,
    pub(super) saved: u64,
    pub(super) is_over: bool,
}

impl Generation {
    pub(super) fn new(
        app: &App,
        id: String,
        facts: Arc<UserFacts>,
        conversation_id: String,
        is_resumable: bool,
    ) -> Self {
        Self {
            id,
            user: facts.user_id,
            facts,
            conversation_id,
            is_resumable,
            clock: app.clock.clone(),
            buffer: Mutex::default(),
            changes: watch::Sender::new(0),
            cancel: watch::Sender::new(None),
            stored: watch::Sender::new(false),
            readers: AtomicUsize::new(0),
            no_reader_since: Mutex::new(app.clock.monotonic()),
        }
    }

    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn announce(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Adds what the model has said. `replaces` is whether it takes the place of the text so far.
    pub(super) fn push(&self, delta: AnswerDelta<'_>, replaces: bool) {
        let (kind, text) = match delta {
            AnswerDelta::Content(text) if replaces => (TextKind::Replace, text),
            AnswerDelta::Content(text) => (TextKind::Content, text),
            AnswerDelta::Reasoning(text) => (TextKind::Reasoning, text),
        };
        self.buffer().journal.push_text(kind, &readable(text));
        self.announce();
    }

    /// Adds an event between the texts.
    pub(super) fn push_event(&self, event: AiStreamEvent) {
        self.buffer().journal.push_event(event);
        self.announce();
    }

    pub(super) fn set_model(&self, model: AnsweringModel) {
        self.buffer().model = model;
    }

    pub(super) fn model(&self) -> AnsweringModel {
        self.buffer().model.clone()
    }

    /// A request begins that has about so many tokens.
    pub(super) fn begin_request(&self, prompt_tokens: i64) {
        let mut buffer = self.buffer();
        buffer.request = Some(Request { prompt_tokens, from: buffer.journal.text_len() });
    }

    /// It has ended. The usage is `None` when the provider has counted nothing.
    pub(super) fn end_request(&self, usage: Option<Usage>, cut: Option<Cut>) {
        let mut buffer = self.buffer();
        buffer.cut = buffer.cut.or(cut);
        let usage = usage.unwrap_or_else(|| buffer.estimated());
        buffer.add_usage(usage);
        buffer.request = None;
    }

    /// What the requests to each model have taken. One that was broken off is counted roughly, as far as it came: it is
    /// paid for.
    pub(super) fn usages(&self) -> Vec<(String, Usage)> {
        let mut buffer = self.buffer();
        let estimated = buffer.estimated();
        buffer.request = None;
        buffer.add_usage(estimated);
        buffer.usages.clone()
    }

    /// What all requests have taken together.
    pub(super) fn usage(&self) -> Usage {
        self.usages().into_iter().fold(Usage::default(), |sum, (_, usage)| sum.plus(usage))
    }

    /// Why the provider has ended the answer before the model did; `None` when it has not.
    pub(super) fn cut(&self) -> Option<Cut> {
        self.buffer().cut
    }

    /// Where the web was read.
    pub(super) fn sources(&self) -> Vec<AiSource> {
        self.buffer().journal.sources()
    }

    pub(super) fn set_refusal(&self, refusal: ApiError) {
        self.buffer().refusal = Some(refusal);
    }

    pub(super) fn set_partial(&self, partial: Option<PartialReason>) {
        self.buffer().partial = partial;
    }

    /// Why the answer is not whole, once it has ended.
    pub(super) fn partial(&self) -> Option<PartialReason> {
        self.buffer().partial
    }

    pub(super) fn refusal(&self) -> Option<ApiError> {
        self.buffer().refusal.clone()
    }

    pub(super) fn has_text(&self) -> bool {
        self.buffer().journal.has_text()
    }

    /// The answer and the thoughts so far.
    pub(super) fn texts(&self) -> (String, String) {
        let buffer = self.buffer();
        (buffer.journal.content(), buffer.journal.reasoning())
    }

    pub(super) fn unread(&self, offset: u64) -> Unread {
        let buffer = self.buffer();
        Unread { events: buffer.journal.after(offset), saved: buffer.saved, is_over: buffer.is_over }
    }

    /// What has to be stored: the offset where it begins, the part itself, and the offset where it ends.
    pub(super) fn unsaved(&self) -> Option<(u64, String, u64)> {
        let buffer = self.buffer();
        let part = buffer.journal.stored_after(buffer.saved)?;
        Some((buffer.saved, part, buffer.journal.end_offset()))
    }

    /// The offset behind everything.
    pub(super) fn offset(&self) -> u64 {
        self.buffer().journal.end_offset()
    }

    pub(super) fn note_saved(&self, offset: u64) {
        self.buffer().saved = offset;
        self.announce();
    }

    pub(super) fn is_over(&self) -> bool {
        self.buffer().is_over
    }

    /// Nothing more will come.
    pub(super) fn mark_over(&self) {
        self.buffer().is_over = true;
        self.announce();
    }

    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Resolves when nothing more will come.
    pub(super) async fn ended(&self) {
        let mut changes = self.changes();
        while !self.is_over() {
            let _ = changes.changed().await;
        }
    }

    pub(super) fn cancel(&self, why: CancelReason) {
        self.cancel.send_if_modified(|cancel| {
            let changes = cancel.is_none() || (why == CancelReason::Discarded && *cancel != Some(why));
            if changes {
                *cancel = Some(why);
            }
            changes
        });
    }

    /// Resolves when the generation shall end.
    pub(super) async fn cancelled(&self) -> CancelReason {
        let mut cancel = self.cancel.subscribe();
        loop {
            if let Some(why) = *cancel.borrow_and_update() {
                return why;
            }
            let _ = cancel.changed().await;
        }
    }

    pub(super) fn note_stored(&self) {
        self.stored.send_replace(true);
    }

    pub(super) fn is_stored(&self) -> bool {
        *self.stored.borrow()
    }

    /// Resolves when question and generation are stored; false when they never will be.
    pub(super) async fn is_acknowledged(&self) -> bool {
        let (mut stored, mut cancel) = (self.stored.subscribe(), self.cancel.subscribe());
        tokio::select! {
            biased;
            _ = stored.wait_for(|stored| *stored) => true,
            _ = cancel.wait_for(|cancel| *cancel == Some(CancelReason::Discarded)) => false,
        }
    }

    /// Counts a reader until what is answered is dropped.
    ///
    /// # Errors
    /// 429 when it has too many already.
    pub(super) fn add_reader(self: &Arc<Self>) -> Result<ReaderGuard> {
        // Dropped, and thus counted down again, where there are too many.
        let counted = ReaderGuard(self.clone());
        if self.readers.fetch_add(1, Ordering::SeqCst) >= MAX_READERS {
            return Err(texts::TOO_MANY_READERS.with("max", MAX_READERS).retry_after(RETRY_AFTER));
        }
        Ok(counted)
    }

    /// Somebody reads it at another node.
    pub(super) fn note_reader(&self) {
        *self.no_reader_since.lock().unwrap_or_else(PoisonError::into_inner) = self.clock.monotonic();
    }

    /// Whether nobody has read it for so long that it shall end.
    pub(super) fn is_abandoned(&self) -> bool {
        let since = *self.no_reader_since.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.clock.monotonic().saturating_sub(since);
        self.readers.load(Ordering::SeqCst) == 0 && waited >= READER_GRACE
    }
}

/// A text without control characters, which no message may have and no database of text can store.
fn readable(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(is_hidden) { text.replace(is_hidden, "").into() } else { text.into() }
}

/// Somebody reads the generation.
pub(super) struct ReaderGuard(Arc<Generation>);

impl ReaderGuard {
    pub(super) fn generation(&self) -> &Generation {
        &self.0
    }
}

impl Drop for ReaderGuard {
    fn drop(&mut self) {
        let generation = &self.0;
        *generation.no_reader_since.lock().unwrap_or_else(PoisonError::into_inner) =
            generation.clock.monotonic();
        let was_last = generation.readers.fetch_sub(1, Ordering::SeqCst) == 1;
        if was_last && !generation.is_resumable {
            generation.cancel(CancelReason::Stopped);
        }
    }
}
