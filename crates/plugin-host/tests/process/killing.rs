//! A process may end at any moment; what was acknowledged stays, and nobody waits in vain.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use plugin_host::{BackEnd, CallError, Limits, Portal, ProcessCommand, ProcessError, Usage};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::support::{
    FakePortal, QUOTA, TestBackEnd, command, posting, request, routes, source, start, start_with, until,
};
use crate::untrusted::impostor;

const NOTES: &str = "
    db.exec('CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT)');
    const put = db.prepare('INSERT INTO notes (text) VALUES (?)');
    router.post('/notes', (req, res) => { put.run(req.body.text); res.json(1); });
    router.post('/half', (req, res) => { db.transaction(() => { for (let i = 0; i < 5000; i++) put.run('half'); console.log('half'); for (;;) put.run('half'); })(); });
    router.get('/never', () => console.log('asked'));
    router.get('/notes', (req, res) => res.json(db.prepare('SELECT text, count(*) AS n FROM notes GROUP BY text').all()));";

fn kill(id: u32) {
    kill_process(Pid::from_raw(id.cast_signed()).unwrap(), Signal::KILL).unwrap();
}

/// Whether a process runs. One that nobody has waited for yet does not.
fn runs(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    status.lines().any(|line| line.starts_with("State:") && !line.contains('Z') && !line.contains('X'))
}

fn is_gone(id: u32) -> bool {
    !Path::new(&format!("/proc/{id}")).exists()
}

#[tokio::test]
async fn a_process_killed_in_a_call_loses_that_call_and_nothing_that_was_acknowledged() {
    let limits = Limits { slice: Duration::from_secs(60), ..Limits::default() };
    let mut running = start_with(NOTES, limits).await;
    running.post("/notes", json!({"text": "kept"}), None).await;
    let id = running.back_end.process_id().unwrap();
    let calls = async {
        tokio::join!(running.call(posting("/half", json!({}), None)), running.call(request("GET", "/notes")))
    };
    let killing = async {
        until(|| running.log().contains("half")).await;
        kill(id);
    };
    let ((half, behind), ()) = tokio::join!(calls, killing);
    assert_eq!((half, behind), (Err(CallError::Stopped), Err(CallError::Stopped)));
    assert_eq!(running.back_end.ended(), Some(CallError::Stopped));
    assert_eq!(running.back_end.usage().strikes, 1, "a process that ends by itself counts");
    assert_eq!(running.call(request("GET", "/notes")).await, Err(CallError::Stopped));
    assert!(running.turns.join_next().await.unwrap().unwrap().is_ok());
    assert!(is_gone(id), "it is no zombie");
    assert!(!running.folder().exists());
    assert!(running.log().contains("ended by itself: signal: 9"), "{}", running.log());
    let (portal, store) = (Arc::clone(&running.portal), Arc::clone(&running.store));
    let again =
        TestBackEnd::start_on(source(&routes(NOTES)), Limits::default(), portal, store).await.unwrap();
    assert_eq!(again.get("/notes").await, json!([{"text": "kept", "n": 1}]));
}

#[tokio::test]
async fn stopping_and_dropping_leave_no_process_and_count_nothing() {
    let mut running = start(NOTES).await;
    let id = running.back_end.process_id().unwrap();
    running.back_end.stop();
    while running.turns.join_next().await.is_some() {}
    assert!(is_gone(id));
    assert_eq!(running.back_end.usage().strikes, 0);
    let TestBackEnd { back_end, mut turns, .. } = start(NOTES).await;
    let id = back_end.process_id().unwrap();
    drop(back_end);
    while turns.join_next().await.is_some() {}
    assert!(is_gone(id));
}

/// At the same time, because each of them is given its time.
#[tokio::test]
async fn a_process_that_does_not_react_is_killed() {
    tokio::join!(
        stands_still_when_the_back_end_stops(),
        stands_still_while_calls_wait(),
        ignores_everything()
    );
}

async fn stands_still_when_the_back_end_stops() {
    let mut running = start(NOTES).await;
    let id = running.back_end.process_id().unwrap();
    kill_process(Pid::from_raw(id.cast_signed()).unwrap(), Signal::STOP).unwrap();
    running.back_end.stop();
    while running.turns.join_next().await.is_some() {}
    assert!(is_gone(id));
    assert_eq!(running.back_end.usage().strikes, 0, "its end was wanted");
}

