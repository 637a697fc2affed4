//! Committed files that are made from the code: compared, or with `ACCEPT=1` rewritten.

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

#[expect(clippy::disallowed_methods, reason = "a switch of the test run, not of the portal")]
fn accepting() -> bool {
    std::env::var("ACCEPT").is_ok_and(|value| value == "1")
}
