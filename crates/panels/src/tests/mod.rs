//! Panels through `HttpApp`: pairing, the board, what a panel reports, and what its token opens.

mod board;
mod pairing;
mod rights;

use std::time::Duration;

use axum::body::BodyDataStream;
use axum::http::{Method, StatusCode};
use futures_util::StreamExt as _;
use identity::admin::MANAGE_APP_CONTROL;
use identity::testing::TestPortal;
use kernel::apps::BuiltIn;
use kernel::clock::Clock;
use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::testing::Client;
use kernel::texts::Language;
use kernel::{App, Feature, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use kernel::board::{BoardPart, PartReading};

use crate::FEATURES;

const PANELS: &str = "/api/admin/panels";

/// A part that says what a setting has.
static NOTE: BoardPart = BoardPart { name: "note", app: Some("note"), read: read_note };

fn read_note(app: App, class: String, _: Language) -> PartReading {
    Box::pin(async move {
        let note = app.settings.text("test_note").unwrap_or_default();
        if note == "broken" {
            return Err(kernel::ApiError::internal("a part that cannot be read"));
        }
        Ok(json!({ "class": class, "note": note }))
    })
}

/// What the part of the tests tells the event log.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
enum NoteEvent {
    Written {},
}

impl FeatureEvent for NoteEvent {
    const FEATURE: &'static str = "note";
}

/// What was sent to the class.
static SENT: [BoardPart; 2] = [
    BoardPart {
        name: "broadcasts",
        app: None,
        read: |_, _, _| Box::pin(async { Ok(json!({ "broadcasts": [{ "id": "b1" }] })) }),
    },
    BoardPart {
        name: "announcements",
        app: None,
        read: |_, _, _| Box::pin(async { Ok(json!({ "announcements": [{ "id": 7 }] })) }),
    },
];

kernel::texts! {
    /// What the app of the tests is called.
    NOTE_APP = "note_app", "便条", "Note";
}

const NOTE_FEATURE: Feature = Feature {
    name: "note",
    apps: &[BuiltIn { name: "note", label: &NOTE_APP, protected: false, paths: &[] }],
    provides: &[&NOTE, &SENT[0], &SENT[1]],
    ..Feature::EMPTY
};

/// A portal with an officer of class 01 who may pair panels.
struct Scene {
    portal: TestPortal,
    officer: Client,
}

impl Scene {
    async fn new() -> Self {
        let features: Vec<Feature> = FEATURES.iter().copied().chain([NOTE_FEATURE]).collect();
        let portal = TestPortal::new(&features).await;
        portal.list_classes(&["01", "02"]).await;
        let officer = portal.officer(&[&MANAGE_APP_CONTROL]).await;
        Self { portal, officer }
    }

    /// A screen that has asked for a code.
    async fn screen(&self) -> Screen {
        self.screen_from(1).await
    }

    /// The same from an address that ends with this number.
    async fn screen_from(&self, number: u8) -> Screen {
        let size = json!({ "width": 1920, "height": 1080, "pixel_ratio": 2 });
        let client = self
            .portal
            .anonymous()
            .from(&format!("192.0.2.{number}"))
            .with("user-agent", "Chrome/80.0.3987.87 Safari/537.36");
        let asked = client.post("/api/panel/pairing", &size).await;
        let set = asked.set_cookie();
        assert!(set.contains("Path=/api/panel") && set.contains("HttpOnly"), "{set}");
        let cookie = set.split(';').next().unwrap().to_owned();
        Screen {
            cookie: cookie.clone(),
            code: asked.data()["code"].as_str().unwrap().to_owned(),
            client: client.with("cookie", &cookie),
        }
    }

    async fn pair(&self, screen: &Screen, name: &str) -> Value {
        self.officer.post(PANELS, &json!({ "code": screen.code, "name": name })).await.data()
    }

    /// A panel of class 01 and its id.
    async fn panel(&self, name: &str) -> (Screen, String) {
        let screen = self.screen().await;
        let id = self.pair(&screen, name).await["id"].as_str().unwrap().to_owned();
        (screen, id)
    }

    /// Changes what the part of the tests says, and tells the class.
    async fn set_note(&self, note: &'static str) -> Result<()> {
        let settings = self.portal.app.clone();
        self.portal
            .app
            .write(move |tx| {
                settings.settings.set(tx, "test_note", note)?;
                tx.emit(NewEvent::new(&NoteEvent::Written {}, Audience::Class("01".into())))?;
                Ok(())
            })
            .await
    }
}

/// A screen with its cookie.
struct Screen {
    client: Client,
    cookie: String,
    code: String,
}

impl Screen {
    /// Opens the stream. While somebody waits for its next line, time passes.
    async fn stream(&self, scene: &Scene) -> Lines {
        self.stream_of(&scene.portal).await
    }

    async fn stream_of(&self, portal: &TestPortal) -> Lines {
        let response = self.client.open(Method::GET, "/api/panel/stream", None).await;
        assert_eq!(response.status(), StatusCode::OK);
        Lines {
            body: response.into_body().into_data_stream(),
            unread: String::new(),
            clock: portal.app.clock.clone(),
        }
    }

    async fn report(&self, state: &Value) -> kernel::testing::Answer {
        self.client.put("/api/panel/state", state).await
    }
}

/// What a screen reads.
struct Lines {
    body: BodyDataStream,
    unread: String,
    clock: Clock,
}

impl Lines {
    /// The next line; `None` at the end.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.unread.split_once("\n\n") {
                let data = event.strip_prefix("data: ").map(|json| serde_json::from_str(json).unwrap());
                self.unread = rest.to_owned();
                if data.is_some() {
                    return data;
                }
                continue;
            }
            let bytes = tokio::select! {
                bytes = self.body.next() => bytes?.unwrap(),
                () = pause() => {
                    self.clock.advance(Duration::from_millis(250));
                    continue;
                }
            };
            self.unread.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }

    /// The next line of this type; others between are passed over.
    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let line = self.next().await.expect("the stream goes on");
            if line["type"] == kind {
                return line;
            }
        }
    }

    /// The next board.
    async fn board(&mut self) -> Value {
        self.until("board").await["board"].clone()
    }
}

/// What a panel reports that shows this board.
fn report(revision: &Value) -> Value {
    json!({
        "revision": revision,
        "view": "board",
        "width": 1920,
        "height": 1080,
        "pixel_ratio": 2,
        "shown": { "broadcasts": ["b1", "made-up"], "announcements": [7] },
    })
}

/// A moment of the machine's time.
#[expect(clippy::disallowed_methods, reason = "the database knows no manual clock")]
async fn pause() {
    tokio::time::sleep(Duration::from_millis(5)).await;
}

/// The status and the slug of a refusal.
fn refusal(answer: &kernel::testing::Answer) -> String {
    format!("{} {}", answer.status.as_u16(), answer.json()["slug"].as_str().unwrap_or_default())
}
