//! The files of installed packages.

use super::{Catalog, install, portal_with};

#[tokio::test]
async fn only_files_of_the_page_part_are_served_and_they_are_checked_anew() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", "module.exports = function (req, res) { res.json({}); };");
    let portal = portal_with(&catalog).await;
    install(&portal.admin().await, "hello").await.data();
    let anyone = portal.anonymous();
    let icon = anyone.get("/market-static/hello/icon.svg").await;
    assert_eq!((icon.status.as_u16(), icon.header("cache-control")), (200, "no-cache".into()));
    assert!(icon.header("content-security-policy").contains("sandbox"));
    let etag = icon.header("etag");
    assert_eq!(
        anyone.clone().with("if-none-match", &etag).get("/market-static/hello/icon.svg").await.status,
        304
    );
    for path in [
        "hello/backend/routes.js",
        "hello/nothing.js",
        "hello/../hello/icon.svg",
        "hello/frontend/../icon.svg",
        "hello/%2e%2e/secret",
        "other/icon.svg",
        "hello//icon.svg",
        // Where no route answers, the desktop's page would.
        "hello/",
        "hello/frontend/",
        "hello",
    ] {
        let answer = anyone.get(&format!("/market-static/{path}")).await;
        assert_eq!(answer.refusal(), "404 请求的内容不存在", "{path}");
    }
}

#[tokio::test]
async fn what_the_back_end_requires_is_served_to_nobody_wherever_it_lies() {
    let catalog = Catalog::new();
    let mut manifest = super::manifest("hello", "1.0.0");
    manifest["backend"] = serde_json::json!({ "mountPath": "/api/hello", "entry": "./backend/routes.js" });
    let entry = super::ENTRY.replace("NAME", "hello");
    let files = [
        ("frontend/entry.js", entry.as_str()),
        ("icon.svg", super::ICON),
        (
            "backend/routes.js",
            "const rules = require('../shared/rules'); module.exports = (req, res) => res.json(rules);",
        ),
        ("backend/words.txt", "answers"),
        ("shared/rules.js", "module.exports = { of: `chess` };"),
        ("shared/words.json", "[]"),
    ];
    catalog.put("apps", &manifest, &files);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    assert_eq!(admin.get("/api/hello/").await.json()["of"], "chess");
    for (path, status) in
        [("backend/words.txt", 404), ("shared/rules.js", 404), ("shared/words.json", 200), ("icon.svg", 200)]
    {
        assert_eq!(admin.get(&format!("/market-static/hello/{path}")).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn an_empty_file_is_a_file() {
    let catalog = Catalog::new();
    let mut manifest = super::manifest("hello", "1.0.0");
    manifest["backend"] = serde_json::json!({ "mountPath": "/api/hello", "entry": "./backend/routes.js" });
    let entry = super::ENTRY.replace("NAME", "hello");
    let routes = "require('./empty'); module.exports = (req, res) => res.json({ ok: true });";
    let files = [
        ("frontend/entry.js", entry.as_str()),
        ("frontend/empty.css", ""),
        ("icon.svg", super::ICON),
        ("backend/routes.js", routes),
        ("backend/empty.js", ""),
    ];
    catalog.put("apps", &manifest, &files);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    assert!(install(&admin, "hello").await.data()["backend_error"].is_null());
    assert_eq!(admin.get("/api/hello/").await.json()["ok"], true);
    let served = admin.get("/market-static/hello/frontend/empty.css").await;
    assert_eq!((served.status.as_u16(), served.header("content-length")), (200, "0".into()));
}
