//! The task of a generation: asks the model, retries what may pass, and lets another model stand in before anything
//! was shown.

use std::sync::Arc;
use std::time::Duration;

use kernel::App;
use kernel::tasks::Stop;
use serde_json::{Value, json};

use super::finish::{Outcome, finish};
use super::generation::{AnsweringModel, CancelReason, Generation};
use super::plan::{Candidate, Plan};
use super::stream_event::AiStreamEvent;
use crate::conversations::context::tokens_of;
use crate::conversations::fields::PartialReason;
use crate::conversations::summary::summarise;
use crate::models::fields::completions_url;
use crate::provider::{AnswerDelta, Call, Ended, ProviderError, ToolCall, stream};
use crate::web_search;

/// The longest wait for the next part of an answer.
const IDLE: Duration = Duration::from_secs(120);
/// The same for a model that thinks.
const IDLE_THINKING: Duration = Duration::from_secs(300);
/// How often a model may search before it answers (`interface 4.8`).
const MAX_SEARCHES: usize = 2;
/// How often a request is made again.
const RETRIES: u32 = 2;

/// Writes the answer until it is whole, fails, or is to end; then keeps what there is.
pub(super) async fn run(app: App, generation: Arc<Generation>, plan: Plan, mut stop: Stop) {
    // Also after a panic: nobody waits for an answer that nobody writes.
    let _end = EndOnDrop(generation.clone());
    let outcome = tokio::select! {
        biased;
        // First: the end of the portal takes the readers too.
        () = stop.asked() => Outcome::Partial(PartialReason::Interrupted),
        why = generation.cancelled() => match why {
            CancelReason::Discarded => return,
            CancelReason::Stopped => Outcome::Partial(PartialReason::Stopped),
            CancelReason::Exam => Outcome::Partial(PartialReason::Interrupted),
        },
        written = write(&app, &generation, &plan) => match written {
            Ok(()) if generation.is_cut() => Outcome::Partial(PartialReason::Length),
            Ok(()) => Outcome::Whole,
            Err(error) => {
                tracing::info!(generation = generation.id, %error, "no whole answer");
                Outcome::Failed(error.refusal())
            }
        },
    };
    let is_whole = matches!(outcome, Outcome::Whole);
    finish(&app, &generation, outcome, plan.language, &mut stop).await;
    if is_whole {
        let answered = generation.model().id;
        let of_plan = plan.fallback.as_ref().filter(|fallback| fallback.model.id == answered);
        let model = &of_plan.unwrap_or(&plan.candidate).model;
        tokio::select! {
            () = summarise(&app, generation.user, &generation.conversation_id, model) => {}
            () = stop.asked() => {}
        }
    }
}

struct EndOnDrop(Arc<Generation>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end();
    }
}

async fn write(app: &App, generation: &Generation, plan: &Plan) -> Result<(), ProviderError> {
    let Err(error) = write_with(app, generation, &plan.candidate, false).await else { return Ok(()) };
    let Some(fallback) = plan.fallback.as_ref().filter(|_| !generation.has_text()) else {
        return Err(error);
    };
    tracing::info!(failed = plan.candidate.model.id, by = fallback.model.id, %error, "another model answers");
    let (id, label) = (&fallback.model.id, &fallback.model.label);
    let (model, model_label) = (id.clone(), label.clone());
    generation.push_event(AiStreamEvent::Fallback { fallback: true, model, model_label });
    write_with(app, generation, fallback, true).await
}

async fn write_with(
    app: &App,
    generation: &Generation,
    candidate: &Candidate,
    is_fallback: bool,
) -> Result<(), ProviderError> {
    let (id, label) = (candidate.model.id.clone(), candidate.model.label.clone());
    generation.set_model(AnsweringModel { id, label, is_fallback });
    let mut attempt = 0;
    loop {
        let Err(error) = ask(app, generation, candidate).await else { return Ok(()) };
        let wait = error.retry_wait(attempt).filter(|_| attempt < RETRIES && !generation.has_text());
        let Some(wait) = wait else { return Err(error) };
        attempt += 1;
        app.clock.sleep(wait).await;
    }
}

/// Asks until the model wants no more searches. The text that comes after one takes the place of what came before.
async fn ask(app: &App, generation: &Generation, candidate: &Candidate) -> Result<(), ProviderError> {
    let mut body = candidate.body.clone();
    body.insert("stream".into(), json!(true));
    body.insert("stream_options".into(), json!({ "include_usage": true }));
    let mut body = Value::Object(body);
    let mut searches = 0;
    loop {
        if candidate.searches && searches < MAX_SEARCHES {
            body["tools"] = json!([web_search::tool()]);
        } else if let Some(body) = body.as_object_mut() {
            body.remove("tools");
        }
        let mut calls = request(app, generation, candidate, &body, searches > 0).await?;
        calls.retain(|call| call.name == web_search::TOOL);
        calls.truncate(MAX_SEARCHES - searches);
        if calls.is_empty() {
            return Ok(());
        }
        searches += calls.len();
        search(app, generation, &mut body, calls).await;
    }
}

/// One request, whose pieces are shown as they come. Answers the tools that the model calls.
async fn request(
    app: &App,
    generation: &Generation,
    candidate: &Candidate,
    body: &Value,
    replaces: bool,
) -> Result<Vec<ToolCall>, ProviderError> {
    let endpoint = &candidate.endpoint;
    let call = Call { url: completions_url(&endpoint.api_url), endpoint };
    let idle = if candidate.thinks { IDLE_THINKING } else { IDLE };
    let mut replaces = replaces;
    let show = |delta: AnswerDelta<'_>| {
        let is_content = matches!(delta, AnswerDelta::Content(_));
        generation.push(delta, replaces && is_content);
        replaces &= !is_content;
    };
    generation.begin_request(tokens_of(&body["messages"]));
    let Ended { usage, tool_calls, is_cut } = stream(app, &call, body, idle, show).await?;
    generation.end_request(usage, is_cut);
    Ok(tool_calls)
}

/// Searches the web for the model, and puts what was found into the next request.
async fn search(app: &App, generation: &Generation, body: &mut Value, calls: Vec<ToolCall>) {
    let mut said = Vec::new();
    let mut results = Vec::new();
    for call in calls {
        let query = web_search::query_of(&call.arguments);
        let searching = |query: String, sources: Option<_>| AiStreamEvent::Search {
            searching: sources.is_none(),
            query,
            sources,
        };
        generation.push_event(searching(query.clone(), None));
        let found = web_search::search(app, &query).await.unwrap_or_else(|error| {
            tracing::info!(%error, "a web search brought nothing");
            web_search::SearchResults { text: "The search failed.".into(), ..Default::default() }
        });
        generation.push_event(searching(query, Some(found.sources)));
        said.push(json!({ "id": call.id, "type": "function",
                          "function": { "name": call.name, "arguments": call.arguments } }));
        results.push(json!({ "role": "tool", "tool_call_id": call.id, "content": found.text }));
    }
    if let Some(messages) = body["messages"].as_array_mut() {
        messages.push(json!({ "role": "assistant", "content": "", "tool_calls": said }));
        messages.extend(results);
    }
}
