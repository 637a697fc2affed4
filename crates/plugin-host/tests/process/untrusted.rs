//! A process that breaks the rules of the socket is killed, and the portal goes on.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use plugin_host::{BackEnd, CallError, Limits, Portal, run_turns};

use crate::support::{FakePortal, QUOTA, command, request, source, until};

/// One that breaks a rule when a call comes, and what is around it.
pub struct Impostor {
    pub back_end: BackEnd,
    portal: Arc<FakePortal>,
    stored: Arc<std::sync::atomic::AtomicBool>,
    pub turns: tokio::task::JoinSet<Result<(), String>>,
    _folder: tempfile::TempDir,
}

pub async fn impostor(kind: &str) -> Impostor {
    let folder = tempfile::tempdir().unwrap();
    let portal = Arc::<FakePortal>::default();
    let seen: Arc<dyn Portal> = portal.clone();
    let (back_end, turns) = BackEnd::start_process(
        command(&["impostor", kind]),
        source(""),
        Limits::default(),
        [],
        QUOTA,
        folder.path().join("own"),
        seen,
    )
    .await
    .unwrap();
    let stored = Arc::<std::sync::atomic::AtomicBool>::default();
    let mark = Arc::clone(&stored);
    let mut tasks = tokio::task::JoinSet::new();
    tasks.spawn(run_turns(
        turns,
        move |_| {
            mark.store(true, Ordering::SeqCst);
            std::future::ready(Ok(()))
        },
        |_| std::future::ready(()),
    ));
    Impostor { back_end, portal, stored, turns: tasks, _folder: folder }
}

impl Impostor {
    fn log(&self) -> String {
        self.portal.log.lock().unwrap().iter().map(|(_, text)| format!("{text}\n")).collect()
    }
}

#[tokio::test]
async fn a_process_that_breaks_a_rule_is_killed_and_nothing_of_it_is_taken() {
    // The kind, and part of the rule that it breaks.
    let kinds = [
        ("length", "a frame is too long"),
        ("noise", "Deserialization"),
        ("high page", "a page that"),
        ("odd page", "a page that"),
        ("same page", "a page that"),
        ("small count", "a database of a size"),
        ("no count", "pages without"),
        ("large answer", "an answer that is too large"),
        ("many answers", "more answers"),
        ("event", "no JSON"),
        ("events", "more events"),
        ("recipients", "more recipients"),
        ("long recipients", "more recipients"),
        ("all recipients", "more recipients"),
        ("empty recipients", "too many values"),
        ("second start", "said once"),
        ("second opening", "said once"),
        ("large headers", "more answers"),
        ("strikes", "more strikes"),
        ("ended text", "a text that is too long"),
        ("empty frames", "more frames"),
        ("request method", "no back end may send"),
        ("request headers", "no back end may send"),
        ("request credentials", "no back end may send"),
        ("long line", "a text that is too long"),
        ("lines", "more lines"),
        ("pong", "nobody asked"),
        ("large request", "no back end may send"),
        ("many requests", "more requests"),
    ];
    for (kind, rule) in kinds {
        let mut impostor = impostor(kind).await;
        let id = impostor.back_end.process_id().unwrap();
        let answer = impostor.back_end.call(request("GET", "/")).await;
        assert_eq!(answer, Err(CallError::Stopped), "{kind}");
        assert!(impostor.turns.join_next().await.unwrap().unwrap().is_ok());
        let log = impostor.log();
        let text = log.lines().find_map(|line| line.split_once("broke a rule and was killed: "));
        assert!(text.is_some_and(|(_, text)| text.contains(rule)), "{kind}: {log}");
        assert!(!impostor.stored.load(Ordering::SeqCst), "{kind}");
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists(), "{kind}");
        assert_eq!(impostor.back_end.ended(), Some(CallError::Stopped), "{kind}");
        assert_eq!(impostor.back_end.usage().strikes, 1, "{kind}");
        let fetched = impostor.portal.fetched.lock().unwrap().len();
        // Two minutes of the isolate, and what the host adds.
        let most = 2 * Limits::default().fetches_per_minute + 10;
        let allowed = if kind == "many requests" { most } else { 0 };
        assert!(fetched <= allowed, "{kind}: {fetched}");
    }
}

#[tokio::test]
async fn a_process_that_ends_within_a_frame_is_one_that_ended() {
    let impostor = impostor("half").await;
    assert_eq!(impostor.back_end.call(request("GET", "/")).await, Err(CallError::Stopped));
    assert!(impostor.log().contains("ended by itself"), "{}", impostor.log());
    assert_eq!(impostor.back_end.usage().strikes, 1);
}

#[tokio::test]
async fn a_process_that_says_it_ends_unasked_counts_like_one_that_crashes() {
    for kind in ["ended", "ended turn"] {
        let impostor = impostor(kind).await;
        // That which says it with a turn has answered before.
        let answer = impostor.back_end.call(request("GET", "/")).await;
        assert_eq!(answer.is_ok(), kind == "ended turn", "{answer:?}");
        assert_eq!(impostor.back_end.ended(), Some(CallError::OutOfMemory), "{kind}");
        assert_eq!(impostor.back_end.usage().strikes, 1, "{kind}");
        let log = impostor.log();
        assert!(log.contains("ended by itself: the back end has no memory left"), "{kind}: {log}");
    }
}

#[tokio::test]
async fn answers_that_nobody_waits_for_are_left_out_and_headers_are_checked_again() {
    let impostor = impostor("unknown").await;
    for _ in 0..3 {
        let answer = impostor.back_end.call(request("GET", "/")).await.unwrap();
        assert_eq!(answer.headers, [("x-own".to_owned(), "yes".to_owned())]);
        assert_eq!((answer.status, answer.body.as_slice()), (500, b"x".as_slice()));
    }
}

#[tokio::test]
async fn a_request_to_another_host_goes_to_the_portal_and_its_result_comes_back() {
    let impostor = impostor("fetch").await;
    assert!(impostor.back_end.call(request("GET", "/")).await.is_ok());
    until(|| impostor.log().contains("7 Err(Refused(")).await;
    let fetched = impostor.portal.fetched.lock().unwrap();
    assert_eq!((fetched[0].method.as_str(), fetched[0].url.as_str()), ("GET", "https://example.org/"));
    assert_eq!(fetched[0].headers, [("x-own".to_owned(), "yes".to_owned())], "the host is the portal's");
}
