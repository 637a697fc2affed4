//! Durable consumers: each event once, whatever happens in between.

use futures_util::future::join_all;

use super::super::follow::{POLL, forget_old};
use super::super::{Failure, failures, oldest};
use super::*;
use crate::app::AppParts;
use crate::random::Random;
use crate::testing::TestApp;
use crate::tests::idle;
use crate::tests::notes::{FEATURE, MENDED, NOTES, Trial, append, called, noted, portal, setup, stored};

async fn position(app: &App) -> i64 {
    app.db.read(|read| Ok(stored_position(read, NOTES)?)).await.unwrap()
}

/// The status and the details of the health answer's line.
async fn health(app: &App) -> (&'static str, String) {
    let line = app.consumers_health().await;
    assert_eq!(line.name, "consumers");
    (line.status, line.details.unwrap_or_default())
}

#[tokio::test]
async fn after_a_restart_a_consumer_goes_on_where_it_was() {
    let portal = portal().await;
    append(&portal.app, &["good"; 3]).await;
    assert!(portal.app.catch_up(NOTES).await);
    append(&portal.app, &["good"; 2]).await;

    let portal = portal.restart(setup(&[FEATURE])).await;
    assert!(portal.app.catch_up(NOTES).await);

    assert_eq!(noted(&portal.app).await, [1, 2, 3, 4, 5]);
    assert_eq!(Trial::of(&portal.app).calls(), [[4, 5]]);
    assert_eq!(position(&portal.app).await, 5);
}

#[tokio::test]
async fn of_two_nodes_one_handles_an_event_and_the_other_passes_it() {
    let one = portal().await;
    let two = one.second_node(setup(&[FEATURE])).await;
    let apps = [&one.app, &two.app];
    join_all((0..60).map(|number| append(apps[number % 2], &["good"]))).await;
    while apps.iter().any(|app| *app.events.head().borrow() < 60) {
        one.app.clock.advance(POLL);
        idle().await;
    }

    let caught_up = join_all((0..10).map(|number| apps[number % 2].catch_up(NOTES))).await;

    assert_eq!(caught_up, [true; 10]);
    let all: Vec<i64> = (1..=60).collect();
    assert_eq!(noted(&one.app).await, all);
    let mut calls = [Trial::of(&one.app).calls(), Trial::of(&two.app).calls()].concat().concat();
    calls.sort_unstable();
    assert_eq!(calls, all, "nobody has tried an event that was handled");
}

#[tokio::test]
async fn what_waits_is_handled_a_second_later_though_nobody_asks() {
    let portal = portal().await;
    append(&portal.app, &["good", "good"]).await;
    stored(&portal, 2).await;
    assert_eq!(noted(&portal.app).await, [1, 2]);
}

#[tokio::test]
async fn a_consumer_that_is_far_behind_catches_up_in_batches() {
    let portal = portal().await;
    append(&portal.app, &["good"; 1200]).await;

    assert!(portal.app.catch_up(NOTES).await);

    assert_eq!(noted(&portal.app).await, (1..=1200).collect::<Vec<_>>());
    assert!(Trial::of(&portal.app).calls().iter().all(|batch| batch.len() == 10));
    assert!(!portal.app.catch_up("nobody").await);
}

#[tokio::test]
async fn an_event_that_fails_three_times_is_set_aside_and_the_others_are_handled() {
    let portal = portal().await;
    append(&portal.app, &["good", "bad", "good", "good"]).await;

    stored(&portal, 4).await;

    let trial = Trial::of(&portal.app);
    assert_eq!(
        trial.calls(),
        [vec![1, 2, 3, 4], vec![1], vec![2], vec![2], vec![2], vec![3], vec![4]],
        "after a failure one by one"
    );
    assert_eq!(noted(&portal.app).await, [1, 3, 4], "a failed try leaves nothing behind");
    let failures = failures(&portal.app).await.unwrap();
    let [Failure { consumer, seq: 2, feature, kind, error, .. }] = failures.as_slice() else {
        panic!("{failures:?}")
    };
    assert_eq!([consumer, feature, kind], ["notes", "notes", "bad"]);
    assert_eq!(error, "500 internal: “…” does not fit");
    let set_aside = "notes has set events aside: 1 (classportal events failures)";
    assert_eq!(health(&portal.app).await, ("warning", set_aside.to_owned()));

    append(&portal.app, &["good"; 12]).await;
    stored(&portal, 16).await;
    let batches: Vec<usize> = trial.calls()[7..].iter().map(Vec::len).collect();
    assert_eq!(batches, [10, 2], "and then in batches again");
}

