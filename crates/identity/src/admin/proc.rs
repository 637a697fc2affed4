//! What the machine says of itself, read from `/proc`; 0 where it does not say. None of these
//! reads waits for a disk.

use std::collections::BTreeMap;

use procfs::net::TcpState;
use procfs::process::{Process, Stat};
use procfs::{CpuInfo, Current, CurrentSI, KernelStats, LoadAverage, Meminfo, WithCurrentSystemInfo};

/// Time the processors spent, in ticks since the machine started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ticks {
    pub(super) busy: u64,
    pub(super) all: u64,
}

impl From<KernelStats> for Ticks {
    /// The guests' time is in `user` and `nice` already.
    fn from(KernelStats { total, .. }: KernelStats) -> Self {
        let interrupts = [total.irq, total.softirq, total.steal].into_iter().flatten().sum::<u64>();
        let busy = total.user + total.nice + total.system + interrupts;
        Self { busy, all: busy + total.idle + total.iowait.unwrap_or_default() }
    }
}

pub(super) fn ticks() -> Ticks {
    KernelStats::current().map(Ticks::from).unwrap_or_default()
}

fn own() -> Option<Stat> {
    Process::myself().and_then(|process| process.stat()).ok()
}

/// Ticks that this process spent.
pub(super) fn own_ticks() -> u64 {
    own().map_or(0, |stat| stat.utime + stat.stime)
}

/// Memory of this process that is resident, in bytes.
pub(super) fn rss() -> u64 {
    own().map_or(0, |stat| stat.rss_bytes().get())
}

/// The machine's name.
pub(super) fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The processor's name.
pub(super) fn model() -> String {
    let info = CpuInfo::current().ok();
    info.and_then(|info| info.model_name(0).map(str::to_owned)).unwrap_or_default()
}

/// Over one, five and fifteen minutes, with the two decimals that the kernel gives.
pub(super) fn load() -> [f64; 3] {
    let load = LoadAverage::current().map_or([0.0; 3], |load| [load.one, load.five, load.fifteen]);
    load.map(|value| (f64::from(value) * 100.0).round() / 100.0)
}

/// Total and available memory, in bytes.
pub(super) fn memory() -> (u64, u64) {
    Meminfo::current().map_or((0, 0), |info| (info.mem_total, info.mem_available.unwrap_or_default()))
}

/// Established connections by the port they came to.
pub(super) fn connections() -> BTreeMap<u16, u64> {
    let tables = [procfs::net::tcp(), procfs::net::tcp6()];
    let mut ports = BTreeMap::new();
    for entry in tables.into_iter().flatten().flatten() {
        if entry.state == TcpState::Established {
            *ports.entry(entry.local_address.port()).or_default() += 1;
        }
    }
    ports
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use procfs::FromReadSI;

    use super::*;

    #[test]
    fn ticks_are_busy_but_for_idle_and_waiting() {
        let stat = "cpu  10 1 5 80 4 0 0 0 7 0\nctxt 1\nbtime 1\nprocesses 1\n";
        let stat = KernelStats::from_read(stat.as_bytes(), procfs::current_system_info()).unwrap();
        assert_eq!(Ticks::from(stat), Ticks { busy: 16, all: 100 });
    }

    #[test]
    fn only_established_connections_count() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        assert_eq!(connections().get(&address.port()), None);
        let opened = TcpStream::connect(address).unwrap();
        let port = opened.local_addr().unwrap().port();
        let counts = connections();
        assert_eq!((counts.get(&address.port()), counts.get(&port)), (Some(&1), Some(&1)));
    }

    #[test]
    fn this_machine_says_something() {
        let (total, available) = memory();
        assert!(total > available && available > 0);
        assert!(ticks().all > 0);
        assert!(rss() > 0 && rss() < total);
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        assert_eq!(host(), name.trim());
    }
}
