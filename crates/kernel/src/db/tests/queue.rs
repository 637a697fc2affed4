//! The write queue: group commits, refusals and panics alone, effects, bounds.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use futures_util::{FutureExt, poll};

use super::super::DbError;
use super::super::writer::QUEUE;
use super::*;
use crate::db::{Location, Tx};
use crate::error::{ApiError, Result};
use crate::tests::TestKernel;
use crate::texts::Language;

async fn kernel() -> TestKernel {
    let kernel = TestKernel::new().await;
    kernel.app.db.exec(&CREATE, p![]).await.unwrap();
    kernel
}

/// A write that holds up the queue until `release` is dropped.
struct Held {
    write: BoxFuture<'static, Result<()>>,
    release: mpsc::Sender<()>,
}

async fn hold(app: &App) -> Held {
    let (release, wait) = mpsc::channel::<()>();
    let (begun, begins) = tokio::sync::oneshot::channel();
    let held = Mutex::new((wait, Some(begun)));
    let app = app.clone();
    let mut write = async move {
        let work = move |_: &mut Tx| {
            let mut held = held.lock().unwrap();
            if let Some(begun) = held.1.take() {
                begun.send(()).unwrap();
            }
            let _ = held.0.recv();
            Ok(())
        };
        app.db.write(work).await
    }
    .boxed();
    assert!(poll!(&mut write).is_pending());
    begins.await.unwrap();
    Held { write, release }
}

/// Queues all of them while the writer is held up, so that they share a commit.
async fn together<T>(app: &App, writes: Vec<BoxFuture<'_, Result<T>>>) -> Vec<Result<T>> {
    let held = hold(app).await;
    let mut all = pin!(join_all(writes));
    assert!(poll!(&mut all).is_pending());
    drop(held.release);
    held.write.await.unwrap();
    all.await
}

/// Inserts a row, then goes on as `fate` says.
fn insert(app: &App, id: i64, fate: fn(i64) -> Result<i64>) -> BoxFuture<'_, Result<i64>> {
    app.db
        .write(move |tx| {
            tx.exec(&INSERT, p![id, id.to_string()])?;
            fate(id)
        })
        .boxed()
}

#[tokio::test]
async fn a_write_that_fails_is_undone_alone() {
    let app = &kernel().await.app;
    let refuse: fn(i64) -> Result<i64> = |_| Err(ApiError::not_found());
    let answers = together(app, vec![insert(app, 1, Ok), insert(app, 2, refuse), insert(app, 3, Ok)]).await;
    assert_eq!(answers[1].as_ref().unwrap_err().status(), 404);
    assert_eq!((*answers[0].as_ref().unwrap(), *answers[2].as_ref().unwrap()), (1, 3));
    assert_eq!(names(app).await, ["1", "3"]);
}

#[tokio::test]
async fn a_write_that_panics_costs_itself_alone() {
    let app = &kernel().await.app;
    let answers =
        together(app, vec![insert(app, 1, Ok), insert(app, 2, |_| panic!("ours")), insert(app, 3, Ok)]).await;
    let panicked = answers[1].as_ref().unwrap_err();
    assert_eq!(
        (panicked.status().as_u16(), panicked.localized(Language::Chinese)),
        (500, "服务器内部错误".to_owned())
    );
    assert_eq!(names(app).await, ["1", "3"]);
    insert(app, 4, Ok).await.unwrap();
}

#[tokio::test]
async fn a_taken_key_fails_its_own_write_alone() {
    let app = &kernel().await.app;
    let answers = together(app, vec![insert(app, 1, Ok), insert(app, 1, Ok), insert(app, 2, Ok)]).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 2);
    assert_eq!(names(app).await, ["1", "2"]);
}

