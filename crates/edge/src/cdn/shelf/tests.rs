//! What two do with the shelf at once, step by step.

use std::io::Write;

use super::super::kind;
use super::*;

const URL: &str = "https://cdn.test/a.css";
const KEY: Key = [7; 32];

/// A shelf with one body on it, which is not in memory yet.
fn shelf(folder: &Path, body: &[u8]) -> Shelf {
    let shelf = Shelf::new(folder.to_owned(), 1 << 20);
    assert!(shelf.find(&KEY, URL).is_none(), "as before every fetch");
    put(&shelf, body);
    shelf
}

fn put(shelf: &Shelf, body: &[u8]) {
    let (unfinished, mut file) = shelf.begin("new").unwrap();
    file.write_all(body).unwrap();
    let label = Label {
        url: URL.into(),
        kind: kind::of("text/css", "css", body).unwrap(),
        etag: None,
        modified: None,
        length: body.len() as u64,
        sha256: hex::encode(Sha256::digest(body)),
        checked_at: 0,
        lifetime: 60,
    };
    shelf.put(KEY, &label, &unfinished, shelf.generation()).unwrap();
}

#[test]
fn what_is_read_while_everything_is_thrown_out_does_not_stay_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = shelf(folder.path(), b"a{}");
    let since = shelf.loaded().since(&KEY).unwrap();
    let copy = shelf.read(&KEY, URL).unwrap();
    shelf.clear();
    shelf.keep_hot(&KEY, &copy, since);
    assert!(shelf.find(&KEY, URL).is_none());

    put(&shelf, b"a{}");
    assert!(shelf.find(&KEY, URL).is_some() && shelf.in_memory(&KEY).is_some());
    shelf.clear();
    assert!(shelf.in_memory(&KEY).is_none());
}

#[test]
fn what_is_read_while_a_newer_one_comes_does_not_stand_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = shelf(folder.path(), b"a{}");
    let since = shelf.loaded().since(&KEY).unwrap();
    let copy = shelf.read(&KEY, URL).unwrap();
    put(&shelf, b"b{}");
    shelf.keep_hot(&KEY, &copy, since);
    assert!(matches!(shelf.find(&KEY, URL).unwrap().body, CopyBody::Memory(body) if *body == *b"b{}"));
}
