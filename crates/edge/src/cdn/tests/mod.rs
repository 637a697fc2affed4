//! The CDN proxy through `HttpApp`, against upstreams on this machine.
#![expect(clippy::disallowed_methods, reason = "the upstreams of these tests are no part of the app")]

mod cache;
mod fetching;
mod refusals;

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use identity::testing::TestPortal;
use kernel::Feature;
use kernel::testing::{Answer, Client};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::{Cdn, FEATURE};

thread_local! {
    /// The upstream's port, for the feature that a test on this thread opens.
    static PORT: Cell<u16> = const { Cell::new(0) };
}

/// The feature as it is, but that it speaks plain HTTP to the test's upstream.
const TEST_FEATURE: Feature = Feature {
    state: |state, config| {
        let mut cdn = Cdn::new(config);
        cdn.rules.http = true;
        cdn.rules.ports = vec![PORT.get()];
        state.insert(cdn);
    },
    ..FEATURE
};

/// What an upstream answers: pieces, each sent when a permit is there.
type Handler = dyn Fn(&str) -> Vec<Vec<u8>> + Send + Sync;

/// A host on this machine, listed under the name `cdn.test`.
struct Upstream {
    port: u16,
    seen: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
    /// How many pieces may be sent; a second piece waits for its own.
    permits: Arc<Semaphore>,
}

impl Upstream {
    async fn answering(handler: impl Fn(&str) -> Vec<Vec<u8>> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let upstream = Self {
            port,
            seen: Arc::default(),
            connections: Arc::default(),
            permits: Arc::new(Semaphore::new(1_000_000)),
        };
        let (seen, connections, permits) =
            (upstream.seen.clone(), upstream.connections.clone(), upstream.permits.clone());
        let handler: Arc<Handler> = Arc::new(handler);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                connections.fetch_add(1, Ordering::SeqCst);
                let (seen, permits, handler) = (seen.clone(), permits.clone(), handler.clone());
                tokio::spawn(async move {
                    let mut buffer = vec![0; 16 * 1024];
                    let length = stream.read(&mut buffer).await.unwrap_or_default();
                    if length == 0 {
                        return;
                    }
                    let request = String::from_utf8_lossy(&buffer[..length]).into_owned();
                    seen.lock().unwrap().push(request.clone());
                    for piece in handler(&request) {
                        permits.acquire().await.unwrap().forget();
                        if stream.write_all(&piece).await.is_err() {
                            return;
                        }
                    }
                });
            }
        });
        PORT.set(port);
        upstream
    }

    async fn answering_with(answer: Vec<u8>) -> Self {
        Self::answering(move |_| vec![answer.clone()]).await
    }

    /// A portal whose names all lead to this machine, which egress may reach.
    async fn portal(&self, variables: &[(&str, &str)]) -> TestPortal {
        let mut all = vec![("CDN_WHITELIST", "cdn.test"), ("EGRESS_ALLOW", "127.0.0.1/32")];
        all.extend(variables);
        let portal = TestPortal::with(&[TEST_FEATURE], &all).await;
        answer_names(&portal);
        portal
    }

    fn url(&self, path: &str) -> String {
        format!("http://cdn.test:{}{path}", self.port)
    }

    fn requests(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }

    fn asked(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

fn answer_names(portal: &TestPortal) {
    portal.app.egress.answer_names(|_| Box::pin(async { Ok(vec![[127, 0, 0, 1].into()]) }));
}

fn head(status: &str, headers: &str) -> String {
    let end = if headers.is_empty() { "" } else { "\r\n" };
    format!("HTTP/1.1 {status}\r\nconnection: close\r\n{headers}{end}\r\n")
}

/// A whole answer.
fn whole(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = format!("content-length: {}", body.len());
    let headers = if headers.is_empty() { length } else { format!("{headers}\r\n{length}") };
    [head(status, &headers).as_bytes(), body].concat()
}

fn css(headers: &str, body: &str) -> Vec<u8> {
    let own = "content-type: text/css";
    let headers = if headers.is_empty() { own.to_owned() } else { format!("{own}\r\n{headers}") };
    whole("200 OK", &headers, body.as_bytes())
}

fn target(url: &str, more: &str) -> String {
    let mut encoded = String::new();
    for byte in url.bytes() {
        encoded.push_str(&format!("%{byte:02X}"));
    }
    format!("/api/cdn/proxy?url={encoded}{more}")
}

async fn ask(client: &Client, url: &str) -> Answer {
    client.get(&target(url, "")).await
}

fn cached(answer: &Answer) -> String {
    format!("{} {}", answer.status.as_u16(), answer.header("x-cache"))
}

/// The files of the cache.
fn files(portal: &TestPortal) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(portal.app.config.data_dir.join("cdn-cache")) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Waits for what another task brings about soon; the runner's own limit ends what never comes.
async fn until(holds: impl Fn() -> bool) {
    while !holds() {
        tokio::task::yield_now().await;
    }
}
