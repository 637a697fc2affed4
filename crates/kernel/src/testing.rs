//! The test harness: the real application on a temporary database, called through `HttpApp`.
//!
//! `TEST_DATABASE_URL` set means PostgreSQL, one schema per test; otherwise SQLite in a temporary
//! folder. Tests are the same for both; the suite runs once for each.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use jiff::Timestamp;
use serde_json::Value;

use crate::app::{App, AppParts, MakeAccounts};
use crate::clock::Clock;
use crate::db::Location;
use crate::feature::{self, Feature};
use crate::http::HttpApp;
use crate::random::Random;
use crate::texts;
use crate::user::{UserFacts, UserId};

/// When every test begins: a Tuesday, 08:00 in Shanghai.
pub const START: &str = "2026-09-01T00:00:00Z";

/// A running application for one test.
pub struct TestApp {
    /// The application.
    pub app: App,
    /// `HttpApp`.
    pub http: HttpApp,
    folder: Arc<tempfile::TempDir>,
    location: Location,
}

/// What a test's application is made of.
pub struct TestSetup<'a> {
    /// The features under test.
    pub features: &'a [Feature],
    /// `identity`'s accounts.
    pub accounts: MakeAccounts,
    /// Variables beyond the defaults of tests.
    pub variables: &'a [(&'a str, &'a str)],
}

static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();

/// From here on the applications of this test process start this program where the portal starts itself. Without it
/// they do such work in threads.
pub fn start_processes_with(program: &Path) {
    EXECUTABLE.get_or_init(|| program.to_owned());
}

impl TestApp {
    /// A fresh database, the real middleware, rate limits off unless `variables` set them.
    pub async fn new(setup: TestSetup<'_>) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let location = crate::db::testing::fresh(&folder.path().join("data")).await;
        let clock = Clock::manual(START.parse().expect("a timestamp"));
        Self::open(setup, folder, location, clock).await
    }

    /// The same on the database of a version whose events had no types, with these in its log, by kind and data,
    /// caused by 240111, about `s`, each with its number as its time. It is migrated as the application opens.
    pub async fn upgraded(setup: TestSetup<'_>, events: &[(&str, &str)]) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let location = crate::db::testing::untyped(&folder.path().join("data"), events).await;
        let clock = Clock::manual(START.parse().expect("a timestamp"));
        Self::open(setup, folder, location, clock).await
    }

    /// The same on a database after its migration of this number, on which these statements were run.
    pub async fn upgraded_from(setup: TestSetup<'_>, version: i64, statements: &str) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let location = crate::db::testing::at_version(&folder.path().join("data"), version, statements).await;
        let clock = Clock::manual(START.parse().expect("a timestamp"));
        Self::open(setup, folder, location, clock).await
    }

    /// The same application started again on the same database and clock, as after a restart.
    pub async fn restart(self, setup: TestSetup<'_>) -> Self {
        self.app.stop().await;
        let clock = self.app.clock.clone();
        Self::open(setup, self.folder.clone(), self.location.clone(), clock).await
    }

    /// A second node on the same database; meaningful on PostgreSQL.
    pub async fn second_node(&self, setup: TestSetup<'_>) -> Self {
        Self::open(setup, self.folder.clone(), self.location.clone(), self.app.clock.clone()).await
    }

    async fn open(
        setup: TestSetup<'_>,
        folder: Arc<tempfile::TempDir>,
        location: Location,
        clock: Clock,
    ) -> Self {
        let mut config = feature::config(&variables(&folder, setup.variables), setup.features)
            .expect("a valid configuration");
        config.database = location.clone();
        config.executable = EXECUTABLE.get().cloned();
        let app = App::build(AppParts {
            config,
            clock,
            random: Random::seeded(7),
            features: setup.features.to_vec(),
            accounts: setup.accounts,
        })
        .await
        .expect("the database opens");
        app.start().await.expect("the features start");
        let routers = setup.features.iter().map(|feature| Router::from((feature.router)()));
        let router = routers.fold(Router::new(), Router::merge);
        // As the pages do in the server.
        let router = router.fallback(|| async { texts::UNKNOWN_PATH.err() });
        let http = HttpApp::new(app.clone(), router);
        Self { app, http, folder, location }
    }

