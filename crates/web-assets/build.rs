//! Says when to build again: when the web desktop changed. It never builds it; that is
//! `cargo xtask run`, because `cargo check` must need neither Node nor the network.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-env-changed=WEB_BUILD_ID");
    println!("cargo:rerun-if-changed=build.rs");
    let dist = Path::new("../../web/dist");
    // Cargo takes a missing folder for a changed one, and would build again each time.
    if dist.exists() {
        println!("cargo:rerun-if-changed={}", dist.display());
    }
}
