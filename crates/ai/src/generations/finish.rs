//! The end of a generation: what it has said becomes a message, and what it took is counted, in one transaction.
//! Only then is its reader told that it is done.

use std::time::Duration;

use kernel::texts::Language;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;

use super::generation::{AnsweringModel, Generation};
use super::journal::Journal;
use crate::budget::Budget;
use crate::conversations::model::Role;
use crate::store::conversations::{self, MessageRow};
use crate::store::generations::{self, GenerationRow};
use crate::store::policies;
use crate::upstream::Usage;
use crate::usage::{Purpose, record};

/// How often the end is tried to be stored while the database is away.
const TRIES: u32 = 10;
/// The wait between two tries.
const WAIT: Duration = Duration::from_secs(1);

/// How a generation has ended.
pub(super) enum Outcome {
    /// The model has ended its answer.
    Whole,
    /// It was stopped, or it failed.
    Partial(Option<ApiError>),
}

/// What becomes a message.
#[derive(Clone)]
struct Answer {
    content: String,
    reasoning: String,
    model: AnsweringModel,
    usage: Usage,
    /// JSON, an array of sources.
    sources: String,
    is_partial: bool,
}

/// Keeps what there is, and tells the readers.
pub(super) async fn finish(app: &App, generation: &Generation, outcome: Outcome, language: Language) {
    if !generation.is_acknowledged().await {
        return generation.end();
    }
    let (is_partial, refusal) = match outcome {
        Outcome::Whole => (false, None),
        Outcome::Partial(refusal) => (true, refusal),
    };
    let usage = generation.usage();
    if usage.total_tokens > 0 {
        generation.push_event(json!({ "usage": usage }));
    }
    let (content, reasoning) = generation.texts();
    let sources = json!(generation.sources()).to_string();
    let answer = Answer { content, reasoning, model: generation.model(), usage, sources, is_partial };
    if let Some(refusal) = refusal {
        generation.push_event(json!({ "error": refusal.localized(language) }));
        generation.set_refusal(refusal);
    }
    match store(app, generation, &answer).await {
        Ok(Some(budget)) => generation.push_event(json!({ "budget": budget })),
        Ok(None) => {}
        Err(error) => {
            // It is closed from what was written down of it, once nobody has been writing it for a while.
            tracing::error!(generation = generation.id, %error, "the end of an answer is not stored");
            generation.push_event(json!({ "error": error.localized(language) }));
            generation.set_refusal(error);
        }
    }
    generation.push_event(json!({ "done": true }));
    generation.end();
}

/// Answers what is left of the member's budget.
async fn store(app: &App, generation: &Generation, answer: &Answer) -> Result<Option<Budget>> {
    let mut tries = 0;
    // An erased member has no usage.
    let is_member = identity::user::facts_of(app, generation.user).await.is_ok_and(|facts| facts.is_some());
    loop {
        let (id, user) = (generation.id.clone(), generation.user);
        let (conversation, answer) = (generation.conversation_id.clone(), answer.clone());
        let stored = app.write(move |tx| {
            tx.lock_log()?;
            // Else the conversation was removed, or somebody else has closed the generation; it is paid for all the same.
            if generations::delete(tx, &id)? {
                add_message(tx, &conversation, user, &answer)?;
            }
            if is_member {
                record(tx, user, &answer.model.id, answer.usage, Purpose::Answer)?;
            }
            let (policy, day) = (policies::of_user(tx, user)?, tx.app().today());
            Budget::of(tx, &policy, day, user)
        });
        let error = match stored.await {
            Ok(budget) => return Ok(budget),
            Err(error) => error,
        };
        tries += 1;
        if !error.is_unavailable() || tries == TRIES {
            return Err(error);
        }
        app.clock.sleep(WAIT).await;
    }
}

fn add_message(tx: &mut AppTx, conversation: &str, user: UserId, answer: &Answer) -> Result<()> {
    let Some(mut row) = conversations::find(tx, conversation, user)? else { return Ok(()) };
    if answer.content.is_empty() && answer.reasoning.is_empty() {
        return Ok(());
    }
    let message = MessageRow {
        position: conversations::last_position(tx, conversation)? + 1,
        role: Role::Assistant,
        content: answer.content.clone(),
        reasoning: answer.reasoning.clone(),
        model: answer.model.id.clone(),
        model_label: answer.model.label.clone(),
        sources: answer.sources.clone(),
        is_partial: answer.is_partial,
        created_at: tx.now(),
    };
    conversations::insert_message(tx, conversation, &message)?;
    (row.revision, row.updated_at) = (row.revision + 1, tx.now());
    Ok(conversations::update(tx, &row)?)
}

/// Closes a generation that nobody writes any more: what was written down of it is its answer.
///
/// # Errors
/// When a statement fails.
pub(crate) fn close(tx: &mut AppTx, row: &GenerationRow) -> Result<()> {
    let mut journal = Journal::default();
    generations::pieces(tx, &row.id)?.iter().for_each(|(_, entries)| journal.push_stored(entries));
    if !generations::delete(tx, &row.id)? {
        return Ok(());
    }
    let Some(user) = UserId::parse(&row.user_id) else { return Ok(()) };
    let model = AnsweringModel { id: row.model.clone(), label: row.model_label.clone(), is_fallback: false };
    let (content, reasoning) = (journal.content(), journal.reasoning());
    let answer =
        Answer { content, reasoning, model, usage: Usage::default(), sources: "[]".into(), is_partial: true };
    add_message(tx, &row.conversation_id, user, &answer)
}