#[tokio::test]
async fn each_event_has_three_tries_of_its_own() {
    let portal = portal().await;
    append(&portal.app, &["bad", "bad"]).await;
    stored(&portal, 2).await;
    let calls = Trial::of(&portal.app).calls();
    assert_eq!(calls, [vec![1, 2], vec![1], vec![1], vec![2], vec![2], vec![2]]);
    assert_eq!(failures(&portal.app).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_database_that_is_away_uses_up_no_try() {
    let portal = portal().await;
    let trial = Trial::of(&portal.app);
    trial.set_away(true);
    append(&portal.app, &["good", "good"]).await;
    let calls = called(&portal, 10).await;
    assert!(calls.iter().all(|batch| *batch == [1, 2]), "{calls:?}");
    assert_eq!((noted(&portal.app).await, position(&portal.app).await), (vec![], 0));

    trial.set_away(false);
    stored(&portal, 2).await;
    assert_eq!(noted(&portal.app).await, [1, 2]);
    assert_eq!(failures(&portal.app).await.unwrap(), []);
}

#[tokio::test]
async fn callers_in_a_hurry_use_up_no_try() {
    let portal = portal().await;
    append(&portal.app, &["bad"]).await;
    for _ in 0..10 {
        assert!(!portal.app.catch_up(NOTES).await);
    }
    assert_eq!(Trial::of(&portal.app).calls(), [[1]]);
    assert_eq!(called(&portal, 3).await, [[1]; 3], "the consumer itself goes on trying");
}

#[tokio::test]
async fn what_another_node_has_handled_meanwhile_is_not_set_aside() {
    let one = portal().await;
    append(&one.app, &["bad"]).await;
    assert!(!one.app.catch_up(NOTES).await);
    let _two = one.second_node(setup(&[MENDED])).await;
    while position(&one.app).await < 1 {}

    append(&one.app, &["good"]).await;
    stored(&one, 2).await;

    assert_eq!(noted(&one.app).await, [1, 2]);
    assert_eq!(failures(&one.app).await.unwrap(), []);
}

#[tokio::test]
async fn the_cursor_is_stored_after_a_thousand_events_that_ask_for_nothing() {
    let portal = portal().await;
    append(&portal.app, &["idle"; 999]).await;
    assert!(portal.app.catch_up(NOTES).await);
    assert_eq!(position(&portal.app).await, 0);
    append(&portal.app, &["idle"]).await;
    assert!(portal.app.catch_up(NOTES).await);
    assert_eq!(position(&portal.app).await, 1000);
    assert_eq!(Trial::of(&portal.app).calls(), Vec::<Vec<i64>>::new());
}

#[tokio::test]
async fn the_log_forgets_nothing_that_a_consumer_has_not_come_to() {
    let portal = portal().await;
    Trial::of(&portal.app).set_away(true);
    append(&portal.app, &["good", "idle", "good"]).await;
    portal.advance(3 * 86_400);
    let first = async || portal.app.db.read(|read| Ok(oldest(read)?)).await.unwrap().map(|(seq, _)| seq);
    forget_old(&portal.app).await.unwrap();
    assert_eq!(first().await, Some(1));

    Trial::of(&portal.app).set_away(false);
    assert!(portal.app.catch_up(NOTES).await);
    forget_old(&portal.app).await.unwrap();
    assert_eq!(first().await, None);
    assert_eq!(noted(&portal.app).await, [1, 3]);
}

#[tokio::test]
async fn the_log_forgets_what_asked_for_nothing_although_the_cursor_was_not_stored() {
    let portal = portal().await;
    append(&portal.app, &["idle"]).await;
    assert!(portal.app.catch_up(NOTES).await);
    portal.advance(3 * 86_400);
    forget_old(&portal.app).await.unwrap();
    assert_eq!(portal.app.db.read(|read| Ok(oldest(read)?)).await.unwrap(), None);
    assert_eq!(position(&portal.app).await, 1);
}

#[tokio::test]
async fn health_says_how_long_and_how_far_a_consumer_is_behind() {
    let portal = portal().await;
    let trial = Trial::of(&portal.app);
    assert_eq!(health(&portal.app).await, ("ok", String::new()));
    trial.set_away(true);
    append(&portal.app, &["good", "good", "good"]).await;
    portal.advance(299);
    assert_eq!(health(&portal.app).await, ("ok", String::new()), "it may only be busy");
    portal.advance(61);
    let behind = "notes is 6 minutes behind (events left: 3)";
    assert_eq!(health(&portal.app).await, ("warning", behind.to_owned()));

    trial.set_away(false);
    stored(&portal, 3).await;
    assert_eq!(health(&portal.app).await, ("ok", String::new()));
}

#[tokio::test]
async fn a_new_consumer_begins_at_the_end_of_the_log() {
    let portal = TestApp::new(setup(&[])).await;
    append(&portal.app, &["good", "good"]).await;
    let portal = portal.restart(setup(&[FEATURE])).await;
    append(&portal.app, &["good"]).await;
    assert!(portal.app.catch_up(NOTES).await);
    assert_eq!(noted(&portal.app).await, [3]);
}

#[tokio::test]
async fn two_consumers_of_one_name_are_refused_at_the_start() {
    const TWIN: Feature = Feature { name: "twin", ..FEATURE };
    let portal = TestApp::new(setup(&[])).await;
    let twice = App::build(AppParts {
        config: portal.app.config.clone(),
        clock: portal.app.clock.clone(),
        random: Random::seeded(7),
        features: vec![FEATURE, TWIN],
        accounts: setup(&[]).accounts,
    });
    let refused = twice.await.unwrap().start().await.unwrap_err();
    assert_eq!(refused.cause(), Some("two consumers of the event log have the name notes"));
}
