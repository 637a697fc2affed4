//! A NATS server of one test, on a port that stays the same when it comes back.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::durability::program;

/// A NATS server, running or not; ended when dropped.
pub(super) struct Nats {
    program: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl Nats {
    /// A running one; `None` where there is no such program.
    pub(super) fn start() -> Option<Self> {
        let mut nats = Self::absent()?;
        nats.start_again();
        Some(nats)
    }

    /// An address at which nothing answers.
    pub(super) fn absent() -> Option<Self> {
        // Debian keeps it where only administrators look.
        let program = program("nats-server").or_else(|| {
            let debian = PathBuf::from("/usr/sbin/nats-server");
            debian.is_file().then_some(debian)
        })?;
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("its address").port();
        Some(Self { program, port, child: None })
    }

    /// With a user and a password, as an operator would.
    pub(super) fn url(&self) -> String {
        format!("nats://portal:p%40ss@127.0.0.1:{}", self.port)
    }

    pub(super) fn start_again(&mut self) {
        let port = self.port.to_string();
        let mut command = Command::new(&self.program);
        command.args(["--addr", "127.0.0.1", "--port", &port, "--user", "portal", "--pass", "p@ss"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = self.child.insert(child.expect("nats-server starts"));
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(child.try_wait().expect("its state").is_none(), "nats-server has ended");
            std::thread::yield_now();
        }
    }

    /// Ends it without a warning.
    pub(super) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
