//! What the server is compared with. Each baseline runs in a process of its own, as the server
//! does, prints `listening on http://…` and serves until it is stopped.

mod hash;
mod hello;
mod me;
mod poll;
mod socket;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{ChildStdout, Command, Stdio};

use anyhow::{Context, Result};

use crate::process::Process;

pub use me::token;

/// Which.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Baseline {
    /// hyper alone, one constant answer: what HTTP costs
    Hello,
    /// axum with a verified token and the answer of check-status, without a store
    Me,
    /// Argon2id on every core, nothing else; prints hashes per second and ends
    Hash,
    /// WebSockets alone: what one says, all hear
    Socket,
    /// axum with a verified token: requests that wait until one publishes
    Poll,
}

impl Baseline {
    fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Me => "me",
            Self::Hash => "hash",
            Self::Socket => "socket",
            Self::Poll => "poll",
        }
    }

    fn spawn(self) -> Result<(Process, BufReader<ChildStdout>)> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["baseline", self.name()]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = Process::start(&mut command)?;
        let output = process.child().stdout.take().context("no output")?;
        Ok((process, BufReader::new(output)))
    }

    /// Starts a serving baseline.
    pub fn start(self) -> Result<Server> {
        let (process, mut output) = self.spawn()?;
        let mut line = String::new();
        output.read_line(&mut line)?;
        let address = line.trim().strip_prefix(LISTENING).with_context(|| format!("it says {line:?}"))?;
        Ok(Server { address: address.parse()?, process })
    }

    /// Runs a baseline that ends with a number.
    pub fn number(self) -> Result<f64> {
        let (_process, mut output) = self.spawn()?;
        let mut line = String::new();
        output.read_line(&mut line)?;
        line.trim().parse().with_context(|| format!("it says {line:?}"))
    }
}

/// A running baseline.
pub struct Server {
    /// Where it answers.
    pub address: SocketAddr,
    /// Its process.
    pub process: Process,
}

const LISTENING: &str = "listening on http://";

/// The other side: what the process of a baseline does.
pub fn run(baseline: Baseline) -> Result<()> {
    let runtime = || tokio::runtime::Builder::new_multi_thread().enable_all().build();
    match baseline {
        Baseline::Hello => runtime()?.block_on(hello::serve()),
        Baseline::Me => runtime()?.block_on(me::serve()),
        Baseline::Socket => runtime()?.block_on(socket::serve()),
        Baseline::Poll => runtime()?.block_on(poll::serve()),
        Baseline::Hash => {
            println!("{}", hash::per_second()?);
            Ok(())
        }
    }
}

/// A free loopback port, said where the starter reads it.
async fn listen() -> Result<tokio::net::TcpListener> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{LISTENING}{}", listener.local_addr()?);
    Ok(listener)
}
