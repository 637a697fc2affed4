//! A portal for one back end: it keeps pages in memory, and remembers events and lines of the log.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plugin_host::{
    Answer, BackEnd, Call, CallError, Database, FetchError, FetchReply, FetchRequest, FetchResponse, Limits,
    LogLevel, PageChanges, Portal, ProcessCommand, ProcessError, PublicUser, Publication, Source, StartError,
    User, run_turns,
};
use serde_json::Value;
use tempfile::TempDir;
use tokio::task::JoinSet;

/// Bytes that the database of a test may have, unless the test says otherwise.
pub const QUOTA: u64 = 16 << 20;

/// What the back end sees of the portal.
#[derive(Default)]
pub struct FakePortal {
    pub users: Mutex<Vec<PublicUser>>,
    pub revision: AtomicU64,
    /// Turns that began: each asks for the revision.
    pub turns: AtomicU64,
    pub registered: Mutex<Vec<String>>,
    pub log: Mutex<Vec<(LogLevel, String)>>,
    /// What other hosts answer, by address. `https://echo.test` answers the request, and all others are refused.
    pub answers: Mutex<BTreeMap<String, Result<FetchResponse, FetchError>>>,
    /// The requests to other hosts.
    pub fetched: Mutex<Vec<FetchRequest>>,
    /// Until the other end is dropped, the next question who is registered waits, and its thread with it.
    pub gate: Mutex<Option<Receiver<()>>>,
    /// Who waits for `https://silent.test`, which never answers of itself.
    pub unanswered: Mutex<Vec<FetchReply>>,
}

impl FakePortal {
    fn answer(&self, request: &FetchRequest) -> Result<FetchResponse, FetchError> {
        if let Some(answer) = self.answers.lock().unwrap().get(&request.url) {
            return answer.clone();
        }
        let FetchRequest { method, url, headers, body } = request;
        if !url.starts_with("https://echo.test/") {
            return Err(FetchError::Refused(format!("{url} is not a declared host")));
        }
        let headers: BTreeMap<_, _> = headers.iter().cloned().collect();
        let body = String::from_utf8_lossy(body);
        let text = serde_json::json!({ "method": method, "url": url, "headers": headers, "body": body });
        Ok(found(url, "application/json", text.to_string().as_bytes()))
    }
}

/// An answer of another host.
pub fn found(url: &str, content_type: &str, body: &[u8]) -> FetchResponse {
    FetchResponse {
        status: 200,
        headers: vec![("content-type".to_owned(), content_type.to_owned())],
        body: body.to_vec(),
        url: url.to_owned(),
    }
}

impl Portal for FakePortal {
    fn users_revision(&self) -> u64 {
        self.turns.fetch_add(1, Ordering::SeqCst);
        self.revision.load(Ordering::SeqCst)
    }

    fn users(&self) -> Vec<PublicUser> {
        self.users.lock().unwrap().clone()
    }

    fn is_registered(&self, user_id: &str) -> bool {
        if let Some(gate) = self.gate.lock().unwrap().take() {
            let _ = gate.recv();
        }
        self.registered.lock().unwrap().iter().any(|known| known == user_id)
    }

    fn fetch(&self, request: FetchRequest, reply: FetchReply) {
        self.fetched.lock().unwrap().push(request.clone());
        if request.url.starts_with("https://silent.test/") {
            self.unanswered.lock().unwrap().push(reply);
            return;
        }
        let answer = self.answer(&request);
        reply(answer);
    }

    fn log(&self, level: LogLevel, text: &str) {
        self.log.lock().unwrap().push((level, text.to_owned()));
    }
}

/// The event of a publication.
pub fn event_of(publication: &Publication) -> Value {
    serde_json::from_str(&publication.event).unwrap()
}

/// What the portal stored and told.
#[derive(Default)]
pub struct Store {
    pub pages: Mutex<BTreeMap<u32, Vec<u8>>>,
    pub published: Mutex<Vec<Publication>>,
    pub stores: AtomicU64,
    pub fails: AtomicBool,
    /// Stores wait while this is set.
    pub waits: AtomicBool,
}

impl Store {
    fn keep(&self, changes: PageChanges) -> Result<(), String> {
        if self.fails.load(Ordering::SeqCst) {
            return Err("disk full".to_owned());
        }
        self.stores.fetch_add(1, Ordering::SeqCst);
        let mut pages = self.pages.lock().unwrap();
        pages.extend(changes.pages);
        pages.retain(|number, _| *number <= changes.page_count);
        Ok(())
    }
}

/// A back end that runs, and everything around it.
pub struct TestBackEnd {
    pub back_end: BackEnd,
    pub portal: Arc<FakePortal>,
    pub store: Arc<Store>,
    pub turns: JoinSet<Result<(), String>>,
    folder: TempDir,
}

/// A package with one file.
pub fn source(code: &str) -> Source {
    package(&[("backend/routes.js", code)])
}

/// A package whose entry is `backend/routes.js`.
pub fn package(files: &[(&str, &str)]) -> Source {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    Source {
        name: "sample".to_owned(),
        entry: "./backend/routes.js".to_owned(),
        files: files.collect(),
        ..Source::default()
    }
}

