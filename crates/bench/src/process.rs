//! Processes under measurement: their end, their CPU time, their memory.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

/// What a clock tick of `/proc` is on every Linux that Rust runs on.
const TICKS_PER_SECOND: f64 = 100.0;
/// How long a process may take to end when it is asked to.
const TIMEOUT: Duration = Duration::from_secs(12);

/// A program in the search path, or where Debian puts servers.
pub fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    folders.map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// A child that does not outlive its owner.
pub struct Process(Child);

impl Process {
    /// Starts it.
    pub fn start(command: &mut Command) -> Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        command.spawn().map(Self).with_context(|| format!("{name} does not start"))
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// The child itself, to take its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }

    /// CPU seconds that it and its children have spent so far. The kernel counts in steps of
    /// 10 ms, which is why a cell runs for seconds.
    pub fn cpu_seconds(&self) -> f64 {
        let id = self.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|child| child.parse().ok());
        std::iter::once(id).chain(children).map(|id| cpu_of(format!("/proc/{id}/stat")).0).sum()
    }

    /// Resident memory in megabytes (10⁶ bytes).
    pub fn resident_mb(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib: f64 =
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).context("no VmRSS")?;
        Ok(kib * 1024.0 / 1e6)
    }

    /// Ends it without a warning.
    pub fn kill(&self) -> Result<()> {
        let pid = i32::try_from(self.id()).ok().and_then(Pid::from_raw).context("no process")?;
        Ok(kill_process(pid, Signal::KILL)?)
    }

    /// Asks it to end, and waits.
    pub fn stop(mut self) -> Result<()> {
        if let Some(pid) = i32::try_from(self.id()).ok().and_then(Pid::from_raw) {
            kill_process(pid, Signal::TERM)?;
        }
        let asked = Instant::now();
        while self.0.try_wait()?.is_none() {
            if asked.elapsed() > TIMEOUT {
                bail!("process {} does not end", self.id());
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// CPU seconds of this process itself.
pub fn own_cpu_seconds() -> f64 {
    cpu_of("/proc/self/stat").0
}

/// CPU seconds of all children that this process has waited for, and of theirs.
pub fn waited_cpu_seconds() -> f64 {
    cpu_of("/proc/self/stat").1
}

fn cpu_of(path: impl AsRef<Path>) -> (f64, f64) {
    parse_stat(&std::fs::read_to_string(path).unwrap_or_default())
}

/// User and system time of a process, and of its waited-for children, from `/proc/<pid>/stat`.
fn parse_stat(stat: &str) -> (f64, f64) {
    // The name stands in parentheses and may hold spaces and parentheses itself.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks: Vec<f64> = fields.split_whitespace().skip(11).take(4).filter_map(|n| n.parse().ok()).collect();
    match ticks[..] {
        [user, system, children_user, children_system] => {
            ((user + system) / TICKS_PER_SECOND, (children_user + children_system) / TICKS_PER_SECOND)
        }
        _ => (0.0, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_stand_behind_any_name() {
        let stat = "77 (a (odd) name) S 1 77 77 0 -1 4194560 900 0 0 0 150 50 25 5 20 0 9 0 100";
        assert_eq!(parse_stat(stat), (2.0, 0.3));
        assert_eq!(parse_stat(""), (0.0, 0.0));
    }

    #[test]
    fn this_machine_is_understood() {
        let begun = Instant::now();
        while own_cpu_seconds() == 0.0 {
            assert!(begun.elapsed() < Duration::from_secs(10), "no CPU time is counted");
        }
    }
}
