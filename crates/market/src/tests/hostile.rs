//! Packages and catalogs that are wrong or want harm, through the installer: each is refused with a finding that names
//! what is wrong, nothing of it is installed, and the portal goes on. What every rule says in detail is tested in
//! `market-package`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::http::Method;
use bytes::Bytes;
use kernel::testing::{Answer, Client};
use market_package::{Package, zip_package};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use zip::write::SimpleFileOptions;

use super::{Catalog, ICON, install, installed, pair, portal_of, portal_with};

const NAME: &str = "hostile";

fn manifest() -> Value {
    let mut manifest = super::manifest(NAME, "1.0.0");
    manifest["backend"] = json!({ "mountPath": "/api/hostile", "entry": "./backend/routes.js" });
    manifest
}

/// The files of a package without faults.
fn files() -> BTreeMap<String, String> {
    let entry = super::ENTRY.replace("NAME", NAME);
    let routes = "module.exports = function (req, res) { res.json({}); };".to_owned();
    [("frontend/entry.js", entry), ("icon.svg", ICON.to_owned()), ("backend/routes.js", routes)]
        .map(|(path, text)| (path.to_owned(), text))
        .into()
}

/// The codes of what the first source was refused for.
fn codes(answer: &Answer) -> Vec<String> {
    let body = answer.json();
    let findings =
        if body["findings"].is_array() { &body["findings"] } else { &body["sources"][0]["findings"] };
    let found = findings.as_array().into_iter().flatten();
    found.map(|finding| finding["code"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Sets a field of the manifest, by its JSON pointer.
fn set(pointer: &str, value: Value) -> Value {
    let mut manifest = manifest();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    manifest.pointer_mut(parent).unwrap()[field] = value;
    manifest
}

/// Each field with a value that it may not have, and the code of the refusal.
fn wrong_manifests() -> Vec<(Value, &'static str)> {
    let mut cases: Vec<(Value, &str)> = [
        ("/type", json!("program"), "unknown-kind"),
        ("/type", json!("plugin"), "kind-differs"),
        ("/name", json!("other"), "name-differs"),
        ("/name", json!("../hostile"), "name-form"),
        ("/name", json!(7), "field-type"),
        ("/label", json!(["x"]), "field-type"),
        ("/label", json!("x\u{0}y"), "field-text"),
        ("/sdk", json!("99"), "sdk-too-new"),
        ("/icon", json!("../../etc/passwd.svg"), "manifest-path"),
        ("/icon", json!("/icon.svg"), "manifest-path"),
        ("/icon", json!("./frontend/entry.js"), "file-kind"),
        ("/visibleRoles", json!("admin"), "field-type"),
        ("/frontend", json!([]), "field-type"),
        ("/frontend/route", json!("https://example.org/"), "route-form"),
        ("/frontend/route", json!("//example.org"), "route-form"),
        ("/frontend/entry", json!("https://example.org/x.js"), "manifest-path"),
        ("/frontend/entry", json!("./frontend/absent.js"), "file-missing"),
        ("/frontend/style", json!("./icon.svg"), "file-kind"),
        ("/frontend/widgets", json!({ "id": "x" }), "field-type"),
        ("/backend/entry", json!("../../server/src/app.js"), "manifest-path"),
        ("/backend/hosts", json!(["*"]), "host-form"),
        ("/backend/hosts", json!(["*.com"]), "host-form"),
        ("/backend/hosts", json!(["http://example.org"]), "host-form"),
        ("/backend/hosts", json!(["example.org:22"]), "host-form"),
        ("/backend/hosts", json!("example.org"), "field-type"),
        ("/config", json!([{ "key": "__proto__ x", "type": "string", "label": "x" }]), "config-key"),
        ("/config", json!([{ "key": "API_KEY", "type": "file", "label": "x" }]), "config-type"),
    ]
    .map(|(pointer, value, code)| (set(pointer, value), code))
    .into();
    let mounts =
        ["/api", "/api/", "/other", "/api/../x", "/api/a/../b", "/api/%61uth", "/API/x", "api/x", "/api//x"];
    cases.extend(mounts.map(|mount| (set("/backend/mountPath", json!(mount)), "mount-form")));
    let reserved = ["/api/auth", "/api/auth/deeper", "/api/market", "/api/realtime", "/api/notes"];
    cases.extend(reserved.map(|mount| (set("/backend/mountPath", json!(mount)), "mount-reserved")));
    cases
}

/// The code of what is refused before any file is read, because the catalog names it.
const CATALOG: &str = "catalog-entry-skipped";

/// A file with contents that are refused, and the code.
const WRONG_FILES: &[(&str, &str, &str)] = &[
    ("frontend/entry.js", "let a = 1;", "es5-let-const"),
    ("frontend/entry.js", "import x from 'y';", "es5-module"),
    ("frontend/entry.js", "<!DOCTYPE html><p>404</p>", "script-syntax"),
    ("frontend/entry.js", "eval('1');", "dynamic-code"),
    ("frontend/entry.js", "new Function('return 1')();", "dynamic-code"),
    ("frontend/entry.js", "document.write('<p>');", "document-write"),
    (
        "frontend/entry.js",
        "var s = document.createElement('script'); s.src = 'https://example.org/x.js';",
        "foreign-script",
    ),
    ("frontend/entry.js", "new WebSocket('wss://example.org');", "own-connection"),
    ("frontend/style.css", "@import url(https://example.org/x.css);", "css-foreign-import"),
    ("frontend/style.css", ".hostile { background: url(https://example.org/x.png); }", "css-foreign-url"),
    ("frontend/style.css", ".hostile { gap: 1rem; display: flex; }", "css-flex-gap"),
    ("icon.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "svg-element"),
    ("icon.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "svg-event"),
    (
        "icon.svg",
        "<svg xmlns='http://www.w3.org/2000/svg'><image href='https://example.org/x.png'/></svg>",
        "svg-reference",
    ),
    ("icon.svg", "<!DOCTYPE svg [<!ENTITY x 'y'>]><svg xmlns='http://www.w3.org/2000/svg'/>", "svg-entity"),
    ("icon.svg", "no picture", "svg-syntax"),
    ("backend/routes.js", "import express from 'express';", "server-module"),
    ("backend/routes.js", "module.exports = (", "script-syntax"),
    ("frontend/data.json", "{", "json-syntax"),
    ("frontend/photo.png", "<html>", "content-differs"),
    ("run.sh", "#!/bin/sh", CATALOG),
    ("run.exe", "MZ", CATALOG),
    ("index.php", "<?php", CATALOG),
    ("frontend/ENTRY.js", "", CATALOG),
];

#[tokio::test]
async fn no_package_of_a_catalog_that_wants_harm_is_installed() {
    let catalog = Catalog::new();
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    let mut cases: Vec<(Value, BTreeMap<String, String>, &str)> =
        wrong_manifests().into_iter().map(|(manifest, code)| (manifest, files(), code)).collect();
    for (path, content, code) in WRONG_FILES {
        let mut all = files();
        all.insert((*path).to_owned(), (*content).to_owned());
        cases.push((manifest(), all, code));
    }
    let many: BTreeMap<_, _> =
        (0..300).map(|number| (format!("frontend/{number}.txt"), String::new())).chain(files()).collect();
    cases.push((manifest(), many, CATALOG));
    assert!(cases.len() >= 60, "{}", cases.len());
    let mut wrong = Vec::new();
    for (manifest, files, code) in &cases {
        put(&catalog, manifest, files);
        let answer = install(&admin, NAME).await;
        let found = codes(&answer);
        if answer.status != 400 || !found.iter().any(|known| known == code) {
            wrong.push(format!("{code}: {} {found:?} of {manifest}", answer.status));
        }
        std::fs::remove_dir_all(catalog.0.path().join("apps").join(NAME)).unwrap();
        if answer.status == 200 {
            admin.post("/api/market/uninstall", &json!({ "name": NAME })).await.data();
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(installed(&admin).await.is_empty());
    put(&catalog, &manifest(), &files());
    install(&admin, NAME).await.data();
}

/// Puts a package into the catalog under its folder, whatever its manifest says of its name.
fn put(catalog: &Catalog, manifest: &Value, files: &BTreeMap<String, String>) {
    let folder = format!("apps/{NAME}");
    catalog.write(&format!("{folder}/manifest.json"), manifest.to_string());
    files.iter().for_each(|(path, content)| catalog.write(&format!("{folder}/{path}"), content));
    let paths: Vec<String> = std::iter::once("manifest.json")
        .chain(files.keys().map(String::as_str))
        .map(|path| format!("{folder}/{path}"))
        .collect();
    let entry = json!({ "name": NAME, "label": NAME, "version": "1.0.0", "description": "", "author": "",
                        "icon": "./icon.svg", "files": paths });
    catalog.write_index(&json!({ "version": 3, "updated_at": "2026-09-01", "apps": [entry], "plugins": [] }));
}

async fn send(client: &Client, zip: Vec<u8>) -> Answer {
    let body = Some((zip, "application/octet-stream"));
    client.send_raw(Method::POST, "/api/market/install-zip", body).await
}

/// A zip of the good package with more files.
fn zip_with(more: &[(&str, &[u8])]) -> Vec<u8> {
    let mut package = Package::default();
    package.files.insert("manifest.json".to_owned(), Bytes::from(manifest().to_string()));
    package.files.extend(files().into_iter().map(|(path, text)| (path, Bytes::from(text))));
    package
        .files
        .extend(more.iter().map(|(path, bytes)| ((*path).to_owned(), Bytes::copy_from_slice(bytes))));
    zip_package(&package).unwrap()
}

#[tokio::test]
async fn no_zip_that_wants_harm_is_installed() {
    let portal = portal_with(&Catalog::new()).await;
    let admin = portal.admin().await;
    let large = vec![b' '; 16 << 20];
    let mut link = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    link.start_file("manifest.json", SimpleFileOptions::default()).unwrap();
    link.write_all(manifest().to_string().as_bytes()).unwrap();
    link.add_symlink("frontend/entry.js", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let mut cut = zip_with(&[]);
    cut.truncate(cut.len() / 2);
    let cases = [
        ("a path above", zip_with(&[("../../evil.js", b"")]), "bad-path"),
        ("a path from the root", zip_with(&[("/etc/evil.js", b"")]), "bad-path"),
        ("a path of another system", zip_with(&[("frontend\\evil.js", b"")]), "bad-path"),
        ("a drive", zip_with(&[("C:/evil.js", b"")]), "bad-path"),
        ("a name that no system has", zip_with(&[("frontend/aux.js", b"")]), "bad-path"),
        ("a dot at the end", zip_with(&[("frontend/evil.js.", b"")]), "bad-path"),
        ("two names of different capitals", zip_with(&[("frontend/Entry.js", b"")]), "path-twin"),
        ("a file that is a folder", zip_with(&[("icon.svg/x.js", b"")]), "path-conflict"),
        ("a file above 15 MB", zip_with(&[("frontend/large.txt", &large)]), "file-too-large"),
        ("a link", link.finish().unwrap().into_inner(), "special-file"),
        ("half of a zip", cut, "zip-unreadable"),
        ("no zip", b"PK\x03\x04 and nothing".to_vec(), "zip-unreadable"),
    ];
    for (what, zip, code) in cases {
        let answer = send(&admin, zip).await;
        assert_eq!(answer.status, 400, "{what} was installed");
        assert!(codes(&answer).iter().any(|known| known == code), "{what}: {}", answer.text());
    }
    let normalised =
        send(&admin, zip_with(&[("frontend/\u{e9}.txt", b""), ("frontend/e\u{301}.txt", b"")])).await;
    assert_eq!(normalised.status, 400, "two names that differ by normalisation were installed");
    assert!(installed(&admin).await.is_empty());
}

/// What a server of a catalog does with a request of this path; nothing keeps it waiting.
type Behaviour = fn(path: &str) -> Option<Vec<u8>>;

fn http(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn catalog_of(files: &[&str], more: &Value) -> Vec<u8> {
    let mut entry = json!({ "name": NAME, "label": NAME, "version": "9.0.0", "description": "", "author": "",
                            "icon": "", "files": files });
    entry.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    json!({ "version": 3, "updated_at": "", "apps": [entry], "plugins": [] }).to_string().into_bytes()
}

fn index_or(path: &str, index: &[u8], other: &[u8]) -> Option<Vec<u8>> {
    Some(http("200 OK", "", if path.ends_with("index.json") { index } else { other }))
}

/// Catalogs over HTTP that are away, lie, or lead elsewhere.
const BEHAVIOURS: &[(&str, Behaviour)] = &[
    ("hangs", |_| None),
    ("fails", |_| Some(http("500 Internal Server Error", "", b""))),
    ("has nothing", |_| Some(http("404 Not Found", "", b""))),
    ("leads into the network of the portal", |_| {
        Some(http("302 Found", "Location: http://127.0.0.1:22/\r\n", b""))
    }),
    ("leads to a file", |_| Some(http("302 Found", "Location: file:///etc/passwd\r\n", b""))),
    ("is a page", |_| Some(http("200 OK", "", b"<!DOCTYPE html><p>sign in</p>"))),
    ("is not text", |_| Some(http("200 OK", "", &[0xff; 64]))),
    ("is nested without end", |_| Some(http("200 OK", "", "[".repeat(100_000).as_bytes()))),
    ("is larger than any catalog", |_| Some(http("200 OK", "", &vec![b' '; 9 << 20]))),
    ("says more bytes than it sends", |_| {
        Some(b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n{".to_vec())
    }),
    ("says a length that is no number", |_| {
        Some(b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}".to_vec())
    }),
    ("speaks no HTTP", |_| Some(b"SSH-2.0-x\r\n\r\n".to_vec())),
    ("has a catalog and no files", |path| {
        let index = catalog_of(&["apps/hostile/manifest.json"], &json!({}));
        if path.ends_with("index.json") {
            Some(http("200 OK", "", &index))
        } else {
            Some(http("404 Not Found", "", b""))
        }
    }),
    ("names files above its folder", |path| {
        index_or(path, &catalog_of(&["apps/hostile/../../../etc/passwd"], &json!({})), b"{}")
    }),
    ("names files of another server", |path| {
        index_or(path, &catalog_of(&["https://example.org/manifest.json"], &json!({})), b"{}")
    }),
    ("names files of another app", |path| {
        index_or(path, &catalog_of(&["apps/other/manifest.json"], &json!({})), b"{}")
    }),
    ("sends files that hang", |path| {
        let index = catalog_of(&["apps/hostile/manifest.json"], &json!({}));
        path.ends_with("index.json").then(|| http("200 OK", "", &index))
    }),
    ("sends another file than its hash says", |path| {
        let file = json!({ "path": "apps/hostile/manifest.json", "sha256": "00".repeat(32), "size": 2 });
        index_or(path, &catalog_of(&[], &json!({ "files": [file] })), b"{}")
    }),
    ("sends a page in place of a file", |path| {
        index_or(path, &catalog_of(&["apps/hostile/manifest.json"], &json!({})), b"<!DOCTYPE html>")
    }),
];

/// A server that behaves so; its address. It ends with the test's runtime.
async fn catalog_server(behaviour: Behaviour) -> String {
    #[expect(clippy::disallowed_methods, reason = "the server of a test is no part of the app")]
    async fn serve(listener: TcpListener, behaviour: Behaviour) {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut request = vec![0; 4096];
                let read = stream.read(&mut request).await.unwrap_or_default();
                let line = String::from_utf8_lossy(request.get(..read).unwrap_or_default()).into_owned();
                match behaviour(line.split(' ').nth(1).unwrap_or_default()) {
                    Some(answer) => drop(stream.write_all(&answer).await),
                    None => std::future::pending().await,
                }
            });
        }
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    #[expect(clippy::disallowed_methods, reason = "the server of a test is no part of the app")]
    tokio::spawn(serve(listener, behaviour));
    format!("http://{address}/market/")
}

/// A catalog that says how often it was asked.
fn counting(_: &str) -> Option<Vec<u8>> {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let asked = ASKED.fetch_add(1, Relaxed) + 1;
    let index = json!({ "version": 3, "updated_at": asked.to_string(), "apps": [], "plugins": [] });
    Some(http("200 OK", "", index.to_string().as_bytes()))
}

#[tokio::test]
async fn the_catalog_of_an_address_is_kept_for_a_minute() {
    let address = catalog_server(counting).await;
    let portal = portal_of(&[("MARKET_SOURCES", &address)]).await;
    let admin = portal.admin().await;
    for (seconds, asked) in [(0, "1"), (59, "1"), (2, "2")] {
        portal.advance(seconds);
        let shown = admin.get("/api/market/catalog").await.data();
        assert_eq!(shown["updated_at"], json!(asked), "after {seconds} more seconds");
    }
}

#[tokio::test]
async fn whatever_a_catalog_does_the_next_source_is_asked() {
    for (what, behaviour) in BEHAVIOURS {
        let good = Catalog::new();
        put(&good, &manifest(), &files());
        let address = catalog_server(*behaviour).await;
        let portal = portal_of(&[("MARKET_SOURCES", &format!("{address},{}", good.path()))]).await;
        let admin = portal.admin().await;
        let installing = install(&admin, NAME);
        tokio::pin!(installing);
        let answer = loop {
            tokio::select! {
                answer = &mut installing => break answer,
                // Whoever waits for a source that hangs waits on the portal's clock.
                () = super::real_pause(100) => portal.app.clock.advance(Duration::from_secs(5)),
            }
        };
        assert_eq!(answer.status, 200, "{what}: {}", answer.text());
        assert_eq!(installed(&admin).await, [pair(NAME, "1.0.0")], "{what}");
    }
}
