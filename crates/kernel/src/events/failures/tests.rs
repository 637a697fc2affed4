//! What was set aside, and what the operator does about it.

use futures_util::future::join_all;

use super::super::follow::forget_old;
use super::super::{oldest, stored_position};
use super::*;
use crate::db::DbError;
use crate::testing::TestApp;
use crate::tests::notes::{FEATURE, NOTES, Trial, append, noted, portal, setup, stored};

/// A portal whose consumer has set the first two of three events aside.
async fn portal_with_failures() -> TestApp {
    let portal = portal().await;
    append(&portal.app, &["bad", "bad", "good"]).await;
    stored(&portal, 3).await;
    assert_eq!(noted(&portal.app).await, [3]);
    portal
}

async fn numbers(app: &App) -> Vec<i64> {
    failures(app).await.unwrap().iter().map(|failure| failure.seq).collect()
}

#[tokio::test]
async fn what_was_set_aside_can_be_handled_again_once_the_fault_is_mended() {
    let portal = portal_with_failures().await;
    portal.advance(60);
    let too_early = retry_failures(&portal.app, None).await.unwrap();
    assert_eq!(too_early, Retried { handled: 0, failed: 2 });
    let now = portal.app.clock.now_ms();
    assert!(failures(&portal.app).await.unwrap().iter().all(|failure| failure.failed_at == now));

    Trial::of(&portal.app).mend();
    assert_eq!(retry_failures(&portal.app, Some("other")).await.unwrap(), Retried::default());
    let retried = retry_failures(&portal.app, Some(NOTES)).await.unwrap();

    assert_eq!(retried, Retried { handled: 2, failed: 0 });
    assert_eq!(noted(&portal.app).await, [1, 2, 3]);
    assert_eq!(portal.app.consumers_health().await.status, "ok");
    let position = portal.app.db.read(|read| Ok(stored_position(read, NOTES)?)).await.unwrap();
    assert_eq!(position, 3, "the cursor stays where it is");
}

#[tokio::test]
async fn several_who_retry_at_once_handle_an_event_once() {
    let one = portal_with_failures().await;
    let two = one.second_node(setup(&[FEATURE])).await;
    let apps = [&one.app, &two.app];
    apps.iter().for_each(|app| Trial::of(app).mend());
    let retried = join_all((0..10).map(|number| retry_failures(apps[number % 2], None))).await;
    let handled: u64 = retried.iter().map(|retried| retried.as_ref().unwrap().handled).sum();
    assert_eq!(handled, 2);
    assert_eq!(noted(&one.app).await, [1, 2, 3]);
    assert_eq!(two.app.consumers_health().await.status, "ok", "on every node");
}

#[tokio::test]
async fn an_event_that_the_log_has_forgotten_can_be_handled_all_the_same() {
    let portal = portal_with_failures().await;
    portal.advance(3 * 86_400);
    forget_old(&portal.app).await.unwrap();
    assert_eq!(portal.app.db.read(|read| Ok(oldest(read)?)).await.unwrap(), None);
    Trial::of(&portal.app).mend();
    assert_eq!(retry_failures(&portal.app, None).await.unwrap().handled, 2);
    assert_eq!(noted(&portal.app).await, [1, 2, 3]);
}

#[tokio::test]
async fn a_retry_while_the_database_is_away_says_so_and_changes_nothing() {
    let portal = portal_with_failures().await;
    let before = failures(&portal.app).await.unwrap();
    let trial = Trial::of(&portal.app);
    trial.mend();
    trial.set_away(true);
    assert!(retry_failures(&portal.app, None).await.unwrap_err().is_unavailable());
    assert_eq!(failures(&portal.app).await.unwrap(), before);
}

#[tokio::test]
async fn what_is_discarded_is_never_handled() {
    let portal = portal_with_failures().await;
    let app = &portal.app;
    assert_eq!(discard_failures(app, NOTES, Some(7)).await.unwrap(), 0);
    assert_eq!(discard_failures(app, "other", None).await.unwrap(), 0);
    assert_eq!(discard_failures(app, NOTES, Some(1)).await.unwrap(), 1);
    assert_eq!(numbers(app).await, [2]);
    assert_eq!(discard_failures(app, NOTES, None).await.unwrap(), 1);
    assert_eq!(app.consumers_health().await.status, "ok");
    Trial::of(app).mend();
    assert_eq!(retry_failures(app, None).await.unwrap(), Retried::default());
    assert_eq!(noted(app).await, [3]);
}

#[tokio::test]
async fn what_a_consumer_of_another_version_has_set_aside_stays() {
    let portal = portal_with_failures().await;
    let portal = portal.restart(setup(&[])).await;
    assert_eq!(retry_failures(&portal.app, None).await.unwrap(), Retried { handled: 0, failed: 2 });
    assert_eq!(numbers(&portal.app).await, [1, 2]);
    assert_eq!(portal.app.consumers_health().await.status, "warning");
    let why = failures(&portal.app).await.unwrap().remove(0).error;
    assert_eq!(why, "500 internal: this version of the portal has no such consumer");
}

#[test]
fn a_reason_repeats_nothing_that_someone_wrote() {
    let of = |cause: &str| reason(&ApiError::internal(cause));
    for (cause, kept) in [
        ("invalid type: string \"今晚八点\", expected i64", "invalid type: string \"…\", expected i64"),
        ("`a \"b` and 'c' and “d”", "`…` and '…' and “…”"),
        ("the row isn't there", "the row isn't there"),
        ("no end \"of it, and more", "no end \"…"),
        ("violated\nDETAIL: Key (name)=(小明) exists", "violated"),
        ("", ""),
    ] {
        assert_eq!(of(cause), format!("500 internal: {kept}"));
    }
    assert_eq!(of(&"长".repeat(300)).chars().count(), MAX_REASON);
    let unique: ApiError = DbError::Unique("UNIQUE constraint failed: settings.name".into()).into();
    assert_eq!(reason(&unique), "500 internal: unique key violated: UNIQUE constraint failed: settings.name");
}
