//! Files on the real application: uploads, who may read them, and what the sweep leaves.

mod nodes;

use std::sync::Arc;

use axum::http::StatusCode;
use futures_util::TryStreamExt;
use futures_util::future::BoxFuture;
use sha2::{Digest, Sha256};

use super::{Files, PARTIAL, Reader, Reference, StoredFile};
use crate::accounts::Accounts;
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::events::Memberships;
use crate::testing::{TestApp, TestSetup};
use crate::tests::facts;
use crate::user::{UserFacts, UserId};

/// The kernel has no users; `identity` brings them.
struct Nobody;

impl Accounts for Nobody {
    fn cached(&self, _: &UserId) -> Option<Arc<UserFacts>> {
        None
    }

    fn load(&self, _: UserId) -> BoxFuture<'_, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn lift_expired_ban<'a>(
        &'a self,
        _: &'a App,
        _: UserId,
    ) -> BoxFuture<'a, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn is_revoked(&self, _: &str) -> bool {
        false
    }

    fn forget(&self, _: &UserId) {}
}

async fn test_app() -> TestApp {
    TestApp::new(TestSetup { features: &[], accounts: |_, _| Arc::new(Nobody), variables: &[] }).await
}

/// Only what a test sweeps itself: time that moves would wake the hourly sweep, which runs beside the test.
async fn stop_hourly_sweep(test: &TestApp) {
    test.app.tasks.stop_service(&test.app.clock, "file-sweep").await.unwrap();
}

fn ann() -> Reader {
    reader("250101")
}

fn ben() -> Reader {
    reader("250102")
}

fn cas() -> Reader {
    reader("250201")
}

fn reader(user: &str) -> Reader {
    let facts = facts(user);
    Reader { user: facts.user_id, memberships: Memberships::new(&facts, []) }
}

async fn upload(test: &TestApp, owner: &Reader, bytes: &[u8]) -> StoredFile {
    let mut upload = test.app.files.begin(&test.app.random, 1 << 20).await.unwrap();
    for piece in bytes.chunks(3) {
        upload.write(piece).await.unwrap();
    }
    upload.finish(&test.app, owner.user, "", |_, _, _| Ok(())).await.unwrap()
}

async fn readable(test: &TestApp, file: &StoredFile, reader: &Reader) -> bool {
    let (files, hash, reader) = (test.app.files.clone(), file.hash.clone(), reader.clone());
    test.app.db.read(move |read| Ok(files.may_read(read, &hash, &reader)?)).await.unwrap()
}

async fn known(test: &TestApp, hash: &str) -> Option<StoredFile> {
    let (files, hash) = (test.app.files.clone(), hash.to_owned());
    test.app.db.read(move |read| Ok(files.find(read, &hash)?)).await.unwrap()
}

/// Refers from `note/ref_id` of the reader.
async fn refer(
    test: &TestApp,
    reader: &Reader,
    hash: &str,
    ref_id: &'static str,
    audience: &'static str,
) -> Result<()> {
    let (files, reader, hash) = (test.app.files.clone(), reader.clone(), hash.to_owned());
    let write = move |tx: &mut crate::db::Tx| {
        files.add_ref(
            tx,
            &reader,
            &hash,
            &Reference { feature: "note", ref_id, owner: Some(reader.user), audience, name: "" },
        )
    };
    test.app.db.write(write).await
}

async fn content(files: &Files, file: &StoredFile, range: Option<std::ops::Range<u64>>) -> Result<Vec<u8>> {
    let pieces: Vec<_> = files.open(file, range).await?.try_collect().await.map_err(ApiError::internal)?;
    Ok(pieces.concat())
}

fn partial_files(test: &TestApp) -> usize {
    std::fs::read_dir(test.folder().join("data/files").join(PARTIAL)).unwrap().count()
}

const DAY: u64 = 86_400;

