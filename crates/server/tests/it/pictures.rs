//! Pictures that take more than they show: what the process that decodes them may cost, and that the
//! portal goes on (`interface 4.13`).

mod bombs;

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::durability::place::TestDir;
use crate::durability::server::Server;
use bombs::{Bomb, Outcome};

/// What the decoding process may map beyond itself, in megabytes; see decision 0149.
const MEMORY_MB: u64 = 512;

/// The process that the portal starts for a thumbnail, started as the portal does.
fn decoder(mime: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_classportal"));
    command.args(["decode-thumbnail", mime, "160"]).env_clear().env("MIMALLOC_DISALLOW_ARENA_ALLOC", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Lets a picture be decoded; answers how it ended and the most memory it was seen to hold, in MB.
fn decode(bomb: &Bomb) -> (Output, u64) {
    let mut child = decoder(bomb.mime);
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    std::thread::scope(|scope| {
        // It may end before it has read everything.
        scope.spawn(move || drop(stdin.write_all(&bomb.bytes)));
        let answer = scope.spawn(move || {
            let mut answer = Vec::new();
            stdout.read_to_end(&mut answer).unwrap();
            answer
        });
        let mut peak = 0;
        let status = loop {
            peak = peak.max(peak_mb(child.id()).unwrap_or_default());
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            wait_a_moment();
        };
        (Output { status, stdout: answer.join().unwrap(), stderr: Vec::new() }, peak)
    })
}

/// The peak that a process tells only grows, so it need not be asked for without a break.
#[expect(clippy::disallowed_methods, reason = "a driver outside the server: the machine's own time")]
fn wait_a_moment() {
    std::thread::sleep(std::time::Duration::from_millis(1));
}

/// The most memory that a process has held so far.
fn peak_mb(process: u32) -> Option<u64> {
    let account = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = account.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

#[test]
fn no_bomb_costs_more_than_its_row_says() {
    let mut wrong = Vec::new();
    for bomb in bombs::all() {
        let (output, peak) = decode(&bomb);
        let ended = output.status;
        println!(
            "{:50} {:>4} MB of {:>4}, {ended}, {} bytes",
            bomb.name,
            peak,
            bomb.most_mb,
            output.stdout.len()
        );
        let outcome = match (ended.success(), output.stdout.is_empty()) {
            (true, false) => Outcome::Thumbnail,
            (true, true) => Outcome::Nothing,
            (false, _) => Outcome::Stopped,
        };
        if outcome != bomb.outcome || peak > bomb.most_mb {
            wrong.push(format!("{}: {outcome:?} ({ended}) with {peak} MB", bomb.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_decoder_is_limited_before_it_reads_anything() {
    let mut child = decoder("image/png");
    let mut stdin = child.stdin.take().unwrap();
    // It reads this far and waits for more.
    stdin.write_all(&[0; 1 << 20]).unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    let limit = |name: &str| {
        let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap()
    };
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let mapped = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
    let mapped = mapped.split_whitespace().next().unwrap().parse::<u64>().unwrap() << 10;
    assert!(limit("Max address space") <= mapped + (MEMORY_MB << 20));
    assert_eq!((limit("Max cpu time"), limit("Max core file size")), (5, 0));
    let score = std::fs::read_to_string(format!("/proc/{}/oom_score_adj", child.id())).unwrap();
    assert_eq!(score.trim(), "1000", "without memory the system takes it first");
    drop(stdin);
    assert!(child.wait_with_output().unwrap().stdout.is_empty());
}

/// A portal, and a member of it with a picture.
struct Member {
    server: Server,
    token: String,
    place: TestDir,
}

impl Member {
    fn new() -> Self {
        let place = TestDir::sqlite();
        let server = Server::start(place.folder.path(), &place.variables(), &[]);
        let token = server.register(1).remove(0).token;
        Self { server, token, place }
    }

    /// Uploads a picture; its address.
    fn send(&self, bytes: &[u8]) -> String {
        let head = format!(
            "POST /api/cloud/files HTTP/1.1\r\nHost: portal\r\nContent-Type: application/octet-stream\r\n\
             Authorization: Bearer {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            self.token,
            bytes.len()
        );
        let answer = self.exchange(&[head.as_bytes(), bytes].concat());
        let body = answer.split(|byte| *byte == b'\n').next_back().unwrap();
        let sent: Value = serde_json::from_slice(body).unwrap();
        sent["data"]["url"].as_str().unwrap_or_else(|| panic!("{sent}")).to_owned()
    }

    /// Status and bytes of a thumbnail.
    fn thumbnail(&self, url: &str, width: u32) -> (u16, Vec<u8>) {
        let head = format!(
            "GET {url}?w={width} HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
            self.token
        );
        let answer = self.exchange(head.as_bytes());
        let status = String::from_utf8_lossy(&answer[9..12]).parse().unwrap();
        let body = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        (status, answer[body..].to_vec())
    }

    fn exchange(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = std::net::TcpStream::connect(self.server.address).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    }

    fn peak_mb(&self) -> u64 {
        peak_mb(self.server.pid().parse().unwrap()).unwrap()
    }
}

#[test]
fn bombs_of_a_member_leave_the_portal_as_small_as_it_was() {
    let member = Member::new();
    let honest = bombs::photograph(1200, 900);
    let url = member.send(&honest);
    let (status, bytes) = member.thumbnail(&url, 160);
    assert_eq!((status, &bytes[..2]), (200, &b"\xff\xd8"[..]));
    let before = member.peak_mb();
    // Uploads hold a piece at a time, so what is added here is what thumbnails take.
    for bomb in bombs::png() {
        let url = member.send(&bomb.bytes);
        let (status, _) = member.thumbnail(&url, 160);
        assert!(matches!(status, 200 | 400), "{}: {status}", bomb.name);
    }
    let grown = member.peak_mb() - before;
    assert!(grown < 40, "{grown} MB more than before");
    let health = member.server.anonymous().get("/api/system/health").unwrap();
    assert_eq!(health.envelope["data"]["status"], json!("healthy"), "{}", health.envelope);
}

#[test]
fn a_bomb_that_an_earlier_version_stored_is_refused_for_good_and_the_next_picture_is_made() {
    let member = Member::new();
    let url = member.send(&bombs::deepest());
    let hash = url.rsplit('/').next().unwrap().split('.').next().unwrap().to_owned();
    let folder = member.place.data().join("files").join(&hash[..2]);
    let stored = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    std::fs::write(stored, bombs::profile_and_depth().bytes).unwrap();
    for _ in 0..2 {
        assert_eq!(member.thumbnail(&url, 160).0, 400);
    }
    let log = std::fs::read_to_string(member.place.folder.path().join("server.log")).unwrap();
    assert_eq!(log.matches("thumbnail decoder ended by a picture").count(), 1, "remembered: {log}");
    let url = member.send(&bombs::photograph(1200, 900));
    assert_eq!(member.thumbnail(&url, 160).0, 200);
}

#[test]
fn a_decoder_that_the_system_kills_is_tried_again() {
    let member = Member::new();
    let url = member.send(&bombs::scans().bytes);
    let pid = member.server.pid();
    let asked = std::thread::scope(|scope| {
        let asked = scope.spawn(|| member.thumbnail(&url, 160).0);
        let child = loop {
            let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
            let children =
                tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
            let found = children
                .flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
                .next();
            if let Some(child) = found {
                break child;
            }
            assert!(!asked.is_finished(), "no decoder was seen before the answer");
            std::thread::yield_now();
        };
        let child = rustix::process::Pid::from_raw(child.parse().unwrap()).unwrap();
        rustix::process::kill_process(child, rustix::process::Signal::KILL).unwrap();
        asked.join().unwrap()
    });
    assert_eq!(asked, 503, "not the picture's fault");
    assert_eq!(member.thumbnail(&url, 160).0, 400, "so it was tried again");
}