async fn stands_still_while_calls_wait() {
    let limits = Limits { answer_timeout: Duration::from_secs(300), ..Limits::default() };
    let running = start_with(NOTES, limits).await;
    let id = running.back_end.process_id().unwrap();
    let stopping = async {
        until(|| running.log().contains("asked")).await;
        kill_process(Pid::from_raw(id.cast_signed()).unwrap(), Signal::STOP).unwrap();
    };
    let (answer, ()) = tokio::join!(running.call(request("GET", "/never")), stopping);
    assert_eq!(answer, Err(CallError::Stopped));
    assert!(running.log().contains("does not react"), "{}", running.log());
    assert_eq!(running.back_end.usage().strikes, 1);
    assert!(is_gone(id));
}

async fn ignores_everything() {
    let mut impostor = impostor("deaf").await;
    let id = impostor.back_end.process_id().unwrap();
    impostor.back_end.stop();
    assert!(impostor.turns.join_next().await.unwrap().unwrap().is_ok());
    assert!(is_gone(id));
    assert_eq!(impostor.back_end.usage().strikes, 0, "its end was wanted");
}

#[tokio::test]
async fn a_step_that_cannot_be_cut_off_ends_the_process() {
    let limits = Limits {
        slice: Duration::from_millis(50),
        start: Duration::from_millis(200),
        answer_timeout: Duration::from_secs(300),
        ..Limits::default()
    };
    let mut running = start_with(
        "router.get('/native', (req, res) => { const s = 'x'.repeat(1 << 24); let n = 0; for (let i = 0; i < 1e6; i++) n += s.indexOf('xy'); res.json(n); });",
        limits,
    )
    .await;
    assert_eq!(running.call(request("GET", "/native")).await, Err(CallError::OverBudget));
    assert_eq!(running.back_end.ended(), Some(CallError::OverBudget));
    assert_eq!(running.back_end.usage().strikes, 1);
    assert!(running.turns.join_next().await.unwrap().unwrap().is_ok());
    assert_eq!(running.back_end.process_id(), None);
}

#[tokio::test]
async fn a_process_ends_with_its_portal() {
    let folder = tempfile::tempdir().unwrap();
    let ProcessCommand { program, .. } = command(&[]);
    let mut portal =
        Command::new(program).arg("portal").arg(folder.path()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(portal.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let id = line.trim().parse().unwrap();
    assert!(runs(id));
    portal.kill().unwrap();
    portal.wait().unwrap();
    until(|| !runs(id)).await;
}

#[tokio::test]
async fn the_memory_of_the_process_is_told_while_it_runs() {
    let mut running = start(NOTES).await;
    let bytes = running.back_end.usage().process_bytes.unwrap();
    assert!((1 << 20..256 << 20).contains(&bytes), "{bytes}");
    running.back_end.stop();
    while running.turns.join_next().await.is_some() {}
    assert_eq!(running.back_end.usage(), Usage { process_bytes: None, ..running.back_end.usage() });
}

/// Starts on pages, and the error if it does not.
async fn failure(command: ProcessCommand, code: &str, pages: Vec<(u32, Vec<u8>)>) -> ProcessError {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own");
    let portal: Arc<dyn Portal> = Arc::new(FakePortal::default());
    let source = source(&routes(code));
    BackEnd::start_process(command, source, Limits::default(), pages, QUOTA, path, portal)
        .await
        .err()
        .unwrap()
}

#[tokio::test]
async fn a_start_that_fails_says_whose_fault_it_is() {
    let error = failure(command(&[]), "throw new Error('no start');", Vec::new()).await;
    assert!(matches!(&error, ProcessError::Code(error) if error.0.contains("no start")), "{error:?}");
    let error = failure(command(&[]), "", vec![(1, vec![7; 4096])]).await;
    assert!(matches!(&error, ProcessError::System(text) if text.contains("damaged")), "{error:?}");
    let missing = ProcessCommand { program: "/nowhere/program".into(), arguments: Vec::new() };
    assert!(matches!(failure(missing, "", Vec::new()).await, ProcessError::System(_)));
    let other = ProcessCommand { program: "/bin/true".into(), arguments: Vec::new() };
    assert!(matches!(failure(other, "", Vec::new()).await, ProcessError::System(_)));
}
