//! Says where the web desktop lies, and when to build again: when it changed. It never builds it; that is
//! `cargo xtask run`, because `cargo check` must need neither Node nor the network.

#[expect(clippy::disallowed_methods, reason = "a build script is told everything by its environment")]
fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    // Without `..`: a debug build that was compiled before the web desktop was built compares the files that it
    // finds later with this path as it stands here.
    let repository = std::fs::canonicalize("../..")?;
    println!("cargo:rustc-env=WEB_DIST={}", repository.join("web/dist").display());
    // Other builds read the folder when they run.
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        // While it is missing, Cargo takes it for changed, so that the first one is not overlooked.
        println!("cargo:rerun-if-changed=../../web/dist");
    }
    Ok(())
}
