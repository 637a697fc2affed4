//! A feature with one route per mechanism of `HttpApp`.

use std::sync::Mutex;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::envelope::Reply;
use crate::http::{
    AddressLimit, Admin, Caller, ClassAdmin, Json, Limited, Officer, OptionalClaims, Path, Query, Requires,
    Routes, SystemAdmin, clear_cookie, count_attempt, set_cookie,
};
use crate::limits::{Key, Limit};
use crate::token::Computer;
use crate::user::Permission;
use crate::{Feature, Result};

pub(super) const FEATURE: Feature = Feature {
    name: "test",
    router,
    limits: &[&LOGIN, &AI],
    permissions: &[&MANAGE_USERS, &MANAGE_POSTS],
    request_headers: &["X-Test-Secret", "X-Test-Key"],
    state: |state, _| {
        state.insert(SeenEvents::default());
        state.insert(Gate { entered: Semaphore::new(0), open: Semaphore::new(0) });
    },
    on_event: Some(|app, event| {
        assert!(event.kind != "boom", "a feature that panics on an event");
        app.state::<SeenEvents>().0.lock().unwrap().push(event.seq);
    }),
    ..Feature::EMPTY
};

static LOGIN: Limit = Limit::new("login", "RATE_LIMIT_LOGIN", "10/60", "sign-in attempts per address");
static AI: Limit = Limit::new("ai", "RATE_LIMIT_AI", "30/60", "AI chat requests per user");

pub(crate) static MANAGE_USERS: Permission = permission("manage_users");
pub(crate) static MANAGE_POSTS: Permission = permission("manage_posts");

const fn permission(id: &'static str) -> Permission {
    Permission { id, name: &crate::texts::NO_PERMISSION.text, about: &crate::texts::NO_PERMISSION.text }
}

struct Login;

impl Limited for Login {
    fn limit() -> &'static Limit {
        &LOGIN
    }
}

/// What the feature was told of the event log.
#[derive(Default)]
pub(crate) struct SeenEvents(pub(crate) Mutex<Vec<i64>>);

/// Holds `/api/test/slow` up until a permit is added to `open`.
pub(crate) struct Gate {
    pub(crate) entered: Semaphore,
    pub(crate) open: Semaphore,
}

fn router() -> Routes {
    Router::new()
        .route("/api/test/echo", post(async |Json(body): Json<Value>| Reply::ok(body)))
        .route("/api/test/typed", post(typed))
        .route("/api/test/panic", get(panics))
        .route("/api/test/slow", get(slow))
        .route("/api/test/stream", get(stream))
        .route("/api/test/caller", any(async |caller: Caller| Reply::ok(caller_json(&caller))))
        .route(
            "/api/test/guest",
            get(async |caller: Option<Caller>| Reply::ok(caller.map(|c| c.facts.user_id))),
        )
        .route(
            "/api/test/presented",
            any(async |OptionalClaims(c): OptionalClaims| Reply::ok(c.map(|c| c.user_id))),
        )
        .route("/api/test/admin", get(async |Admin(caller): Admin| Reply::ok(caller_json(&caller))))
        .route("/api/test/class", get(async |ClassAdmin(caller): ClassAdmin| Reply::ok(caller_json(&caller))))
        .route(
            "/api/test/system",
            get(async |SystemAdmin(caller): SystemAdmin| Reply::ok(caller_json(&caller))),
        )
        .route("/api/test/posts", get(async |officer: Officer<Posts>| Reply::ok(caller_json(&officer.0))))
        .route(
            "/api/test/posted",
            post(async |officer: Officer<Posts>, Json(body): Json<Value>| {
                drop(officer);
                Reply::ok(body)
            }),
        )
        .route("/api/test/limited", post(limited))
        .route("/api/test/ai", post(ai))
        .route("/api/test/cookie", get(sets_cookie).delete(clears_cookie))
        .route("/api/test/query", get(async |Query(params): Query<Params>| Reply::ok(params.count)))
        .route("/api/test/item/{id}", get(async |Path(id): Path<i64>| Reply::ok(id)))
        .route("/api/test/cached", get(async || ([(CACHE_CONTROL, "max-age=60")], "text")))
        .route("/page", get(async || "text"))
        .into()
}

#[derive(Deserialize)]
struct Typed {
    name: String,
    #[serde(default)]
    count: i64,
    #[serde(default)]
    parts: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    size: u8,
}

#[derive(Deserialize)]
struct Params {
    count: Option<i64>,
}

struct Posts;

impl Requires for Posts {
    fn permission() -> &'static Permission {
        &MANAGE_POSTS
    }
}

fn caller_json(caller: &Caller) -> Value {
    json!({
        "user_id": caller.facts.user_id,
        "token": caller.claims.is_some(),
        "address": caller.address,
        "request_id": caller.request_id,
    })
}

async fn typed(Json(typed): Json<Typed>) -> Reply<Value> {
    let sizes: Vec<u8> = typed.parts.iter().map(|part| part.size).collect();
    Reply::ok(json!([typed.name, typed.count, sizes]))
}

async fn panics() -> Reply<()> {
    panic!("the token is hunter2");
}

async fn slow(State(app): State<App>) -> Reply<&'static str> {
    let gate = app.state::<Gate>();
    gate.entered.add_permits(1);
    gate.open.acquire().await.unwrap().forget();
    Reply::ok("slow")
}

/// A body that fails midway.
async fn stream() -> Response {
    let pieces = [Ok("first"), Err(std::io::Error::other("cut"))];
    Body::from_stream(futures_util::stream::iter(pieces)).into_response()
}

async fn limited(_limit: AddressLimit<Login>, Json(body): Json<Value>) -> Reply<Value> {
    Reply::ok(body)
}

/// Draws from a limit of its own, as the AI chat does.
async fn ai(State(app): State<App>, request: axum::extract::Request) -> Result<Reply<()>> {
    let (parts, _) = request.into_parts();
    count_attempt(&parts, &app, &AI, Key::user(super::user("240111")))?;
    Ok(Reply::done())
}

async fn sets_cookie(State(app): State<App>) -> Response {
    let mut response = Reply::done().into_response();
    set_cookie(&mut response, &app, "abc", Computer::Own);
    response
}

async fn clears_cookie(State(app): State<App>) -> Response {
    let mut response = Reply::done().into_response();
    clear_cookie(&mut response, &app);
    response
}
