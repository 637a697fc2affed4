//! Uploads on one node and the sweep of another: one database, one folder, nothing else in common.

use super::super::{EXPIRE, STORE};
use super::*;
use crate::p;

/// Two nodes. Tests draw the same randomness everywhere; real nodes do not.
async fn two_nodes() -> (TestApp, TestApp) {
    let one = test_app().await;
    let setup = TestSetup { features: &[], accounts: |_, _| Arc::new(Nobody), variables: &[] };
    let other = one.second_node(setup).await;
    let _ = other.app.random.hex::<32>();
    for node in [&one, &other] {
        stop_hourly_sweep(node).await;
    }
    (one, other)
}

fn objects(test: &TestApp, file: &StoredFile) -> usize {
    std::fs::read_dir(test.folder().join("data/files").join(&file.hash[..2])).unwrap().count()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_uploaded_between_the_two_steps_of_anothers_sweep_keeps_its_bytes() {
    let (one, other) = two_nodes().await;
    let before = upload(&one, &ann(), b"same").await;
    one.advance(DAY);
    let now = one.app.clock.now_ms();
    other.app.db.exec(&EXPIRE, p![now]).await.unwrap();

    // The sweep has dropped the row, and its node is slow.
    let dropped = other.app.files.drop_row(&before.hash, now).await.unwrap().unwrap();
    let again = upload(&one, &ben(), b"same").await;
    other.app.files.drop_object(&before.hash, &dropped).await.unwrap();

    assert_eq!(dropped, before.generation);
    assert_eq!((&again.hash, objects(&one, &again)), (&before.hash, 1), "the old object alone has gone");
    for node in [&one, &other] {
        assert!(readable(node, &again, &ben()).await);
        assert_eq!(content(&node.app.files, &again, None).await.unwrap(), b"same");
        assert!(content(&node.app.files, &before, None).await.is_err());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_an_upload_has_taken_up_again_is_not_swept() {
    let (one, other) = two_nodes().await;
    let before = upload(&one, &ann(), b"same").await;
    one.advance(DAY);
    let limit = one.app.clock.now_ms() - 1;

    // The sweep has listed the row as idle; then it is uploaded anew.
    let again = upload(&one, &ben(), b"same").await;
    let dropped = other.app.files.drop_row(&before.hash, limit).await.unwrap();

    assert_eq!((dropped, &again.generation), (None, &before.generation), "the same row and object");
    assert_eq!(content(&other.app.files, &again, None).await.unwrap(), b"same");
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_that_meet_the_sweeps_of_two_nodes_keep_their_bytes() {
    let (one, other) = two_nodes().await;
    let ben = ben();
    for round in 0..20_u8 {
        let bytes = [round, 0];
        let file = upload(&one, &ann(), &bytes).await;
        one.advance(DAY);
        let (swept, also, again, too) = tokio::join!(
            one.app.files.sweep(),
            other.app.files.sweep(),
            upload(&one, &ben, &bytes),
            upload(&other, &ben, &bytes),
        );
        swept.and(also).unwrap();
        assert_eq!((&again.hash, &too.hash), (&file.hash, &file.hash));
        let kept = known(&other, &file.hash).await.unwrap();
        assert!(readable(&other, &kept, &ben).await);
        assert_eq!(content(&other.app.files, &kept, None).await.unwrap(), bytes);
        assert_eq!(objects(&one, &kept), 1, "nothing is left behind");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn objects_from_before_there_were_generations_are_read_mended_and_swept() {
    let test = test_app().await;
    stop_hourly_sweep(&test).await;
    let (hash, now) = (hex::encode(Sha256::digest("old")), test.app.clock.now_ms());
    let migrated = move |tx: &mut crate::db::Tx| {
        let none = None::<i64>;
        Ok(tx.one::<StoredFile>(&STORE, p![&hash, 3_i64, "text/plain", none, none, now, ""])?)
    };
    let old = test.app.db.write(migrated).await.unwrap();
    let place = test.folder().join("data/files").join(&old.hash[..2]).join(&old.hash);
    for _ in 0..2 {
        assert_eq!(upload(&test, &ann(), b"old").await, old);
        assert_eq!(std::fs::read(&place).unwrap(), b"old");
        assert_eq!(content(&test.app.files, &old, None).await.unwrap(), b"old");
        std::fs::write(&place, b"damaged").unwrap();
    }
    test.advance(DAY);
    test.app.files.sweep().await.unwrap();
    assert_eq!(objects(&test, &old), 0);
}
