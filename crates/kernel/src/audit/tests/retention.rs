//! Old rows leave from the front, and the rest still shows every tampering.

use super::super::retention::{ARCHIVE, BATCH, prune};
use super::*;
use crate::texts::AUDIT_ANCHOR;

/// Makes what stands in the log older. The wall clock alone moves: the hourly task must not wake
/// and prune beside the test.
fn age(kernel: &TestKernel, days: i64) {
    kernel.app.clock.set_wall(kernel.app.clock.now() + jiff::SignedDuration::from_hours(days * 24));
}

/// Five old rows, then three young ones.
async fn aged() -> TestKernel {
    let kernel = super::kernel().await;
    age(&kernel, 366);
    for _ in 0..3 {
        act(&kernel.app, &ACT, "target").await;
    }
    kernel
}

async fn pruned() -> TestKernel {
    let kernel = aged().await;
    assert!(!prune(&kernel.app).await.unwrap(), "that was all");
    kernel
}

async fn rows(app: &App) -> Vec<Entry> {
    app.db.all(&IN_ORDER, p![0, 10_000]).await.unwrap()
}

#[tokio::test]
async fn old_rows_leave_an_anchor_and_the_chain_is_whole() {
    let kernel = pruned().await;
    let left = rows(&kernel.app).await;
    assert_eq!(left.iter().map(|row| row.id).collect::<Vec<_>>(), [5, 6, 7, 8]);
    assert_eq!((left[0].action.as_str(), left[0].admin_id.as_str()), (AUDIT_ANCHOR.id, "system"));
    assert_eq!(verdict(&kernel.app).await, Ok(8));

    assert!(!prune(&kernel.app).await.unwrap(), "an anchor alone is not anchored again");
    assert_eq!(rows(&kernel.app).await, left);
    act(&kernel.app, &ACT, "target").await;
    assert_eq!(verdict(&kernel.app).await, Ok(9));
}

#[tokio::test]
async fn what_left_stands_in_a_file_that_is_the_operators_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let kernel = pruned().await;
    let path = kernel.folder().join("data").join(ARCHIVE);
    let text = std::fs::read_to_string(&path).unwrap();
    let ids: Vec<i64> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_i64().unwrap())
        .collect();
    assert_eq!(ids, [1, 2, 3, 4, 5]);
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn everything_may_leave_and_the_chain_goes_on_after_years() {
    let kernel = pruned().await;
    age(&kernel, 400);
    prune(&kernel.app).await.unwrap();
    assert_eq!(rows(&kernel.app).await.len(), 1);
    assert_eq!(verdict(&kernel.app).await, Ok(8));
    act(&kernel.app, &ACT, "target").await;
    let kernel = kernel.restart(&[]).await;
    assert_eq!(verdict(&kernel.app).await, Ok(9));
}

#[tokio::test]
async fn more_than_a_batch_leaves_in_several_steps() {
    let kernel = TestKernel::new().await;
    join_all((0..BATCH + 3).map(|_| act(&kernel.app, &ACT, "target"))).await;
    age(&kernel, 366);
    assert!(prune(&kernel.app).await.unwrap());
    assert!(!prune(&kernel.app).await.unwrap());
    assert_eq!(rows(&kernel.app).await.len(), 1);
    assert_eq!(verdict(&kernel.app).await, Ok(BATCH + 3));
}

#[tokio::test]
async fn without_a_limit_nothing_leaves() {
    let kernel = TestKernel::with(&[("AUDIT_RETENTION_DAYS", "0")]).await;
    act(&kernel.app, &ACT, "target").await;
    age(&kernel, 4000);
    assert!(!prune(&kernel.app).await.unwrap());
    assert_eq!(rows(&kernel.app).await.len(), 1);
}

#[tokio::test]
async fn a_changed_forged_or_removed_anchor_shows() {
    for statement in [&EDIT, &BLAME, &SHIFT, &SHUFFLE] {
        let kernel = pruned().await;
        kernel.app.db.exec(statement, p![5]).await.unwrap();
        assert!(verdict(&kernel.app).await.is_err(), "{}", statement.name);
    }
    let kernel = pruned().await;
    kernel.app.db.exec(&FORGE, p![5, "00"]).await.unwrap();
    assert_eq!(verdict(&kernel.app).await, Err(5));

    let kernel = pruned().await;
    kernel.app.db.exec(&DELETE, p![5]).await.unwrap();
    assert_eq!(verdict(&kernel.app).await, Err(6));
}

#[tokio::test]
async fn an_anchor_is_good_for_its_own_place_alone() {
    let kernel = pruned().await;
    let sealed = rows(&kernel.app).await[0].detail.clone();
    kernel.app.db.exec(&super::super::retention::FORGET, p![7]).await.unwrap();
    let seventh = rows(&kernel.app).await[0].hash.clone();
    let anchored = kernel
        .app
        .db
        .exec(&super::super::retention::SET_ANCHOR, p![7, seventh, sealed.clone(), AUDIT_ANCHOR.id])
        .await;
    assert_eq!(anchored.unwrap(), 1);
    assert_eq!(verdict(&kernel.app).await, Err(7));
    kernel.app.db.exec(&RESEAL, p![7, "v1:AAAA"]).await.unwrap();
    assert_eq!(verdict(&kernel.app).await, Err(7));
}

#[tokio::test]
async fn a_row_that_calls_itself_an_anchor_in_the_middle_is_none() {
    let kernel = super::kernel().await;
    act(&kernel.app, &AUDIT_ANCHOR, "").await;
    assert_eq!(verdict(&kernel.app).await, Ok(6), "it is a row like any other");
    kernel.app.db.exec(&super::super::retention::FORGET, p![6]).await.unwrap();
    assert_eq!(verdict(&kernel.app).await, Err(6));
}
