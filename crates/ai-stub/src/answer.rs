//! What the stub answers.

use std::collections::VecDeque;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream::unfold;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::script::{Cut, Reasoning, Script, Search, Usage};
use crate::{Open, Stub};

/// A sample of what answers look like; `{question}` is the last question.
const SAMPLE: &str = include_str!("sample.md");
/// Characters of a piece of the sample.
const PIECE: usize = 2;

/// A refusal in the form of OpenAI.
pub(crate) fn refusal(status: u16, message: &str, retry_after: Option<u32>) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = json!({ "error": { "message": message, "type": "stub_error", "code": status.as_u16() } });
    let mut response = (status, axum::Json(body)).into_response();
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// What happens next in a stream.
enum Step {
    /// A token, and when it comes.
    Token(Duration, Value),
    Line(Bytes),
    Hang,
    Break,
}

/// Answers a chat.
pub(crate) async fn answer(stub: &Stub, script: Script, before: u32, key: &str, body: &Value) -> Response {
    if let Some(status) = script.refuses(before) {
        let message =
            if script.echo_key { format!("Incorrect API key provided: {key}.") } else { "refused".into() };
        return refusal(status, &message, script.retry_after);
    }
    let open = stub.opened();
    pause_until(now() + Duration::from_millis(script.delay)).await;
    let calls_search = match script.search {
        Search::Never => false,
        Search::Once => offers_search(body) && !has_results(body),
        Search::Always => true,
    };
    let tokens = if calls_search { tokens(script.before) } else { text(&script, body) };
    if body["stream"].as_bool() == Some(true) {
        return stream(open, &script, tokens, calls_search, body);
    }
    if script.hang_after.is_some() {
        std::future::pending::<()>().await;
    }
    pause_until(now() + script.due(tokens.len())).await;
    drop(open);
    whole(&script, &tokens, calls_search, body)
}

fn whole(script: &Script, tokens: &[String], calls_search: bool, body: &Value) -> Response {
    let thoughts: String = thoughts(script).concat();
    let mut message = json!({ "role": "assistant", "content": tokens.concat() });
    match script.reasoning {
        _ if thoughts.is_empty() => {}
        Reasoning::Field => message["reasoning_content"] = thoughts.into(),
        Reasoning::Think => {
            message["content"] = format!("<think>{thoughts}</think>{}", tokens.concat()).into()
        }
    }
    if calls_search {
        message["tool_calls"] = json!([tool_call(body)]);
    }
    let finish = finish_reason(script, calls_search);
    let choice = json!({ "index": 0, "message": message, "finish_reason": finish });
    let mut answer = json!({ "id": "stub", "object": "chat.completion", "created": 0, "model": body["model"],
                             "choices": [choice] });
    if script.usage != Usage::None {
        answer["usage"] = usage(script, tokens.len());
    }
    axum::Json(answer).into_response()
}

fn finish_reason(script: &Script, calls_search: bool) -> &'static str {
    match () {
        () if calls_search => "tool_calls",
        () if script.cut == Some(Cut::Length) => "length",
        () if script.cut == Some(Cut::Filter) => "content_filter",
        () => "stop",
    }
}

fn stream(open: Open, script: &Script, tokens: Vec<String>, calls_search: bool, body: &Value) -> Response {
    let mut steps = steps(script, tokens, calls_search, body);
    if let Some(size) = script.bytes {
        steps = in_pieces(steps, size);
    }
    let state = (open, now(), steps);
    let frames = unfold(state, |(open, begun, mut steps)| async move {
        let frame = match steps.pop_front()? {
            Step::Token(due, json) => {
                pause_until(begun + due).await;
                Ok(line(&json))
            }
            Step::Line(bytes) => Ok(bytes),
            Step::Hang => std::future::pending().await,
            Step::Break => {
                // What was written before has to be on its way, or it is lost with the connection.
                pause_until(now() + Duration::from_millis(20)).await;
                Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset))
            }
        };
        Some((frame, (open, begun, steps)))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(frames)).into_response()
}

