//! What the portal is asked for, and the limits of requests.

use plugin_host::{FetchError, Limits};
use serde_json::json;

use super::{handler, start, start_with, value_at_leisure};
use crate::support::found;

#[tokio::test]
async fn the_portal_gets_the_whole_request_without_headers_of_the_connection() {
    let running = start(
        &handler(
            "const headers = { Host: '10.0.0.1', Connection: 'upgrade', 'Content-Length': '3', 'Transfer-Encoding': 'chunked', Upgrade: 'x', 'Proxy-Authorization': 'y', 'Keep-Alive': '1', 'X-Own': 'z', Cookie: 'a=1', Authorization: 'Bearer t' };
             await fetch('https://echo.test/a?b=%20c#d', { method: 'POST', headers, body: 'body' });
             await asked(https, 'https://echo.test/a?b=%20c', { method: 'POST', headers });
             await require('axios').post('https://echo.test/a?b=%20c', 'body', { headers }); return 1;",
        ),
        Vec::new(),
    )
    .await;
    assert_eq!(running.get("/x").await, json!(1));
    let fetched = running.portal.fetched.lock().unwrap();
    assert_eq!(fetched.len(), 3);
    for request in fetched.iter() {
        assert_eq!((request.method.as_str(), request.url.as_str()), ("POST", "https://echo.test/a?b=%20c"));
        let mut names: Vec<_> = request.headers.iter().map(|(name, _)| name.as_str()).collect();
        names.retain(|name| !matches!(*name, "accept" | "content-type"));
        names.sort_unstable();
        assert_eq!(names, ["authorization", "cookie", "x-own"], "{request:?}");
    }
    assert_eq!(fetched[0].body, b"body");
}

#[tokio::test]
async fn methods_and_addresses_that_no_back_end_may_send_never_reach_the_portal() {
    let running = start(
        &handler(
            "const url = 'https://echo.test/'; const node = (options) => asked(http, options).then(() => 'no error', said);
             return [await failing(fetch(url, { method: 'CONNECT' })), await failing(fetch(url, { method: 'TRACE' })), await failing(fetch(url, { method: 'GET /x' })), await failing(fetch('file:///etc/passwd')), await failing(fetch('data:text/plain,x')),
               await node({ host: 'echo.test', method: 'CONNECT' }), thrown(() => http.request({ host: 'echo.test/@10.0.0.1' })), thrown(() => http.request({ host: 'echo.test', path: '/a b' })), thrown(() => http.request({ host: 'echo.test', path: '/a\\r\\nhost: b' })),
               await node({ host: 'echo.test', port: 'x' }), thrown(() => http.request({ host: 'a', headers: { 'x-a': '1\\r\\nb: 2' } })), thrown(() => http.get('https://echo.test/'))];",
        ),
        Vec::new(),
    )
    .await;
    let got = running.get("/x").await;
    assert!(got.as_array().unwrap().iter().all(|one| one[0] == "TypeError"), "{got}");
    assert_eq!(got[11][2], "ERR_INVALID_PROTOCOL");
    assert!(running.portal.fetched.lock().unwrap().is_empty());
}

#[tokio::test]
async fn limits_of_a_request_name_themselves() {
    let running = start(
        &handler(
            "const url = 'https://echo.test/'; const why = (promise) => promise.then(() => 'no error', (e) => [e.message, e.cause.code, e.cause.message]);
             const many = {}; for (let i = 0; i < 65; i++) many['x-' + i] = '1';
             return [await why(fetch(url, { method: 'POST', body: 'x'.repeat((1 << 20) + 1) })), await why(fetch(url + 'x'.repeat(8192))), await why(fetch(url, { headers: many })), await why(fetch(url, { headers: { 'x-a': 'y'.repeat(8000), 'x-b': 'y'.repeat(8000), 'x-c': 'y'.repeat(400) } })),
               (await fetch(url, { method: 'POST', body: 'x'.repeat(1 << 20) })).status];",
        ),
        Vec::new(),
    )
    .await;
    let got = running.get("/x").await;
    for (index, part) in
        ["at most 1048576 bytes", "at most 8192 bytes", "64 headers", "16384 bytes"].into_iter().enumerate()
    {
        assert_eq!(got[index][0], "fetch failed");
        assert_eq!(got[index][1], "ERR_LIMIT");
        assert!(got[index][2].as_str().unwrap().contains(part), "{got}");
    }
    assert_eq!(got[4], 200);
    assert!(running.log().contains("Warn POST https://echo.test/: the body of a request has at most"));
}

