//! What was acknowledged is there: kills under load, a full disk, a disk that fails
//! (`interface 10.1`, `interface 10.2`).
//!
//! The real binary runs on a folder of its own; the driver keeps a journal of what it sent and of
//! what was answered, and compares it with what a restarted server shows and what stands in the
//! event log. `TORTURE_SEED` and `TORTURE_SECONDS` say where the randomness starts and how long the
//! ignored test goes on.
#![expect(
    clippy::disallowed_methods,
    reason = "a driver outside the server: the machine's own time and environment"
)]

mod answers;
pub(crate) mod client;
mod faults;
mod journal;
mod kills;
mod market;
mod messages;
pub(crate) mod place;
pub(crate) mod provider;
pub(crate) mod server;
mod webhooks;

use std::io::Write;

/// Says that a test could not be done; loud, because the test runner shows nothing of a test that
/// passes.
pub(crate) fn skip(test: &str, why: &str) {
    // Not `eprintln!`, which the test runner catches.
    let _ = writeln!(std::io::stderr(), "\nSKIPPED {test}: {why}\n");
}

/// A number from the environment.
fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// A program in the search path.
pub(crate) fn program(name: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}
