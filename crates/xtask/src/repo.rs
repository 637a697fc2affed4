//! Where things are: the repository's root, the web folder, the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The checkout that this run works on.
pub struct Repo {
    root: PathBuf,
}

impl Repo {
    /// Finds the checkout around the current folder.
    pub fn find() -> Result<Self> {
        let start = std::env::current_dir().context("the current folder is gone; cd elsewhere")?;
        for folder in start.ancestors() {
            let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
            if manifest.contains("[workspace]") {
                return Ok(Self { root: folder.to_owned() });
            }
        }
        bail!("no workspace around {}; cd into the checkout", start.display());
    }

    /// The repository's root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The web desktop's folder.
    pub fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// Cargo's target folder, wherever the settings put it.
    pub fn target(&self) -> Result<PathBuf> {
        let output = self
            .cargo(&["metadata", "--no-deps", "--format-version", "1"])
            .output()
            .context("cargo does not start; install Rust from https://rustup.rs")?;
        if !output.status.success() {
            bail!("cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let folder = metadata["target_directory"].as_str();
        folder.map(PathBuf::from).context("cargo metadata names no target folder")
    }

    /// Where these tools keep their own files: stamps, the Python environment, logs.
    pub fn scratch(&self) -> Result<PathBuf> {
        let folder = self.target()?.join("xtask");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(folder)
    }

    /// The debug build of the server.
    pub fn debug_binary(&self) -> Result<PathBuf> {
        Ok(self.target()?.join("debug").join("classportal"))
    }

    /// A cargo command in the root.
    pub fn cargo(&self, args: &[&str]) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(args).current_dir(&self.root);
        command
    }

    /// An npm command in `web/`.
    pub fn npm(&self, args: &[&str]) -> Command {
        let mut command = Command::new("npm");
        command.args(args).current_dir(self.web());
        command
    }
}