#[tokio::test(flavor = "multi_thread")]
async fn bytes_come_back_by_their_hash() {
    let test = test_app().await;
    assert!(!test.folder().join("data/files").exists(), "nothing is made before it is needed");
    let text = "你好, world";
    let file = upload(&test, &ann(), text.as_bytes()).await;
    assert_eq!(file.hash, hex::encode(Sha256::digest(text)));
    assert_eq!((file.size, file.mime.as_str(), file.width), (13, "text/plain", None));
    let files = &test.app.files;
    assert_eq!(content(files, &file, None).await.unwrap(), text.as_bytes());
    assert_eq!(content(files, &file, Some(8..13)).await.unwrap(), b"world");
    assert_eq!(content(files, &file, Some(0..1)).await.unwrap(), &text.as_bytes()[..1]);
    let object = test.folder().join("data/files").join(&file.hash[..2]);
    let object = object.join(format!("{}.{}", file.hash, file.generation));
    assert_eq!(std::fs::read(object).unwrap(), text.as_bytes());
    assert_eq!(partial_files(&test), 0);

    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0";
    let image = upload(&test, &ann(), png).await;
    assert_eq!((image.mime.as_str(), image.width, image.height), ("image/png", Some(640), Some(480)));
    let empty = upload(&test, &ann(), b"").await;
    assert_eq!((empty.size, empty.mime.as_str()), (0, "application/octet-stream"));
    assert_eq!(content(files, &empty, None).await.unwrap(), b"");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_hash_is_no_path() {
    let test = test_app().await;
    let file = upload(&test, &ann(), b"here").await;
    let upper = "A".repeat(64);
    for hash in ["", "..", "../classportal.db", "tmp/x", &"0".repeat(64), &"0".repeat(63), &upper] {
        let other = StoredFile { hash: hash.into(), ..file.clone() };
        let refused = content(&test.app.files, &other, None).await.unwrap_err();
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{hash}");
    }
    for generation in ["", "..", "/../../classportal.db", "0"] {
        let other = StoredFile { generation: generation.into(), ..file.clone() };
        let refused = content(&test.app.files, &other, None).await.unwrap_err();
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{generation}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_past_its_limit_leaves_nothing() {
    let test = test_app().await;
    let mut at_limit = test.app.files.begin(&test.app.random, 5).await.unwrap();
    at_limit.write(b"hello").await.unwrap();
    let hash = at_limit.finish(&test.app, ann().user, "", |_, _, _| Ok(())).await.unwrap().hash;
    let mut over = test.app.files.begin(&test.app.random, 5).await.unwrap();
    over.write(b"hello").await.unwrap();
    assert_eq!(partial_files(&test), 1);
    assert_eq!(over.write(b"!").await.unwrap_err().status(), StatusCode::PAYLOAD_TOO_LARGE);
    // Nor can a careless caller make a file of what was cut off.
    assert!(over.finish(&test.app, ann().user, "", |_, _, _| Ok(())).await.is_err());
    assert_eq!(partial_files(&test), 0);
    assert!(known(&test, &hash).await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn known_bytes_are_one_file_and_still_give_no_right_to_others() {
    let test = test_app().await;
    let first = upload(&test, &ann(), b"same").await;
    assert!(readable(&test, &first, &ann()).await && !readable(&test, &first, &ben()).await);
    test.advance(60);
    let ben = ben();
    let many = (0..8).map(|_| upload(&test, &ben, b"same"));
    for again in futures_util::future::join_all(many).await {
        assert_eq!(again, first);
    }
    assert!(readable(&test, &first, &ben).await && !readable(&test, &first, &cas()).await);
    assert_eq!(content(&test.app.files, &first, None).await.unwrap(), b"same");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_may_read_what_one_may_see_a_reference_of() {
    let test = test_app().await;
    let file = upload(&test, &ann(), b"homework").await;
    refer(&test, &ann(), &file.hash, "n1", "class:01").await.unwrap();
    assert!(readable(&test, &file, &ben()).await && !readable(&test, &file, &cas()).await);
    // A second reference widens; changing it narrows again.
    refer(&test, &ben(), &file.hash, "n2", "all").await.unwrap();
    assert!(readable(&test, &file, &cas()).await);
    refer(&test, &ben(), &file.hash, "n2", "role:admin").await.unwrap();
    assert!(!readable(&test, &file, &cas()).await);
    // The day of the upload is over, and the owner of a reference reads on whatever its audience.
    test.advance(DAY);
    refer(&test, &ann(), &file.hash, "n1", "role:admin").await.unwrap();
    assert!(readable(&test, &file, &ann()).await && readable(&test, &file, &ben()).await);

    let (files, hash, owner) = (test.app.files.clone(), file.hash.clone(), ben().user);
    test.app.db.write(move |tx| Ok(files.remove_ref(tx, &hash, "note", "n2", owner)?)).await.unwrap();
    assert!(readable(&test, &file, &ann()).await && !readable(&test, &file, &ben()).await);
    let files = test.app.files.clone();
    test.app.db.write(move |tx| Ok(files.remove_refs(tx, "note", "n1")?)).await.unwrap();
    assert!(!readable(&test, &file, &ann()).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn naming_a_hash_gains_nothing() {
    let test = test_app().await;
    let file = upload(&test, &ann(), b"diary").await;
    for hash in [file.hash.as_str(), "unknown"] {
        let refused = refer(&test, &ben(), hash, "mine", "user:250102").await.unwrap_err();
        assert_eq!(refused.status(), StatusCode::NOT_FOUND);
    }
    assert!(!readable(&test, &file, &ben()).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sweep_takes_what_nobody_refers_to_after_a_day() {
    let test = test_app().await;
    stop_hourly_sweep(&test).await;
    let kept = upload(&test, &ann(), b"kept").await;
    let gone = upload(&test, &ann(), b"gone").await;
    refer(&test, &ann(), &kept.hash, "n1", "class:01").await.unwrap();
    test.advance(DAY - 1);
    let fresh = upload(&test, &ann(), b"fresh").await;
    test.app.files.sweep().await.unwrap();
    assert!(known(&test, &gone.hash).await.is_some());
    assert!(readable(&test, &gone, &ann()).await);

    test.advance(1);
    assert!(!readable(&test, &gone, &ann()).await);
    test.app.files.sweep().await.unwrap();
    assert!(known(&test, &gone.hash).await.is_none());
    assert_eq!(content(&test.app.files, &gone, None).await.unwrap_err().status(), StatusCode::NOT_FOUND);
    for file in [&kept, &fresh] {
        assert!(known(&test, &file.hash).await.is_some() && readable(&test, file, &ann()).await);
        content(&test.app.files, file, None).await.unwrap();
    }
    // The same bytes may come again.
    let again = upload(&test, &ben(), b"gone").await;
    assert_eq!(content(&test.app.files, &again, None).await.unwrap(), b"gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hourly_sweep_takes_unfinished_uploads_of_a_crash() {
    let test = test_app().await;
    let mut cut_off = test.app.files.begin(&test.app.random, 100).await.unwrap();
    cut_off.write(b"half").await.unwrap();
    // A crash runs no destructors.
    std::mem::forget(cut_off);
    let foreign = test.folder().join("data/files").join(PARTIAL).join("notes.txt");
    std::fs::write(foreign, b"not ours").unwrap();
    test.app.files.sweep().await.unwrap();
    assert_eq!(partial_files(&test), 2);
    assert!(test.app.tasks.running().contains(&"file-sweep"));
    // The task counts its hour from when it first runs, which may be after the clock was moved.
    while partial_files(&test) > 1 {
        test.advance(DAY);
        tokio::task::yield_now().await;
    }
}
