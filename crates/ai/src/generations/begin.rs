//! How a generation begins: it takes a place, decides which model answers, and asks it while its question is being
//! stored.

use std::sync::Arc;

use kernel::files::Reader;
use kernel::http::Caller;
use kernel::texts::Language;
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;
use tokio::sync::oneshot;

use super::generation::{CancelReason, Generation, ReaderGuard};
use super::plan::{ChatRequest, Question, plan};
use super::registry::{Generations, check};
use super::run::run;
use super::stream_event::AiStreamEvent;
use crate::conversations::attachments;
use crate::conversations::conversation::{check_revision, check_space, find, forget_summary};
use crate::conversations::fields::{Role, title_of};
use crate::conversations::replaced::copy_aside;
use crate::safety;
use crate::safety::{Category, categories};
use crate::store::conversations::{self, MessageRow};
use crate::store::generations::{self as store, GenerationRow};
use crate::store::policies;
use crate::usage::Budget;

/// A generation that has begun, with its first reader, and the title that its question made.
pub(super) struct StartedGeneration {
    pub(super) reader: ReaderGuard,
    pub(super) title: Option<String>,
    pub(super) model: String,
    pub(super) model_label: String,
}

/// Begins an answer. Whoever leaves meanwhile leaves as a reader does: the question is stored, and the answer goes on
/// if it can be resumed.
///
/// # Errors
/// Whatever refuses the question. Nothing is stored then.
pub(super) async fn begin(
    app: &App,
    caller: &Caller,
    request: &ChatRequest,
    language: Language,
) -> Result<StartedGeneration> {
    identity::exam::refuse(app, &caller.facts)?;
    let (id, user) = (app.random.id(&app.clock), caller.facts.user_id);
    let (facts, conversation) = (caller.facts.clone(), request.conversation_id.clone());
    let generation = Generation::new(app, id, facts, conversation, request.resumable);
    let generation = Arc::new(generation);
    app.state::<Generations>().reserve(&generation)?;
    let place = Reservation { app: app.clone(), generation: generation.clone(), is_committed: false };
    let plan = plan(app, caller, request, language).await?;
    let model = plan.candidate.model.clone();
    let found = categories(&plan.question.text);
    for safety in found.iter().copied() {
        generation.push_event(AiStreamEvent::Safety { safety });
    }
    let row = GenerationRow {
        id: generation.id.clone(),
        conversation_id: generation.conversation_id.clone(),
        user_id: user.to_string(),
        model: model.id.clone(),
        model_label: model.label.clone(),
        created_at: app.clock.now_ms(),
        alive_at: 0,
        prompt_tokens: plan.candidate.prompt_tokens,
        ended_at: None,
    };
    let (question, storing) = (plan.question.clone(), app.clone());
    let files = app.file_reader(&caller.facts);
    let (stored, is_stored) = oneshot::channel();
    let reader = generation.add_reader()?;
    let running = (app.clone(), generation.clone());
    app.tasks.spawn("ai-generation", |stop| async move {
        let ((app, generation), mut place) = (running, place);
        let store = async {
            let title = storing.write(move |tx| store_question(tx, &files, &row, &question, &found)).await;
            match &title {
                Ok(_) => generation.note_stored(),
                Err(_) => generation.cancel(CancelReason::Discarded),
            }
            // Whoever has left is told nothing.
            let _ = stored.send(title);
        };
        tokio::join!(store, run(app, generation.clone(), plan, stop));
        place.is_committed = generation.is_stored();
    });
    let title = is_stored.await.map_err(ApiError::internal)??;
    Ok(StartedGeneration { reader, title, model: model.id, model_label: model.label })
}

/// The place that a generation takes among those of this node; given back unless its question is stored.
struct Reservation {
    app: App,
    generation: Arc<Generation>,
    is_committed: bool,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.is_committed {
            self.app.state::<Generations>().remove(&self.generation.id);
        }
    }
}

/// Stores the question and its generation, and answers the title that it has made. What limits questions is looked at
/// here, where no other one comes between.
fn store_question(
    tx: &mut AppTx,
    files: &Reader,
    generation: &GenerationRow,
    question: &Question,
    found: &[Category],
) -> Result<Option<String>> {
    tx.lock_log()?;
    let user = files.user;
    let mut row = find(tx, &generation.conversation_id, user)?;
    check_revision(tx, &row, question.revision)?;
    let (all, own) = store::count(tx, user)?;
    let is_same = store::of_conversation(tx, &row.id)?.is_some();
    check(usize::try_from(all).unwrap_or_default(), usize::try_from(own).unwrap_or_default(), is_same)?;
    let (policy, day) = (policies::of_user(tx, user)?, tx.app().today());
    if let Some(budget) = Budget::of(tx, &policy, day, user)? {
        budget.check(own)?;
    }
    attachments::refer(tx, files, &row.id, &question.attachments)?;
    safety::count(tx, user, found, |tx| replaced_text(tx, &row.id, question.replace_from))?;
    if let Some(from) = question.replace_from {
        let mut gone = attachments::of_conversation(tx, &row.id)?;
        gone.retain(|hash| !question.attachments.iter().any(|file| file.hash == *hash));
        copy_aside(tx, user, &row.id)?;
        conversations::delete_messages_from(tx, &row.id, from)?;
        attachments::forget_unnamed(tx, user, &row.id, gone)?;
        if row.summary_to >= from {
            forget_summary(&mut row);
        }
    }
    check_space(tx, &row.id)?;
    let position = conversations::last_position(tx, &row.id)? + 1;
    let message = MessageRow {
        attachments: json!(question.attachments).to_string(),
        ..MessageRow::new(position, Role::User, question.text.clone(), generation.created_at)
    };
    conversations::insert_message(tx, &row.id, &message)?;
    let title = row.title.is_empty().then(|| title_of(&question.text));
    row.title = title.clone().unwrap_or(row.title);
    (row.revision, row.updated_at) = (row.revision + 1, tx.now());
    conversations::update(tx, &row)?;
    store::insert(tx, generation)?;
    Ok(title)
}

/// The text of the question that another one takes the place of.
fn replaced_text(tx: &mut AppTx, conversation: &str, from: Option<i64>) -> Result<Option<String>> {
    let Some(from) = from else { return Ok(None) };
    let messages = conversations::messages_after(tx, conversation, from - 1)?;
    Ok(messages.into_iter().next().map(|message| message.content))
}