    /// The temporary data folder.
    #[must_use]
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// A client without a token.
    #[must_use]
    pub fn anonymous(&self) -> Client {
        Client { http: self.http.clone(), headers: HeaderMap::new(), address: [192, 0, 2, 1].into() }
    }

    /// Waits until the features have been told of every event.
    pub async fn settle(&self) {
        self.app.events.caught_up().await;
    }

    /// Moves the clock.
    pub fn advance(&self, seconds: u64) {
        self.app.clock.advance(std::time::Duration::from_secs(seconds));
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }
}

/// Makes a SQLite file look as if a newer binary had migrated it.
///
/// # Panics
/// When the file is no migrated database.
pub fn write_newer_schema(path: &std::path::Path) {
    let file = rusqlite::Connection::open(path).expect("a database");
    file.execute("insert into schema_migrations (version, name, applied_at) values (9999, 'newer', 0)", [])
        .expect("a migrated database");
}

/// Edits a row of the operation log in a SQLite file, as someone with the database at hand could.
///
/// # Panics
/// When there is no such row.
pub fn edit_logged_act(path: &std::path::Path, row: i64) {
    let file = rusqlite::Connection::open(path).expect("a database");
    let edited = file.execute("update audit_log set target = 'someone else' where id = $1", [row]);
    assert_eq!(edited.expect("a migrated database"), 1);
}

/// Sets a message of this member aside in a SQLite file, as a consumer does that could not handle its event.
///
/// # Panics
/// When the file is no migrated database, or the consumer has set that event aside before.
pub fn set_message_aside(path: &std::path::Path, consumer: &str, seq: i64, sender: &str) {
    let file = rusqlite::Connection::open(path).expect("a database");
    let set_aside = file.execute(
        "insert into event_failures
         (consumer, seq, ts, feature, kind, polled, audience, actor_id, subject_id, data, failed_at, error)
         values (?1, ?2, 0, 'chat', 'message_created', 0, 'all', ?3, '', '{\"room_id\":\"public\"}', 0, 'made up')",
        (consumer, seq, sender),
    );
    set_aside.expect("a migrated database");
}

