//! Says when to build again: when the web desktop changed. It never builds it; that is
//! `cargo xtask run`, because `cargo check` must need neither Node nor the network.

#[expect(clippy::disallowed_methods, reason = "a build script is told everything by its environment")]
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Other builds read the folder when they run.
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    // While it is missing, Cargo takes it for changed, so that the first one is not overlooked.
    println!("cargo:rerun-if-changed=../../web/dist");
}
