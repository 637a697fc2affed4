//! A thread in a step of the engine that nothing can cut off.

use std::time::Duration;

use plugin_host::{CallError, Limits};
use serde_json::json;

use crate::support::{request, start_with, until};

#[tokio::test]
async fn a_step_that_cannot_be_cut_off_makes_calls_fail_at_once_until_it_ends() {
    let limits =
        Limits { slice: Duration::from_millis(50), start: Duration::from_millis(200), ..Limits::default() };
    let running = start_with(
        "router.get('/ok', (req, res) => res.json('ok'));
         router.get('/native', (req, res) => { const s = 'x'.repeat(1 << 18); let n = 0; for (let i = 0; i < 9000; i++) n += s.indexOf('xy'); res.json(n); });",
        limits,
    )
    .await;
    let slow = running.call(request("GET", "/native"));
    let others = async {
        until(|| running.back_end.is_stuck()).await;
        assert_eq!(running.call(request("GET", "/ok")).await, Err(CallError::Busy));
    };
    let (slow, ()) = tokio::join!(slow, others);
    assert!(matches!(slow, Err(CallError::TimedOut | CallError::OverBudget)), "{slow:?}");
    until(|| !running.back_end.is_stuck()).await;
    assert_eq!(running.get("/ok").await, json!("ok"));
}
