//! The event log: numbering, the poll's clock, the follower, retention, wake-ups.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::poll;

use super::follow::POLL;
use super::*;
use crate::app::App;
use crate::error::ApiError;
use crate::tests::{TestKernel, event, idle, until};

async fn append(app: &App, feature: &'static str, kind: &'static str) -> i64 {
    let owned = app.clone();
    app.db.write(move |tx| Ok(owned.events.append(tx, event(feature, kind))?)).await.unwrap()
}

async fn all(app: &App) -> Vec<Event> {
    app.db.read(|read| Ok(after(read, 0, 10_000)?)).await.unwrap()
}

#[tokio::test]
async fn numbers_have_no_gap_and_no_reuse_under_fifty_appends_at_once_some_undone() {
    let kernel = TestKernel::new().await;
    let write = |number: i64| {
        let app = kernel.app.clone();
        kernel.app.db.write(move |tx| {
            let seq = app.events.append(tx, event("test", "made"))?;
            match number % 5 {
                0 => Err(ApiError::not_found()),
                1 => panic!("ours"),
                _ => Ok(seq),
            }
        })
    };
    let answers = join_all((0..50).map(write)).await;
    let mut given: Vec<i64> = answers.into_iter().filter_map(Result::ok).collect();
    given.sort_unstable();
    assert_eq!(given, (1..=30).collect::<Vec<_>>());
    let stored: Vec<i64> = all(&kernel.app).await.iter().map(|event| event.seq).collect();
    assert_eq!(stored, given);
}

#[tokio::test]
async fn numbers_follow_the_order_of_commits() {
    let kernel = TestKernel::new().await;
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let write = |_| {
        let (app, told) = (kernel.app.clone(), told.clone());
        kernel.app.db.write(move |tx| {
            let seq = app.events.append(tx, event("test", "made"))?;
            let told = told.clone();
            tx.on_commit(move || told.lock().unwrap().push(seq));
            Ok(())
        })
    };
    join_all((0..50).map(write)).await;
    let told = told.lock().unwrap().clone();
    assert_eq!(told, (1..=50).collect::<Vec<_>>());
}

#[tokio::test]
async fn whoever_is_woken_finds_in_memory_what_the_transaction_changed() {
    let kernel = TestKernel::new().await;
    let heads = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let (app, seen) = (kernel.app.clone(), heads.clone());
    let write = kernel.app.db.write(move |tx| {
        let seq = app.events.append(tx, event("test", "made"))?;
        let (events, seen) = (app.events.clone(), seen.clone());
        // Effects on memory are asked for after the event is appended.
        tx.on_commit(move || seen.lock().unwrap().push(*events.head().borrow()));
        Ok(seq)
    });
    assert_eq!(write.await.unwrap(), 1);
    assert_eq!((heads.lock().unwrap().as_slice(), *kernel.app.events.head().borrow()), (&[0][..], 1));
}

#[tokio::test]
async fn numbers_go_on_after_a_restart() {
    let kernel = TestKernel::new().await;
    append(&kernel.app, "test", "made").await;
    let kernel = kernel.restart(&[]).await;
    assert_eq!(append(&kernel.app, "test", "made").await, 2);
}

