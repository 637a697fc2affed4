//! The product under test: the release binary with its defaults, on a temporary data folder.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::client::Caller;
use crate::process::Process;

/// Lifted, because a measurement is what they are there to stop.
const RATE_LIMITS: [&str; 5] =
    ["RATE_LIMIT_LOGIN", "RATE_LIMIT_REGISTER", "RATE_LIMIT_USER", "RATE_LIMIT_CHAT", "RATE_LIMIT_POLL"];
/// Signs the tokens of a portal that lives for minutes.
pub const SECRET: &str = "a-portal-of-some-minutes-needs-no-better-one";
/// Of every member of a measured portal.
pub const PASSWORD: &str = "only-for-5-minutes";

/// A running server.
pub struct Portal {
    /// Where it answers.
    pub address: SocketAddr,
    /// The server.
    pub process: Process,
    /// Kept open: a server that cannot print stops.
    _output: BufReader<ChildStdout>,
}

/// Someone who is registered.
pub struct Member {
    /// For `Authorization: Bearer`.
    pub token: String,
    /// What signs in.
    pub net_name: String,
    /// The six digits.
    pub user_id: String,
}

impl Portal {
    /// Starts the binary on `folder` and waits until it listens.
    pub fn start(binary: &Path, folder: &Path, variables: &[(&str, &Path)]) -> Result<Self> {
        let log = folder.join("server.log");
        let mut command = Command::new(binary);
        command.arg("serve").current_dir(folder).env_clear();
        command
            .env("HOST", "127.0.0.1")
            .env("PORT", "0")
            .env("WS_PORT", "0")
            .env("JWT_SECRET", SECRET)
            .env("TIMEZONE", "Asia/Shanghai");
        command.env("DB_PATH", folder.join("data/classportal.db"));
        command.envs(RATE_LIMITS.map(|rule| (rule, "0"))).envs(variables.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(File::create(&log)?);
        let mut process = Process::start(&mut command)?;
        let mut output = BufReader::new(process.child().stdout.take().context("no output")?);
        let address = listening(&mut output);
        let address = address.with_context(|| std::fs::read_to_string(&log).unwrap_or_default())?;
        Ok(Self { address, process, _output: output })
    }

    /// From here on, CPU seconds of the server.
    pub fn cpu(&self) -> impl Fn() -> f64 + '_ {
        || self.process.cpu_seconds()
    }

    /// The path of a member's socket.
    pub fn socket(&self, member: &Member) -> String {
        format!("/ws?token={}", member.token)
    }

    /// Saves a class list of `names` and answers it as `(real name, user ID)`.
    pub fn set_up(&self, people: usize) -> Result<Vec<(String, String)>> {
        // Numbers 01–99 of as many classes as it takes; 00 would be a class admin.
        let person = |n: usize| (format!("成员{n}"), format!("25{:02}{:02}", n / 99 + 1, n % 99 + 1));
        let list: Vec<_> = (0..people).map(person).collect();
        let mut classes = serde_json::Map::new();
        for (real_name, user_id) in &list {
            let class = classes.entry(format!("class{}", &user_id[2..4])).or_insert_with(|| json!([]));
            let row = json!({ "real_name": real_name, "user_id": user_id, "gender": "female" });
            class.as_array_mut().context("a list")?.push(row);
        }
        Caller::open(self.address)?
            .post("/api/setup/save", &json!({ "pre_records": Value::Object(classes) }))?;
        Ok(list)
    }

    /// Sets up and registers as many members, each with a password of its own hash.
    pub fn register(&self, people: usize) -> Result<Vec<Member>> {
        let mut caller = Caller::open(self.address)?;
        let list = self.set_up(people)?;
        let register = |(real_name, user_id): (String, String)| {
            let net_name = format!("member{user_id}");
            let form = json!({ "real_name": real_name, "net_name": net_name,
                               "password": PASSWORD, "confirm_password": PASSWORD });
            let data = caller.post("/api/auth/register", &form)?;
            let token = data["token"].as_str().context("no token")?.to_owned();
            Ok(Member { token, net_name, user_id })
        };
        list.into_iter().map(register).collect()
    }
}

/// Starts the binary and answers when health is well, with the time since the start of the process.
pub fn start_timed(binary: &Path, folder: &Path) -> Result<(Portal, Duration)> {
    let begun = Instant::now();
    let portal = Portal::start(binary, folder, &[])?;
    let mut caller = Caller::open(portal.address)?;
    while caller.get("/api/system/health")?.status != 200 {
        anyhow::ensure!(begun.elapsed() < Duration::from_secs(30), "the server does not become healthy");
    }
    Ok((portal, begun.elapsed()))
}

/// Reads what the server says until it names its address.
fn listening(output: &mut impl BufRead) -> Result<SocketAddr> {
    for line in output.lines() {
        if let Some((_, address)) = line?.split_once("listening on http://") {
            return Ok(address.trim().parse()?);
        }
    }
    anyhow::bail!("the server ended before it listened")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_read_among_other_lines() {
        let mut output = "classportal 0.1\ntime zone X\nlistening on http://127.0.0.1:4567\n".as_bytes();
        assert_eq!(listening(&mut output).unwrap().port(), 4567);
        assert!(listening(&mut "refused\n".as_bytes()).is_err());
    }
}
