//! The verbs, values, snapshots, and what a caller hears of a failure.

use std::sync::mpsc;

use super::super::{DbError, Value};
use super::*;
use crate::error::ApiError;
use crate::record;
use crate::tests::TestKernel;

record! {
    #[derive(Debug, PartialEq)]
    struct Whole {
        id: i64,
        name: String,
        weight: Option<f64>,
        bytes: Option<Vec<u8>>,
    }
}

async fn kernel() -> TestKernel {
    let kernel = TestKernel::new().await;
    kernel.app.db.exec(&CREATE, p![]).await.unwrap();
    kernel
}

#[test]
fn dollars_become_question_marks_for_sqlite_alone() {
    assert_eq!(INSERT.sqlite, "insert into test_rows (name, id) values (?2, ?1)");
    assert_eq!(INSERT.sql, "insert into test_rows (name, id) values ($2, $1)");
    assert!(MANY.sqlite.starts_with("select cast(?11 as bigint)"));
    assert_eq!((INSERT.name, STATEMENTS.len()), ("INSERT", 21));
}

#[tokio::test]
async fn parameters_bind_by_number_not_by_appearance() {
    let app = &kernel().await.app;
    let swapped: (String, i64) = app.db.one(&SWAPPED, p![7, "seven"]).await.unwrap();
    assert_eq!(swapped, ("seven".to_owned(), 7));
    let many: (i64, i64) = app.db.one(&MANY, p![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100]).await.unwrap();
    assert_eq!(many, (98, 54));

    app.db.exec(&INSERT, p![7, "seven"]).await.unwrap();
    assert_eq!(app.db.one::<String>(&NAME, p![7]).await.unwrap(), "seven");
}

#[tokio::test]
async fn each_verb_answers_what_it_promises() {
    let app = &kernel().await.app;
    assert!(matches!(app.db.one::<String>(&NAME, p![1]).await, Err(DbError::NotFound)));
    assert_eq!(app.db.opt::<String>(&NAME, p![1]).await.unwrap(), None);
    assert_eq!(app.db.exec(&RENAME, p![1, "x"]).await.unwrap(), 0);
    assert_eq!(names(app).await, Vec::<String>::new());

    for (id, name) in [(2, "b"), (1, "a")] {
        assert_eq!(app.db.exec(&INSERT, p![id, name]).await.unwrap(), 1);
    }
    assert_eq!(names(app).await, ["a", "b"]);
    assert_eq!(
        app.db.opt::<String>(&NAMES, p![]).await.unwrap().as_deref(),
        Some("a"),
        "the first of several"
    );
    assert_eq!(app.db.one::<i64>(&COUNT, p![]).await.unwrap(), 2);
}

#[tokio::test]
async fn every_kind_of_value_comes_back_as_it_went_in() {
    let app = &kernel().await.app;
    let rows = [
        Whole { id: i64::MIN, name: String::new(), weight: None, bytes: None },
        Whole {
            id: i64::MAX,
            name: "'; drop table 表 \u{1F393}".into(),
            weight: Some(-0.1),
            bytes: Some(vec![0, 255, 39]),
        },
        Whole { id: 0, name: "a\nb".into(), weight: Some(f64::MAX), bytes: Some(Vec::new()) },
    ];
    for row in rows {
        app.db.exec(&INSERT_ALL, p![row.id, &row.name, row.weight, row.bytes.clone()]).await.unwrap();
        assert_eq!(app.db.one::<Whole>(&GET_ALL, p![row.id]).await.unwrap(), row);
    }
    assert_eq!(Value::from(true), Value::Int(1));
    assert_eq!(Value::from(None::<String>), Value::Null);
}

#[tokio::test]
async fn a_value_of_the_wrong_kind_is_an_error_and_stores_nothing() {
    let app = &kernel().await.app;
    // On SQLite any column holds anything, but reading it back as what it should be fails.
    let stored = app.db.exec(&INSERT_ALL, p![1, "x", "a number", None::<Vec<u8>>]).await;
    assert!(stored.is_err() || app.db.one::<Whole>(&GET_ALL, p![1]).await.is_err());
}

