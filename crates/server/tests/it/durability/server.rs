//! The real binary, alone or under a program that makes its life hard.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::client::Client;
use crate::portal::SECRET;

/// Of every member.
pub(crate) const PASSWORD: &str = "a-password-of-2026";

/// A running server; killed when dropped.
pub(crate) struct Server {
    child: Child,
    /// The server itself, which under `strace` is not the child.
    pid: Pid,
    pub address: SocketAddr,
}

/// Someone who has registered.
pub(crate) struct Account {
    pub user_id: String,
    pub net_name: String,
    pub token: String,
}

impl Server {
    /// Starts it, under `wrapper` when that is not empty, and waits until it listens.
    pub(crate) fn start(folder: &Path, variables: &[(&str, &str)], wrapper: &[OsString]) -> Self {
        let binary = env!("CARGO_BIN_EXE_classportal");
        let mut command = match wrapper {
            [] => Command::new(binary),
            [program, arguments @ ..] => {
                let mut command = Command::new(program);
                command.args(arguments).arg(binary);
                command
            }
        };
        command.arg("serve").current_dir(folder).env_clear();
        command.envs([("PORT", "0"), ("WS_PORT", "0"), ("HOST", "127.0.0.1"), ("JWT_SECRET", SECRET)]);
        command.envs(variables.iter().copied());
        // The log goes to a file: a thousand refusals would hide what failed.
        let log = std::fs::File::options().create(true).append(true).open(folder.join("server.log"));
        let mut child =
            command.stdout(Stdio::piped()).stderr(log.expect("a log")).spawn().expect("the binary starts");
        let mut lines =
            BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening on http://").map(str::to_owned));
        let Some(address) = address else {
            let _ = child.wait();
            let log = std::fs::read_to_string(folder.join("server.log")).unwrap_or_default();
            panic!("the server did not come up:\n{log}");
        };
        // What it says later must not block it.
        std::thread::Builder::new().spawn(move || lines.for_each(drop)).expect("a thread");
        let pid = innermost(&child);
        Self { child, pid, address: address.parse().expect("an address") }
    }

    /// The process ID, for other programs.
    pub(crate) fn pid(&self) -> String {
        self.pid.as_raw_nonzero().to_string()
    }

    /// Ends it without a warning, as a power cut of the process does.
    pub(crate) fn kill(&self) {
        // Fails when it has ended already.
        let _ = kill_process(self.pid, Signal::KILL);
    }

    /// Whether it still runs.
    pub(crate) fn runs(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|ended| ended.is_none())
    }

    /// A connection without a token.
    pub(crate) fn anonymous(&self) -> Client {
        Client::connect(self.address, "").expect("the port answers")
    }

    /// Sets the portal up and registers this many members.
    pub(crate) fn register(&self, members: usize) -> Vec<Account> {
        let mut client = self.anonymous();
        let id = |n: usize| format!("2501{:02}", n + 1);
        let row = |n| json!({ "real_name": format!("成员{n}"), "user_id": id(n), "gender": "male" });
        let list: Vec<Value> = (0..members).map(row).collect();
        client.call("POST", "/api/setup/save", &json!({ "pre_records": { "class01": list } })).unwrap().ok();
        let mut register = |n| {
            let net_name = format!("member{n}");
            let form = json!({ "real_name": format!("成员{n}"), "net_name": net_name,
                               "password": PASSWORD, "confirm_password": PASSWORD });
            let answer = client.call("POST", "/api/auth/register", &form).unwrap().ok();
            let token = answer.data()["token"].as_str().expect("a token").to_owned();
            Account { user_id: id(n), net_name, token }
        };
        (0..members).map(&mut register).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        // A wrapper ends with what it wraps; for one that does not there is its own end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The one child of a wrapper that stays, else the child itself.
fn innermost(child: &Child) -> Pid {
    let id = child.id();
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let inner = children.split_whitespace().next().and_then(|inner| Pid::from_raw(inner.parse().ok()?));
    inner.unwrap_or_else(|| Pid::from_child(child))
}
