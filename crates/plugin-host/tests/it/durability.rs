//! Nothing is seen before it is stored, and what is stored is the whole database.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use plugin_host::{CallError, Limits};
use rusqlite::Connection;
use serde_json::json;

use crate::support::{TestBackEnd, posting, request, routes, source, start, until};

const NOTES: &str = "
    db.exec('CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT)');
    db.exec('CREATE INDEX IF NOT EXISTS by_text ON notes (text)');
    const bus = require('../../../server/src/utils/realtime-bus');
    router.post('/notes', (req, res) => { db.prepare('INSERT INTO notes (text) VALUES (?)').run(req.body.text);
      bus.publishToUsers(['1'], { type: 'noted' }); console.log('noted'); res.json(db.prepare('SELECT count(*) FROM notes').pluck().get()); });
    router.post('/many', (req, res) => { db.transaction(() => { for (let i = 0; i < req.body.n; i++) db.prepare('INSERT INTO notes (text) VALUES (?)').run('text ' + i); })(); res.json(1); });
    router.post('/fewer', (req, res) => { db.prepare('DELETE FROM notes WHERE id % 2').run(); res.json(1); });
    router.get('/notes', (req, res) => res.json(db.prepare('SELECT count(*) FROM notes').pluck().get()));";

/// Opens stored pages as SQLite alone would.
fn reopen(pages: &BTreeMap<u32, Vec<u8>>, folder: &Path) -> Connection {
    let last = pages.keys().max().copied().unwrap_or(0);
    let zeros = vec![0; 4096];
    let mut file = Vec::new();
    for number in 1..=last {
        file.extend_from_slice(pages.get(&number).unwrap_or(&zeros));
    }
    let path = folder.join("copy.sqlite");
    std::fs::write(&path, file).unwrap();
    Connection::open(path).unwrap()
}

fn rows(connection: &Connection) -> (String, i64, i64) {
    let check = connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).unwrap();
    let sums = connection.query_row("SELECT count(*), coalesce(sum(id), 0) FROM notes", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    });
    let (count, sum) = sums.unwrap();
    (check, count, sum)
}

#[tokio::test]
async fn the_pages_of_all_turns_are_the_whole_database() {
    let running = start(NOTES).await;
    for round in 1..=8 {
        running.post("/many", json!({"n": round * 150}), None).await;
        running.post("/notes", json!({"text": "a".repeat(round * 1000)}), None).await;
        running.post("/fewer", json!({}), None).await;
    }
    let expected = running.get("/notes").await.as_i64().unwrap();
    let (portal, store) = running.stop().await;
    let folder = tempfile::tempdir().unwrap();
    let (check, count, _) = rows(&reopen(&store.pages.lock().unwrap(), folder.path()));
    assert_eq!((check.as_str(), count), ("ok", expected));
    let again =
        TestBackEnd::start_on(source(&routes(NOTES)), Limits::default(), portal, store).await.unwrap();
    assert_eq!(again.get("/notes").await, json!(expected));
    assert_eq!(again.post("/notes", json!({"text": "more"}), None).await.1, json!(expected + 1));
}

