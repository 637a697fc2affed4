//! The made-up providers of the AI chat and of the weather: by themselves, or beside the portal.

use std::future::pending;
use std::net::SocketAddr;

use anyhow::{Context as _, Result};
use kernel::config::Config;
use tokio::net::TcpListener;

use crate::cli::print;
use crate::start;

/// A port for a stub, which has to be known before the portal starts.
struct StubListener(std::net::TcpListener, SocketAddr);

impl StubListener {
    fn open() -> Result<Self> {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").context("no port for the stub")?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self(listener, address))
    }

    fn listen(self) -> Result<TcpListener> {
        Ok(TcpListener::from_std(self.0)?)
    }
}

/// The stubs that the portal brings along.
pub(crate) struct Stubs {
    ai: Option<StubListener>,
    weather: Option<StubListener>,
}

impl Stubs {
    /// Opens a port for each that is wanted.
    pub(crate) fn open(ai: bool, weather: bool) -> Result<Self> {
        Ok(Self {
            ai: ai.then(StubListener::open).transpose()?,
            weather: weather.then(StubListener::open).transpose()?,
        })
    }

    /// What leads the portal to them.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let ai = self.ai.iter().flat_map(|StubListener(_, address)| {
            [
                ("AI_API_URL", format!("http://{address}/v1")),
                ("AI_API_KEY", String::new()),
                ("AI_MODEL", "demo".to_owned()),
                ("AI_AVAILABLE_MODELS", "demo-thinking".to_owned()),
                ("SEARCH_API_URL", format!("http://{address}/search")),
            ]
        });
        let weather = self.weather.iter().flat_map(|StubListener(_, address)| {
            [
                ("WEATHER_API_HOST", format!("http://{address}")),
                ("WEATHER_KEY", "demo".to_owned()),
                ("WEATHER_LOCATION", "116.30,39.96".to_owned()),
            ]
        });
        ai.chain(weather).collect()
    }

    /// Serves the portal, with which they end.
    pub(crate) async fn serve_with_portal(self, config: Config) -> Result<()> {
        let (ai, weather) = (self.ai, self.weather);
        let ai = async {
            match ai {
                Some(listener) => Ok(ai_stub::Stub::default().serve(listener.listen()?, pending()).await?),
                None => pending().await,
            }
        };
        let weather = async {
            match weather {
                Some(listener) => Ok(weather_stub::Stub::demo().serve(listener.listen()?, pending()).await?),
                None => pending().await,
            }
        };
        tokio::select! {
            served = start::serve(config) => served,
            stubbed = ai => stubbed,
            stubbed = weather => stubbed,
        }
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| format!("cannot open {address}"))
}

async fn interrupted() {
    drop(tokio::signal::ctrl_c().await);
}

/// Serves the provider of the AI chat until the terminal interrupts it.
pub(crate) async fn serve_ai(address: SocketAddr) -> Result<()> {
    let listener = listen(address).await?;
    print(&format!("listening on http://{}/v1", listener.local_addr()?))?;
    Ok(ai_stub::Stub::default().serve(listener, interrupted()).await?)
}

/// Serves the provider of the weather until the terminal interrupts it.
pub(crate) async fn serve_weather(address: SocketAddr) -> Result<()> {
    let listener = listen(address).await?;
    print(&format!("listening on http://{}", listener.local_addr()?))?;
    Ok(weather_stub::Stub::default().serve(listener, interrupted()).await?)
}