#[tokio::test]
async fn a_taken_key_is_told_apart_from_other_failures() {
    let app = &kernel().await.app;
    app.db.exec(&INSERT, p![1, "a"]).await.unwrap();
    let taken = app.db.write(|tx| {
        let taken = tx.exec(&INSERT, p![1, "b"]);
        assert!(matches!(taken, Err(DbError::Unique(_))), "{taken:?}");
        taken.map_err(|_| ApiError::not_found())
    });
    assert_eq!(taken.await.unwrap_err().status(), 404);
    assert_eq!(
        app.db.exec(&INSERT, p![1, "b"]).await.unwrap_err().status(),
        500,
        "unless the feature maps it"
    );

    let nameless =
        app.db.write(|tx| Ok(tx.exec(&NAMELESS, p![2, None::<String>]).map(drop)?)).await.unwrap_err();
    assert_eq!(nameless.status(), 500);
    assert!(app.db.all::<i64>(&WRONG, p![]).await.is_err());
    assert_eq!(names(app).await, ["a"]);
}

#[test]
fn a_failure_of_the_database_says_nothing_of_sql() {
    for (error, status) in [
        (DbError::NotFound, 404),
        (DbError::Busy, 503),
        (DbError::Unavailable("disk full on /data".into()), 503),
        (DbError::Retry, 503),
        (DbError::Unique("UNIQUE constraint failed: users.net_name".into()), 500),
        (DbError::Corrupt("/data/x.db".into()), 500),
        (DbError::Internal("syntax error near select".into()), 500),
    ] {
        let answer = ApiError::from(error);
        assert_eq!(answer.status(), status);
        assert_eq!(answer.retry_after_seconds(), (status == 503).then_some(1));
        let sent = answer.envelope(crate::texts::Language::English).to_string();
        assert!(!sent.contains("/data") && !sent.contains("users") && !sent.contains("select"), "{sent}");
    }
}

#[tokio::test]
async fn a_snapshot_sees_one_moment_while_others_write() {
    let app = &kernel().await.app;
    app.db.exec(&INSERT, p![1, "before"]).await.unwrap();
    let (seen, first) = tokio::sync::oneshot::channel();
    let (go, wait) = mpsc::channel::<()>();
    let snapshot = app.db.read(move |read| {
        let one: String = read.one(&NAME, p![1])?;
        seen.send(()).unwrap();
        wait.recv().unwrap();
        let (again, count): (String, i64) = (read.one(&NAME, p![1])?, read.one(&COUNT, p![])?);
        Ok((one, again, count))
    });
    let writing = async {
        first.await.unwrap();
        app.db.exec(&RENAME, p![1, "after"]).await.unwrap();
        app.db.exec(&INSERT, p![2, "new"]).await.unwrap();
        assert_eq!(names(app).await, ["after", "new"], "a lone statement sees what is committed");
        go.send(()).unwrap();
    };
    let (snapshot, ()) = tokio::join!(snapshot, writing);
    assert_eq!(snapshot.unwrap(), ("before".to_owned(), "before".to_owned(), 1));
    let later = app.db.read(|read| Ok(read.one::<String>(&NAME, p![1])?)).await.unwrap();
    assert_eq!(later, "after");
}

#[tokio::test]
async fn a_snapshot_cannot_write() {
    let app = &kernel().await.app;
    let tried = app.db.read(|read| Ok(read.all::<i64>(&ADD, p![1])?)).await;
    assert!(tried.is_err());
    assert_eq!(app.db.health().await.status, "ok");
}

#[tokio::test]
async fn a_read_that_panics_costs_itself_alone() {
    let app = &kernel().await.app;
    app.db.exec(&INSERT, p![1, "old"]).await.unwrap();
    // More often than there are readers or pooled connections.
    for _ in 0..20 {
        let panicked = app.db.read(|read| {
            let _: String = read.one(&NAME, p![1])?;
            if read.one::<i64>(&COUNT, p![])? == 1 {
                panic!("in the middle of a snapshot");
            }
            Ok(())
        });
        assert_eq!(panicked.await.unwrap_err().status(), 500);
    }
    app.db.exec(&RENAME, p![1, "new"]).await.unwrap();
    for _ in 0..20 {
        assert_eq!(names(app).await, ["new"], "no connection is left in an old snapshot");
    }
}