#[tokio::test]
async fn a_write_that_goes_on_after_a_failed_statement_is_not_kept_and_harms_no_other() {
    let app = &kernel().await.app;
    insert(app, 1, Ok).await.unwrap();
    let careless = app.db.write(|tx| {
        tx.exec(&INSERT, p![5, "half"])?;
        // PostgreSQL takes nothing more after this; the error is swallowed.
        let _ = tx.exec(&INSERT, p![1, "again"]);
        Ok(0)
    });
    let answers = together(app, vec![insert(app, 2, Ok), careless.boxed(), insert(app, 3, Ok)]).await;
    assert!(answers[0].is_ok() && answers[2].is_ok());
    assert_eq!(answers[1].as_ref().unwrap_err().status(), 500);
    assert_eq!(names(app).await, ["1", "2", "3"]);
}

#[tokio::test]
async fn effects_run_after_the_commit_before_the_answer_and_in_order() {
    let app = &kernel().await.app;
    let told = Arc::new(Mutex::new(Vec::new()));
    let write = |id: i64| {
        let told = told.clone();
        app.db
            .write(move |tx| {
                tx.exec(&INSERT, p![id, "x"])?;
                told.lock().unwrap().push(format!("ran {id}"));
                let later = told.clone();
                tx.on_commit(move || later.lock().unwrap().push(format!("committed {id}")));
                Ok(id)
            })
            .boxed()
    };
    let mut answers = together(app, (1..=3).map(write).collect()).await;
    assert_eq!(answers.pop().unwrap().unwrap(), 3);
    assert_eq!(
        *told.lock().unwrap(),
        ["ran 1", "ran 2", "ran 3", "committed 1", "committed 2", "committed 3"]
    );
}

#[tokio::test]
async fn effects_of_what_was_undone_never_run() {
    let app = &kernel().await.app;
    let ran = Arc::new(AtomicBool::new(false));
    let write = |outcome: fn() -> Result<()>| {
        let ran = ran.clone();
        app.db.write(move |tx| {
            let ran = ran.clone();
            tx.on_commit(move || ran.store(true, Ordering::Relaxed));
            outcome()
        })
    };
    write(|| Err(ApiError::not_found())).await.unwrap_err();
    write(|| panic!("ours")).await.unwrap_err();
    assert!(!ran.load(Ordering::Relaxed));
    write(|| Ok(())).await.unwrap();
    assert!(ran.load(Ordering::Relaxed));
}

#[tokio::test]
async fn an_effect_that_panics_ends_neither_the_write_nor_the_writer() {
    let app = &kernel().await.app;
    let written = app.db.write(|tx| {
        tx.on_commit(|| panic!("ours"));
        Ok(tx.exec(&INSERT, p![1, "x"])?)
    });
    assert_eq!(written.await.unwrap(), 1);
    insert(app, 2, Ok).await.unwrap();
}

#[tokio::test]
async fn two_hundred_at_once_are_all_answered_and_counted() {
    let app = &kernel().await.app;
    insert(app, 1, Ok).await.unwrap();
    let add = || app.db.write(|tx| Ok(tx.one::<i64>(&ADD, p![1])?));
    let mut counted: Vec<i64> =
        join_all((0..200).map(|_| add())).await.into_iter().map(Result::unwrap).collect();
    counted.sort_unstable();
    assert_eq!(counted, (1..=200).collect::<Vec<_>>(), "none is lost, none is counted twice");
}

#[tokio::test]
async fn a_write_whose_caller_has_gone_stands_all_the_same() {
    let app = &kernel().await.app;
    let held = hold(app).await;
    let mut write = insert(app, 1, Ok);
    assert!(poll!(&mut write).is_pending());
    drop(write);
    drop(held.release);
    held.write.await.unwrap();
    insert(app, 2, Ok).await.unwrap();
    assert_eq!(names(app).await, ["1", "2"]);
}

