//! Measures parked polls on loopback: a server in a process of its own, and a driver that publishes
//! and reads. `cargo run --release -p social --example parked_polls -- POLLS PER_SECOND SECONDS`
#![expect(clippy::disallowed_methods, reason = "a measurement asks the machine, not the app's clock")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use identity::user::NewUser;
use kernel::app::{App, Ingredients};
use kernel::clock::Clock;
use kernel::config::Config;
use kernel::http::{FrontDoor, Listener};
use kernel::random::Random;
use kernel::user::UserId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use utoipa_axum::router::OpenApiRouter;

const POLLS_PER_USER: usize = 20;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, default: usize| args.get(index).and_then(|arg| arg.parse().ok()).unwrap_or(default);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    if args.first().is_some_and(|arg| arg == "serve") {
        runtime.block_on(serve(number(1, 100), &args[2]));
    } else {
        runtime.block_on(drive(number(0, 2000), number(1, 20), number(2, 20)));
    }
}

/// The server: prints its port and a token per user, and ends with its input.
async fn serve(users: usize, folder: &str) {
    let path = format!("{folder}/portal.db");
    let variables = [
        ("JWT_SECRET", "a secret that only this uses, 32 bytes"),
        ("DB_PATH", &path),
        ("RATE_LIMIT_USER", "0"),
    ];
    let variables: BTreeMap<String, String> =
        variables.map(|(name, value)| (name.into(), value.into())).into();
    let rooms: Vec<_> = identity::ROOMS.iter().chain(social::ROOMS).copied().collect();
    let app = App::build(Ingredients {
        config: Config::from_variables(variables).expect("a configuration"),
        clock: Clock::system(),
        random: Random::system(),
        rooms: rooms.clone(),
        accounts: identity::accounts,
    })
    .await
    .expect("a database");
    app.start().await.expect("the rooms start");
    let router =
        rooms.iter().fold(OpenApiRouter::new(), |all, room| all.merge((room.router)())).split_for_parts().0;
    let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.expect("a port");
    println!("{}", listener.address().expect("an address").port());
    for n in 0..users {
        println!("{}", member(&app, n).await);
    }
    std::io::stdout().flush().expect("a reader");
    let stop = app.tasks.stopping();
    let door = FrontDoor::new(app.clone(), router);
    std::thread::Builder::new()
        .spawn(move || {
            let _ = std::io::stdin().lines().count();
            std::process::exit(0);
        })
        .expect("a thread");
    listener.serve(door, stop).await;
}

async fn member(app: &App, n: usize) -> String {
    let user_id = UserId::parse(&format!("24{:02}{:02}", 1 + n / 90, 1 + n % 90)).expect("six digits");
    let new = NewUser {
        user_id,
        net_name: format!("net{n}"),
        real_name: format!("real{n}"),
        gender: "male".into(),
        password_hash: "x".into(),
        is_admin: false,
    };
    let owned = app.clone();
    app.db.write(move |tx| Ok(identity::user::insert(&owned, tx, &new)?)).await.expect("a member");
    let facts = app.accounts().load(user_id).await.expect("the store").expect("a member");
    app.tokens.issue(&facts, &app.clock, &app.random).expect("a token")
}

/// One connection that is kept open.
struct Wire {
    stream: TcpStream,
    token: String,
    buffer: Vec<u8>,
}

impl Wire {
    async fn open(port: u16, token: &str) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        Self { stream, token: token.to_owned(), buffer: Vec::with_capacity(4096) }
    }

    /// The body of the answer, as text.
    async fn call(&mut self, method: &str, target: &str, body: &str) -> String {
        let kind = if body.is_empty() {
            String::new()
        } else {
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
        };
        let request = format!(
            "{method} {target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n{kind}\r\n{body}",
            self.token
        );
        self.stream.write_all(request.as_bytes()).await.expect("the server reads");
        self.buffer.clear();
        loop {
            assert!(self.stream.read_buf(&mut self.buffer).await.expect("the server answers") > 0, "closed");
            let text = std::str::from_utf8(&self.buffer).unwrap_or_default();
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let length = number_after(&head.to_ascii_lowercase(), "content-length: ").unwrap_or(0);
            if body.len() as u64 >= length {
                assert!(head.starts_with("HTTP/1.1 200"), "{text}");
                return body.to_owned();
            }
        }
    }
}

fn number_after(text: &str, mark: &str) -> Option<u64> {
    let rest = &text[text.find(mark)? + mark.len()..];
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

fn text_after<'a>(text: &'a str, mark: &str) -> &'a str {
    let rest = &text[text.find(mark).expect("a field") + mark.len()..];
    &rest[..rest.find('"').unwrap_or(rest.len())]
}