fn variables(folder: &tempfile::TempDir, given: &[(&str, &str)]) -> BTreeMap<String, String> {
    let data = folder.path().join("data/classportal.db");
    let mut all: BTreeMap<String, String> = [
        ("JWT_SECRET", "a secret that only tests use, 32 bytes"),
        ("TIMEZONE", "Asia/Shanghai"),
        ("RATE_LIMIT_LOGIN", "0"),
        ("RATE_LIMIT_REGISTER", "0"),
        ("RATE_LIMIT_USER", "0"),
        ("RATE_LIMIT_POLL", "0"),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect();
    all.insert("DB_PATH".into(), data.to_string_lossy().into_owned());
    all.extend(given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    all
}

/// A caller: who, from where, with which headers.
#[derive(Clone)]
pub struct Client {
    http: HttpApp,
    headers: HeaderMap,
    address: IpAddr,
}

impl Client {
    /// The same caller with one more header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.append(name, value.parse().expect("a header value"));
        self
    }

    /// The same caller with this token in the `Authorization` header.
    #[must_use]
    pub fn bearing(mut self, token: &str) -> Self {
        self.headers.insert(AUTHORIZATION, format!("Bearer {token}").parse().expect("a token"));
        self
    }

    /// The same caller with this token in the cookie.
    #[must_use]
    pub fn with_cookie(mut self, token: &str) -> Self {
        self.headers.insert(COOKIE, format!("token={token}").parse().expect("a token"));
        self
    }

    /// The same caller from another address.
    #[must_use]
    pub fn from(mut self, address: &str) -> Self {
        self.address = address.parse().expect("an address");
        self
    }

    /// The token this caller bears, if any.
    #[must_use]
    pub fn token(&self) -> Option<String> {
        let value = self.headers.get(AUTHORIZATION)?.to_str().ok()?;
        value.strip_prefix("Bearer ").map(ToOwned::to_owned)
    }

    /// GET.
    pub async fn get(&self, target: &str) -> Answer {
        self.send(Method::GET, target, None).await
    }

    /// POST with a JSON body.
    pub async fn post(&self, target: &str, body: &Value) -> Answer {
        self.send(Method::POST, target, Some(body)).await
    }

    /// POST without a body.
    pub async fn post_empty(&self, target: &str) -> Answer {
        self.send(Method::POST, target, None).await
    }

    /// PUT with a JSON body.
    pub async fn put(&self, target: &str, body: &Value) -> Answer {
        self.send(Method::PUT, target, Some(body)).await
    }

    /// PATCH with a JSON body.
    pub async fn patch(&self, target: &str, body: &Value) -> Answer {
        self.send(Method::PATCH, target, Some(body)).await
    }

    /// DELETE.
    pub async fn delete(&self, target: &str) -> Answer {
        self.send(Method::DELETE, target, None).await
    }

    /// Any method with or without a JSON body.
    pub async fn send(&self, method: Method, target: &str, body: Option<&Value>) -> Answer {
        let body = body.map(|body| (body.to_string().into_bytes(), "application/json"));
        self.send_raw(method, target, body).await
    }

    /// Any method with any bytes and content type.
    pub async fn send_raw(&self, method: Method, target: &str, body: Option<(Vec<u8>, &str)>) -> Answer {
        let (parts, body) = self.open(method, target, body).await.into_parts();
        let bytes = body.collect().await.expect("a whole body").to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }

    /// The same, with a body that is read as it comes. Whoever drops it has left.
    pub async fn open(&self, method: Method, target: &str, body: Option<(Vec<u8>, &str)>) -> Response<Body> {
        let mut request = Request::builder().method(method).uri(target);
        if let Some(headers) = request.headers_mut() {
            headers.extend(self.headers.clone());
            if let Some((_, content_type)) = &body {
                headers.insert(CONTENT_TYPE, content_type.parse().expect("a content type"));
            }
        }
        let body = body.map_or_else(Body::empty, |(bytes, _)| Body::from(bytes));
        let request = request.body(body).expect("a request");
        self.http.handle(request, self.address).await
    }
}

/// What came back.
pub struct Answer {
    /// The HTTP status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    ///
    /// # Panics
    /// When it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    /// The envelope's payload of an answer that must be 200.
    ///
    /// # Panics
    /// On any other status.
    pub fn data(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()["data"].clone()
    }

    /// Status and message, as one line to compare: `401 未登录`. Checks the envelope on the way.
    ///
    /// # Panics
    /// When the envelope is not one.
    #[must_use]
    pub fn refusal(&self) -> String {
        let json = self.json();
        assert_eq!(json["code"], self.status.as_u16(), "code is the status: {json}");
        assert!(
            json["data"].is_null() || self.status == StatusCode::CONFLICT,
            "a failure has no data: {json}"
        );
        format!("{} {}", self.status.as_u16(), json["message"].as_str().expect("a message"))
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// A header's text, empty when absent.
    #[must_use]
    pub fn header(&self, name: &str) -> String {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }

    /// The session cookie that was set, whole.
    #[must_use]
    pub fn set_cookie(&self) -> String {
        self.header(SET_COOKIE.as_str())
    }
}

/// Where nobody in particular comes from.
#[must_use]
pub fn origin() -> crate::http::Origin {
    crate::http::Origin { address: [127, 0, 0, 1].into(), request_id: String::new(), may_be_developer: false }
}

/// A member with names made from the ID.
///
/// # Panics
/// When the ID is none.
#[must_use]
pub fn facts(id: &str) -> UserFacts {
    UserFacts {
        user_id: UserId::parse(id).expect("six digits"),
        net_name: format!("net-{id}"),
        real_name: format!("实名{id}"),
        gender: "male".into(),
        ban: None,
        is_admin: false,
        is_officer: false,
        permissions: Vec::new(),
        officer_title: String::new(),
        token_version: 0,
        kept_token: None,
    }
}