/// Code with a router and what most tests use.
pub fn routes(code: &str) -> String {
    format!(
        "const express = require('express');\nconst router = express.Router();\n\
         const db = require('../../../server/src/utils/db');\n\
         const auth = require('../../../server/src/middleware/auth');\n{code}\nmodule.exports = router;\n"
    )
}

/// Starts routes with the usual limits.
pub async fn start(code: &str) -> TestBackEnd {
    TestBackEnd::start(source(&routes(code)), Limits::default()).await.unwrap()
}

/// Starts routes with other limits.
pub async fn start_with(code: &str, limits: Limits) -> TestBackEnd {
    TestBackEnd::start(source(&routes(code)), limits).await.unwrap()
}

/// A member.
pub fn member(user_id: &str) -> User {
    User {
        user_id: user_id.to_owned(),
        net_name: format!("net{user_id}"),
        class: "01".to_owned(),
        ..User::default()
    }
}

/// The program of the crate: without arguments of a test's own it is the process of a back end.
pub fn command(arguments: &[&str]) -> ProcessCommand {
    let own = ProcessCommand::of(env!("CARGO_BIN_EXE_plugin-host").into());
    match arguments {
        [] => own,
        arguments => ProcessCommand { arguments: arguments.iter().map(Into::into).collect(), ..own },
    }
}

impl TestBackEnd {
    pub async fn start(source: Source, limits: Limits) -> Result<Self, StartError> {
        Self::start_on(source, limits, Arc::default(), Arc::default()).await
    }

    /// Starts on what another one stored.
    pub async fn start_on(
        source: Source,
        limits: Limits,
        portal: Arc<FakePortal>,
        store: Arc<Store>,
    ) -> Result<Self, StartError> {
        let folder = tempfile::tempdir().unwrap();
        let pages = store.pages.lock().unwrap().clone();
        let seen: Arc<dyn Portal> = portal.clone();
        let (back_end, turns) = if crate::IN_PROCESS {
            let path = folder.path().join("own");
            let started =
                BackEnd::start_process(command(&[]), source, limits, pages, QUOTA, path, seen).await;
            started.map_err(|error| match error {
                ProcessError::Code(error) => error,
                error => panic!("{error}"),
            })?
        } else {
            let database = Database::open(&folder.path().join("own"), pages, QUOTA).unwrap();
            BackEnd::start(source, limits, database, seen).await?
        };
        let mut tasks = JoinSet::new();
        let (keeper, teller) = (Arc::clone(&store), Arc::clone(&store));
        tasks.spawn(run_turns(
            turns,
            move |changes| {
                let store = Arc::clone(&keeper);
                async move {
                    while store.waits.load(Ordering::SeqCst) {
                        pause(5).await;
                    }
                    store.keep(changes)
                }
            },
            move |publications| {
                teller.published.lock().unwrap().extend(publications);
                std::future::ready(())
            },
        ));
        Ok(Self { back_end, portal, store, turns: tasks, folder })
    }

    /// Where the working copy is.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().join("own")
    }

    pub async fn call(&self, call: Call) -> Result<Answer, CallError> {
        self.back_end.call(call).await
    }

    /// Calls and expects an answer.
    pub async fn answer(&self, method: &str, url: &str) -> Answer {
        self.call(request(method, url)).await.unwrap()
    }

    /// Calls with GET and expects JSON.
    pub async fn get(&self, url: &str) -> Value {
        json(&self.answer("GET", url).await)
    }

    /// Calls with POST and a JSON body; the status and the JSON of the answer.
    pub async fn post(&self, url: &str, body: Value, user: Option<&str>) -> (u16, Value) {
        let answer = self.call(posting(url, body, user)).await.unwrap();
        (answer.status, json(&answer))
    }

    /// Ends the back end and waits until everything is stored.
    pub async fn stop(mut self) -> (Arc<FakePortal>, Arc<Store>) {
        self.back_end.stop();
        while self.turns.join_next().await.is_some() {}
        (self.portal, self.store)
    }

    /// All lines of the log.
    pub fn log(&self) -> String {
        let log = self.portal.log.lock().unwrap();
        log.iter().map(|(level, text)| format!("{level:?} {text}\n")).collect()
    }
}

/// A call without a body.
pub fn request(method: &str, url: &str) -> Call {
    Call {
        method: method.to_owned(),
        url: url.to_owned(),
        original_url: format!("/api/sample{url}"),
        ip: "192.0.2.7".to_owned(),
        ..Call::default()
    }
}

/// A call with a JSON body.
pub fn posting(url: &str, body: Value, user: Option<&str>) -> Call {
    Call {
        headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
        body: body.to_string().into_bytes(),
        user: user.map(member),
        ..request("POST", url)
    }
}

pub fn json(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.body)
        .unwrap_or_else(|_| panic!("{} {}", answer.status, String::from_utf8_lossy(&answer.body)))
}

pub fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

pub fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

#[expect(clippy::disallowed_methods, reason = "waits for another thread")]
pub async fn pause(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}

#[expect(clippy::disallowed_methods, reason = "measures another thread")]
pub fn now() -> Instant {
    Instant::now()
}

/// Waits until something holds; gives up after a minute, which a machine with much else to do may take.
pub async fn until(mut holds: impl FnMut() -> bool) {
    for _ in 0..12_000 {
        if holds() {
            return;
        }
        pause(5).await;
    }
    panic!("it did not come to hold");
}
