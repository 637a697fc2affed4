//! The scripted provider of the AI chat: by itself, or beside the portal.

use anyhow::{Context as _, Result};
use kernel::config::Config;

use crate::cli::print;
use crate::start;

/// A port for the stub, which has to be known before the portal starts.
pub(crate) struct StubListener(std::net::TcpListener, std::net::SocketAddr);

impl StubListener {
    pub(crate) fn open() -> Result<Self> {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").context("no port for the stub")?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self(listener, address))
    }

    /// What leads the portal to it.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let address = format!("http://{}/", self.1);
        vec![
            ("AI_API_URL", format!("{address}v1")),
            ("AI_API_KEY", String::new()),
            ("AI_MODEL", "demo".to_owned()),
            ("AI_AVAILABLE_MODELS", "demo-thinking".to_owned()),
            ("SEARCH_API_URL", format!("{address}search")),
        ]
    }
}

/// The stub ends with the portal.
pub(crate) async fn serve_with_portal(config: Config, stub: StubListener) -> Result<()> {
    let listener = tokio::net::TcpListener::from_std(stub.0)?;
    tokio::select! {
        served = start::serve(config) => served,
        stubbed = ai_stub::Stub::default().serve(listener, std::future::pending()) => Ok(stubbed?),
    }
}

/// Serves the stub until the terminal interrupts it.
pub(crate) async fn serve(listen: std::net::SocketAddr) -> Result<()> {
    let listener =
        tokio::net::TcpListener::bind(listen).await.with_context(|| format!("cannot open {listen}"))?;
    print(&format!("listening on http://{}/v1", listener.local_addr()?))?;
    let ended = async { drop(tokio::signal::ctrl_c().await) };
    Ok(ai_stub::Stub::default().serve(listener, ended).await?)
}
