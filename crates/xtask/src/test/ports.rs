//! Ports of this machine: finding a free one, waiting for a server behind one.

use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::guard::Daemon;

/// A port that nothing listens on now.
pub fn free_port() -> Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("no free loopback port")?;
    Ok(listener.local_addr()?.port())
}

/// Waits until the server answers on its port; fails when it ends or takes too long.
pub fn wait_for_port(server: &mut Daemon, port: u16, limit: Duration) -> Result<()> {
    let started = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if let Some(status) = server.ended()? {
            bail!("the server ended before it answered ({status})");
        }
        if started.elapsed() > limit {
            bail!("nothing answers on port {port} after {} s", limit.as_secs());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_server_that_ends_at_once_is_not_waited_for() -> Result<()> {
        let mut server = Daemon::start(&mut Command::new("false"), None)?;
        let error = wait_for_port(&mut server, free_port()?, Duration::from_secs(20)).unwrap_err();
        assert!(error.to_string().contains("ended"), "{error}");
        Ok(())
    }
}
