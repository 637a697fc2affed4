//! Packages and the databases of back ends while the server is killed: a system call that reaches the disk kills it, the
//! first one of an act, then the second, until the act survives. What a restarted server shows is the state before the
//! act or the one after it.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Result};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Answer, Client};
use super::place::TestDir;
use super::server::{Account, Server};
use super::{program, skip};

/// More calls than any act makes on one thread.
const MAX_CALLS: u32 = 500;
/// By which a file reaches the disk, or its name.
const SYNCS: &str = "fsync,fdatasync,sync_file_range";
const NAMES: &str = "rename,renameat,renameat2,link,linkat,unlink,unlinkat";
/// Everything else that changes a file.
const WRITES: &str = "write,writev,pwrite64,pwritev,ftruncate,fallocate";

const NAME: &str = "counter";
const ENTRY: &str = "ServiceMarket.define({ name: 'counter', mount: function (container) { container.textContent = '1'; } });\n";

#[test]
fn a_package_is_old_or_new_wherever_an_act_is_killed() {
    walk("a_package_is_old_or_new_wherever_an_act_is_killed", &[SYNCS, NAMES]);
}

#[test]
#[ignore = "kills at every write; `cargo xtask torture`"]
fn torture_a_package_is_old_or_new_at_every_write_of_an_act() {
    walk("torture_a_package_is_old_or_new_at_every_write_of_an_act", &[SYNCS, NAMES, WRITES]);
}

/// What is done to the package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Install,
    Count,
    Update,
    RollBack,
    Uninstall,
}

const ACTS: [Act; 5] = [Act::Install, Act::Count, Act::Update, Act::RollBack, Act::Uninstall];

/// What there is of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// The version in use; none when it is not installed.
    version: Option<String>,
    /// The version to which a rollback leads.
    previous: Option<String>,
    /// What its back end has counted.
    count: u64,
}

fn walk(test: &str, calls: &[&str]) {
    let Some(strace) = program("strace") else {
        return skip(test, "no strace to kill the server with (Debian: strace)");
    };
    let Some(place) = TestDir::of_this_run(test) else { return };
    let mut portal = Portal::start(place);
    let mut kills = 0;
    for act in ACTS {
        for calls in calls {
            for number in 1..MAX_CALLS {
                portal.reach(act.needs());
                let before = portal.state();
                let Some(killer) = Killer::attach(strace.as_os_str(), &portal.server.pid(), calls, number)
                else {
                    return skip(test, "strace may not trace here (ptrace is forbidden)");
                };
                let answer = portal.perform(act);
                drop(killer);
                let survived = portal.answers();
                if !survived {
                    kills += 1;
                    portal.restart();
                }
                portal.assert_old_or_new(act, &before, answer.ok().as_ref());
                if survived {
                    break;
                }
            }
        }
    }
    println!("{kills} kills");
    assert!(kills >= 8, "{kills} kills: hardly anything reached the disk");
    portal.place.assert_whole();
}

impl Act {
    /// The state that it begins with.
    fn needs(self) -> (Option<&'static str>, Option<&'static str>) {
        match self {
            Self::Install => (None, None),
            Self::Count | Self::Update => (Some("1.0.0"), None),
            Self::RollBack | Self::Uninstall => (Some("1.1.0"), Some("1.0.0")),
        }
    }

    /// What it leads to.
    fn after(self, before: &State) -> State {
        let state = |version: Option<&str>, previous: Option<&str>, count| State {
            version: version.map(str::to_owned),
            previous: previous.map(str::to_owned),
            count,
        };
        match self {
            Self::Install => state(Some("1.0.0"), None, 0),
            Self::Count => State { count: before.count + 1, ..before.clone() },
            Self::Update => state(Some("1.1.0"), Some("1.0.0"), before.count),
            Self::RollBack => state(Some("1.0.0"), Some("1.1.0"), before.count),
            Self::Uninstall => state(None, None, 0),
        }
    }
}

/// A portal with a catalog of either version.
struct Portal {
    place: TestDir,
    sources: TempDir,
    server: Server,
    admin: Account,
}

impl Portal {
    fn start(place: TestDir) -> Self {
        let sources = tempfile::tempdir().expect("a folder");
        for version in ["1.0.0", "1.1.0"] {
            write_catalog(&sources.path().join(version), version);
        }
        let server = serve(&place, &sources);
        let admin = server.register(1).remove(0);
        Self { place, sources, server, admin }
    }

    fn restart(&mut self) {
        self.server = serve(&self.place, &self.sources);
    }

    /// Whether it has survived: one that was killed may still be ending.
    fn answers(&self) -> bool {
        let asked =
            Client::connect(self.server.address, "").and_then(|mut client| client.get("/api/system/health"));
        asked.is_ok()
    }

    fn client(&self) -> Client {
        Client::connect(self.server.address, &self.admin.token).expect("the port answers")
    }

    fn post(&self, path: &str, body: &Value) -> Result<Answer> {
        self.client().call("POST", path, body)
    }

    fn perform(&self, act: Act) -> Result<Answer> {
        let of_version = |version: &str| json!({ "name": NAME, "source": version });
        match act {
            Act::Install => self.post("/api/market/install", &of_version("1.0.0")),
            Act::Update => self.post("/api/market/update", &of_version("1.1.0")),
            Act::RollBack => self.post("/api/market/rollback", &json!({ "name": NAME })),
            Act::Uninstall => self.post("/api/market/uninstall", &json!({ "name": NAME })),
            Act::Count => self.post("/api/counter/count", &json!({})),
        }
    }

