//! The market through `HttpApp`, with catalogs in temporary folders.

mod backend;
mod config;
mod files;
mod hostile;
mod install;
mod members;
mod rights;
mod sources;
mod storage;
mod zip;

use std::path::Path;

use axum::Router;
use axum::extract::State;
use axum::routing::put;
use identity::testing::TestPortal;
use kernel::apps::{Apps, BuiltIn};
use kernel::http::{Caller, Path as UrlPath};
use kernel::scope::Scope;
use kernel::testing::{Answer, Client};
use kernel::{App, Feature, Reply, Result, Routes};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{FEATURE, texts};

/// A folder with a catalog.
struct Catalog(TempDir);

/// A page part that the checks admit.
const ENTRY: &str = "ServiceMarket.define({name: 'NAME', mount: function (container) { container.textContent = 'VERSION'; }});\n";
const ICON: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="green"/></svg>"#;

impl Catalog {
    fn new() -> Self {
        let catalog = Self(tempfile::tempdir().unwrap());
        catalog.write_index(&json!({ "version": 3, "updated_at": "2026-09-01", "apps": [], "plugins": [] }));
        catalog
    }

    fn path(&self) -> String {
        self.0.path().to_str().unwrap().to_owned()
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let full = self.0.path().join(path);
        std::fs::create_dir_all(full.parent().unwrap_or(Path::new("/"))).unwrap();
        std::fs::write(full, content).unwrap();
    }

    fn index(&self) -> Value {
        serde_json::from_slice(&std::fs::read(self.0.path().join("index.json")).unwrap()).unwrap()
    }

    fn write_index(&self, index: &Value) {
        self.write("index.json", index.to_string());
    }

    /// Puts a package into the catalog, in place of the one of its name.
    fn put(&self, kind: &str, manifest: &Value, files: &[(&str, &str)]) {
        let name = manifest["name"].as_str().unwrap();
        let folder = format!("{kind}/{name}");
        self.write(&format!("{folder}/manifest.json"), manifest.to_string());
        files.iter().for_each(|(path, content)| self.write(&format!("{folder}/{path}"), content));
        let paths: Vec<String> = std::iter::once("manifest.json")
            .chain(files.iter().map(|(path, _)| *path))
            .map(|path| format!("{folder}/{path}"))
            .collect();
        let mut index = self.index();
        let entries = index[kind].as_array_mut().unwrap();
        entries.retain(|entry| entry["name"] != name);
        entries.push(json!({ "name": name, "label": manifest["label"], "version": manifest["version"],
                             "description": "", "author": "", "icon": "./icon.svg", "files": paths }));
        self.write_index(&index);
    }

    /// An app with a page part in this version.
    fn put_app(&self, name: &str, version: &str) {
        let entry = ENTRY.replace("NAME", name).replace("VERSION", version);
        let files = [("frontend/entry.js", entry.as_str()), ("icon.svg", ICON)];
        self.put("apps", &manifest(name, version), &files);
    }

    /// An app with a back end.
    fn put_app_with_backend(&self, name: &str, version: &str, routes: &str) {
        let mut manifest = manifest(name, version);
        manifest["backend"] = json!({ "mountPath": format!("/api/{name}"), "entry": "./backend/routes.js" });
        let entry = ENTRY.replace("NAME", name).replace("VERSION", version);
        let files =
            [("frontend/entry.js", entry.as_str()), ("icon.svg", ICON), ("backend/routes.js", routes)];
        self.put("apps", &manifest, &files);
    }
}

/// The manifest of an app with a page part.
fn manifest(name: &str, version: &str) -> Value {
    json!({ "type": "app", "name": name, "label": format!("应用 {name}"), "version": version, "sdk": "1", "icon": "./icon.svg",
            "frontend": { "route": format!("/{name}"), "entry": "./frontend/entry.js" } })
}

/// A portal whose market has this source.
async fn portal_with(catalog: &Catalog) -> TestPortal {
    portal_of(&[("MARKET_SOURCES", &catalog.path())]).await
}

async fn portal_of(variables: &[(&str, &str)]) -> TestPortal {
    TestPortal::with(&[realtime::FEATURE, FEATURE, SWITCHES], variables).await
}

/// A portal of two classes, with the heads of both and an admin.
async fn two_classes(catalog: &Catalog) -> (TestPortal, [Client; 3]) {
    let portal = portal_with(catalog).await;
    portal.list_classes(&["01", "02"]).await;
    let clients = [portal.register("240100").await, portal.register("240200").await, portal.admin().await];
    (portal, clients)
}

/// Turns apps on and off, as `PUT /api/system/app-control` does.
const SWITCHES: Feature = Feature {
    name: "switches",
    apps: &[BuiltIn { name: "board", label: &texts::UNSIGNED, protected: false, paths: &[] }],
    router: || Routes::new().undocumented(Router::new().route("/api/switches/{name}/{enabled}", put(switch))),
    ..Feature::EMPTY
};

async fn switch(
    State(app): State<App>,
    caller: Caller,
    UrlPath((name, enabled)): UrlPath<(String, bool)>,
) -> Result<Reply<()>> {
    let scope = Scope::managed(&caller.facts, None)?;
    app.write(move |tx| Apps::set(tx, &caller, &scope, &name, enabled).map(drop)).await?;
    Ok(Reply::done())
}

async fn install(client: &Client, name: &str) -> Answer {
    client.post("/api/market/install", &json!({ "name": name })).await
}

/// The installed apps, by name and version.
async fn installed(client: &Client) -> Vec<(String, String)> {
    let data = client.get("/api/market/installed").await.data();
    let text = |app: &Value, field: &str| app[field].as_str().unwrap().to_owned();
    data["apps"].as_array().unwrap().iter().map(|app| (text(app, "name"), text(app, "version"))).collect()
}

/// Waits for what is no part of the app: a socket, the thread of a back end.
#[expect(clippy::disallowed_methods, reason = "they need the machine's time to pass")]
async fn real_pause(milliseconds: u64) {
    tokio::time::sleep(std::time::Duration::from_millis(milliseconds)).await;
}

fn pair(name: &str, version: &str) -> (String, String) {
    (name.to_owned(), version.to_owned())
}
