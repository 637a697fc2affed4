//! Requests to other hosts: what the portal is asked for, and what the back end makes of its answers.

use std::sync::Arc;
use std::time::Duration;

use plugin_host::{FetchError, FetchResponse, Limits};
use serde_json::Value;

use crate::support::{FakePortal, TestBackEnd, found, json as json_of, request, routes, source};

mod axios;
mod fetch;
mod http;
mod requests;
mod turns;
mod zlib;

/// Starts a back end whose portal answers for some addresses.
pub async fn start(code: &str, answers: Vec<(&str, Result<FetchResponse, FetchError>)>) -> TestBackEnd {
    start_with(code, answers, Limits::default()).await
}

pub async fn start_with(
    code: &str,
    answers: Vec<(&str, Result<FetchResponse, FetchError>)>,
    limits: Limits,
) -> TestBackEnd {
    let portal = Arc::<FakePortal>::default();
    *portal.answers.lock().unwrap() =
        answers.into_iter().map(|(url, answer)| (url.to_owned(), answer)).collect();
    TestBackEnd::start_on(source(&routes(code)), limits, portal, Arc::default()).await.unwrap()
}

/// Runs an expression in a handler.
pub async fn value_with(code: &str, answers: Vec<(&str, Result<FetchResponse, FetchError>)>) -> Value {
    value_within(code, answers, Limits::default()).await
}

/// The same for much work: the engine and what it calls are slow in a debug build.
pub async fn value_at_leisure(code: &str, answers: Vec<(&str, Result<FetchResponse, FetchError>)>) -> Value {
    let long = Duration::from_secs(120);
    value_within(code, answers, Limits { slice: long, answer_timeout: long, ..Limits::default() }).await
}

pub async fn value_within(
    code: &str,
    answers: Vec<(&str, Result<FetchResponse, FetchError>)>,
    limits: Limits,
) -> Value {
    let running = start_with(&handler(code), answers, limits).await;
    match running.call(request("GET", "/x")).await {
        Ok(answer) if answer.status == 200 => json_of(&answer),
        result => panic!("{result:?}\n{}", running.log()),
    }
}

pub async fn value_of(code: &str) -> Value {
    value_with(code, Vec::new()).await
}

pub fn handler(code: &str) -> String {
    format!(
        "router.get('/x', async (req, res) => {{ res.json(await (async () => {{ {HELPERS}\n{code} }})()); }});"
    )
}

const HELPERS: &str = "
    const http = require('http'); const https = require('https');
    const said = (error) => [error.name, error.message, error.cause ? error.cause.code : error.code];
    const failing = (promise) => promise.then(() => 'no error', said);
    const thrown = (run) => { try { run(); return 'no error'; } catch (error) { return [error.name, error.message, error.code]; } };
    const collect = (response) => new Promise((done, fail) => { const all = []; response.on('data', (c) => all.push(c)); response.on('end', () => done(Buffer.concat(all).toString())); response.on('error', fail); });
    const asked = (client, ...args) => new Promise((done, fail) => { const r = client.request(...args, (response) => done(response)); r.on('error', fail); r.end(); });";

pub const HELLO: &str = "https://a.test/hello";

pub fn hello() -> Vec<(&'static str, Result<FetchResponse, FetchError>)> {
    vec![(HELLO, Ok(found(HELLO, "text/plain", "héllo".as_bytes())))]
}
