//! The end of a generation: what it has said becomes a message, and what it took is counted, in one transaction.
//! Only then is its reader told that it is done.

use std::time::Duration;

use kernel::tasks::Stop;
use kernel::texts::Language;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;

use super::generation::{AnsweringModel, Generation};
use super::journal::Journal;
use super::reader::read_pieces;
use super::registry::is_single_node;
use super::stream_event::AiStreamEvent;
use crate::conversations::fields::{PartialReason, Role};
use crate::provider::Usage;
use crate::store::conversations::{self, MessageRow};
use crate::store::generations::{self, GenerationRow};
use crate::store::policies;
use crate::tokens::estimate;
use crate::usage::{Budget, Purpose, record};

/// How often the end is tried to be stored while the database is away.
const TRIES: u32 = 10;
/// The wait between two tries.
const WAIT: Duration = Duration::from_secs(1);

/// How a generation has ended.
pub(super) enum Outcome {
    /// The model has ended its answer.
    Whole,
    /// The model was cut short, the member or the portal has stopped it, or nobody read it.
    Partial(PartialReason),
    /// The provider has failed.
    Failed(ApiError),
}

/// What becomes a message.
#[derive(Clone)]
struct Answer {
    content: String,
    reasoning: String,
    model: AnsweringModel,
    /// What the requests to each model have taken.
    usages: Vec<(String, Usage)>,
    /// JSON, an array of sources.
    sources: String,
    partial: Option<PartialReason>,
}

/// Keeps what there is, and tells the readers. A portal that stops tries once.
pub(super) async fn finish(
    app: &App,
    generation: &Generation,
    outcome: Outcome,
    language: Language,
    stop: &mut Stop,
) {
    if !generation.is_acknowledged().await {
        return generation.mark_over();
    }
    let (partial, refusal) = match outcome {
        Outcome::Whole => (None, None),
        Outcome::Partial(reason) => (Some(reason), None),
        Outcome::Failed(refusal) => (Some(PartialReason::Failed), Some(refusal)),
    };
    generation.set_partial(partial);
    let usage = generation.usage();
    if usage.total_tokens > 0 {
        generation.push_event(AiStreamEvent::Usage { usage });
    }
    let (content, reasoning) = generation.texts();
    let sources = json!(generation.sources()).to_string();
    let usages = generation.usages();
    let answer = Answer { content, reasoning, model: generation.model(), usages, sources, partial };
    if let Some(refusal) = refusal {
        generation.push_event(AiStreamEvent::Error { error: refusal.localized(language) });
        generation.set_refusal(refusal);
    }
    match store(app, generation, &answer, stop).await {
        Ok(Some(budget)) => generation.push_event(AiStreamEvent::Budget { budget }),
        Ok(None) => {}
        Err(error) => {
            // It is closed from what was stored of it, once nobody has been writing it for a while.
            tracing::error!(generation = generation.id, %error, "the end of an answer is not stored");
            generation.push_event(AiStreamEvent::Error { error: error.localized(language) });
            generation.set_refusal(error);
        }
    }
    if let Some(partial_reason) = generation.partial() {
        generation.push_event(AiStreamEvent::Partial { partial_reason });
    }
    generation.push_event(AiStreamEvent::DONE);
    generation.mark_over();
}

/// The part of a journal that is stored with its end.
#[derive(Clone)]
struct FinalPiece {
    /// What was not stored yet, and the offset where it begins.
    unsaved: Option<(u64, String)>,
    /// The offset behind it.
    end_offset: u64,
}

impl FinalPiece {
    fn of(generation: &Generation) -> Self {
        let unsaved = generation.unsaved().map(|(start, entries, _)| (start, entries));
        Self { unsaved, end_offset: generation.offset() }
    }
}

