//! `cargo xtask release`: the next patch number, the binary that carries it, and the list of its migrations.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::repo::Repo;
use crate::{package, tidy};

/// Raises the patch number and builds; a failed build leaves the number as it was.
pub fn main(repo: &Repo) -> Result<()> {
    let (list, migrations) = tidy::released_migrations(repo)?;
    let manifest = repo.root().join("Cargo.toml");
    let before = fs::read_to_string(&manifest).context("cannot read Cargo.toml")?;
    let (after, version) = bump_patch(&before)?;
    fs::write(&manifest, after).context("cannot write Cargo.toml")?;
    let binary = match package::build(repo) {
        Ok(binary) => binary,
        Err(error) => {
            fs::write(&manifest, before).context("cannot restore Cargo.toml")?;
            return Err(error);
        }
    };
    fs::write(repo.root().join(list), migrations).with_context(|| format!("cannot write {list}"))?;
    let bytes = fs::metadata(&binary).context("the build left no release binary")?.len();
    let megabytes = bytes as f64 / 1e6;
    println!("classportal {version}: {} ({megabytes:.1} MB)", binary.display());
    println!("commit Cargo.toml, Cargo.lock and {list} with it");
    Ok(())
}

/// The manifest with the next patch number in `[workspace.package]`, and that number.
fn bump_patch(manifest: &str) -> Result<(String, String)> {
    let mut section = "";
    let mut bumped = None;
    let mut lines = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line.trim();
        }
        let version = line.strip_prefix("version = \"").and_then(|rest| rest.strip_suffix('"'));
        match version {
            Some(version) if section == "[workspace.package]" => {
                let next = next_patch(version)?;
                lines.push(format!("version = \"{next}\""));
                bumped = Some(next);
            }
            _ => lines.push(line.to_owned()),
        }
    }
    let version = bumped.context("Cargo.toml has no `version = \"…\"` in [workspace.package]")?;
    Ok((lines.join("\n") + "\n", version))
}

fn next_patch(version: &str) -> Result<String> {
    let numbers: Vec<u64> = version.split('.').map_while(|part| part.parse().ok()).collect();
    match numbers[..] {
        [major, minor, patch] => Ok(format!("{major}.{minor}.{}", patch + 1)),
        _ => bail!("the version {version:?} in Cargo.toml is not of the form 1.2.3"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_workspace_version_is_raised() -> Result<()> {
        let manifest = "[workspace.package]\nversion = \"0.1.9\"\n[other]\nversion = \"3.0.0\"\n";
        let (after, version) = bump_patch(manifest)?;
        assert_eq!(version, "0.1.10");
        assert_eq!(after, manifest.replace("0.1.9", "0.1.10"));
        Ok(())
    }

    #[test]
    fn a_manifest_without_a_plain_version_is_refused() {
        assert!(bump_patch("[workspace]\n").is_err());
        assert!(bump_patch("[workspace.package]\nversion = \"1.0-rc\"\n").is_err());
    }
}
