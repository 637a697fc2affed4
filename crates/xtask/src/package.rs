//! `cargo xtask package`: the archive that people download, with the binary and what one needs to run it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::repo::Repo;
use crate::{hash, process, web};

/// What stands beside the binary, by its path in the repository and its path in the archive.
const FILES: &[(&str, &str)] = &[
    ("README.md", "README.md"),
    ("LICENSE", "LICENSE"),
    ("SECURITY.md", "SECURITY.md"),
    ("docs/operate.md", "docs/operate.md"),
    ("docs/operate.zh.md", "docs/operate.zh.md"),
    ("packaging/Dockerfile", "Dockerfile"),
];

/// Builds the release binary as the version stands, and packs it to
/// `target/package/classportal-VERSION-linux-ARCH.tar.gz` with its SHA-256 beside it.
pub fn main(repo: &Repo) -> Result<()> {
    if !cfg!(target_os = "linux") {
        bail!("the archive is for Linux; pack it on Linux");
    }
    let binary = build(repo)?;
    // The binary names itself, so an archive cannot carry a binary of another version.
    let said = process::output(Command::new(&binary).arg("--version"))?;
    let version = said.trim().strip_prefix("classportal ").context("the binary does not say its version")?;
    let name = format!("classportal-{version}-linux-{}", std::env::consts::ARCH);
    let archive = pack(repo, &binary, &name)?;
    let bytes = fs::metadata(&archive).with_context(|| format!("{} is gone", archive.display()))?.len();
    println!("{} ({:.1} MB)", archive.display(), bytes as f64 / 1e6);
    Ok(())
}

/// The release binary with the web desktop inside.
pub fn build(repo: &Repo) -> Result<PathBuf> {
    web::build(repo)?;
    let time = process::output(Command::new("date").args(["-u", "+%Y-%m-%dT%H:%M:%S.000Z"]))?;
    let mut command = repo.cargo(&["build", "--release", "--package", "server"]);
    command.env("BUILD_TIME", time.trim());
    process::run(&mut command)?;
    Ok(repo.target()?.join("release").join("classportal"))
}

fn pack(repo: &Repo, binary: &Path, name: &str) -> Result<PathBuf> {
    let target = repo.target()?.join("package");
    let folder = target.join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    copy(binary, &folder.join("classportal"))?;
    for (from, to) in FILES {
        copy(&repo.root().join(from), &folder.join(to))?;
    }
    let archive = format!("{name}.tar.gz");
    let mut tar = Command::new("tar");
    // Names in order and no owner: the archives of two machines differ by the binary and the times alone.
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-czf", &archive, name]);
    process::run(tar.current_dir(&target))?;
    let archive = target.join(archive);
    let line = format!("{}  {name}.tar.gz\n", hash::of_file(&archive)?);
    let sums = target.join(format!("{name}.tar.gz.sha256"));
    fs::write(&sums, line).with_context(|| format!("cannot write {}", sums.display()))?;
    Ok(archive)
}

/// Copies a file with its rights, making the folders above it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_an_archive_takes_is_in_the_repository() -> Result<()> {
        let repo = Repo::find()?;
        for (from, _) in FILES {
            assert!(repo.root().join(from).is_file(), "{from}");
        }
        Ok(())
    }
}
