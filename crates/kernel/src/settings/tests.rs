//! Settings: claimed once, and remembered only when committed.

use futures_util::future::join_all;

use crate::app::App;
use crate::error::{ApiError, Result};
use crate::tests::TestKernel;

async fn set(app: &App, name: &'static str, value: &'static str, outcome: fn() -> Result<()>) -> Result<()> {
    let owned = app.clone();
    let write = app.db.write(move |tx| {
        owned.settings.set(tx, name, value)?;
        assert_ne!(owned.settings.text(name).as_deref(), Some(value), "not before the commit");
        outcome()
    });
    write.await
}

#[tokio::test]
async fn of_fifty_who_claim_at_once_one_is_first() {
    let kernel = TestKernel::new().await;
    let claim = |number: usize| {
        let app = kernel.app.clone();
        kernel.app.db.write(move |tx| Ok(app.settings.claim(tx, "initialised", &number.to_string())?))
    };
    let answers = join_all((0..50).map(claim)).await;
    let winners: Vec<usize> = (0..50).filter(|number| *answers[*number].as_ref().unwrap()).collect();
    assert_eq!(winners.len(), 1);
    assert_eq!(kernel.app.settings.text("initialised"), Some(winners[0].to_string()));
}

#[tokio::test]
async fn a_claim_that_was_undone_is_free_again() {
    let kernel = TestKernel::new().await;
    let claim = |outcome: fn() -> Result<()>| {
        let app = kernel.app.clone();
        kernel.app.db.write(move |tx| {
            let first = app.settings.claim(tx, "initialised", "1")?;
            outcome().map(|()| first)
        })
    };
    claim(|| Err(ApiError::not_found())).await.unwrap_err();
    assert_eq!(kernel.app.settings.text("initialised"), None);
    assert!(claim(|| Ok(())).await.unwrap());
    assert!(!claim(|| Ok(())).await.unwrap());
}

#[tokio::test]
async fn memory_follows_the_commit_and_nothing_else() {
    let kernel = TestKernel::new().await;
    let app = &kernel.app;
    set(app, "colour", "red", || Ok(())).await.unwrap();
    assert_eq!(app.settings.text("colour").as_deref(), Some("red"));
    set(app, "colour", "blue", || Err(ApiError::not_found())).await.unwrap_err();
    set(app, "colour", "green", || panic!("ours")).await.unwrap_err();
    assert_eq!(app.settings.text("colour").as_deref(), Some("red"));

    let kernel = kernel.restart(&[]).await;
    assert_eq!(kernel.app.settings.text("colour").as_deref(), Some("red"));
}

#[tokio::test]
async fn a_switch_is_on_when_it_says_1() {
    let kernel = TestKernel::new().await;
    let app = &kernel.app;
    assert!(!app.settings.is_on("switch"));
    for (value, on) in [("1", true), ("0", false), ("true", false)] {
        set(app, "switch", value, || Ok(())).await.unwrap();
        assert_eq!(app.settings.is_on("switch"), on, "{value}");
    }
}

#[tokio::test]
async fn what_another_node_wrote_is_there_after_a_reload() {
    let kernel = TestKernel::new().await;
    let other = super::Settings::load(&kernel.app.db).await.unwrap();
    set(&kernel.app, "colour", "red", || Ok(())).await.unwrap();
    assert_eq!(other.text("colour"), None);
    other.reload(&kernel.app.db).await.unwrap();
    assert_eq!(other.text("colour").as_deref(), Some("red"));
}

#[tokio::test]
async fn the_wizards_time_zone_holds_unless_the_operator_set_one() {
    let kernel = TestKernel::new().await;
    set(&kernel.app, "timezone", "America/New_York", || Ok(())).await.unwrap();
    kernel.app.refresh_timezone();
    assert_eq!(kernel.app.timezone().iana_name(), Some("Asia/Shanghai"));

    let kernel = kernel.restart(&[("TIMEZONE", "")]).await;
    assert_eq!(kernel.app.timezone().iana_name(), Some("America/New_York"));
    assert_eq!(kernel.app.today().to_string(), "2026-08-31", "20:00 the evening before");
    assert_eq!(kernel.app.local_time(kernel.now()), "2026-08-31 20:00:00");
}

#[tokio::test]
async fn a_sequence_counts_from_one_without_gap_and_gives_an_undone_number_again() {
    let kernel = TestKernel::new().await;
    let next = |name: &'static str, outcome: fn() -> Result<()>| {
        kernel.app.db.write(move |tx| {
            let number = crate::sequence::next(tx, name)?;
            outcome().map(|()| number)
        })
    };
    let mut numbers: Vec<i64> =
        join_all((0..50).map(|_| next("users", || Ok(())))).await.into_iter().map(Result::unwrap).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=50).collect::<Vec<_>>());
    next("users", || Err(ApiError::not_found())).await.unwrap_err();
    assert_eq!(next("users", || Ok(())).await.unwrap(), 51);
    assert_eq!(next("integrations", || Ok(())).await.unwrap(), 1, "each name counts apart");
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_all_again_loses_nothing_that_is_set_meanwhile() {
    let kernel = TestKernel::new().await;
    for number in 0..100 {
        let (app, value) = (kernel.app.clone(), number.to_string());
        let writing = kernel.app.db.write(move |tx| Ok(app.settings.set(tx, "number", &value)?));
        let reading = kernel.app.settings.reload(&kernel.app.db);
        let (written, read) = futures_util::join!(writing, reading);
        written.unwrap();
        read.unwrap();
        assert_eq!(kernel.app.settings.text("number"), Some(number.to_string()));
    }
}
