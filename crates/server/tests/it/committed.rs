//! Committed files that are made from the code: compared, or with `ACCEPT=1` rewritten.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file of the repository.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Its text; empty when it is not there yet.
pub(crate) fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_default()
}

/// Compares a committed file with what it should say, or rewrites it.
pub(crate) fn hold(name: &str, wanted: &str) {
    if accepting() {
        std::fs::write(path(name), wanted).unwrap();
    }
    let committed = read(name);
    // Not `assert_eq!`: two whole documents would bury the advice.
    let first = committed.lines().zip(wanted.lines()).position(|(old, new)| old != new);
    assert!(
        committed == wanted,
        "{name} is not what the code says (first difference: line {}); run this test with ACCEPT=1 and review the diff",
        first.map_or_else(|| "past the end of one".to_owned(), |line| (line + 1).to_string()),
    );
}

/// The same for a folder that holds nothing but these files.
pub(crate) fn hold_folder(folder: &str, wanted: &BTreeMap<String, String>) {
    if accepting() {
        std::fs::create_dir_all(path(folder)).unwrap();
    }
    for (name, text) in wanted {
        hold(&format!("{folder}/{name}"), text);
    }
    for name in files_of(folder).into_iter().filter(|name| !wanted.contains_key(name)) {
        assert!(accepting(), "{folder}/{name} no longer comes from the code; run this test with ACCEPT=1");
        std::fs::remove_file(path(folder).join(name)).unwrap();
    }
}

/// The names of the files of a folder.
fn files_of(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(path(folder)).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[expect(clippy::disallowed_methods, reason = "a switch of the test run, not of the portal")]
fn accepting() -> bool {
    std::env::var("ACCEPT").is_ok_and(|value| value == "1")
}
