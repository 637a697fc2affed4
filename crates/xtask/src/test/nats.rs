//! A private NATS server, gone when the run ends.

use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

use super::ports::{free_port, wait_for_port};
use crate::guard::Daemon;
use crate::process;

/// A running server.
pub struct Nats {
    port: u16,
    _server: Daemon,
}

impl Nats {
    /// Starts it on a free loopback port.
    pub fn start() -> Result<Self> {
        let port = free_port()?;
        let program = process::which(&["nats-server"])
            .context("`nats-server` is missing; install the package of that name")?;
        let mut command = Command::new(program);
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut server = Daemon::start(&mut command, None)?;
        wait_for_port(&mut server, port, Duration::from_secs(20))?;
        Ok(Self { port, _server: server })
    }

    /// Where clients connect.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}