#[tokio::test]
async fn one_large_header_many_times_over_costs_one_error() {
    let got = value_at_leisure(
        "const giant = 'y'.repeat(64 << 10); const headers = {}; for (let i = 0; i < 40; i++) headers['x-' + i] = giant;
         return failing(fetch('https://echo.test/', { headers }));",
        Vec::new(),
    )
    .await;
    assert_eq!(got, json!(["TypeError", "fetch failed", "ERR_LIMIT"]));
}

#[tokio::test]
async fn of_a_hundred_requests_at_once_sixteen_are_sent_and_the_rest_hear_why() {
    let running = start(
        "let results; router.get('/start', (req, res) => { results = Promise.allSettled(Array.from({ length: 100 }, (_, i) => fetch('https://silent.test/' + i).catch((e) => { throw e.cause.message; }))); res.json(1); });
         router.get('/end', async (req, res) => res.json((await results).map((r) => r.value ? r.value.status : r.reason)));
         router.get('/more', async (req, res) => res.json((await fetch('https://echo.test/')).status));",
        Vec::new(),
    )
    .await;
    running.get("/start").await;
    let replies = std::mem::take(&mut *running.portal.unanswered.lock().unwrap());
    assert_eq!(replies.len(), 16);
    for reply in replies {
        reply(Ok(found("https://silent.test/", "text/plain", b"late")));
    }
    let got = running.get("/end").await;
    let got = got.as_array().unwrap();
    assert!(got[..16].iter().all(|one| one == 200), "{got:?}");
    let refusal = "a back end has at most 16 requests under way at once";
    assert!(got[16..].iter().all(|one| one == refusal), "{got:?}");
    assert_eq!(running.get("/more").await, json!(200));
}

#[tokio::test]
async fn an_aborted_request_counts_until_the_portal_is_done_with_it() {
    let limits = Limits { fetches: 1, ..Limits::default() };
    let running = start_with(
        "router.get('/abort', async (req, res) => { const c = new AbortController(); const p = fetch('https://silent.test/', { signal: c.signal }).catch((e) => e.name); c.abort(); res.json(await p); });
         router.get('/more', async (req, res) => res.json(await fetch('https://echo.test/').then((r) => r.status, (e) => e.cause.code)));",
        Vec::new(),
        limits,
    )
    .await;
    assert_eq!(running.get("/abort").await, json!("AbortError"));
    assert_eq!(running.get("/more").await, json!("ERR_LIMIT"));
    let reply = running.portal.unanswered.lock().unwrap().pop().unwrap();
    reply(Err(FetchError::TimedOut));
    // The next call comes behind the result, which has been sent by now.
    let mut got = running.get("/more").await;
    while got == json!("ERR_LIMIT") {
        got = running.get("/more").await;
    }
    assert_eq!(got, json!(200));
}

#[tokio::test]
async fn a_minute_has_a_number_of_requests() {
    let limits = Limits { fetches_per_minute: 20, ..Limits::default() };
    let running = start_with(
        &handler("const all = []; for (let i = 0; i < 25; i++) all.push(await fetch('https://echo.test/').then((r) => r.status, (e) => e.cause.message)); return all;"),
        Vec::new(),
        limits,
    )
    .await;
    let got = running.get("/x").await;
    assert!(got.as_array().unwrap()[..20].iter().all(|one| one == 200), "{got}");
    assert_eq!(got[20], "a back end sends at most 20 requests a minute");
}