/// Answers what is left of the member's budget.
async fn store(
    app: &App,
    generation: &Generation,
    answer: &Answer,
    stop: &mut Stop,
) -> Result<Option<Budget>> {
    let mut tries = 0;
    loop {
        // An erased member has no usage.
        let is_erased = matches!(identity::user::facts_of(app, generation.user).await, Ok(None));
        let (id, user) = (generation.id.clone(), generation.user);
        let (conversation, answer) = (generation.conversation_id.clone(), answer.clone());
        let tail = FinalPiece::of(generation);
        let stored = app.write(move |tx| {
            tx.lock_log()?;
            // Whoever has closed it in place of this node has counted it.
            let is_closed = generations::find(tx, &id)?.is_some_and(|row| row.ended_at.is_some());
            if !is_erased && !is_closed {
                for (model, usage) in &answer.usages {
                    let is_answer = *model == answer.model.id;
                    record(
                        tx,
                        user,
                        model,
                        *usage,
                        if is_answer { Purpose::Answer } else { Purpose::Other },
                    )?;
                }
            }
            let (policy, day) = (policies::of_user(tx, user)?, tx.app().today());
            let budget = Budget::of(tx, &policy, day, user)?;
            // Else the conversation was removed, or somebody else has closed the generation; it is paid for all the same.
            if end_row(tx, &id, &tail, budget.as_ref(), answer.partial)? {
                add_message(tx, &conversation, user, &answer)?;
            }
            Ok(budget)
        });
        let error = match stored.await {
            Ok(budget) => return Ok(budget),
            Err(error) => error,
        };
        tries += 1;
        if !error.is_unavailable() || tries == TRIES || !stop.sleep(&app.clock, WAIT).await {
            return Err(error);
        }
    }
}

/// Ends the row of a generation. Where other nodes may have readers of it, the rest of it stays for them a while.
/// False when it has ended before.
fn end_row(
    tx: &mut AppTx,
    id: &str,
    tail: &FinalPiece,
    budget: Option<&Budget>,
    partial: Option<PartialReason>,
) -> Result<bool> {
    if is_single_node(tx.app()) {
        return Ok(generations::delete(tx, id)?);
    }
    let offset = |offset: u64| i64::try_from(offset).unwrap_or(i64::MAX);
    if let Some((start, entries)) = &tail.unsaved {
        generations::insert_piece(tx, id, offset(*start), entries)?;
    }
    let mut last = Journal::starting_at(tail.end_offset);
    if let Some(budget) = budget {
        last.push_event(AiStreamEvent::Budget { budget: budget.clone() });
    }
    if let Some(partial_reason) = partial {
        last.push_event(AiStreamEvent::Partial { partial_reason });
    }
    last.push_event(AiStreamEvent::DONE);
    let entries = last.stored_after(tail.end_offset).unwrap_or_default();
    generations::insert_piece(tx, id, offset(tail.end_offset), &entries)?;
    let now = tx.now();
    Ok(generations::end(tx, id, now)?)
}

fn add_message(tx: &mut AppTx, conversation: &str, user: UserId, answer: &Answer) -> Result<()> {
    let Some(mut row) = conversations::find(tx, conversation, user)? else { return Ok(()) };
    if answer.content.is_empty() && answer.reasoning.is_empty() {
        return Ok(());
    }
    let position = conversations::last_position(tx, conversation)? + 1;
    let message = MessageRow {
        reasoning: answer.reasoning.clone(),
        model: answer.model.id.clone(),
        model_label: answer.model.label.clone(),
        sources: answer.sources.clone(),
        is_partial: answer.partial.is_some(),
        partial_reason: answer.partial,
        is_fallback: answer.model.is_fallback,
        ..MessageRow::new(position, Role::Assistant, answer.content.clone(), tx.now())
    };
    conversations::insert_message(tx, conversation, &message)?;
    (row.revision, row.updated_at) = (row.revision + 1, tx.now());
    Ok(conversations::update(tx, &row)?)
}

/// Closes a generation that nobody writes any more: what was stored of it is its answer. What it took is counted
/// roughly: the provider is paid for it.
///
/// # Errors
/// When a statement fails.
pub(crate) fn close(tx: &mut AppTx, row: &GenerationRow) -> Result<()> {
    let journal = read_pieces(generations::pieces(tx, &row.id, 0)?);
    let tail = FinalPiece { unsaved: None, end_offset: journal.end_offset() };
    let partial = Some(PartialReason::Interrupted);
    if !end_row(tx, &row.id, &tail, None, partial)? {
        return Ok(());
    }
    let Some(user) = UserId::parse(&row.user_id) else { return Ok(()) };
    let model = AnsweringModel {
        id: row.model.clone(),
        label: row.model_label.clone(),
        is_fallback: journal.is_fallback(),
    };
    let (content, reasoning) = (journal.content(), journal.reasoning());
    let usage = match estimate(&content) + estimate(&reasoning) {
        0 => Usage::default(),
        written => Usage::new(row.prompt_tokens, 0, written),
    };
    record(tx, user, &model.id, usage, Purpose::Answer)?;
    let usages = Vec::new();
    let sources = json!(journal.sources()).to_string();
    add_message(
        tx,
        &row.conversation_id,
        user,
        &Answer { content, reasoning, model, usages, sources, partial },
    )
}
