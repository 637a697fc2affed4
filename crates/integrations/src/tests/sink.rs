//! A sink for webhooks, on a port of this machine.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use identity::testing::TestPortal;
use kernel::App;
use serde_json::Value;

use crate::outbound::sender::is_sending;

/// What a webhook brought.
#[derive(Clone, Debug)]
pub(super) struct Received {
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Received {
    pub(super) fn header(&self, name: &str) -> String {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Answers every request with the same status, which a test may change.
#[derive(Clone)]
pub(super) struct Sink {
    pub(super) url: String,
    status: Arc<Mutex<StatusCode>>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Sink {
    /// Serves as long as the portal runs.
    pub(super) async fn start(app: &App) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let sink = Self { url, status: Arc::new(Mutex::new(StatusCode::OK)), received: Arc::default() };
        let serving = sink.clone();
        let handler = move |headers: HeaderMap, body: Bytes| {
            serving.received.lock().unwrap().push(Received { headers, body });
            std::future::ready(*serving.status.lock().unwrap())
        };
        let router = Router::new().route("/hook", post(handler));
        app.tasks.spawn("sink", |mut stop| async move {
            let ended = async move { stop.asked().await };
            axum::serve(listener, router).with_graceful_shutdown(ended).await.unwrap();
        });
        sink
    }

    /// What it answers from now on.
    pub(super) fn answer(&self, status: u16) {
        *self.status.lock().unwrap() = StatusCode::from_u16(status).unwrap();
    }

    /// Everything that came so far.
    pub(super) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until so many came, and answers them all.
    pub(super) async fn wait_for(&self, count: usize) -> Vec<Received> {
        for _ in 0..2000 {
            if self.received().len() >= count {
                return self.received();
            }
            // Real time: the sink is another server, whose answers no clock of the test brings.
            pause().await;
        }
        panic!("{} of {count} webhooks came", self.received().len());
    }
}

impl Sink {
    /// Moves the clock until so many came, a second at a time: the sender may begin to wait after any of these. While an
    /// attempt is under way the time stands still for a while: on a busy machine it would be over before the sink is
    /// reached.
    pub(super) async fn wait_while_time_passes(&self, portal: &TestPortal, count: usize) -> Vec<Received> {
        let (mut moved, mut held) = (0, 0);
        while moved < 2000 {
            if is_sending(&portal.app) && held < MOST_HELD {
                held += 1;
            } else {
                portal.advance(1);
                (moved, held) = (moved + 1, 0);
            }
            pause().await;
            if self.received().len() >= count {
                return self.received();
            }
        }
        panic!("{} of {count} webhooks came", self.received().len());
    }
}

/// Pauses for which the time stands still at most.
const MOST_HELD: u32 = 200;

/// A moment of the machine's time.
#[expect(clippy::disallowed_methods, reason = "sockets know no manual clock")]
pub(super) async fn pause() {
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
}
