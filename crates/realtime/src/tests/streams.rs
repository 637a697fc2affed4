//! Event streams over HTTP: what ends them, and what keeps them alive.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, Response};
use axum::response::Response as Answered;
use axum::routing::get;
use http_body_util::BodyExt;
use kernel::http::Caller;
use kernel::texts::Language;
use kernel::user::Ban;
use kernel::{App, Feature, Result, Routes};

use super::*;
use crate::event_stream::event_stream;

const NOTES: Feature =
    Feature { name: "notes", router, state: |state, _| state.insert(Work::default()), ..Feature::EMPTY };

fn router() -> Routes {
    Router::new()
        .route("/api/notes/three", get(three))
        .route("/api/notes/endless", get(endless))
        .route("/api/notes/silent", get(silent))
        .into()
}

/// What the work of streams has done.
#[derive(Default)]
struct Work {
    sent: Arc<AtomicUsize>,
    running: Arc<AtomicUsize>,
}

/// Counts one piece of work until it is dropped.
struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Work {
    fn begin(&self) -> Running {
        self.running.fetch_add(1, Ordering::Relaxed);
        Running(self.running.clone())
    }
}

async fn three(State(app): State<App>, caller: Caller) -> Result<Answered> {
    event_stream(&app, &caller, Language::Chinese, |events| async move {
        for content in ["一", "二", "三"] {
            if events.send(&json!({ "content": content })).await.is_err() {
                return;
            }
        }
    })
    .await
}

async fn endless(State(app): State<App>, caller: Caller) -> Result<Answered> {
    let work = app.state::<Work>();
    let (running, sent) = (work.begin(), work.sent.clone());
    event_stream(&app, &caller, Language::Chinese, |events| async move {
        let _running = running;
        while events.send(&json!({ "content": "更多" })).await.is_ok() {
            sent.fetch_add(1, Ordering::Relaxed);
        }
    })
    .await
}

async fn silent(State(app): State<App>, caller: Caller) -> Result<Answered> {
    let running = app.state::<Work>().begin();
    event_stream(&app, &caller, Language::Chinese, |events| async move {
        let _both = (running, events);
        std::future::pending::<()>().await;
    })
    .await
}

async fn notes() -> TestPortal {
    TestPortal::new(&[FEATURE, NOTES]).await
}

/// The answer as it begins, its body unread.
async fn open(portal: &TestPortal, client: &Client, path: &str) -> Response<Body> {
    let token = format!("Bearer {}", client.token().unwrap());
    let request = Request::get(path).header("authorization", token).body(Body::empty()).unwrap();
    portal.http.handle(request, [127, 0, 0, 1].into()).await
}

async fn piece(answer: &mut Response<Body>) -> Option<String> {
    let frame = answer.body_mut().frame().await?.unwrap();
    Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
}

fn running(portal: &TestPortal) -> usize {
    portal.app.state::<Work>().running.load(Ordering::Relaxed)
}

#[tokio::test]
async fn events_are_lines_of_json_and_the_stream_ends_with_its_work() {
    let portal = notes().await;
    let answer = portal.member().await.get("/api/notes/three").await;
    assert_eq!(answer.header("content-type"), "text/event-stream");
    assert_eq!(answer.header("cache-control"), "no-store");
    let text = answer.text();
    assert_eq!(
        text,
        "data: {\"content\":\"一\"}\n\ndata: {\"content\":\"二\"}\n\ndata: {\"content\":\"三\"}\n\n"
    );
}

#[tokio::test]
async fn the_work_ends_when_its_client_leaves() {
    let portal = notes().await;
    let mut answer = open(&portal, &portal.member().await, "/api/notes/endless").await;
    assert!(piece(&mut answer).await.is_some_and(|piece| piece.contains("更多")));
    assert_eq!(running(&portal), 1);
    drop(answer);
    assert_eq!(running(&portal), 0);
    assert!(portal.app.connections.is_empty());
}

#[tokio::test]
async fn the_work_rests_while_its_client_takes_nothing() {
    let portal = notes().await;
    let mut answer = open(&portal, &portal.member().await, "/api/notes/endless").await;
    for _ in 0..3 {
        piece(&mut answer).await;
    }
    let sent = portal.app.state::<Work>().sent.load(Ordering::Relaxed);
    assert!(sent <= 3 + 16, "{sent}");
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(portal.app.state::<Work>().sent.load(Ordering::Relaxed), sent, "nobody takes anything");
}

#[tokio::test]
async fn a_ban_and_a_sign_out_end_a_stream_and_say_so() {
    let portal = notes().await;
    for (id, ends, said) in [("240113", "ban", "该账号已被禁用"), ("240114", "logout", "登录已过期")]
    {
        let client = portal.register(id).await;
        let mut answer = open(&portal, &client, "/api/notes/silent").await;
        assert_eq!(running(&portal), 1);
        match ends {
            "ban" => portal.ban(id, Some(Ban { expires_at: None, reason: None })).await,
            _ => drop(client.post_empty("/api/auth/logout").await),
        }
        let last = piece(&mut answer).await.unwrap();
        assert_eq!(last, format!("data: {{\"error\":\"{said}\"}}\n\n"));
        assert_eq!((piece(&mut answer).await, running(&portal)), (None, 0));
        let refused = open(&portal, &client, "/api/notes/silent").await;
        assert!(matches!(refused.status().as_u16(), 401 | 403), "{}", refused.status());
    }
}

#[tokio::test]
async fn a_quiet_stream_is_kept_alive_by_comments() {
    let portal = notes().await;
    let mut answer = open(&portal, &portal.member().await, "/api/notes/silent").await;
    for _ in 0..2 {
        let (beat, ()) = futures_util::join!(piece(&mut answer), async {
            // Its wait has begun when the body has been asked once.
            tokio::task::yield_now().await;
            portal.advance(15);
        });
        assert_eq!(beat.as_deref(), Some(": \n\n"));
    }
}