    /// Brings the package into a state, unharmed.
    fn reach(&self, (version, previous): (Option<&str>, Option<&str>)) {
        let state = self.state();
        if (state.version.as_deref(), state.previous.as_deref()) == (version, previous) {
            return;
        }
        if state.version.is_some() {
            self.perform(Act::Uninstall).unwrap().ok();
        }
        if version.is_some() {
            self.perform(Act::Install).unwrap().ok();
            self.perform(Act::Count).unwrap();
        }
        if previous.is_some() {
            self.perform(Act::Update).unwrap().ok();
        }
    }

    /// What the list, the files and the back end say, which must be of one version.
    fn state(&self) -> State {
        let listed = self.client().get("/api/market/installed").unwrap().ok();
        let found = listed.data()["apps"].as_array().unwrap().iter().find(|app| app["name"] == NAME);
        let file = self.client().get("/market-static/counter/version.json").unwrap();
        let answer = self.client().get("/api/counter/count").unwrap();
        let Some(app) = found else {
            assert_eq!((file.status, answer.status), (404, 404), "{} {}", file.envelope, answer.envelope);
            return State { version: None, previous: None, count: 0 };
        };
        assert_eq!(file.envelope["version"], app["version"]);
        assert_eq!(answer.envelope["version"], app["version"], "{}", answer.envelope);
        let text = |field: &str| app[field].as_str().map(str::to_owned);
        let count = answer.envelope["count"].as_u64().unwrap();
        State { version: text("version"), previous: text("previous_version"), count }
    }

    fn assert_old_or_new(&self, act: Act, before: &State, answer: Option<&Answer>) {
        let after = act.after(before);
        let state = self.state();
        match answer.filter(|answer| answer.status == 200) {
            Some(_) => assert_eq!(state, after, "{act:?} was acknowledged"),
            None => assert!(state == *before || state == after, "{act:?}: {before:?} became {state:?}"),
        }
    }
}

fn serve(place: &TestDir, sources: &TempDir) -> Server {
    let of_version = |version: &str| sources.path().join(version).to_string_lossy().into_owned();
    let sources = format!("{},{}", of_version("1.0.0"), of_version("1.1.0"));
    let mut variables = place.variables();
    variables.extend([("MARKET_SOURCES", sources.as_str()), ("ADMIN_USER_IDS", "250101")]);
    variables.push(("RATE_LIMIT_MARKET", "0"));
    Server::start(place.folder.path(), &variables, &[])
}

/// An app whose page part and back end say which version they are.
fn write_catalog(folder: &std::path::Path, version: &str) {
    let package = folder.join("apps").join(NAME);
    let manifest = json!({
        "type": "app", "name": NAME, "label": "计数", "version": version, "sdk": "1",
        "frontend": { "route": "/counter", "entry": "./frontend/entry.js" },
        "backend": { "mountPath": "/api/counter", "entry": "./backend/routes.js" },
    });
    let routes = format!(
        "const router = require('express').Router();
         const db = require('../../../server/src/utils/db');
         db.exec('CREATE TABLE IF NOT EXISTS counts (id INTEGER PRIMARY KEY, padding TEXT)');
         const count = () => db.prepare('SELECT count(*) AS count FROM counts').get().count;
         router.get('/count', (req, res) => res.json({{ version: '{version}', count: count() }}));
         router.post('/count', (req, res) => {{
           db.prepare('INSERT INTO counts (padding) VALUES (?)').run('x'.repeat(9000));
           res.json({{ code: 200, message: '', data: count() }});
         }});
         module.exports = router;"
    );
    let files = [
        ("manifest.json", manifest.to_string()),
        ("frontend/entry.js", ENTRY.to_owned()),
        ("version.json", json!({ "version": version }).to_string()),
        ("backend/routes.js", routes),
    ];
    for (path, content) in &files {
        let path = package.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }
    let paths: Vec<String> = files.iter().map(|(path, _)| format!("apps/{NAME}/{path}")).collect();
    let entry = json!({ "name": NAME, "label": "计数", "version": version, "description": "", "author": "",
                        "icon": "", "files": paths });
    let index = json!({ "version": 3, "updated_at": "2026-09-01", "apps": [entry], "plugins": [] });
    std::fs::write(folder.join("index.json"), index.to_string()).expect("a catalog");
}

/// A program that kills the server at one of its system calls, counted on each thread; ended when dropped, which lets go
/// of the server.
struct Killer(Child);

impl Killer {
    /// `None` where tracing is not allowed.
    fn attach(strace: &OsStr, pid: &str, calls: &str, number: u32) -> Option<Self> {
        let inject = format!("inject={calls}:signal=KILL:when={number}");
        let mut command = Command::new(strace);
        command.args(["-f", "-p", pid, "-o", "/dev/null", "-e", &format!("trace={calls}"), "-e", &inject]);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("strace runs");
        let mut said = BufReader::new(child.stderr.take().expect("its words")).lines().map_while(Result::ok);
        let is_attached = said.any(|line| line.contains("attached"));
        // What it says later must not block it.
        std::thread::Builder::new().spawn(move || said.for_each(drop)).expect("a thread");
        let killer = Self(child);
        is_attached.then_some(killer)
    }
}

impl Drop for Killer {
    fn drop(&mut self) {
        // Asked to end, it would wait for a server that its parent has not reaped yet.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
