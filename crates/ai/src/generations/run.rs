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
use crate::prompts;
use crate::provider::{
    AnswerDelta, Call, Cut, Ended, ProviderError, ToolCall, completions_url, stream, without_key,
};
use crate::web_search::{self, SearchResults};

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
    let _end = OverOnDrop(generation.clone());
    let outcome = tokio::select! {
        biased;
        // First: the end of the portal takes the readers too.
        () = stop.asked() => Outcome::Partial(PartialReason::Interrupted),
        why = generation.cancelled() => match why {
            CancelReason::Discarded => return,
            CancelReason::Stopped => Outcome::Partial(PartialReason::Stopped),
            CancelReason::Exam => Outcome::Partial(PartialReason::Exam),
        },
        written = write(&app, &generation, &plan) => match written {
            Ok(()) => match generation.cut() {
                None => Outcome::Whole,
                Some(Cut::Length) => Outcome::Partial(PartialReason::Length),
                Some(Cut::Filter) => Outcome::Partial(PartialReason::Filtered),
            },
            Err(error) => {
                tracing::info!(generation = generation.id, %error, "no whole answer");
                Outcome::Failed(error.refusal())
            }
        },
    };
    let is_whole = matches!(outcome, Outcome::Whole);
    finish(&app, &generation, outcome, plan.language, &mut stop).await;
    if is_whole {
        let model = plan.model(&generation.model().id).unwrap_or(&plan.candidate.model);
        tokio::select! {
            () = summarise(&app, generation.user, &generation.conversation_id, model) => {}
            () = stop.asked() => {}
        }
    }
}

struct OverOnDrop(Arc<Generation>);

impl Drop for OverOnDrop {
    fn drop(&mut self) {
        self.0.mark_over();
    }
}

async fn write(app: &App, generation: &Generation, plan: &Plan) -> Result<(), ProviderError> {
    let Err(error) = write_with(app, generation, &plan.candidate, false).await else { return Ok(()) };
    if generation.has_text() {
        return Err(error);
    }
    let Some(fallback) = plan.fallback() else { return Err(error) };
    tracing::info!(failed = plan.candidate.model.id, by = fallback.model.id, %error, "another model answers");
    let (model, model_label) = (fallback.model.id.clone(), fallback.model.label.clone());
    generation.push_event(AiStreamEvent::Fallback { fallback: true, model, model_label });
    write_with(app, generation, &fallback, true).await
}

async fn write_with(
    app: &App,
    generation: &Generation,
    candidate: &Candidate,
    is_fallback: bool,
) -> Result<(), ProviderError> {
    let (id, label) = (candidate.model.id.clone(), candidate.model.label.clone());
    generation.set_model(AnsweringModel { id, label, is_fallback });
    ask(app, generation, candidate).await
}

/// One request, which is made again as long as that may help and nothing was shown.
async fn request_with_retries(
    app: &App,
    generation: &Generation,
    candidate: &Candidate,
    body: &Value,
    replaces: bool,
) -> Result<Ended, ProviderError> {
    let mut attempt = 0;
    loop {
        let error = match request(app, generation, candidate, body, replaces).await {
            Ok(ended) => return Ok(ended),
            Err(error) => error,
        };
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
        let ended = request_with_retries(app, generation, candidate, &body, searches > 0).await?;
        let mut calls = ended.tool_calls;
        calls.retain(|call| call.name == web_search::TOOL);
        calls.truncate(MAX_SEARCHES - searches);
        if calls.is_empty() {
            // A model that calls what there is not, or what it may not call any more, has said nothing.
            let is_answer = ended.has_content || ended.cut.is_some();
            return if is_answer { Ok(()) } else { Err(ProviderError::Empty) };
        }
        for call in calls {
            let room = candidate.budget - tokens_of(&body["messages"]);
            let share = room / i64::try_from(MAX_SEARCHES + 1 - searches).unwrap_or(1);
            searches += 1;
            // What the provider says of its key goes neither to the member nor to the search.
            let key = candidate.endpoint.as_ref().and_then(|endpoint| endpoint.key.as_ref());
            let arguments = without_key(&call.arguments, key);
            search(app, generation, &mut body, ToolCall { arguments, ..call }, share).await;
        }
    }
}

/// One request, whose pieces are shown as they come.
async fn request(
    app: &App,
    generation: &Generation,
    candidate: &Candidate,
    body: &Value,
    replaces: bool,
) -> Result<Ended, ProviderError> {
    let endpoint = candidate.endpoint.as_ref().ok_or(ProviderError::KeyUnreadable)?;
    let call = Call { url: completions_url(&endpoint.api_url), endpoint };
    let idle = if candidate.thinks { IDLE_THINKING } else { IDLE };
    let mut replaces = replaces;
    let show = |delta: AnswerDelta<'_>| {
        let is_content = matches!(delta, AnswerDelta::Content(_));
        generation.push(delta, replaces && is_content);
        replaces &= !is_content;
    };
    generation.begin_request(tokens_of(&body["messages"]));
    let ended = stream(app, &call, body, idle, show).await?;
    generation.end_request(ended.usage, ended.cut);
    Ok(ended)
}

/// Searches the web for the model, and puts what was found into the next request, as far as it may have tokens.
async fn search(app: &App, generation: &Generation, body: &mut Value, call: ToolCall, tokens: i64) {
    let query = web_search::query_of(&call.arguments);
    let searching = |query: String, sources: Option<_>| AiStreamEvent::Search {
        searching: sources.is_none(),
        query,
        sources,
    };
    generation.push_event(searching(query.clone(), None));
    let found = web_search::search(app, &query, tokens).await.unwrap_or_else(|error| {
        tracing::info!(%error, "a web search brought nothing");
        SearchResults { text: prompts::SEARCH_FAILED.into(), ..Default::default() }
    });
    generation.push_event(searching(query, Some(found.sources)));
    let ToolCall { id, name, arguments } = call;
    let said =
        json!([{ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } }]);
    if let Some(messages) = body["messages"].as_array_mut() {
        messages.push(json!({ "role": "assistant", "content": "", "tool_calls": said }));
        messages.push(json!({ "role": "tool", "tool_call_id": id, "content": found.text }));
    }
}
