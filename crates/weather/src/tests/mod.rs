//! The weather through `HttpApp`, against the stub over real sockets.

mod alerts;
mod caching;
mod failures;
mod nodes;
mod serving;

use std::time::Duration;

use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::Value;
use tokio::net::TcpListener;
use weather_stub::{Behaviour, Stub};

use super::{FEATURE, environment};

/// A key that no answer and no log may show.
const KEY: &str = "0123456789abcdef0123456789abcdef";
const ALL: &str = "/api/weather";
const ALERTS: &str = "/api/weather/alerts";

/// A portal with a provider on a port of this machine, which it may reach because the operator names it.
struct Scene {
    portal: TestPortal,
    stub: Stub,
    alice: Client,
}

impl Scene {
    async fn new() -> Self {
        Self::at("116.30,39.96").await
    }

    async fn at(place: &str) -> Self {
        Self::with(&[("WEATHER_LOCATION", place)]).await
    }

    async fn with(variables: &[(&str, &str)]) -> Self {
        let scene = Self::before_any_answer(variables, |_| {}).await;
        // The task of the warnings looks at a start.
        scene.look().await;
        scene
    }

    /// A portal whose first request meets a provider that was prepared.
    async fn before_any_answer(variables: &[(&str, &str)], prepare: impl FnOnce(&Stub)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = format!("http://{}", listener.local_addr().unwrap());
        let defaults =
            [("WEATHER_KEY", KEY), ("WEATHER_API_HOST", host.as_str()), ("WEATHER_LOCATION", "海淀")];
        let given = |name: &str| variables.iter().any(|(known, _)| *known == name);
        let defaults = defaults.into_iter().filter(|(name, _)| !given(name));
        let all: Vec<_> = defaults.chain(variables.iter().copied()).collect();
        let portal = TestPortal::with(&[FEATURE], &all).await;
        let clock = portal.app.clock.clone();
        let stub = Stub::at(move || clock.now());
        prepare(&stub);
        serve(&portal, stub.clone(), listener);
        let alice = portal.member().await;
        Self { portal, stub, alice }
    }

    /// All parts, while the clock stands.
    async fn weather(&self) -> Value {
        self.alice.get(ALL).await.data()
    }

    /// Does what the task of the warnings does every minute, and waits until it is done.
    async fn look(&self) {
        let source = environment::source(&self.portal.app.config).unwrap();
        super::alerts::look(&self.portal.app, &source).await.unwrap();
    }

    /// Moves the clock, which wakes the task of the warnings.
    fn advance_minutes(&self, minutes: u64) {
        self.portal.advance(minutes * 60);
    }

    fn refuse(&self, path: &str, status: u16) {
        self.stub.set(path, Some(Behaviour::Status(status, None)));
    }

    /// Waits until another server or a task has done something.
    async fn wait_for(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        for _ in 0..2000 {
            if is_so() {
                return;
            }
            pause().await;
        }
        panic!("{what} did not come");
    }
}

/// Serves as long as the portal runs.
fn serve(portal: &TestPortal, stub: Stub, listener: TcpListener) {
    portal.app.tasks.spawn("provider", |mut stop| async move {
        // One that hangs on purpose must not hold the portal up.
        tokio::select! {
            served = stub.serve(listener, std::future::pending()) => served.unwrap(),
            () = stop.asked() => {}
        }
    });
}

/// Does something while the clock of the portal runs on, by so much every few milliseconds.
async fn while_time_passes<T>(portal: &TestPortal, step: Duration, work: impl Future<Output = T>) -> T {
    let mut work = Box::pin(work);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            () = pause() => portal.app.clock.advance(step),
        }
    }
}

/// A moment of the machine's time.
#[expect(clippy::disallowed_methods, reason = "sockets know no manual clock")]
async fn pause() {
    tokio::time::sleep(Duration::from_millis(5)).await;
}