#[tokio::test]
async fn an_answer_waits_until_its_turn_is_stored_and_reads_wait_behind_it() {
    let running = Arc::new(start(NOTES).await);
    running.store.waits.store(true, Ordering::SeqCst);
    let mut calls = tokio::task::JoinSet::new();
    let caller = Arc::clone(&running);
    calls.spawn(async move { caller.call(posting("/notes", json!({"text": "x"}), None)).await.unwrap() });
    crate::support::pause(30).await;
    let caller = Arc::clone(&running);
    calls.spawn(async move { caller.call(request("GET", "/notes")).await.unwrap() });
    crate::support::pause(50).await;
    assert!(calls.try_join_next().is_none(), "nothing is answered before it is stored");
    assert!(running.store.published.lock().unwrap().is_empty(), "nothing is published before it is stored");
    running.store.waits.store(false, Ordering::SeqCst);
    while let Some(answer) = calls.join_next().await {
        assert_eq!(answer.unwrap().body, b"1");
    }
    assert_eq!(running.store.published.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn turns_that_wait_are_stored_together() {
    let running = Arc::new(start(NOTES).await);
    running.store.waits.store(true, Ordering::SeqCst);
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..40 {
        let caller = Arc::clone(&running);
        calls.spawn(async move {
            caller.call(posting("/notes", json!({"text": "x"}), None)).await.unwrap().status
        });
    }
    // A line comes after all that the turns before it left.
    until(|| running.log().matches("noted").count() == 40).await;
    running.store.waits.store(false, Ordering::SeqCst);
    while let Some(status) = calls.join_next().await {
        assert_eq!(status.unwrap(), 200);
    }
    let stores = running.store.stores.load(Ordering::SeqCst);
    assert!(stores <= 20, "{stores} stores for 41 turns");
    assert_eq!(running.get("/notes").await, json!(40));
    assert_eq!(running.store.published.lock().unwrap().len(), 40);
}

#[tokio::test]
async fn what_cannot_be_stored_is_not_acknowledged_and_ends_the_isolate() {
    let mut running = start(NOTES).await;
    assert_eq!(running.post("/notes", json!({"text": "kept"}), None).await.1, json!(1));
    running.store.fails.store(true, Ordering::SeqCst);
    let lost = running.call(posting("/notes", json!({"text": "lost"}), None)).await;
    assert_eq!(lost, Err(CallError::NotStored));
    assert_eq!(running.turns.join_next().await.unwrap().unwrap(), Err("disk full".to_owned()));
    // What is ahead of the store is not shown either.
    let ahead = running.call(request("GET", "/notes")).await;
    assert!(matches!(ahead, Err(CallError::NotStored | CallError::Stopped)), "{ahead:?}");
    until(|| running.back_end.ended().is_some()).await;
    assert_eq!(running.store.published.lock().unwrap().len(), 1);
    running.store.fails.store(false, Ordering::SeqCst);
    let (portal, store) = (Arc::clone(&running.portal), Arc::clone(&running.store));
    let again =
        TestBackEnd::start_on(source(&routes(NOTES)), Limits::default(), portal, store).await.unwrap();
    assert_eq!(again.get("/notes").await, json!(1));
}

#[tokio::test]
async fn a_transaction_that_is_open_at_the_end_of_a_turn_is_rolled_back() {
    let running = start(
        "db.exec('CREATE TABLE t (a)');
         router.post('/open', (req, res) => { db.exec('BEGIN'); db.exec('INSERT INTO t VALUES (1)'); res.json(1); });
         router.post('/await', async (req, res) => { db.exec('BEGIN'); db.exec('INSERT INTO t VALUES (2)'); await new Promise((done) => setTimeout(done, 5)); try { db.exec('COMMIT'); res.json('committed'); } catch (e) { res.json(e.message); } });
         router.get('/t', (req, res) => res.json([db.prepare('SELECT count(*) FROM t').pluck().get(), db.inTransaction]));",
    )
    .await;
    // Its answer would say that something is stored which is not.
    assert!(matches!(running.call(request("POST", "/open")).await, Err(CallError::Failed(_))));
    assert_eq!(running.get("/t").await, json!([0, false]));
    let (_, answer) = running.post("/await", json!({}), None).await;
    assert!(answer.as_str().unwrap().contains("no transaction"), "{answer}");
    assert_eq!(running.get("/t").await, json!([0, false]));
    assert!(running.log().contains("was rolled back"));
}

#[tokio::test]
async fn a_turn_that_is_cut_off_within_a_transaction_leaves_nothing_of_it() {
    let running = start(
        "db.exec('CREATE TABLE t (a)');
         router.post('/cut', (req, res) => { db.transaction(() => { db.exec('INSERT INTO t VALUES (1)'); while (true) {} })(); });
         router.get('/t', (req, res) => res.json(db.prepare('SELECT count(*) FROM t').pluck().get()));",
    )
    .await;
    assert_eq!(running.call(request("POST", "/cut")).await, Err(CallError::OverBudget));
    assert_eq!(running.get("/t").await, json!(0));
}

#[tokio::test]
async fn after_the_last_timer_nothing_runs_but_calls() {
    let running = start(
        "setTimeout(() => console.log('the last timer'), 1); router.get('/x', (req, res) => res.json(1));",
    )
    .await;
    until(|| running.log().contains("the last timer")).await;
    let turns = running.portal.turns.load(Ordering::SeqCst);
    for _ in 0..50 {
        running.get("/x").await;
    }
    assert_eq!(running.portal.turns.load(Ordering::SeqCst), turns + 50);
}

#[tokio::test]
async fn what_a_timer_writes_is_stored_too() {
    let running = start(
        "db.exec('CREATE TABLE t (a)'); let n = 0;
         const every = setInterval(() => { db.prepare('INSERT INTO t VALUES (?)').run(++n); if (n === 5) clearInterval(every); }, 3);",
    )
    .await;
    let stored = |running: &TestBackEnd| {
        let folder = tempfile::tempdir().unwrap();
        let copy = reopen(&running.store.pages.lock().unwrap(), folder.path());
        copy.query_row("SELECT count(*) FROM t", [], |row| row.get::<_, i64>(0)).unwrap_or(0)
    };
    until(|| stored(&running) == 5).await;
}

#[tokio::test]
async fn a_back_end_that_only_reads_stores_nothing() {
    let running =
        start("router.get('/x', (req, res) => res.json(db.prepare('SELECT 1').pluck().get()));").await;
    assert_eq!(running.get("/x").await, json!(1));
    let (_, store) = running.stop().await;
    assert_eq!(store.stores.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn stopping_stores_what_was_committed() {
    let running = start(NOTES).await;
    let (_, answer) = running.post("/notes", json!({"text": "x"}), None).await;
    assert_eq!(answer, json!(1));
    let (_, store) = running.stop().await;
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(rows(&reopen(&store.pages.lock().unwrap(), folder.path())).1, 1);
}

#[tokio::test]
async fn a_damaged_store_does_not_open() {
    let folder = tempfile::tempdir().unwrap();
    let short = plugin_host::Database::open(folder.path(), [(1, vec![0; 100])], 1 << 20);
    assert!(short.is_err());
    let noise = plugin_host::Database::open(folder.path(), [(1, vec![7; 4096])], 1 << 20);
    assert!(noise.is_err());
}
