//! `cargo xtask run --demo`: the portal of a made-up class in the middle of a term.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::repo::Repo;

/// Where the demo class lives, beside a portal that `cargo xtask run` has made.
const FOLDER: &str = "data/demo";

/// The variables of the shell that reach the demo. No other does: a demo never opens the database of a real
/// portal, whatever is set.
const PASSED: &[&str] = &["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "HOST", "PORT", "WS_PORT"];

/// Where the demo is found; `crates/demo` prints who can sign in.
const ADDRESS: &str = "
    网址 address     http://localhost:{port}
    数据 data        {folder}   第二天启动时重建 · made anew on another day
    停止 stop        Ctrl-C
";

/// Builds the server and the demo, makes the class of today, and becomes the server.
pub fn main(repo: &Repo, serve: &[String]) -> Result<()> {
    let binaries = ["--package", "server", "--package", "demo", "--bin", "classportal", "--bin", "demo"];
    let mut build = repo.cargo(&["build"]);
    build.args(binaries);
    process::run(&mut build)?;

    let folder = repo.root().join(FOLDER);
    let programs = repo.target()?.join("debug");
    let mut fill = Command::new(programs.join("demo"));
    process::run(fill.arg(&folder))?;

    let port = std::env::var("PORT").unwrap_or_else(|_| "3000".to_owned());
    println!("{}", address(&port, FOLDER));
    let mut server = Command::new(programs.join("classportal"));
    // In its own folder, so that it reads no `.env` of the checkout.
    server.args(["serve", "--dev", "--ai-stub", "--weather-stub"]).args(serve).current_dir(&folder);
    server.env_clear().envs(environment(|name| std::env::var_os(name)));
    server.env("DB_PATH", folder.join("portal.db"));
    println!("$ {}", process::shown(&server));
    Err(server.exec()).context("the server does not start")
}

/// What the server gets of the shell's variables. Everyone knows the demo's password, so it listens to this
/// machine alone unless HOST says otherwise.
fn environment(given: impl Fn(&str) -> Option<OsString>) -> Vec<(String, OsString)> {
    let local = ("HOST".to_owned(), OsString::from("127.0.0.1"));
    let passed = PASSED.iter().filter_map(|name| Some(((*name).to_owned(), given(name)?)));
    std::iter::once(local).chain(passed).collect()
}

fn address(port: &str, folder: &str) -> String {
    ADDRESS.replace("{port}", port).replace("{folder}", folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_names_address_and_folder() {
        let text = address("3100", "data/demo");
        assert!(text.contains("http://localhost:3100") && text.contains("data/demo"), "{text}");
    }

    #[test]
    fn no_variable_of_a_real_portal_reaches_the_demo() {
        let all = environment(|name| Some(format!("the shell's {name}").into()));
        for name in ["DATABASE_URL", "DB_PATH", "JWT_SECRET", "NATS_URL", "RESOURCES_DIR"] {
            assert!(all.iter().all(|(passed, _)| passed != name), "{name} is passed on");
        }
    }

    #[test]
    fn the_demo_listens_to_this_machine_alone_unless_told() {
        let host =
            |all: Vec<(String, OsString)>| all.into_iter().rfind(|(name, _)| name == "HOST").unwrap().1;
        assert_eq!(host(environment(|_| None)), "127.0.0.1");
        assert_eq!(host(environment(|name| (name == "HOST").then(|| "0.0.0.0".into()))), "0.0.0.0");
    }
}
