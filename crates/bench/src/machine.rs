//! The machine in one paragraph, without its name or the date: figures mean nothing without it.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Bytes per append: two database pages, about what one small commit adds to the log.
const APPEND: [u8; 8192] = [7; 8192];

/// Cores, memory, kernel and disk.
pub fn describe(folder: &Path) -> Result<String> {
    let cores = std::thread::available_parallelism()?;
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let model = field(&read("/proc/cpuinfo"), "model name").unwrap_or("unknown model").to_owned();
    let memory = read("/proc/meminfo");
    let kib: f64 =
        field(&memory, "MemTotal").and_then(|line| line.split(' ').next()?.parse().ok()).unwrap_or(0.0);
    let kernel = read("/proc/sys/kernel/osrelease");
    let syncs = syncs_per_second(folder, Duration::from_secs(1))?;
    Ok(format!(
        "{cores} cores ({model}), {:.0} GiB of memory, Linux {}; the disk takes {syncs:.0} appends of 8 KiB with \
         fdatasync a second.",
        kib / 1024.0 / 1024.0,
        kernel.trim(),
    ))
}

/// Ten thousand sockets need as many open files, here and in the server, which inherits the limit.
pub fn lift_open_files() -> Result<()> {
    let most = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: most, maximum: most })?;
    Ok(())
}

/// The value of a `name : value` line.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_once(':').map(|(_, value)| value.trim())
}

/// How many appends of 8 KiB reach the disk one after another: what a commit cannot beat unless
/// several share one.
pub fn syncs_per_second(folder: &Path, lasting: Duration) -> Result<f64> {
    let path = folder.join("syncs");
    let mut file: File = OpenOptions::new().create(true).truncate(true).write(true).open(&path)?;
    let (begun, mut done) = (Instant::now(), 0.0);
    while begun.elapsed() < lasting {
        file.write_all(&APPEND)?;
        file.sync_data()?;
        done += 1.0;
    }
    let rate = done / begun.elapsed().as_secs_f64();
    std::fs::remove_file(path)?;
    Ok(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_by_its_name() {
        let text = "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nMemTotal:       1024 kB\n";
        assert_eq!(field(text, "model name"), Some("Some CPU @ 2 GHz"));
        assert_eq!(field(text, "MemTotal"), Some("1024 kB"));
        assert_eq!(field(text, "flags"), None);
    }
}
