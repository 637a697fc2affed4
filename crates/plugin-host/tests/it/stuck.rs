//! A thread in a step that nothing can cut off.

use std::sync::mpsc;
use std::time::Duration;

use plugin_host::{CallError, Limits};
use serde_json::json;

use crate::support::{request, start_with, until};

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
    drop(end);
    until(|| !running.back_end.is_stuck()).await;
    assert_eq!(running.get("/ok").await, json!("ok"));
}
