//! Disks that refuse: full, or failing when told to write things down.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::place::TestDir;
use super::server::{Account, PASSWORD, Server};
use super::{program, skip};

/// More writes than any of these disks takes.
const MAX_WRITES: usize = 3000;
/// A disk of this size holds the portal and little else.
const TMPFS_SIZE: &str = "size=16m";
/// Bytes that a file may have under the limit: more than the database, less than a log of writes.
const FILE_LIMIT: u64 = 2 * 1024 * 1024;
/// Commits that succeed before every further one fails; enough to set the portal up.
const SYNCS: usize = 80;
/// How long the disk takes in the test of acknowledgements.
const SLOW_SYNC: Duration = Duration::from_millis(40);

/// The one row that these tests write again and again.
const ID: &str = "00000001-0000-7000-8000-000000250101";

#[test]
fn a_full_disk_refuses_writes_alone_and_heals() {
    let test = "a_full_disk_refuses_writes_alone_and_heals";
    let place = TestDir::sqlite();
    let Some(disk) = Tmpfs::mount(place.data()) else {
        return skip(test, "no tmpfs can be mounted here; the file size limit is tested instead");
    };
    let server = Server::start(place.folder.path(), &place.variables(), &[]);
    let filler = disk.0.join("filler");

    refuses_alone_and_heals(&place, server, || fill(&filler), || std::fs::remove_file(&filler).unwrap());
}

#[test]
fn a_file_size_limit_refuses_writes_alone_and_heals() {
    let test = "a_file_size_limit_refuses_writes_alone_and_heals";
    let (Some(sh), Some(prlimit)) = (program("sh"), program("prlimit")) else {
        return skip(test, "no prlimit (Debian: util-linux)");
    };
    let place = TestDir::sqlite();
    // The signal of the limit would end the process; ignored, the write fails instead.
    let wrapper = [sh.into_os_string(), "-c".into(), "trap '' XFSZ; exec \"$@\"".into(), "sh".into()];
    let server = Server::start(place.folder.path(), &place.variables(), &wrapper);
    let pid = server.pid();
    let limit = |soft: String| {
        let limited = Command::new(&prlimit).args(["--pid", &pid, &format!("--fsize={soft}:")]).status();
        assert!(limited.unwrap().success());
    };

    refuses_alone_and_heals(&place, server, || limit(FILE_LIMIT.to_string()), || limit("unlimited".into()));
}

#[test]
fn health_tells_of_little_space_and_of_none_and_recovers_without_a_write() {
    let test = "health_tells_of_little_space_and_of_none_and_recovers_without_a_write";
    let place = TestDir::sqlite();
    let Some(disk) = Tmpfs::mount(place.data()) else { return skip(test, "no tmpfs can be mounted here") };
    let server = Server::start(place.folder.path(), &place.variables(), &[]);
    let health = || {
        let answer = server.anonymous().get("/api/system/health").unwrap();
        let checks = &answer.data()["checks"];
        (answer.status, checks["database"]["status"].clone(), checks["files"]["status"].clone())
    };
    let mut member = Member::register(&server);
    assert_eq!(health(), (200, json!("ok"), json!("warning")), "16 MB are little");

    let filler = disk.0.join("filler");
    fill(&filler);
    // A small write of another task may still find room and be told for the last one.
    let told = (0..MAX_WRITES).any(|_| member.write() == 503 && health().0 == 503);
    assert!(told, "no write is possible, and health is well");
    assert_eq!(health().1, json!("error"));
    member.reads_and_signs_in();
    std::fs::remove_file(&filler).unwrap();
    let since = Instant::now();
    while health().0 != 200 {
        assert!(since.elapsed() < Duration::from_secs(60), "there is room again, and health is ill");
        std::thread::sleep(Duration::from_millis(200));
    }
    // Its connection has been idle for too long.
    member.connect(&server);
    assert_eq!(member.write(), 200);
}

/// 503 to writes while the disk is full, all else goes on; then writes again, without a restart.
fn refuses_alone_and_heals(place: &TestDir, mut server: Server, fill: impl FnOnce(), free: impl FnOnce()) {
    let mut member = Member::register(&server);
    assert_eq!(member.write(), 200);

    fill();
    let refused = (0..MAX_WRITES).map(|_| member.write()).find(|status| *status != 200);

    println!("refused after {} acknowledged writes", member.acknowledged);
    assert_eq!(refused, Some(503));
    member.reads_and_signs_in();
    assert_eq!(member.write(), 503, "still full");
    free();
    let since = Instant::now();
    while member.write() != 200 {
        assert!(since.elapsed() < Duration::from_secs(30), "there is room again, and writes are refused");
        std::thread::sleep(Duration::from_millis(50));
    }
    member.reads_and_signs_in();
    assert!(server.runs());
    drop(server);
    let server = Server::start(place.folder.path(), &place.variables(), &[]);
    member.connect(&server);
    member.shows_what_was_acknowledged();
    place.assert_whole();
}

#[test]
fn a_disk_that_cannot_sync_acknowledges_nothing() {
    let test = "a_disk_that_cannot_sync_acknowledges_nothing";
    let Some(wrapper) = tampering(test, &format!("error=EIO:when={SYNCS}+")) else { return };
    let place = TestDir::sqlite();
    let mut server = Server::start(place.folder.path(), &place.variables(), &wrapper);
    let mut member = Member::register(&server);

    let refused = (0..MAX_WRITES).map(|_| member.write()).find(|status| *status != 200);

    println!("refused after {} acknowledged writes", member.acknowledged);
    assert_eq!(refused, Some(503));
    assert!((0..5).all(|_| member.write() == 503), "what cannot be synced is not acknowledged");
    member.reads_and_signs_in();
    assert!(server.runs());
    drop(server);
    let server = Server::start(place.folder.path(), &place.variables(), &[]);
    member.connect(&server);
    member.shows_what_was_acknowledged();
    place.assert_whole();
    assert_eq!(member.write(), 200);
}