/// Polls until all events have come, in order and once; answers each one's latency.
async fn poller(mut wire: Wire, events: u64, ready: Arc<AtomicU64>, begin: Instant) -> (Vec<u32>, u64) {
    let registered = wire.call("POST", "/api/realtime/poll/register", "").await;
    let poll_id = text_after(&registered, "\"poll_id\":\"").to_owned();
    let mut seq = number_after(&registered, "\"seq\":").expect("a cursor");
    ready.fetch_add(1, Ordering::Relaxed);
    let (mut latencies, mut answers) = (Vec::new(), 0);
    while (latencies.len() as u64) < events {
        let answer =
            wire.call("GET", &format!("/api/realtime/poll?poll_id={poll_id}&since_seq={seq}"), "").await;
        let now = begin.elapsed().as_micros() as u64;
        assert!(!answer.contains("\"reset\""), "{answer}");
        for piece in answer.split("\"payload\":").skip(1) {
            let (n, sent) =
                (number_after(piece, "\"n\":").expect("n"), number_after(piece, "\"t\":").expect("t"));
            assert_eq!(n, latencies.len() as u64, "lost or doubled");
            latencies.push((now - sent) as u32);
        }
        answers += 1;
        seq = number_after(&answer, "\"last_seq\":").expect("a cursor");
    }
    (latencies, answers)
}

fn start_server(users: usize, folder: &std::path::Path) -> (Child, u16, Vec<String>) {
    let mut server = Command::new(std::env::current_exe().expect("this program"))
        .args(["serve", &users.to_string(), &folder.to_string_lossy()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut lines = BufReader::new(server.stdout.take().expect("its output")).lines();
    let mut line = || lines.next().expect("a line").expect("text");
    let port = line().parse().expect("a port");
    let tokens = (0..users).map(|_| line()).collect();
    (server, port, tokens)
}

/// Processor seconds of a process, its own and the system's on its behalf, and its resident megabytes.
fn usage(pid: u32) -> (f64, f64, u64) {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("a process");
    let fields: Vec<u64> =
        stat.rsplit(") ").next().unwrap_or_default().split(' ').map(|f| f.parse().unwrap_or(0)).collect();
    (fields[11] as f64 / 100.0, fields[12] as f64 / 100.0, (fields[21] * 4096) >> 20)
}

async fn drive(polls: usize, per_second: usize, seconds: usize) {
    let folder = std::env::temp_dir().join(format!("parked-polls-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let users = polls.div_ceil(POLLS_PER_USER).max(1);
    let (mut server, port, tokens) = start_server(users, &folder);
    let (begin, ready, events) = (Instant::now(), Arc::new(AtomicU64::new(0)), (per_second * seconds) as u64);
    let mut readers = tokio::task::JoinSet::new();
    for n in 0..polls {
        let wire = Wire::open(port, &tokens[n / POLLS_PER_USER]).await;
        readers.spawn(poller(wire, events, ready.clone(), begin));
    }
    while ready.load(Ordering::Relaxed) < polls as u64 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;

    let (before, started) = (usage(server.id()), Instant::now());
    let mut wire = Wire::open(port, &tokens[0]).await;
    for n in 0..events {
        let due = Duration::from_micros(n * 1_000_000 / per_second as u64);
        tokio::time::sleep(due.saturating_sub(started.elapsed())).await;
        let sent = begin.elapsed().as_micros();
        let body = format!("{{\"event\":\"bench.tick\",\"payload\":{{\"n\":{n},\"t\":{sent}}}}}");
        wire.call("POST", "/api/realtime/publish", &body).await;
    }
    let (mut latencies, mut answers) = (Vec::new(), 0);
    while let Some(read) = readers.join_next().await {
        let (more, count) = read.expect("a poller that saw everything");
        latencies.extend(more);
        answers += count;
    }
    let (elapsed, after) = (started.elapsed().as_secs_f64(), usage(server.id()));
    let (own, system, megabytes) = (after.0 - before.0, after.1 - before.1, after.2);
    latencies.sort_unstable();
    let at = |share: f64| f64::from(latencies[((latencies.len() - 1) as f64 * share) as usize]) / 1000.0;
    println!(
        "{polls} polls, {per_second}/s for {elapsed:.1} s: {} deliveries in {answers} answers, none lost or doubled; \
         p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms; {:.3} cores, {:.1} + {:.1} us per answer (own + system), {megabytes} MB",
        latencies.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        (own + system) / elapsed,
        own * 1e6 / answers as f64,
        system * 1e6 / answers as f64,
    );
    drop(server.stdin.take());
    let _ = server.wait();
    let _ = std::fs::remove_dir_all(&folder);
}
