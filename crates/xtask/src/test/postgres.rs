//! A private PostgreSQL: its own folder, port and account, gone when the run ends.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::ports::free_port;
use crate::guard::{Account, Guard, create_folder};
use crate::process;

/// Where Debian keeps each version's programs, which are not in `PATH`.
const DEBIAN_PROGRAMS: &str = "/usr/lib/postgresql";

/// Enough for tests that run side by side, each with a pool of its own.
const CONNECTIONS: &str = "max_connections=200";

/// Stops the server at once (its data is thrown away) and removes its folder.
const STOP: &str = r#""$1" --pgdata "$2/data" --mode immediate --wait stop; rm -rf -- "$2""#;

/// Whether commits must survive a power cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Fast; for everything that does not test durability.
    InMemory,
    /// As in production.
    OnDisk,
}

/// A running server.
pub struct Postgres {
    port: u16,
    _stop: Guard,
}

impl Postgres {
    /// Creates a cluster in a temporary folder and starts it on a free loopback port.
    pub fn start(durability: Durability) -> Result<Self> {
        let (initdb, pg_ctl) = (program("initdb")?, program("pg_ctl")?);
        let folder = create_folder("postgres")?;
        let account = Account::unprivileged(&folder)?;
        if let Some(account) = &account {
            account.own(&folder)?;
        }
        let arguments: [&OsStr; 2] = [pg_ctl.as_os_str(), folder.as_os_str()];
        let stop = Guard::arm(STOP, &arguments, account.as_ref())?;

        let mut create = Command::new(initdb);
        create.arg("--pgdata").arg(folder.join("data"));
        create.args(["--username", "portal", "--auth", "trust", "--encoding", "UTF8"]);
        create.args(["--no-locale", "--no-sync"]);
        prepare(&mut create, &folder, account.as_ref());
        process::output(&mut create)?;

        let port = free_port()?;
        let mut start = Command::new(pg_ctl);
        start.arg("--pgdata").arg(folder.join("data")).arg("--log").arg(folder.join("log"));
        start.args(["--wait", "--timeout", "60", "--options", &options(port, durability), "start"]);
        prepare(&mut start, &folder, account.as_ref());
        start.stdout(Stdio::null());
        let status = start.status().context("pg_ctl does not start")?;
        if !status.success() {
            let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
            bail!("the private PostgreSQL did not start:\n{}", log.trim());
        }
        Ok(Self { port, _stop: stop })
    }

    /// What `DATABASE_URL` is for this server.
    pub fn url(&self) -> String {
        format!("postgres://portal@127.0.0.1:{}/postgres", self.port)
    }
}

/// The newest installed copy of a PostgreSQL program.
pub fn program(name: &str) -> Result<PathBuf> {
    newest(Path::new(DEBIAN_PROGRAMS), name)
        .or_else(|| process::which(&[name]))
        .with_context(|| format!("PostgreSQL's `{name}` is missing; install `postgresql`"))
}

fn newest(versions: &Path, name: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(versions).into_iter().flatten().flatten();
    let number = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let with_program = entries
        .map(|entry| entry.path())
        .filter(|folder| folder.join("bin").join(name).is_file())
        .max_by_key(|folder| number(folder));
    with_program.map(|folder| folder.join("bin").join(name))
}

/// Every program runs under the cluster's account, in a folder it may read, in plain English.
fn prepare(command: &mut Command, folder: &Path, account: Option<&Account>) {
    command.current_dir(folder).env("LC_ALL", "C").stdin(Stdio::null());
    if let Some(account) = account {
        account.apply(command);
    }
}

fn options(port: u16, durability: Durability) -> String {
    let port = format!("port={port}");
    let mut settings = vec![&port, "listen_addresses=127.0.0.1", "unix_socket_directories=", CONNECTIONS];
    if durability == Durability::InMemory {
        settings.extend(["fsync=off", "synchronous_commit=off", "full_page_writes=off"]);
    }
    settings.iter().map(|setting| format!("-c {setting}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_wins_by_number() -> Result<()> {
        let folder = tempfile::tempdir()?;
        for version in ["9", "15", "16"] {
            fs::create_dir_all(folder.path().join(version).join("bin"))?;
        }
        for version in ["9", "15"] {
            fs::write(folder.path().join(version).join("bin/initdb"), "")?;
        }
        let found = newest(folder.path(), "initdb").unwrap();
        assert!(found.ends_with("15/bin/initdb"), "{}", found.display());
        assert!(newest(folder.path(), "psql").is_none());
        Ok(())
    }

    #[test]
    fn only_a_durable_server_syncs() {
        assert!(options(5432, Durability::InMemory).contains("-c port=5432"));
        assert!(options(5432, Durability::InMemory).contains("-c fsync=off"));
        assert!(!options(5432, Durability::OnDisk).contains("fsync"));
    }
}
