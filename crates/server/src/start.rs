//! The start, in order, and the end.

use std::io::{IsTerminal, stdout};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use axum::Router;
use edge::system::VERSION;
use kernel::app::AppParts;
use kernel::clock::Clock;
use kernel::config::{Config, HOST, PORT};
use kernel::http::{HttpApp, Listener, raise_file_limit};
use kernel::qr;
use kernel::random::Random;
use kernel::tasks::Need;
use kernel::texts::Language;
use kernel::{ApiError, App, addresses};
use realtime::WS_PORT;
use tokio::signal::unix::{SignalKind, signal};

use crate::{FEATURES, Pages, logging, openapi};

/// From the signal to the end of the process at most (`interface 8.2`).
const STOP: Duration = Duration::from_secs(10);

/// Serves until SIGTERM or SIGINT, then answers what is open.
pub(crate) async fn serve(config: Config) -> Result<()> {
    logging::start(&config)?;
    raise_file_limit();
    let app = build(config).await?;
    // Before any task runs: a start that a taken port refuses has done nothing. Whoever connects now waits.
    let listener = open("PORT", *PORT.of(&app.config), &app).await?;
    let chat = open("WS_PORT", *WS_PORT.of(&app.config), &app).await?;
    app.start().await.map_err(|refusal| plain(&refusal))?;
    stop_on_signal(&app)?;
    let setup = identity::setup::pending_page(&app).await.map_err(|refusal| plain(&refusal))?;
    announce(&app, listener.address()?, chat.address()?, setup.as_deref());

    serve_chat(&app, chat)?;
    let http = http_app(&app);
    let served = async {
        listener.serve(http, app.tasks.stopping()).await;
        app.stop().await;
    };
    let mut stopping = app.tasks.stopping();
    let overdue = async {
        // Mapped to `()`: the guard it answers must not live across the next wait.
        let _ = stopping.wait_for(|stop| *stop).await.map(drop);
        app.clock.sleep(STOP).await;
    };
    tokio::select! {
        () = served => {}
        () = overdue => tracing::warn!("shutdown took too long and was cut off; acknowledged writes are stored"),
    }
    Ok(())
}

async fn open(variable: &str, port: u16, app: &App) -> Result<Listener> {
    let address = SocketAddr::new(*HOST.of(&app.config), port);
    Listener::bind(address).await.with_context(|| {
        format!("{variable}: cannot open {address}; choose another port, or stop what holds it")
    })
}

/// The app with every feature, not started.
pub(crate) async fn build(config: Config) -> Result<App> {
    let parts = AppParts {
        config,
        clock: Clock::system(),
        random: Random::system(),
        features: FEATURES.clone(),
        accounts: identity::accounts,
    };
    Ok(App::build(parts).await?)
}

/// Routes of the features first, pages for the rest.
fn http_app(app: &App) -> HttpApp {
    let pages = Pages::new(app);
    let router = openapi::router(&app.features).fallback(async move |request| pages.answer(request).await);
    HttpApp::new(app.clone(), router)
}

/// WS_PORT: every path is the chat socket. A service, which an admin may stop: then the port and every
/// socket close, those of `/ws` too.
fn serve_chat(app: &App, bound: Listener) -> Result<()> {
    let address = bound.address()?;
    // The first time with the port that the start has opened, so that a taken one refuses the start.
    let first = Mutex::new(Some(bound));
    app.tasks.service(app, "chat", Need::Optional, move |app, stop| {
        let bound = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        async move {
            let listener = match bound {
                Some(listener) => listener,
                None => Listener::bind(address).await.map_err(ApiError::unavailable)?,
            };
            let router = Router::new().fallback(realtime::open_socket);
            let http = HttpApp::new(app.clone(), router);
            tokio::join!(listener.serve(http, stop.signal()), realtime::accept_sockets(&app, stop));
            Ok(())
        }
    });
    Ok(())
}

