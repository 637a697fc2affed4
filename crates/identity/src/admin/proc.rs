//! What the machine says of itself, read from `/proc`; 0 where it does not say. None of these
//! reads waits for a disk.

use std::collections::BTreeMap;

/// Time the processors spent, in ticks since the machine started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ticks {
    pub(super) busy: u64,
    pub(super) all: u64,
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

pub(super) fn ticks() -> Ticks {
    parse_ticks(&read("/proc/stat"))
}

/// `cpu user nice system idle iowait irq softirq steal guest guest_nice`; guests are in user already.
fn parse_ticks(stat: &str) -> Ticks {
    let line = stat.lines().find_map(|line| line.strip_prefix("cpu ")).unwrap_or_default();
    let numbers: Vec<u64> = line.split_whitespace().take(8).filter_map(|word| word.parse().ok()).collect();
    let all: u64 = numbers.iter().sum();
    let idle: u64 = numbers.iter().skip(3).take(2).sum();
    Ticks { busy: all - idle, all }
}

/// Ticks that this process spent.
pub(super) fn own_ticks() -> u64 {
    parse_own_ticks(&read("/proc/self/stat"))
}

/// `pid (name) state …`, then user and system time as the twelfth and thirteenth word; the name may
/// hold anything.
fn parse_own_ticks(stat: &str) -> u64 {
    let rest = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
    rest.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum()
}

/// Memory of this process that is resident, in bytes.
pub(super) fn rss() -> u64 {
    let status = read("/proc/self/status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default() * 1024
}

/// The machine's name.
pub(super) fn host() -> String {
    read("/proc/sys/kernel/hostname").trim().to_owned()
}

/// The processor's name.
pub(super) fn model() -> String {
    let info = read("/proc/cpuinfo");
    let line = info.lines().find_map(|line| line.strip_prefix("model name"));
    line.and_then(|rest| rest.split_once(':')).map(|(_, name)| name.trim().to_owned()).unwrap_or_default()
}

/// Over one, five and fifteen minutes.
pub(super) fn load() -> [f64; 3] {
    let text = read("/proc/loadavg");
    let mut numbers = text.split_whitespace().map(|word| word.parse().unwrap_or_default());
    [(); 3].map(|()| numbers.next().unwrap_or_default())
}

/// Total and available memory, in bytes.
pub(super) fn memory() -> (u64, u64) {
    let info = read("/proc/meminfo");
    let bytes = |name: &str| {
        let line = info.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default() * 1024
    };
    (bytes("MemTotal:"), bytes("MemAvailable:"))
}

/// Established connections by the port they came to.
pub(super) fn connections() -> BTreeMap<u16, u64> {
    let mut ports = BTreeMap::new();
    for table in [read("/proc/self/net/tcp"), read("/proc/self/net/tcp6")] {
        for port in established(&table) {
            *ports.entry(port).or_default() += 1;
        }
    }
    ports
}

/// `sl local_address rem_address st …`; state 01 is established.
fn established(table: &str) -> Vec<u16> {
    let port = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let (local, state) = (words.next()?, words.nth(1)?);
        let (_, port) = local.rsplit_once(':')?;
        if state == "01" { u16::from_str_radix(port, 16).ok() } else { None }
    };
    table.lines().skip(1).filter_map(port).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_busy_but_for_idle_and_waiting() {
        let stat = "cpu  10 1 5 80 4 0 0 0 7 0\ncpu0 10 1 5 80 4 0 0 0 7 0\n";
        assert_eq!(parse_ticks(stat), Ticks { busy: 16, all: 100 });
        assert_eq!(parse_ticks(""), Ticks::default());
    }

    #[test]
    fn a_process_may_be_called_anything() {
        let stat = "7 (a) b) R 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 9 0 1 2 3";
        assert_eq!((parse_own_ticks(stat), parse_own_ticks("")), (300, 0));
        assert!(rss() > 0);
    }

    #[test]
    fn only_established_connections_count() {
        let table = "  sl  local_address rem_address   st tx_queue\n\
            0: 0100007F:0BB8 00000000:0000 0A 0\n\
            1: 0100007F:0BB8 0100007F:C350 01 0\n\
            2: 00000000000000000000000001000000:2711 00000000000000000000000001000000:C351 01 0\n\
            3: broken";
        assert_eq!(established(table), [3000, 10001]);
    }

    #[test]
    fn this_machine_says_something() {
        let (total, available) = memory();
        assert!(total > available && available > 0);
        assert!(ticks().all > 0);
    }
}