#[tokio::test]
async fn a_full_queue_refuses_with_503_and_recovers() {
    let app = &kernel().await.app;
    let held = hold(app).await;
    let mut waiting = pin!(join_all((0..QUEUE as i64).map(|id| insert(app, id, Ok))));
    assert!(poll!(&mut waiting).is_pending());

    let refused = insert(app, -1, Ok).await.unwrap_err();
    assert_eq!((refused.status().as_u16(), refused.retry_after_seconds()), (503, Some(1)));
    assert_eq!(refused.cause(), Some(DbError::Busy.to_string().as_str()));
    assert_eq!(names(app).await, Vec::<String>::new(), "reads go on");

    drop(held.release);
    held.write.await.unwrap();
    assert!(waiting.await.iter().all(Result::is_ok));
    assert_eq!(app.db.one::<i64>(&COUNT, p![]).await.unwrap(), QUEUE as i64);
    insert(app, -1, Ok).await.unwrap();
}

#[tokio::test]
async fn closing_commits_what_waits_and_refuses_what_comes_later() {
    let app = &kernel().await.app;
    let held = hold(app).await;
    let mut waiting = insert(app, 1, Ok);
    assert!(poll!(&mut waiting).is_pending());
    app.db.close();
    app.db.close();
    assert_eq!(insert(app, 2, Ok).await.unwrap_err().status(), 503);

    drop(held.release);
    held.write.await.unwrap();
    waiting.await.unwrap();
    assert_eq!(names(app).await, ["1"]);
}

/// Lets the engine refuse every change, past the application: another program holds the SQLite file, or
/// PostgreSQL has no space for the rows that every change begins with.
async fn refuse_changes(app: &App) -> Option<rusqlite::Connection> {
    if let Location::Sqlite(path) = &app.config.database {
        let hurry = |tx: &mut Tx| {
            // It answers a row, which `control` does not expect.
            let _ = tx.control("pragma busy_timeout = 0");
            Ok(())
        };
        app.db.write(hurry).await.unwrap();
        let other = rusqlite::Connection::open(path).unwrap();
        other.execute_batch("begin immediate").unwrap();
        return Some(other);
    }
    let refuse = "create or replace function refuse() returns trigger language plpgsql
                  as $$ begin raise exception 'no space' using errcode = '53100'; end $$;
                  create trigger refuse before insert or update on event_head execute function refuse();
                  create trigger refuse before insert or update on test_rows execute function refuse()";
    app.db.write(move |tx| Ok(tx.control(refuse)?)).await.unwrap();
    None
}

/// Lets it take changes again.
async fn take_changes(app: &App, other: Option<rusqlite::Connection>) {
    match other {
        Some(other) => other.execute_batch("rollback").unwrap(),
        None => {
            let take = "drop trigger refuse on event_head; drop trigger refuse on test_rows";
            app.db.write(move |tx| Ok(tx.control(take)?)).await.unwrap();
        }
    }
}

#[tokio::test]
async fn health_tells_of_refused_changes_until_one_is_taken_whoever_makes_it() {
    let kernel = kernel().await;
    let app = &kernel.app;
    let status = async || app.db.health().await.status;
    let insert = async |id: i64| app.db.exec(&INSERT, p![id, "a"]).await;
    assert_eq!(status().await, "ok");

    let other = refuse_changes(app).await;
    assert_eq!(status().await, "ok", "nobody has tried");
    let refused = insert(1).await.unwrap_err();
    assert_eq!(refused.status().as_u16(), 503);
    assert_eq!(status().await, "error");
    names(app).await;
    // Where the transaction can begin at all.
    let _ = app.db.write(|_| Ok(())).await;
    assert_eq!(status().await, "error", "reading and writing nothing say nothing");
    app.clock.advance(Duration::from_secs(60));
    assert_eq!(status().await, "error", "health has tried");
    take_changes(app, other).await;
    assert_eq!(status().await, "error", "it does not try each time");
    app.clock.advance(Duration::from_secs(10));
    assert_eq!(status().await, "ok", "nobody has written, and it is well again");

    let other = refuse_changes(app).await;
    insert(1).await.unwrap_err();
    take_changes(app, other).await;
    assert_eq!(status().await, "error");
    insert(1).await.unwrap();
    assert_eq!(status().await, "ok");
}