/// A refusal in the words meant for the log: there is no caller yet.
pub(crate) fn plain(refusal: &ApiError) -> anyhow::Error {
    anyhow!("{}", refusal.cause().map_or_else(|| refusal.localized(Language::English), str::to_owned))
}

/// The last line is for programs, too: tests and `cargo xtask` wait for it.
fn announce(app: &App, bound: SocketAddr, chat: SocketAddr, setup: Option<&str>) {
    println!(
        "classportal {VERSION}, web desktop {}, {} database",
        web_assets::build_hash(),
        app.db.engine_name()
    );
    println!("time zone {}", app.timezone().iana_name().unwrap_or("of this machine"));
    let urls = addresses::machine_urls(&app.config, bound);
    println!("{}", arrival(&urls, setup, stdout().is_terminal()));
    println!("chat socket on ws://{}", SocketAddr::new(reachable(chat.ip()), chat.port()));
    println!("listening on http://{}", SocketAddr::new(reachable(bound.ip()), bound.port()));
}

/// What the person at the terminal does next. The addresses are those that others can type, the likeliest first; the
/// QR code is for a person, so no log gets it, and it ends with the set-up, after which the page of the enrolment
/// has one.
fn arrival(urls: &[String], setup: Option<&str>, in_terminal: bool) -> String {
    let mut lines = vec!["同学们打开的网址 · addresses to open:".to_owned()];
    let mark = |at: usize| if at == 0 { "→" } else { " " };
    lines.extend(urls.iter().enumerate().map(|(at, url)| format!("  {} {url}", mark(at))));
    if urls.is_empty() {
        // HTTPS=1: only the proxy knows the name that a browser trusts.
        lines.push("  反向代理的 https 网址 · the https address of your proxy".to_owned());
    }
    if let Some(page) = setup {
        let link = format!("{}{page}", urls.first().map_or("", String::as_str));
        lines.push("还没有设置，请先打开下面的链接完成设置（链接只给自己用）".to_owned());
        lines.push(
            "not set up yet: open this first to set up the class, and keep the link to yourself".to_owned(),
        );
        lines.push(format!("  {link}"));
        let has_address = in_terminal && !urls.is_empty();
        lines.extend(has_address.then(|| qr::in_terminal(&link)).flatten());
    }
    lines.join("\n")
}

/// An address that a browser on this machine can open.
fn reachable(bound: IpAddr) -> IpAddr {
    match bound {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        other => other,
    }
}

fn stop_on_signal(app: &App) -> Result<()> {
    let mut terminate = signal(SignalKind::terminate()).context("cannot listen for SIGTERM")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen for SIGINT")?;
    let asked = app.clone();
    app.tasks.spawn("signals", |mut stop| async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            () = stop.asked() => {}
        }
        tracing::info!("stopping");
        asked.ask_to_stop();
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls() -> Vec<String> {
        vec!["http://192.168.1.20:9001".to_owned(), "http://10.0.0.7:9001".to_owned()]
    }

    #[test]
    fn a_portal_that_is_set_up_shows_its_addresses_the_first_one_marked() {
        let lines = arrival(&urls(), None, true);

        let expected =
            "同学们打开的网址 · addresses to open:\n  → http://192.168.1.20:9001\n    http://10.0.0.7:9001";
        assert_eq!(lines, expected);
    }

    #[test]
    fn before_the_set_up_its_link_is_shown_and_drawn_for_a_terminal_alone() {
        let (page, link) = ("/#/setup?code=ABCD-2345", "http://192.168.1.20:9001/#/setup?code=ABCD-2345");

        let (terminal, log) = (arrival(&urls(), Some(page), true), arrival(&urls(), Some(page), false));

        assert!(log.ends_with(&format!("\n  {link}")), "{log}");
        assert_eq!(terminal, format!("{log}\n{}", qr::in_terminal(link).unwrap()));
    }
}
