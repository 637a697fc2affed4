//! Background work: named, stopped in time, and a panic ends one task alone.

mod service;

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;

use futures_util::poll;

use super::*;
use crate::testing::START;
use crate::tests::{idle, until};

fn clock() -> Clock {
    Clock::manual(START.parse().unwrap())
}

#[tokio::test]
async fn stopping_waits_for_every_task_the_latest_first() {
    let (tasks, clock) = (Tasks::default(), clock());
    let ended = Arc::new(Mutex::new(Vec::new()));
    for name in ["first", "second", "third"] {
        let (ended, clock) = (ended.clone(), clock.clone());
        tasks.spawn(name, |mut stop| async move {
            stop.asked().await;
            clock.sleep(Duration::from_secs(1)).await;
            ended.lock().unwrap().push(name);
        });
    }
    idle().await;
    assert_eq!(tasks.running(), ["first", "second", "third"]);
    let mut stopping = pin!(tasks.stop(&clock));
    assert!(poll!(&mut stopping).is_pending());
    idle().await;
    assert!(ended.lock().unwrap().is_empty());
    clock.advance(Duration::from_secs(1));
    stopping.await;
    let mut ended = ended.lock().unwrap().clone();
    ended.sort_unstable();
    assert_eq!(ended, ["first", "second", "third"]);
    assert!(tasks.running().is_empty());
}

#[tokio::test]
async fn a_task_that_does_not_end_is_cut_off_after_five_seconds() {
    let (tasks, clock) = (Tasks::default(), clock());
    let held = Arc::new(());
    let inside = held.clone();
    tasks.spawn("stuck", |_| async move {
        let _inside = inside;
        pending::<()>().await;
    });
    tasks.spawn("tidy", |mut stop| async move { stop.asked().await });
    let mut stopping = pin!(tasks.stop(&clock));
    assert!(poll!(&mut stopping).is_pending());
    idle().await;
    assert!(poll!(&mut stopping).is_pending());
    clock.advance(STOP);
    stopping.await;
    until(|| Arc::strong_count(&held) == 1).await;
}

#[tokio::test]
async fn a_panic_ends_one_task_and_the_others_live() {
    let (tasks, clock) = (Tasks::default(), clock());
    tasks.spawn("bad", |_| async { panic!("ours") });
    tasks.spawn("good", |mut stop| async move { stop.asked().await });
    until(|| tasks.running() == ["good"]).await;
    tasks.stop(&clock).await;
}

#[tokio::test]
async fn a_sleeping_task_is_woken_by_the_clock_and_by_the_stop() {
    let (tasks, clock) = (Tasks::default(), clock());
    let slept = Arc::new(Mutex::new(Vec::new()));
    let (inside, time) = (slept.clone(), clock.clone());
    tasks.spawn("sleeper", |mut stop| async move {
        loop {
            let whole = stop.sleep(&time, Duration::from_secs(60)).await;
            inside.lock().unwrap().push(whole);
            if !whole {
                return;
            }
        }
    });
    idle().await;
    clock.advance(Duration::from_secs(60));
    until(|| slept.lock().unwrap().len() == 1).await;
    tasks.stop(&clock).await;
    assert_eq!(*slept.lock().unwrap(), [true, false]);
}

#[tokio::test]
async fn a_task_started_after_the_stop_is_told_at_once() {
    let (tasks, clock) = (Tasks::default(), clock());
    tasks.stop(&clock).await;
    assert!(*tasks.stopping().borrow());
    tasks.spawn("late", |mut stop| async move { stop.asked().await });
    until(|| tasks.running().is_empty()).await;
}
