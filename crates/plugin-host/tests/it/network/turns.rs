//! Results of requests as turns of the back end.

use std::sync::Arc;

use plugin_host::{CallError, Limits};
use serde_json::json;

use super::{handler, start, start_with, value_at_leisure};
use crate::support::{FakePortal, TestBackEnd, found, request, routes, source, until};

#[tokio::test]
async fn a_fetch_while_the_back_end_is_loaded_comes_back_after_it() {
    let portal = Arc::<FakePortal>::default();
    let code = routes(
        "let status = 'waits'; fetch('https://echo.test/').then((r) => { status = r.status; });
         router.get('/x', (req, res) => res.json(status));",
    );
    let running =
        TestBackEnd::start_on(source(&code), Limits::default(), portal, Arc::default()).await.unwrap();
    let mut got = running.get("/x").await;
    while got == json!("waits") {
        got = running.get("/x").await;
    }
    assert_eq!(got, json!(200));
}

#[tokio::test]
async fn what_the_result_of_a_request_writes_is_stored_before_the_answer() {
    let running = start(
        "db.exec('CREATE TABLE t (a)');
         router.get('/x', async (req, res) => { const r = await fetch('https://echo.test/'); db.prepare('INSERT INTO t VALUES (?)').run(r.status); res.json(db.prepare('SELECT a FROM t').get().a); });
         router.get('/n', (req, res) => res.json(db.prepare('SELECT count(*) AS n FROM t').get().n));",
        Vec::new(),
    )
    .await;
    assert_eq!(running.get("/x").await, json!(200));
    let (portal, store) = running.stop().await;
    let code = routes(
        "router.get('/n', (req, res) => res.json(db.prepare('SELECT count(*) AS n FROM t').get().n));",
    );
    let again = TestBackEnd::start_on(source(&code), Limits::default(), portal, store).await.unwrap();
    assert_eq!(again.get("/n").await, json!(1));
}

#[tokio::test]
async fn a_result_that_comes_while_a_turn_runs_waits_for_the_end_of_the_turn() {
    let running = start(
        "router.get('/x', async (req, res) => { const order = []; const p = fetch('https://echo.test/').then(() => order.push('result'));
           for (let i = 0; i < 100000; i++) order.length = 0; order.push('turn'); await Promise.resolve(); order.push('promise'); await p; res.json(order); });",
        Vec::new(),
    )
    .await;
    assert_eq!(running.get("/x").await, json!(["turn", "promise", "result"]));
}

#[tokio::test]
async fn a_result_has_a_slice_of_its_own_and_a_loop_in_it_is_cut_off() {
    let running = start(
        "router.get('/loop', (req, res) => { fetch('https://echo.test/').then(() => { while (true) {} }); res.json('sent'); });
         router.get('/throw', (req, res) => { require('https').get('https://echo.test/', () => { throw new Error('in the callback'); }); res.json('sent'); });
         router.get('/ok', (req, res) => res.json('ok'));",
        Vec::new(),
    )
    .await;
    assert_eq!(running.get("/loop").await, json!("sent"));
    until(|| running.back_end.usage().strikes == 1).await;
    assert_eq!(running.get("/ok").await, json!("ok"));
    assert_eq!(running.get("/throw").await, json!("sent"));
    until(|| running.log().contains("in the callback")).await;
    assert_eq!(running.get("/ok").await, json!("ok"));
}

#[tokio::test]
async fn timers_and_calls_go_on_beside_requests_without_end() {
    let running = start_with(
        "let rounds = 0; let ticks = 0; const again = () => fetch('https://echo.test/').then(() => { rounds++; again(); }, (e) => setTimeout(again, 50));
         for (let i = 0; i < 8; i++) again(); setInterval(() => ticks++, 1);
         router.get('/x', (req, res) => res.json([rounds, ticks]));",
        Vec::new(),
        Limits { fetches_per_minute: 1_000_000, ..Limits::default() },
    )
    .await;
    let mut got = running.get("/x").await;
    while got[0].as_u64().unwrap() < 50 || got[1].as_u64().unwrap() < 20 {
        got = running.get("/x").await;
    }
}

#[tokio::test]
async fn a_request_without_a_reply_keeps_no_back_end_from_stopping() {
    let mut running = start(
        "router.get('/x', async (req, res) => res.json((await fetch('https://silent.test/')).status));",
        Vec::new(),
    )
    .await;
    let portal = Arc::clone(&running.portal);
    let waiting = running.call(request("GET", "/x"));
    let stop = async {
        until(|| !portal.unanswered.lock().unwrap().is_empty()).await;
        running.back_end.stop();
    };
    let (answer, ()) = tokio::join!(waiting, stop);
    assert_eq!(answer, Err(CallError::Stopped));
    assert!(running.turns.join_next().await.unwrap().unwrap().is_ok());
    // After the end a reply is nobody's.
    let reply = portal.unanswered.lock().unwrap().pop().unwrap();
    reply(Ok(found("https://silent.test/", "text/plain", b"late")));
    assert_eq!(running.back_end.ended(), Some(CallError::Stopped));
    assert_eq!(running.call(request("GET", "/x")).await, Err(CallError::Stopped));
}

#[tokio::test]
async fn a_reply_that_the_portal_drops_is_a_lost_connection() {
    let running = start(
        "router.get('/x', async (req, res) => res.json(await fetch('https://silent.test/').catch((e) => e.cause.code)));",
        Vec::new(),
    )
    .await;
    let waiting = running.get("/x");
    let drop_it = async {
        until(|| !running.portal.unanswered.lock().unwrap().is_empty()).await;
        running.portal.unanswered.lock().unwrap().clear();
    };
    let (got, ()) = tokio::join!(waiting, drop_it);
    assert_eq!(got, json!("ECONNRESET"));
}

#[tokio::test]
async fn a_body_that_the_heap_cannot_hold_ends_the_isolate_and_nothing_else() {
    let url = "https://a.test/large";
    let mut running = start_with(
        &handler("return (await fetch('https://a.test/large')).status;"),
        vec![(url, Ok(found(url, "x/y", &vec![0xff; 8 << 20])))],
        Limits { memory: 6 << 20, ..Limits::default() },
    )
    .await;
    assert!(running.call(request("GET", "/x")).await.is_err());
    assert!(running.turns.join_next().await.unwrap().unwrap().is_ok());
    assert_eq!(running.back_end.ended(), Some(CallError::OutOfMemory));
}

#[tokio::test]
async fn a_body_of_eight_mebibytes_is_read_within_the_usual_heap() {
    let url = "https://a.test/large";
    let got = value_at_leisure(
        "const read = async (how) => (await (await fetch('https://a.test/large'))[how]()).length; return [await read('text'), await read('bytes')];",
        vec![(url, Ok(found(url, "x/y", &vec![b'x'; 8 << 20])))],
    )
    .await;
    assert_eq!(got, json!([8 << 20, 8 << 20]));
}
