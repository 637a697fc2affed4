//! A provider of the AI chat, and whoever reads its answers through the portal.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::server::Account;

/// The events of a stream, as they come, until it ends or the server is gone.
pub(crate) fn events(
    server: SocketAddr,
    account: &Account,
    method: &str,
    path: &str,
    body: &Value,
) -> impl Iterator<Item = Value> + use<> {
    let mut stream = TcpStream::connect(server).expect("the port answers");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n\
         Authorization: Bearer {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        account.token,
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).expect("a question");
    // The lines of the chunks between them are no events.
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines.filter_map(|line| line.strip_prefix("data: ").and_then(|json| serde_json::from_str(json).ok()))
}

/// `classportal ai-stub` in a process of its own.
pub(crate) struct Stub {
    process: Child,
    /// The address of its API.
    pub(crate) url: String,
}

impl Stub {
    pub(crate) fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_classportal"));
        command.args(["ai-stub", "--listen", "127.0.0.1:0"]);
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the binary starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let url = line.trim().strip_prefix("listening on ").expect("its address").to_owned();
        Self { process, url }
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
