//! The real binary on a port of its own, and a client small enough to say odd things to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::durability::client::Client;

/// A secret that passes every check.
pub(crate) const SECRET: &str = "a secret that only tests use, 32 bytes";

/// The binary in a folder of its own, with these variables and nothing else of the environment.
pub(crate) fn command(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_classportal"));
    command.args(arguments).current_dir(folder).env_clear();
    command.envs([("PORT", "0"), ("WS_PORT", "0"), ("HOST", "127.0.0.1"), ("JWT_SECRET", SECRET)]);
    command.envs(variables.iter().copied());
    command
}

/// Runs it to its end.
pub(crate) fn run(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Output {
    command(folder, variables, arguments).output().expect("the binary runs")
}

/// A running portal; ended when dropped.
pub(crate) struct Portal {
    child: Child,
    address: String,
    chat: String,
}

impl Portal {
    /// Starts it and waits for its line.
    pub(crate) fn start(folder: &Path, variables: &[(&str, &str)]) -> Self {
        Self::run(&mut command(folder, variables, &["serve"]))
    }

    /// The same, from a command of one's own.
    pub(crate) fn run(command: &mut Command) -> Self {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().expect("the binary starts");
        let said = BufReader::new(child.stdout.take().expect("its output"));
        let mut lines = said.lines().map_while(Result::ok);
        let mut after = |start| lines.find_map(|line| line.strip_prefix(start).map(str::to_owned));
        let (Some(chat), Some(address)) = (after("chat socket on ws://"), after("listening on http://"))
        else {
            let ended = child.wait().expect("its end");
            panic!("the portal did not come up ({ended})");
        };
        // What it says later must not block it.
        std::thread::Builder::new().spawn(move || lines.for_each(drop)).expect("a thread");
        Self { child, address, chat }
    }

    /// A connection that gives up after 20 seconds.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the port answers");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
        stream
    }

    /// A connection to the chat port; gives up after 20 seconds.
    pub(crate) fn connect_chat(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.chat).expect("the port answers");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
        stream
    }

    /// Host and port of the chat socket.
    pub(crate) fn chat(&self) -> &str {
        &self.chat
    }

    /// Sends bytes as they are and reads until the other side closes.
    pub(crate) fn exchange(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        // The portal may refuse before it has read everything.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// GET on a connection of its own.
    pub(crate) fn get(&self, target: &str) -> String {
        self.exchange(
            format!("GET {target} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n").as_bytes(),
        )
    }

    /// POST of JSON on a connection of its own.
    pub(crate) fn post(&self, target: &str, body: &serde_json::Value) -> String {
        let body = body.to_string();
        let length = body.len();
        let head = "Host: portal\r\nContent-Type: application/json\r\nConnection: close";
        self.exchange(
            format!("POST {target} HTTP/1.1\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}").as_bytes(),
        )
    }

    /// A keep-alive client with the token of the developer account, whose password this is.
    pub(crate) fn developer(&self, password: &str) -> Client {
        let token = self.token_of_developer(password);
        Client::connect(self.address.parse().expect("an address"), &token).expect("the port answers")
    }

    /// A token of the developer account, whose password this is.
    pub(crate) fn token_of_developer(&self, password: &str) -> String {
        let login = serde_json::json!({ "account": "999999", "password": password });
        let address = self.address.parse().expect("an address");
        let mut client = Client::connect(address, "").expect("the port answers");
        let answer = client.call("POST", "/api/auth/login", &login).expect("an answer").ok();
        answer.data()["token"].as_str().expect("a token").to_owned()
    }

    /// Asks it to end, as an operator does.
    pub(crate) fn terminate(&self) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("it runs");
    }

    /// Waits for its end; true when it ended well.
    pub(crate) fn ended_well(mut self) -> bool {
        self.child.wait().expect("its end").success()
    }
}

impl Drop for Portal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
