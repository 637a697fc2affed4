//! Back ends that may reach other hosts: in a process of their own, started by the first call, and with no way out but
//! the portal's.
#![expect(
    clippy::disallowed_methods,
    reason = "a driver outside the server: the machine's own time and threads"
)]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use identity::testing::TestPortal;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::durability::client::{Answer, Client};
use crate::durability::place::TestDir;
use crate::durability::server::{Account, Server};

const ROUTES: &str = r"
const router = require('express').Router();
const db = require('../../../server/src/utils/db');
db.exec('CREATE TABLE IF NOT EXISTS counts (id INTEGER PRIMARY KEY)');
router.post('/count', (req, res) => {
  res.json({ count: db.prepare('INSERT INTO counts DEFAULT VALUES').run().lastInsertRowid });
});
router.get('/fetch', async (req, res) => {
  try {
    const answer = await fetch(req.query.url);
    res.json({ status: answer.status, url: answer.url, text: await answer.text() });
  } catch (error) {
    res.json({ error: error.message, code: error.cause && error.cause.code });
  }
});
router.get('/loop', () => { for (;;) {} });
// One step of the engine that nothing cuts off.
router.get('/step', (req, res) => res.json([].reverse.call({ length: 2 ** 53 - 1 })));
module.exports = router;
";

/// A portal with the app `reach`, whose back end declares `localhost`.
struct Portal {
    server: Server,
    admin: Account,
    place: TestDir,
    sources: tempfile::TempDir,
}

impl Portal {
    fn new() -> Self {
        let (place, sources) = (TestDir::sqlite(), tempfile::tempdir().unwrap());
        write_catalog(sources.path());
        let server = start(&place, &sources);
        let admin = server.register(1).remove(0);
        let portal = Self { server, admin, place, sources };
        portal.post("/api/market/install", &json!({ "name": "reach" })).ok();
        portal
    }

    fn client(&self) -> Client {
        Client::connect(self.server.address, &self.admin.token).unwrap()
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        self.client().call("POST", path, body).unwrap()
    }

    fn get(&self, path: &str) -> Value {
        self.client().get(path).unwrap().envelope
    }

    fn count(&self) -> u64 {
        self.post("/api/reach/count", &json!({})).ok().envelope["count"].as_u64().unwrap()
    }

    fn fetch(&self, url: &str) -> Value {
        let encoded: String = url.bytes().map(|byte| format!("%{byte:02X}")).collect();
        self.get(&format!("/api/reach/fetch?url={encoded}"))
    }

    fn shown(&self) -> Value {
        self.get("/api/market/backends")["data"][0].clone()
    }

    /// The process of the back end; none while there is none.
    fn process(&self) -> Option<Pid> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.server.pid())).unwrap();
        let children = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("children")));
        let children: Vec<String> = children.map(Result::unwrap_or_default).collect();
        let all = children.iter().flat_map(|children| children.split_whitespace());
        let is_host = |id: &&str| {
            let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            line.split(|byte| *byte == 0).any(|word| word == b"plugin-host")
        };
        all.filter(is_host).find_map(|id| Pid::from_raw(id.parse().ok()?))
    }
}

fn start(place: &TestDir, sources: &tempfile::TempDir) -> Server {
    let folder = sources.path().to_string_lossy().into_owned();
    let mut variables = place.variables();
    variables.extend([("MARKET_SOURCES", folder.as_str()), ("ADMIN_USER_IDS", "250101")]);
    variables.extend([("RATE_LIMIT_MARKET", "0"), ("EGRESS_ALLOW", "127.0.0.0/8,::1/128")]);
    Server::start(place.folder.path(), &variables, &[])
}

/// The apps `reach`, and `fenced`, which declares no host.
fn write_catalog(folder: &Path) {
    let entries = [write_app(folder, "reach", &["localhost"]), write_app(folder, "fenced", &[])];
    let index = json!({ "version": 3, "updated_at": "2026-09-01", "apps": entries, "plugins": [] });
    std::fs::write(folder.join("index.json"), index.to_string()).unwrap();
}

fn write_app(folder: &Path, name: &str, hosts: &[&str]) -> Value {
    let manifest = json!({
        "type": "app", "name": name, "label": "外联", "version": "1.0.0", "sdk": "1",
        "frontend": { "route": format!("/{name}"), "entry": "./frontend/entry.js" },
        "backend": { "mountPath": format!("/api/{name}"), "entry": "./backend/routes.js", "hosts": hosts },
    });
    let entry = format!("ServiceMarket.define({{ name: '{name}', mount: function () {{}} }});\n");
    let files = [
        ("manifest.json", manifest.to_string()),
        ("frontend/entry.js", entry),
        ("backend/routes.js", ROUTES.to_owned()),
    ];
    for (path, content) in &files {
        let path = folder.join("apps").join(name).join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    let paths: Vec<String> = files.iter().map(|(path, _)| format!("apps/{name}/{path}")).collect();
    json!({ "name": name, "label": "外联", "version": "1.0.0", "description": "", "author": "", "icon": "",
            "files": paths })
}

/// Counts as soon as the back end answers: its process may still be about to end, with the calls that wait for it.
fn count_when_it_answers(portal: &Portal, name: &str) -> u64 {
    let since = Instant::now();
    loop {
        let answer = portal.post(&format!("/api/{name}/count"), &json!({}));
        match answer.status {
            200 => return answer.envelope["count"].as_u64().unwrap(),
            500 | 503 if since.elapsed() < Duration::from_secs(60) => {
                std::thread::sleep(Duration::from_millis(50));
            }
            status => panic!("{status} {}", answer.envelope),
        }
    }
}

/// A server that answers every request with its head.
fn echo() -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let seen = Arc::<Mutex<Vec<String>>>::default();
    let kept = seen.clone();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut request = [0; 4096];
            let read = stream.read(&mut request).unwrap_or_default();
            kept.lock().unwrap().push(String::from_utf8_lossy(&request[..read]).into_owned());
            let _ =
                stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello");
        }
    });
    (address, seen)
}

