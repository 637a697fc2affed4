//! The programs of the system that the suite uses, installed where that is possible.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use super::postgres;
use crate::process;

/// A Debian package and how to see that what it brings is there already.
struct Package {
    name: &'static str,
    is_there: fn() -> bool,
}

const PACKAGES: &[Package] = &[
    Package { name: "postgresql", is_there: || postgres::program("initdb").is_ok() },
    Package { name: "nats-server", is_there: || has_program("nats-server") },
    Package { name: "nginx-light", is_there: || has_program("nginx") },
    Package { name: "chromium", is_there: || chromium().is_some() },
    Package { name: "fonts-noto-cjk", is_there: has_chinese_font },
    Package { name: "strace", is_there: || has_program("strace") },
    Package { name: "python3-venv", is_there: can_make_venv },
];

/// Installs what is missing when this user may; else prints the one line that does.
pub fn install_missing() -> Result<()> {
    let missing = missing();
    if missing.is_empty() {
        println!("all there: {}", names(PACKAGES.iter()));
        return Ok(());
    }
    let list = names(missing.iter().copied());
    let line = format!("apt-get install --yes --no-install-recommends {list}");
    if process::which(&["apt-get"]).is_none() {
        bail!("install what brings these programs with your system's package manager: {list}");
    }
    if !is_root()? {
        bail!("run once, then try again:\n  sudo {line}");
    }
    apt_get(&["update", "--quiet"])?;
    let mut arguments = vec!["install", "--yes", "--quiet", "--no-install-recommends"];
    arguments.extend(missing.iter().map(|package| package.name));
    apt_get(&arguments)?;
    let still = self::missing();
    if !still.is_empty() {
        bail!("installed, yet not found: {}", names(still.into_iter()));
    }
    Ok(())
}

/// The browser: the file `CHROMIUM`, else the usual names in `PATH`.
pub fn chromium() -> Option<PathBuf> {
    match std::env::var_os("CHROMIUM") {
        Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
        None => process::which(&["chromium", "chromium-browser", "google-chrome"]),
    }
}

fn missing() -> Vec<&'static Package> {
    PACKAGES.iter().filter(|package| !(package.is_there)()).collect()
}

fn names<'a>(packages: impl Iterator<Item = &'a Package>) -> String {
    packages.map(|package| package.name).collect::<Vec<_>>().join(" ")
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    process::run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_root() -> Result<bool> {
    Ok(process::output(Command::new("id").arg("-u"))?.trim() == "0")
}

fn has_program(name: &str) -> bool {
    process::which(&[name]).is_some()
}

fn can_make_venv() -> bool {
    process::succeeds("python3", &["-c", "import ensurepip, venv"])
}

/// Whether pages can show Chinese; without a font, screenshots are boxes.
fn has_chinese_font() -> bool {
    let listed = Command::new("fc-list").arg(":lang=zh-cn").output();
    listed.is_ok_and(|output| !output.stdout.is_empty())
        || has_file_named("NotoSansCJK", Path::new("/usr/share/fonts"))
}

fn has_file_named(start: &str, folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        entry.file_name().to_string_lossy().starts_with(start)
            || entry.path().is_dir() && has_file_named(start, &entry.path())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_is_found_in_any_folder_below() -> Result<()> {
        let folder = tempfile::tempdir()?;
        fs::create_dir_all(folder.path().join("opentype/noto"))?;
        assert!(!has_file_named("NotoSansCJK", folder.path()));
        fs::write(folder.path().join("opentype/noto/NotoSansCJK-Regular.ttc"), "")?;
        assert!(has_file_named("NotoSansCJK", folder.path()));
        Ok(())
    }

    #[test]
    fn packages_are_named_in_one_line() {
        let line = names(PACKAGES.iter().take(2));
        assert_eq!(line, "postgresql nats-server");
    }
}