fn steps(script: &Script, tokens: Vec<String>, calls_search: bool, body: &Value) -> VecDeque<Step> {
    let count = tokens.len();
    let chunk = |delta: Value, finish: Value| {
        json!({ "id": "stub", "object": "chat.completion.chunk", "created": 0, "model": body["model"],
                "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] })
    };
    let mut deltas = vec![json!({ "role": "assistant", "content": "" })];
    let thoughts = thoughts(script);
    match script.reasoning {
        _ if thoughts.is_empty() => {}
        Reasoning::Field => deltas.extend(thoughts.iter().map(|text| json!({ "reasoning_content": text }))),
        Reasoning::Think => {
            // The marks are split, as providers split them.
            let marked = ["<th", "ink>"].map(String::from).into_iter().chain(thoughts);
            let marked = marked.chain(["</", "think>"].map(String::from));
            deltas.extend(marked.map(|text| json!({ "content": text })));
        }
    }
    let ahead = deltas.len();
    deltas.extend(tokens.into_iter().map(|text| json!({ "content": text })));
    let mut steps: VecDeque<Step> = VecDeque::new();
    for (index, delta) in deltas.into_iter().enumerate() {
        if let Some(end) = ending(script, index.checked_sub(ahead)) {
            steps.extend(end);
            return steps;
        }
        steps.push_back(Step::Token(script.due(index), chunk(delta, Value::Null)));
    }
    if let Some(end) = ending(script, Some(count)) {
        steps.extend(end);
        return steps;
    }
    if calls_search {
        let mut call = tool_call(body);
        call["index"] = 0.into();
        steps.push_back(Step::Line(line(&chunk(json!({ "tool_calls": [call] }), Value::Null))));
    }
    let finish = finish_reason(script, calls_search);
    steps.push_back(Step::Line(line(&chunk(json!({}), finish.into()))));
    if script.usage != Usage::None {
        let mut last = chunk(json!({}), Value::Null);
        last["choices"] = json!([]);
        last["usage"] = usage(script, count);
        steps.push_back(Step::Line(line(&last)));
    }
    steps.push_back(Step::Line(Bytes::from_static(b"data: [DONE]\n\n")));
    steps
}

/// How the stream ends before this token, if it does.
fn ending(script: &Script, token: Option<usize>) -> Option<Vec<Step>> {
    let token = token?;
    if script.hang_after == Some(token) {
        return Some(vec![Step::Hang]);
    }
    if script.break_after == Some(token) {
        return Some(vec![Step::Break]);
    }
    if script.garble_after == Some(token) {
        return Some(vec![Step::Line(Bytes::from_static(b"data: {\"choices\": [{\n\n"))]);
    }
    (script.end_after == Some(token)).then(Vec::new)
}

/// The same bytes in pieces of a size, which splits lines and characters.
fn in_pieces(steps: VecDeque<Step>, size: usize) -> VecDeque<Step> {
    let pieces = steps.into_iter().flat_map(|step| match step {
        Step::Token(_, json) => pieces(&line(&json), size),
        Step::Line(bytes) => pieces(&bytes, size),
        other => vec![other],
    });
    pieces.collect()
}

fn pieces(bytes: &Bytes, size: usize) -> Vec<Step> {
    bytes.chunks(size).map(|piece| Step::Line(Bytes::copy_from_slice(piece))).collect()
}

fn line(json: &Value) -> Bytes {
    Bytes::from(format!("data: {json}\n\n"))
}

fn usage(script: &Script, tokens: usize) -> Value {
    if script.usage == Usage::Zero {
        return json!({ "prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0 });
    }
    let written = tokens + script.thinking;
    let mut usage =
        json!({ "prompt_tokens": 100, "completion_tokens": written, "total_tokens": 100 + written });
    match script.usage {
        Usage::Deepseek => {
            usage["prompt_cache_hit_tokens"] = 60.into();
            usage["prompt_cache_miss_tokens"] = 40.into();
        }
        _ => usage["prompt_tokens_details"] = json!({ "cached_tokens": 60 }),
    }
    usage
}

fn tokens(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("t{n} ")).collect()
}

fn thoughts(script: &Script) -> Vec<String> {
    (0..script.thinking).map(|n| format!("想{n} ")).collect()
}

fn text(script: &Script, body: &Value) -> Vec<String> {
    if let Some(count) = script.tokens {
        return tokens(count);
    }
    let question = last_question(body);
    let sample: Vec<char> = SAMPLE.replace("{question}", &question).chars().collect();
    sample.chunks(PIECE).map(|piece| piece.iter().collect()).collect()
}

/// What was asked last: its text, or the text among its parts.
fn last_question(body: &Value) -> String {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let Some(content) =
        messages.iter().rev().find(|message| message["role"] == "user").map(|m| &m["content"])
    else {
        return String::new();
    };
    let part = content.as_array().and_then(|parts| parts.iter().find_map(|part| part["text"].as_str()));
    content.as_str().or(part).unwrap_or_default().chars().take(200).collect()
}

fn offers_search(body: &Value) -> bool {
    let tools = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    tools.iter().any(|tool| tool["function"]["name"] == "web_search")
}

fn has_results(body: &Value) -> bool {
    body["messages"]
        .as_array()
        .is_some_and(|messages| messages.iter().any(|message| message["role"] == "tool"))
}

fn tool_call(body: &Value) -> Value {
    let arguments = json!({ "query": last_question(body) }).to_string();
    json!({ "id": "call_1", "type": "function", "function": { "name": "web_search", "arguments": arguments } })
}

#[expect(clippy::disallowed_methods, reason = "the stub is another server, with a clock of its own")]
fn now() -> Instant {
    Instant::now()
}

#[expect(clippy::disallowed_methods, reason = "the stub is another server, with a clock of its own")]
async fn pause_until(at: Instant) {
    if at > now() {
        tokio::time::sleep_until(at).await;
    }
}
