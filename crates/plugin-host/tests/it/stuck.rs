//! A thread in a step that nothing can cut off.

use std::sync::mpsc;
use std::time::Duration;

use plugin_host::{CallError, Limits};
use serde_json::json;

use crate::support::{TestBackEnd, request, routes, source, start_with, until};

#[tokio::test]
async fn a_step_that_cannot_be_cut_off_makes_calls_fail_at_once_until_it_ends() {
    let limits =
        Limits { slice: Duration::from_millis(50), start: Duration::from_millis(200), ..Limits::default() };
    let running = start_with(
        "const bus = require('../../../server/src/utils/realtime-bus');
         router.get('/ok', (req, res) => res.json('ok'));
         router.get('/slow', (req, res) => res.json(bus.isRegistered('000001')));",
        limits,
    )
    .await;
    let (end, gate) = mpsc::channel();
    *running.portal.gate.lock().unwrap() = Some(gate);
    let slow = running.call(request("GET", "/slow"));
    let others = async {
        until(|| running.back_end.is_stuck()).await;
        assert_eq!(running.call(request("GET", "/ok")).await, Err(CallError::Busy));
    };
    let (slow, ()) = tokio::join!(slow, others);
    assert_eq!(slow, Err(CallError::TimedOut));
    assert!(running.back_end.is_stuck());
    assert!(!running.back_end.give_up_if_stuck(), "it waits, and may be kept from a processor");
    drop(end);
    until(|| !running.back_end.is_stuck()).await;
    assert_eq!(running.get("/ok").await, json!("ok"));
}

#[tokio::test]
async fn a_thread_in_a_long_step_of_the_engine_is_given_up_once_and_counts_as_a_strike() {
    let limits =
        Limits { slice: Duration::from_millis(50), start: Duration::from_millis(200), ..Limits::default() };
    let running = start_with(
        "router.get('/step', (req, res) => { [].reverse.call({ length: 2 ** 53 - 1 }); res.json(1); });",
        limits,
    )
    .await;
    assert_eq!(running.call(request("GET", "/step")).await, Err(CallError::TimedOut));
    assert_eq!((running.back_end.give_up_if_stuck(), running.back_end.give_up_if_stuck()), (true, false));
    assert_eq!(running.back_end.ended(), Some(CallError::OverBudget));
    assert_eq!(running.back_end.usage().strikes, 1);
    assert_eq!(running.call(request("GET", "/step")).await, Err(CallError::Stopped));
}

#[tokio::test]
async fn a_thread_that_is_stuck_while_it_is_loaded_gets_the_least_priority() {
    let limits = Limits {
        slice: Duration::from_millis(50),
        start: Duration::from_millis(200),
        answer_timeout: Duration::from_secs(2),
        ..Limits::default()
    };
    let code = routes("[].reverse.call({ length: 2 ** 53 - 1 });");
    let failed = TestBackEnd::start(source(&code), limits).await.err().unwrap();
    assert!(failed.0.contains("does not end"));
    let of_back_ends = std::fs::read_dir("/proc/self/task").unwrap().filter_map(|task| {
        let stat = std::fs::read_to_string(task.unwrap().path().join("stat")).ok()?;
        let (name, rest) = stat.split_once('(')?.1.rsplit_once(") ")?;
        (name == "back-end").then(|| rest.split(' ').nth(16).map(str::to_owned))
    });
    assert_eq!(of_back_ends.collect::<Vec<_>>(), [Some("19".to_owned())]);
}