#[test]
fn a_back_end_that_declares_hosts_reaches_them_and_no_others() {
    let portal = Portal::new();
    let (address, seen) = echo();
    let url = format!("http://localhost:{}/a?b=c", address.port());
    assert_eq!(portal.fetch(&url), json!({ "status": 200, "url": url, "text": "hello" }));
    let request = seen.lock().unwrap()[0].to_ascii_lowercase();
    assert!(request.starts_with("get /a?b=c http/1.1") && request.contains("host: localhost"), "{request}");
    assert!(!request.contains("authorization") && !request.contains("cookie"), "{request}");
    for other in [
        format!("http://127.0.0.1:{}/", address.port()),
        "http://example.org/".to_owned(),
        "http://sub.localhost/".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let refused = portal.fetch(&other);
        assert!(refused["error"].is_string(), "{other}: {refused}");
    }
    assert_eq!(seen.lock().unwrap().len(), 1, "nothing but what was declared was asked");
}

#[test]
fn its_process_starts_with_the_first_call_and_what_it_answered_outlasts_a_kill() {
    let portal = Portal::new();
    assert_eq!(portal.process(), None, "nobody has called it yet");
    assert_eq!((portal.count(), portal.count()), (1, 2));
    let first = portal.process().unwrap();
    let shown = portal.shown();
    assert_eq!((&shown["state"], &shown["own_process"]), (&json!("running"), &json!(true)));
    kill_process(first, Signal::KILL).unwrap();
    assert_eq!(count_when_it_answers(&portal, "reach"), 3);
    assert_ne!(portal.process(), Some(first));

    let (place, sources) = (portal.place, portal.sources);
    drop(portal.server);
    let server = start(&place, &sources);
    let portal = Portal { server, admin: portal.admin, place, sources };
    assert_eq!(portal.count(), 4);
}

#[test]
fn an_endless_loop_in_a_process_costs_its_request() {
    let portal = Portal::new();
    assert_eq!(portal.count(), 1);
    assert_eq!(portal.client().get("/api/reach/loop").unwrap().status, 500);
    assert_eq!(portal.count(), 2);
}

#[test]
fn a_back_end_that_was_stuck_in_its_thread_runs_in_a_process_from_then_on() {
    let portal = Portal::new();
    portal.post("/api/market/install", &json!({ "name": "fenced" })).ok();
    let shown = |portal: &Portal| {
        let list = portal.get("/api/market/backends")["data"].clone();
        let own = list.as_array().unwrap().iter().find(|own| own["name"] == "fenced").unwrap().clone();
        (own["own_process"].clone(), own["strikes"].clone())
    };
    let status = |portal: &Portal, path: &str| portal.client().get(path).unwrap().status;
    let count = |portal: &Portal| portal.post("/api/fenced/count", &json!({})).ok().envelope["count"].clone();
    assert_eq!((count(&portal), shown(&portal)), (json!(1), (json!(false), json!(0))));
    assert_eq!(status(&portal, "/api/fenced/step"), 503);
    assert_eq!(count(&portal), json!(2), "its data is there");
    assert_eq!(shown(&portal), (json!(true), json!(1)));
    let log = portal.get("/api/market/backends/fenced/logs")["data"].to_string();
    assert!(log.contains("in a process of its own"), "{log}");
    // Now it can be ended: of a busy machine the call may wait for longer than for an answer.
    let first = portal.process().unwrap();
    assert!([500, 503].contains(&status(&portal, "/api/fenced/step")));
    assert_eq!(count_when_it_answers(&portal, "fenced"), 3);
    assert_ne!(portal.process(), Some(first));

    let (place, sources) = (portal.place, portal.sources);
    drop(portal.server);
    let server = start(&place, &sources);
    let portal = Portal { server, admin: portal.admin, place, sources };
    assert_eq!(
        (count(&portal), shown(&portal).0),
        (json!(4), json!(true)),
        "also after a start of the portal"
    );
}

#[tokio::test]
async fn a_process_that_nobody_calls_for_five_minutes_ends_and_the_next_call_starts_another() {
    kernel::testing::start_processes_with(Path::new(env!("CARGO_BIN_EXE_classportal")));
    let sources = tempfile::tempdir().unwrap();
    write_catalog(sources.path());
    let variables = [("MARKET_SOURCES", sources.path().to_str().unwrap())];
    let portal = TestPortal::with(&[realtime::FEATURE, market::FEATURE], &variables).await;
    let admin = portal.admin().await;
    admin.post("/api/market/install", &json!({ "name": "reach" })).await.data();
    let count = async || admin.post("/api/reach/count", &json!({})).await.json()["count"].clone();
    let state = async || admin.get("/api/market/backends").await.data()[0]["state"].clone();
    assert_eq!(state().await, json!("stopped"));
    assert_eq!((count().await, state().await), (json!(1), json!("running")));
    // It is looked after every ten seconds.
    let pass = async |seconds: u64| {
        for _ in 0..seconds / 10 {
            portal.advance(10);
            for _ in 0..20 {
                tokio::task::yield_now().await;
            }
        }
    };
    pass(290).await;
    assert_eq!(state().await, json!("running"));
    pass(30).await;
    assert_eq!(state().await, json!("stopped"));
    assert_eq!((count().await, state().await), (json!(2), json!("running")));
}