#[test]
fn an_acknowledgement_waits_for_the_disk() {
    let test = "an_acknowledgement_waits_for_the_disk";
    let Some(wrapper) = tampering(test, &format!("delay_enter={}", SLOW_SYNC.as_micros())) else { return };
    let place = TestDir::sqlite();
    let server = Server::start(place.folder.path(), &place.variables(), &wrapper);
    let accounts = server.register(8);

    // Several at once, so that they share commits: each must wait for the one it is in.
    let quickest = std::thread::scope(|scope| {
        let writers = accounts.iter().map(|account| scope.spawn(|| quickest_write(&server, account)));
        let quickest: Vec<Duration> =
            writers.collect::<Vec<_>>().into_iter().map(|w| w.join().unwrap()).collect();
        quickest.into_iter().min()
    });

    assert!(quickest >= Some(SLOW_SYNC), "answered after {quickest:?}, before anything was on disk");
}

fn quickest_write(server: &Server, account: &Account) -> Duration {
    let mut client = Client::connect(server.address, &account.token).unwrap();
    let write = |_| {
        let sent = Instant::now();
        let new = json!({ "title": "Exam", "target_date": "2027-06-07" });
        client.call("POST", "/api/countdown", &new).unwrap().ok();
        sent.elapsed()
    };
    (0..10).map(write).min().unwrap_or_default()
}

/// A wrapper that does this to every call by which a file reaches the disk; `None` where strace is
/// missing or not allowed.
fn tampering(test: &str, how: &str) -> Option<Vec<OsString>> {
    let Some(strace) = program("strace") else {
        skip(test, "no strace to tamper with fdatasync (Debian: strace)");
        return None;
    };
    let (trace, inject) = ("trace=fsync,fdatasync", format!("inject=fsync,fdatasync:{how}"));
    let arguments = ["-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", trace, "-e", &inject];
    let mut tried = Command::new(&strace);
    tried.args(arguments).arg("true").stderr(Stdio::null());
    if !tried.status().is_ok_and(|status| status.success()) {
        skip(test, "strace may not trace here (ptrace is forbidden)");
        return None;
    }
    Some(std::iter::once(strace.into_os_string()).chain(arguments.map(OsString::from)).collect())
}

/// Someone who writes one row again and again, and knows what was acknowledged of it.
struct Member {
    client: Client,
    account: Account,
    server: std::net::SocketAddr,
    /// The last number that was sent.
    sent: usize,
    /// The last number that was acknowledged.
    acknowledged: usize,
}

impl Member {
    fn register(server: &Server) -> Self {
        let account = server.register(1).remove(0);
        let mut client = Client::connect(server.address, &account.token).unwrap();
        let new = json!({ "id": ID, "title": "Exam", "target_date": "2027-06-07", "note": note(0) });
        client.call("POST", "/api/countdown", &new).unwrap().ok();
        Self { client, account, server: server.address, sent: 0, acknowledged: 0 }
    }

    fn connect(&mut self, server: &Server) {
        self.server = server.address;
        self.client = Client::connect(server.address, &self.account.token).unwrap();
    }

    /// Writes the next number; answers the status.
    fn write(&mut self) -> u16 {
        self.sent += 1;
        let change = json!({ "note": note(self.sent) });
        let answer = self.client.call("PATCH", &format!("/api/countdown/{ID}"), &change).unwrap();
        if answer.status == 200 {
            self.acknowledged = self.sent;
        } else {
            assert_eq!(answer.envelope["code"], answer.status, "{}", answer.envelope);
            assert_eq!(*answer.data(), Value::Null);
        }
        answer.status
    }

    /// What is stored may be newer than what was acknowledged, never older, and always whole.
    #[track_caller]
    fn shows_what_was_acknowledged(&mut self) {
        let answer = self.client.get(&format!("/api/countdown/{ID}")).unwrap().ok();
        let shown = answer.data()["note"].as_str().unwrap();
        let number: usize = shown.trim_start_matches('0').parse().unwrap_or(0);
        assert_eq!(shown, note(number), "half a write");
        assert!((self.acknowledged..=self.sent).contains(&number), "{number} after {}", self.acknowledged);
        // From here on this is the state to compare with.
        self.acknowledged = number;
    }

    #[track_caller]
    fn reads_and_signs_in(&mut self) {
        self.shows_what_was_acknowledged();
        let form = json!({ "account": self.account.net_name, "password": PASSWORD });
        let answer =
            Client::connect(self.server, "").unwrap().call("POST", "/api/auth/login", &form).unwrap();
        assert_eq!(answer.status, 200, "{}", answer.envelope);
    }
}

/// As long as a note may be: the more a write adds, the sooner the disk is full.
fn note(number: usize) -> String {
    format!("{number:0>500}")
}

/// Takes every byte that is left.
fn fill(filler: &Path) {
    let mut file = std::fs::File::create(filler).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}
}

/// A small disk in memory; gone when dropped.
struct Tmpfs(PathBuf);

impl Tmpfs {
    /// `None` where that is not allowed.
    fn mount(folder: PathBuf) -> Option<Self> {
        std::fs::create_dir_all(&folder).unwrap();
        let mut mount = Command::new(program("mount")?);
        mount.args(["-t", "tmpfs", "-o", TMPFS_SIZE, "tmpfs"]).arg(&folder).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(Self(folder))
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        // Lazily: a server that has just been killed may still hold a file.
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}
