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
const PASSED: &[&str] =
    &["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "HOST", "PORT", "WS_PORT", "RELAY_PORT"];

/// How to sign in, in the words of those who try it: names and password are those of `crates/demo`.
const SIGN_IN: &str = "
  示例班级已就绪 · The demo class is ready

    网址 address     http://localhost:{port}
    密码 password    class-demo-1

    学生 pupil       林知夏   (桌面最满 · the fullest desktop)
    班主任 teacher   周文静   (班级管理台 · the class console)
    管理员 admin     罗致远   (全站管理 · the whole portal)

  数据 data: {folder}   第二天启动时重建 · made anew on another day
  停止 stop: Ctrl-C
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
    println!("{}", sign_in(&port, FOLDER));
    let mut server = Command::new(programs.join("classportal"));
    // In its own folder, so that it reads no `.env` of the checkout.
    server.args(["serve", "--dev"]).args(serve).current_dir(&folder);
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

fn sign_in(port: &str, folder: &str) -> String {
    SIGN_IN.replace("{port}", port).replace("{folder}", folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_names_address_password_and_three_accounts() {
        let text = sign_in("3000", "data/demo");
        for part in ["http://localhost:3000", "class-demo-1", "林知夏", "周文静", "罗致远", "data/demo"]
        {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }

    #[test]
    fn the_text_names_the_accounts_that_the_demo_makes() {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../demo/src");
        let read = |file: &str| std::fs::read_to_string(format!("{demo}/{file}")).unwrap();
        let source = read("lib.rs") + &read("class.rs");
        for part in ["\"class-demo-1\"", "\"林知夏\"", "\"周文静\"", "\"罗致远\""] {
            assert!(source.contains(part), "crates/demo does not name {part}");
        }
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
