//! Where things stand in the repository, and how the binary under test is built.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The repository that this program was built from.
pub fn root() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).unwrap_or_else(|| Path::new("."))
}

/// Cargo's folder of built things. Temporary data goes there as well: `/tmp` may be memory, where
/// `fdatasync` costs nothing.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Where the product is when it has been built.
pub fn release_binary() -> PathBuf {
    target().join("release/classportal")
}

/// Builds the product as it is released.
pub fn build_release_binary() -> Result<PathBuf> {
    let mut build = cargo(&["build", "--release", "--package", "server"]);
    let status = build.status().context("cargo does not start")?;
    if !status.success() {
        bail!("the server does not build");
    }
    Ok(release_binary())
}

/// Cargo in the repository.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}
