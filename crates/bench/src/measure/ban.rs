//! A ban, where two nodes serve one school on PostgreSQL and NATS: from its answer until requests
//! are refused, sockets closed and waiting polls ended on both.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{Measure, Session};
use crate::client::{self, Connection};
use crate::portal::{Member, Portal};
use crate::process::{Process, installed};
use crate::report::{Row, Target};
use crate::schema::Schema;
use crate::socket;
use crate::stats::median;

/// Bans, in turn on each node.
const BANS: usize = 20;
/// What does not end by then never does.
const TIMEOUT: Duration = Duration::from_secs(20);

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let skipped = |why: &str| Ok(vec![Row::new(Measure::Ban, "skipped", why.to_owned())]);
    let Ok(database) = std::env::var("TEST_DATABASE_URL") else {
        return skipped("two nodes need PostgreSQL; TEST_DATABASE_URL is not set");
    };
    let (Some(psql), Some(nats)) = (installed("psql"), installed("nats-server")) else {
        return skipped("psql or nats-server is not installed (Debian: postgresql-client, nats-server)");
    };
    let schema = Schema::new(psql.as_path(), &database)?;
    let (_nats, hints) = start_nats(&nats)?;
    let variables = [
        ("DATABASE_URL", Path::new(&schema.url)),
        ("NATS_URL", Path::new(&hints)),
        ("DATA_KEY", "one key for all nodes, of thirty-two bytes".as_ref()),
        ("ADMIN_USER_IDS", "250101".as_ref()),
    ];
    let one = Portal::start(&session.binary, &session.subfolder("node-one")?, &variables)?;
    let members = one.register(2)?;
    let two = Portal::start(&session.binary, &session.subfolder("node-two")?, &variables)?;
    let [staff, banned] = members.as_slice() else { anyhow::bail!("two members") };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut ends = Vec::new();
    for turn in 0..BANS {
        let nodes = [&one, &two];
        let from = nodes[turn % 2].address;
        ends.push(runtime.block_on(ban(from, nodes, staff, banned))?);
    }
    // The schema can go when nobody uses it any more.
    one.process.stop()?;
    two.process.stop()?;
    let slowest = ends.iter().copied().fold(0.0, f64::max);
    let figure = format!("{BANS} bans, p50 {:.0} ms", median(&ends));
    let what = "until two nodes let nothing through, the slowest";
    Ok(vec![Row::new(Measure::Ban, what, figure).judge(slowest, " ms", Target::AtMost(1000.0))])
}

/// Milliseconds from the ban's answer until the last of what the member has open has ended.
async fn ban(from: SocketAddr, nodes: [&Portal; 2], staff: &Member, banned: &Member) -> Result<f64> {
    let (told, answered) = tokio::sync::watch::channel(None::<Instant>);
    let mut ends = tokio::task::JoinSet::new();
    for node in nodes {
        let (_, mut receiver) = socket::open(node.address, &node.socket(banned)).await?;
        receiver.until(|text| memchr::memmem::find(text, b"\"connected\"").is_some()).await?;
        ends.spawn(async move {
            // Ends with the socket, never by a frame.
            let _ = receiver.until(|_| false).await;
            Ok(Instant::now())
        });
        ends.spawn(poll(node.address, banned.token.clone()));
        ends.spawn(requests(node.address, banned.token.clone()));
    }
    // What was just asked for is parked by then, and both nodes have the member in memory.
    tokio::time::sleep(Duration::from_millis(300)).await;
    set_status(from, staff, banned, "disabled").await?;
    told.send_replace(Some(Instant::now()));
    let answered = answered.borrow().context("an answer")?;
    let mut last = Duration::ZERO;
    let all = async {
        while let Some(ended) = ends.join_next().await {
            last = last.max(ended??.saturating_duration_since(answered));
        }
        anyhow::Ok(())
    };
    tokio::time::timeout(TIMEOUT, all).await.context("something stays open")??;
    set_status(from, staff, banned, "active").await?;
    for node in nodes {
        while request(node.address, &banned.token).await? != 200 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    Ok(last.as_secs_f64() * 1e3)
}

async fn set_status(from: SocketAddr, staff: &Member, whom: &Member, status: &str) -> Result<()> {
    let (path, body) = (format!("/api/admin/users/{}/status", whom.user_id), json!({ "status": status }));
    let request = client::send(from, "PATCH", &path, Some(&staff.token), &body.to_string());
    let answered = Connection::open(from).await?.call(&request).await?;
    ensure!(answered == 200, "a change of the status is answered {answered}");
    Ok(())
}

/// When a poll that waits is answered with 403.
async fn poll(address: SocketAddr, token: String) -> Result<Instant> {
    let mut connection = Connection::open(address).await?;
    let register = client::send(address, "POST", "/api/realtime/poll/register", Some(&token), "");
    ensure!(connection.call(&register).await? == 200, "a poll is not registered");
    let answer: Value = serde_json::from_slice(connection.body().context("a long answer")?)?;
    let (id, mut seq) = (answer["data"]["poll_id"].clone(), answer["data"]["seq"].clone());
    loop {
        let path = format!("/api/realtime/poll?poll_id={}&since_seq={seq}", id.as_str().unwrap_or_default());
        let request = client::get(address, &path, &[("Authorization", &format!("Bearer {token}"))]);
        match connection.call(&request).await? {
            403 => return Ok(Instant::now()),
            200 => {
                let answer: Value = serde_json::from_slice(connection.body().context("a long answer")?)?;
                seq = answer["data"]["last_seq"].clone();
            }
            status => anyhow::bail!("a poll is answered {status}"),
        }
    }
}

/// When requests are refused.
async fn requests(address: SocketAddr, token: String) -> Result<Instant> {
    while request(address, &token).await? != 403 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(Instant::now())
}

async fn request(address: SocketAddr, token: &str) -> Result<u16> {
    let request =
        client::get(address, "/api/auth/check-status", &[("Authorization", &format!("Bearer {token}"))]);
    Connection::open(address).await?.call(&request).await
}

fn start_nats(program: &Path) -> Result<(Process, String)> {
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut command = Command::new(program);
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]);
    let process = Process::start(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()))?;
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        ensure!(begun.elapsed() < TIMEOUT, "nats-server does not come up");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok((process, format!("nats://127.0.0.1:{port}")))
}