#[tokio::test]
async fn what_the_poll_shows_never_shares_a_moment_even_when_the_clock_is_set_back() {
    let kernel = TestKernel::new().await;
    let start = kernel.app.clock.now_ms();
    for what in ["a", "b", "c"] {
        append(&kernel.app, "realtime", what).await;
    }
    kernel.app.clock.set_wall("2020-01-01T00:00:00Z".parse().unwrap());
    append(&kernel.app, "apps", "d").await;
    append(&kernel.app, "test", "unseen").await;
    append(&kernel.app, "realtime", "e").await;
    kernel.app.clock.set_wall("2027-01-01T00:00:00Z".parse().unwrap());
    append(&kernel.app, "realtime", "f").await;

    let events = all(&kernel.app).await;
    let times: Vec<i64> = events.iter().filter(|e| e.feature != "test").map(|e| e.ts).collect();
    let later = kernel.app.clock.now_ms();
    assert_eq!(times, [start, start + 1, start + 2, start + 3, start + 4, later]);
    assert_eq!(events[4].ts, "2020-01-01T00:00:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond());
}

#[tokio::test]
async fn a_row_says_who_may_see_it_and_who_caused_it() {
    let kernel = TestKernel::new().await;
    let owned = kernel.app.clone();
    let write = kernel.app.db.write(move |tx| {
        let user = crate::tests::user("240111");
        for audience in [Audience::All, Audience::User(user), Audience::Class("01".into())] {
            let told = NewEvent {
                audience,
                actor: Some(user),
                data: serde_json::json!({ "id": 1 }),
                ..event("test", "made")
            };
            owned.events.append(tx, told)?;
        }
        Ok(())
    });
    write.await.unwrap();
    let events = all(&kernel.app).await;
    assert_eq!(
        events.iter().map(|e| e.audience.as_str()).collect::<Vec<_>>(),
        ["all", "user:240111", "class:01"]
    );
    let first = &events[0];
    assert_eq!(
        (first.kind.as_str(), first.actor_id.as_str(), first.subject_id.as_str()),
        ("made", "240111", "s")
    );
    assert_eq!(first.data, r#"{"id":1}"#);
}

#[tokio::test]
async fn every_event_is_told_to_the_feature_once_and_in_order() {
    let kernel = TestKernel::new().await;
    // Committed before the follower has run for the first time.
    append(&kernel.app, "test", "made").await;
    kernel.settle().await;
    assert_eq!(kernel.seen_events(), [1]);

    join_all((0..1200).map(|_| append(&kernel.app, "test", "made"))).await;
    kernel.settle().await;
    assert_eq!(kernel.seen_events(), (1..=1201).collect::<Vec<_>>(), "more than are read at once");
    idle().await;
    assert_eq!(kernel.seen_events().len(), 1201);
}

#[tokio::test]
async fn after_a_restart_only_what_is_new_is_told() {
    let kernel = TestKernel::new().await;
    append(&kernel.app, "test", "made").await;
    kernel.settle().await;
    let kernel = kernel.restart(&[]).await;
    kernel.settle().await;
    append(&kernel.app, "test", "made").await;
    kernel.settle().await;
    assert_eq!(kernel.seen_events(), [2]);
}

#[tokio::test]
async fn a_feature_that_panics_on_an_event_misses_it_and_hears_the_next() {
    let kernel = TestKernel::new().await;
    for what in ["made", "boom", "made"] {
        append(&kernel.app, "test", what).await;
    }
    kernel.settle().await;
    assert_eq!(kernel.seen_events(), [1, 3]);
    assert!(kernel.app.tasks.running().contains(&"events"));
}

#[tokio::test]
async fn what_another_process_wrote_is_found_within_half_a_second() {
    let kernel = TestKernel::new().await;
    idle().await;
    let foreign = Db::open(&kernel.app.config.database, &kernel.app.clock).await.unwrap();
    let events = Events::open(&foreign, kernel.app.clock.clone()).await.unwrap();
    foreign.write(move |tx| Ok(events.append(tx, event("test", "made"))?)).await.unwrap();
    assert_eq!(kernel.seen_events(), Vec::<i64>::new());
    let mut head = kernel.app.events.head();

    kernel.app.clock.advance(POLL);
    until(|| kernel.seen_events() == [1]).await;
    head.changed().await.unwrap();
    assert_eq!(*head.borrow(), 1, "readers of this node wake as well");
}

#[tokio::test]
async fn readers_wake_on_a_commit_and_sleep_through_a_rollback() {
    let kernel = TestKernel::new().await;
    let mut head = kernel.app.events.head();
    let mut changed = pin!(head.changed());
    assert!(poll!(&mut changed).is_pending());
    let owned = kernel.app.clone();
    let undone = kernel.app.db.write(move |tx| {
        owned.events.append(tx, event("test", "made"))?;
        Err::<(), _>(ApiError::not_found())
    });
    undone.await.unwrap_err();
    assert!(poll!(&mut changed).is_pending());
    append(&kernel.app, "test", "made").await;
    assert!(poll!(&mut changed).is_ready(), "woken before the answer");

    kernel.app.events.wake(0);
    assert_eq!(*kernel.app.events.head().borrow(), 1, "never back");
}

#[tokio::test]
async fn retention_forgets_in_pieces_what_is_too_old_and_cursors_go_on() {
    let kernel = TestKernel::with(&[("EVENT_RETENTION_DAYS", "1")]).await;
    join_all((0..1100).map(|_| append(&kernel.app, "test", "made"))).await;
    kernel.app.clock.advance(Duration::from_secs(86_400 + 60));
    let kept = append(&kernel.app, "test", "made").await;
    // The task took its first hour before the clock moved or after: either way the next one counts.
    idle().await;
    kernel.app.clock.advance(Duration::from_secs(3600));
    while all(&kernel.app).await[0].seq < kept {
        tokio::task::yield_now().await;
    }
    let read = |seq: i64| kernel.app.db.read(move |read| Ok(after(read, seq, 10)?));
    assert_eq!(read(5).await.unwrap().len(), 1, "an old cursor reads on from what is left");
    assert_eq!(read(kept).await.unwrap(), []);
    assert_eq!(append(&kernel.app, "test", "made").await, kept + 1, "numbers are not given out again");
    assert_eq!(read(kept).await.unwrap().len(), 1);
}
