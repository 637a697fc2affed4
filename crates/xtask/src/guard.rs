//! What must be cleaned up however this process ends, even by kill -9.
//!
//! A [`Guard`] is a small shell that waits for its standard input to close. The system closes
//! it when this process ends in any way, so the clean-up needs no signal handler.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, bail};

/// Ends a process group, at last with force, and removes a folder when one is named.
const STOP_GROUP: &str = r#"
    kill -s TERM -- "-$1"
    tries=0
    while kill -s 0 -- "-$1" && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    kill -s KILL -- "-$1"
    [ -z "$2" ] || rm -rf -- "$2"
"#;

/// A clean-up that happens when this value is dropped or this process ends.
pub struct Guard(Child);

impl Guard {
    /// Arms the clean-up `script` (sh), which finds `args` in `$1`, `$2` …
    pub fn arm(script: &str, args: &[&OsStr], account: Option<&Account>) -> Result<Self> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("trap '' HUP INT TERM; cat >/dev/null; {script}"));
        shell.arg("guard").args(args).current_dir("/");
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A group of its own: Ctrl-C on the terminal does not reach it.
        shell.process_group(0);
        if let Some(account) = account {
            account.apply(&mut shell);
        }
        Ok(Self(shell.spawn().context("`sh` does not start")?))
    }

    /// Lets the clean-up begin without waiting for its end.
    fn release(&mut self) {
        drop(self.0.stdin.take());
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.release();
        // Nothing is left to do when the shell is gone already.
        let _ = self.0.wait();
    }
}

/// Creates an empty folder, readable by this user only; the caller's guard removes it.
pub fn create_folder(label: &str) -> Result<PathBuf> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("classportal-{label}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        match fs::DirBuilder::new().mode(0o700).create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot create {}", path.display()));
            }
        }
    }
}

/// A program in the background, stopped with all its children at the end.
pub struct Daemon {
    child: Child,
    guard: Guard,
}

impl Daemon {
    /// Starts it; `folder`, when given, is removed after it has stopped.
    pub fn start(command: &mut Command, folder: Option<&Path>) -> Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command
            .process_group(0)
            .stdin(Stdio::null())
            .spawn()
            .with_context(|| format!("`{name}` does not start; is it installed and in PATH?"))?;
        let group = child.id().to_string();
        let folder = folder.map_or(OsStr::new(""), Path::as_os_str);
        let guard = Guard::arm(STOP_GROUP, &[OsStr::new(&group), folder], None)?;
        Ok(Self { child, guard })
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.guard.release();
        // Collects the child, so that the guard sees its group disappear.
        let _ = self.child.wait();
    }
}

/// A system account that a child process runs under.
pub struct Account {
    uid: u32,
    gid: u32,
}

impl Account {
    /// An unprivileged account for programs that refuse root; `None` when not root.
    pub fn unprivileged(owned_by_us: &Path) -> Result<Option<Self>> {
        if fs::metadata(owned_by_us)?.uid() != 0 {
            return Ok(None);
        }
        let accounts = fs::read_to_string("/etc/passwd").context("cannot read /etc/passwd")?;
        for name in ["postgres", "nobody"] {
            if let Some(account) = Self::parse(&accounts, name) {
                return Ok(Some(account));
            }
        }
        bail!("no account `postgres` or `nobody` to drop privileges to; run as a normal user");
    }

    /// The account `name` among the lines of a passwd file.
    fn parse(accounts: &str, name: &str) -> Option<Self> {
        let mut fields = accounts.lines().map(|line| line.split(':').collect::<Vec<_>>());
        let line = fields.find(|fields| fields.first() == Some(&name))?;
        Some(Self { uid: line.get(2)?.parse().ok()?, gid: line.get(3)?.parse().ok()? })
    }

    /// Makes the command run under this account.
    pub fn apply(&self, command: &mut Command) {
        command.uid(self.uid).gid(self.gid);
    }

    /// Gives a file or folder to this account.
    pub fn own(&self, path: &Path) -> Result<()> {
        std::os::unix::fs::chown(path, Some(self.uid), Some(self.gid))
            .with_context(|| format!("cannot give {} to another account", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clean_up_happens_on_drop_and_not_before() -> Result<()> {
        let folder = create_folder("guard")?;
        let guard = Guard::arm(r#"rm -rf -- "$1""#, &[folder.as_os_str()], None)?;
        fs::write(folder.join("file"), "x")?;
        drop(guard);
        assert!(!folder.exists());
        Ok(())
    }

    #[test]
    fn a_daemon_is_stopped_with_its_children_and_its_folder() -> Result<()> {
        let folder = create_folder("daemon")?;
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & sleep 600"]);
        let mut daemon = Daemon::start(&mut command, Some(&folder))?;
        assert!(daemon.ended()?.is_none());
        let group = format!("-{}", daemon.child.id());
        drop(daemon);
        let alive = crate::process::succeeds("sh", &["-c", "kill -s 0 -- \"$0\"", &group]);
        assert!(!alive && !folder.exists());
        Ok(())
    }

    #[test]
    fn an_account_is_read_from_its_line() {
        let accounts = "root:x:0:0:::/bin/sh\npostgres:x:112:118:::/bin/sh\n";
        let account = Account::parse(accounts, "postgres").unwrap();
        assert_eq!((account.uid, account.gid), (112, 118));
        assert!(Account::parse(accounts, "nobody").is_none());
    }
}
