//! The chain of the operation log: whole as written, and every kind of tampering shows.

mod retention;

use futures_util::future::join_all;
use serde_json::json;

use super::*;
use crate::app::App;
use crate::error::ApiError;
use crate::tests::{TestKernel, facts};

statements! {
    /// What someone with the file in hand might do.
    EDIT = "update audit_log set detail = '{}' where id = $1";
    /// Blames someone else.
    BLAME = "update audit_log set admin_id = '240000' where id = $1";
    /// Another time.
    SHIFT = "update audit_log set created_at = created_at + 1 where id = $1";
    /// Removes one.
    DELETE = "delete from audit_log where id = $1";
    /// Removes the end.
    TRUNCATE = "delete from audit_log where id >= $1";
    /// Removes everything.
    WIPE = "delete from audit_log";
    /// Gives a row another place.
    MOVE = "update audit_log set id = $2 where id = $1";
    /// Another hash.
    FORGE = "update audit_log set hash = $2 where id = $1";
    /// Another detail.
    RESEAL = "update audit_log set detail = $2 where id = $1";
    /// Moves a text from one field to the next.
    SHUFFLE = "update audit_log set action = 'a', target = 'ct target' where id = $1";
}

/// An act, and another one.
static ACT: Action = Action { id: "act", zh: "", en: "", sentence_zh: "", sentence_en: "" };
static DISABLE_USER: Action = Action { id: "disable_user", zh: "", en: "", sentence_zh: "", sentence_en: "" };

async fn act(app: &App, action: &'static Action, target: &'static str) {
    let owned = app.clone();
    let write = app
        .db
        .write(move |tx| Ok(record(&owned, tx, &Actor::system(), action, target, &json!({ "id": 7 }))?));
    write.await.unwrap();
}

/// A chain of five.
async fn kernel() -> TestKernel {
    let kernel = TestKernel::new().await;
    for _ in 0..5 {
        act(&kernel.app, &ACT, "target").await;
    }
    assert_eq!(verdict(&kernel.app).await, Ok(5));
    kernel
}

async fn verdict(app: &App) -> Result<i64, i64> {
    let owned = app.clone();
    app.db.read(move |read| Ok(verify(read, &owned.secrets)?)).await.unwrap()
}

#[tokio::test]
async fn every_statement_of_the_kernel_is_understood_by_the_engine() {
    let kernel = TestKernel::new().await;
    for statement in crate::statements().into_iter().chain(STATEMENTS.iter().copied()) {
        let described = kernel.app.db.describe(statement).await;
        assert!(described.is_ok(), "{}: {described:?}", statement.name);
    }
}

#[tokio::test]
async fn an_empty_chain_is_whole() {
    assert_eq!(verdict(&TestKernel::new().await.app).await, Ok(0));
}

#[tokio::test]
async fn a_row_tells_who_did_what_to_whom_when_and_from_where() {
    let kernel = TestKernel::new().await;
    let caller = Caller {
        facts: facts("240100").into(),
        claims: None,
        client: None,
        address: "192.0.2.7".parse().unwrap(),
        request_id: "abc".into(),
    };
    let owned = kernel.app.clone();
    let write = kernel.app.db.write(move |tx| {
        Ok(record(&owned, tx, &Actor::from(&caller), &DISABLE_USER, "240111", &json!({ "days": 3 }))?)
    });
    write.await.unwrap();
    let entry: Entry = kernel.app.db.one(&IN_ORDER, p![0, 10]).await.unwrap();
    let expected = Entry {
        id: 1,
        admin_id: "240100".into(),
        action: "disable_user".into(),
        target: "240111".into(),
        detail: r#"{"days":3}"#.into(),
        created_at: kernel.app.clock.now_ms(),
        ip: "192.0.2.7".into(),
        request_id: "abc".into(),
        hash: entry.hash.clone(),
    };
    assert_eq!(entry, expected);
    assert_eq!(entry.hash.len(), 64);
}

#[tokio::test]
async fn fifty_acts_at_once_some_undone_make_one_chain_that_goes_on_after_a_restart() {
    let kernel = TestKernel::new().await;
    let write = |number: i64| {
        let app = kernel.app.clone();
        kernel.app.db.write(move |tx| {
            app.events.append(tx, crate::tests::event("test", "made"))?;
            record(&app, tx, &Actor::system(), &ACT, &number.to_string(), &json!(null))?;
            if number % 5 == 0 { Err(ApiError::not_found()) } else { Ok(()) }
        })
    };
    let done = join_all((0..50).map(write)).await.into_iter().filter(Result::is_ok).count();
    assert_eq!(done, 40);
    assert_eq!(verdict(&kernel.app).await, Ok(40));
    let kernel = kernel.restart(&[]).await;
    act(&kernel.app, &ACT, "target").await;
    assert_eq!(verdict(&kernel.app).await, Ok(41));
}

#[tokio::test]
async fn a_chain_longer_than_one_page_is_walked_whole() {
    let kernel = TestKernel::new().await;
    join_all((0..1001).map(|_| act(&kernel.app, &ACT, "target"))).await;
    assert_eq!(verdict(&kernel.app).await, Ok(1001));
    kernel.app.db.exec(&EDIT, p![1001]).await.unwrap();
    assert_eq!(verdict(&kernel.app).await, Err(1001));
}

#[tokio::test]
async fn an_edited_row_shows() {
    for statement in [&EDIT, &BLAME, &SHIFT, &SHUFFLE] {
        let kernel = kernel().await;
        assert_eq!(kernel.app.db.exec(statement, p![3]).await.unwrap(), 1);
        assert_eq!(verdict(&kernel.app).await, Err(3), "{}", statement.name);
    }
}

#[tokio::test]
async fn a_deleted_row_shows_at_the_next() {
    for (id, found) in [(1, 2), (3, 4)] {
        let kernel = kernel().await;
        kernel.app.db.exec(&DELETE, p![id]).await.unwrap();
        assert_eq!(verdict(&kernel.app).await, Err(found));
    }
}

#[tokio::test]
async fn a_chain_cut_off_at_its_end_shows() {
    for (from, found) in [(5, 5), (3, 3), (1, 1)] {
        let kernel = kernel().await;
        kernel.app.db.exec(&TRUNCATE, p![from]).await.unwrap();
        assert_eq!(verdict(&kernel.app).await, Err(found));
    }
    let kernel = kernel().await;
    kernel.app.db.exec(&WIPE, p![]).await.unwrap();
    assert_eq!(verdict(&kernel.app).await, Err(1));
    act(&kernel.app, &ACT, "target").await;
    assert_eq!(verdict(&kernel.app).await, Err(6), "nor does it grow together again");
}

#[tokio::test]
async fn rows_that_changed_places_show() {
    let kernel = kernel().await;
    for (from, to) in [(2, 99), (3, 2), (99, 3)] {
        kernel.app.db.exec(&MOVE, p![from, to]).await.unwrap();
    }
    assert_eq!(verdict(&kernel.app).await, Err(2));
}
