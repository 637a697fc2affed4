//! Back ends through the door that members use.

use kernel::testing::Client;
use serde_json::{Value, json};

use super::{Catalog, install, portal_of, portal_with};

/// Counts in its database, tells who calls, and misbehaves when asked to.
const ROUTES: &str = r"
const express = require('express');
const path = require('path');
const db = require(path.resolve(process.cwd(), 'src/utils/db'));
const { requireAuth } = require('../../../server/src/middleware/auth');
const bus = require('../../../server/src/utils/realtime-bus');
const router = express.Router();
db.exec('CREATE TABLE IF NOT EXISTS hits (id INTEGER PRIMARY KEY AUTOINCREMENT, who TEXT)');
router.get('/open', (req, res) => res.json({ headers: req.headers, query: req.query }));
router.use(requireAuth);
router.post('/hits', (req, res) => {
  const { lastInsertRowid } = db.prepare('INSERT INTO hits (who) VALUES (?)').run(req.user.user_id);
  bus.publishToUsers([req.user.user_id], { type: 'extension_event', app_name: 'hello', event: 'hello.hit', payload: { id: lastInsertRowid } });
  res.json({ code: 200, message: 'ok', data: { id: lastInsertRowid, text: req.body.text } });
});
router.get('/hits/:who', (req, res) => {
  const row = db.prepare('SELECT count(*) AS hits, u.net_name FROM hits JOIN users u ON u.user_id = who WHERE who = ?').get(req.params.who);
  res.json(row);
});
router.get('/loop', () => { for (;;) {} });
router.get('/cookie', (req, res) => { res.setHeader('Set-Cookie', 'token=stolen'); res.send('<script>alert(1)</script>'); });
module.exports = router;
";

async fn hits(client: &Client) -> Value {
    client.get("/api/hello/hits/240111").await.json()
}

#[tokio::test]
async fn a_back_end_answers_at_once_and_what_it_stored_outlasts_a_restart() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", ROUTES);
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    assert_eq!(alice.get("/api/hello/open").await.refusal(), "404 接口不存在");
    install(&admin, "hello").await.data();
    assert_eq!(portal.anonymous().get("/api/hello/hits/240111").await.refusal(), "401 未登录");
    let first = alice.post("/api/hello/hits", &json!({ "text": "你好" })).await.data();
    assert_eq!(first, json!({ "id": 1, "text": "你好" }));
    alice.post("/api/hello/hits", &json!({})).await.data();
    assert_eq!(hits(&alice).await, json!({ "hits": 2, "net_name": "net-240111" }));

    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    assert_eq!(hits(&alice).await, json!({ "hits": 2, "net_name": "net-240111" }));
    assert_eq!(alice.post("/api/hello/hits", &json!({})).await.data()["id"], json!(3));
}

#[tokio::test]
async fn an_uninstalled_back_end_answers_404_and_its_database_is_gone() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", ROUTES);
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    install(&admin, "hello").await.data();
    alice.post("/api/hello/hits", &json!({})).await.data();
    admin.post("/api/market/uninstall", &json!({ "name": "hello" })).await.data();
    assert_eq!(alice.get("/api/hello/open").await.refusal(), "404 接口不存在");
    install(&admin, "hello").await.data();
    assert_eq!(alice.post("/api/hello/hits", &json!({})).await.data()["id"], json!(1));
}

#[tokio::test]
async fn a_back_end_never_sees_the_credentials_of_a_member_and_sets_none() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", ROUTES);
    let portal = portal_with(&catalog).await;
    install(&portal.admin().await, "hello").await.data();
    let alice = portal.member().await;
    let token = alice.token().unwrap();
    let seen = alice.clone().with_cookie(&token).with("x-own", "1").get("/api/hello/open?a=1&b=2").await;
    assert!(!seen.text().contains(&token), "{}", seen.text());
    assert_eq!(
        (&seen.json()["headers"]["x-own"], &seen.json()["query"]),
        (&json!("1"), &json!({ "a": "1", "b": "2" }))
    );
    let seen = portal.anonymous().get(&format!("/api/hello/open?a=1&token={token}&%74oken={token}")).await;
    assert!(!seen.text().contains(&token), "{}", seen.text());
    let answer = alice.get("/api/hello/cookie").await;
    assert_eq!(answer.set_cookie(), "");
    assert!(answer.header("content-security-policy").contains("sandbox"));
}

#[tokio::test]
async fn an_event_of_a_back_end_reaches_those_whom_it_names() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", ROUTES);
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    install(&admin, "hello").await.data();
    for client in [&admin, &alice] {
        client.post_empty("/api/realtime/poll/register").await.data();
    }
    alice.post("/api/hello/hits", &json!({})).await.data();
    let own = |data: Value| {
        let events = data["events"].as_array().unwrap().clone();
        events
            .into_iter()
            .map(|event| event["event"].clone())
            .filter(|event| event["type"] == "extension_event")
            .collect::<Vec<_>>()
    };
    let heard = own(alice.get("/api/realtime/poll?since=0").await.data());
    assert_eq!(
        (&heard[0]["app_name"], &heard[0]["event"], &heard[0]["payload"]),
        (&json!("hello"), &json!("hello.hit"), &json!({ "id": 1 }))
    );
    assert!(heard[0].get("sender_id").is_none(), "a back end is no member");
    portal.settle().await;
    let audience = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let published = audience.iter().find(|event| event.name() == "realtime.published").unwrap();
    assert_eq!(published.audience, "user:240111", "nobody else hears of it");
}

#[tokio::test]
async fn an_endless_loop_costs_its_request_and_too_many_cost_the_back_end() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", ROUTES);
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    install(&admin, "hello").await.data();
    for _ in 0..4 {
        assert_eq!(alice.get("/api/hello/loop").await.refusal(), "500 应用的服务端出错，已记入日志");
        assert_eq!(alice.get("/api/hello/open").await.status, 200);
    }
    assert_eq!(alice.get("/api/hello/loop").await.status, 500);
    assert_eq!(
        alice.get("/api/hello/open").await.refusal(),
        "503 应用的服务端没有运行，请联系管理员查看日志"
    );
    let shown = admin.get("/api/market/backends").await.data();
    assert_eq!((&shown[0]["state"], &shown[0]["strikes"]), (&json!("disabled"), &json!(5)));
    // The thread may still be ending.
    while admin.get("/api/market/backends").await.data()[0]["cpu_ms"].as_u64() < Some(100) {
        super::real_pause(10).await;
    }
    admin.post_empty("/api/market/backends/hello/restart").await.data();
    assert_eq!(alice.get("/api/hello/open").await.status, 200);
}

#[tokio::test]
async fn a_back_end_that_does_not_start_is_told_to_its_author_and_the_page_part_works() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", "throw new Error('no board');");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    let error = install(&admin, "hello").await.data()["backend_error"].clone();
    assert!(error.as_str().unwrap().contains("no board"), "{error}");
    assert_eq!(admin.get("/market-static/hello/frontend/entry.js").await.status, 200);
    assert_eq!(admin.get("/api/hello/x").await.status, 503);
    let shown = admin.get("/api/market/backends").await.data();
    assert_eq!(shown[0]["state"], json!("failed"));
    assert_eq!((&shown[0]["calls"], &shown[0]["failed"]), (&json!(1), &json!(1)));
    assert!(shown[0]["error"].as_str().unwrap().contains("no board"), "{shown}");
    let log = admin.get("/api/market/backends/hello/logs").await.data();
    assert!(log[0]["text"].as_str().unwrap().contains("no board"), "{log}");

    let restarted = admin.post_empty("/api/market/backends/hello/restart").await.data();
    assert_eq!(restarted, json!({ "backend_error": error }));

    catalog.put_app_with_backend("hello", "1.1.0", ROUTES);
    let named = json!({ "name": "hello" });
    let updated = admin.post("/api/market/update", &named).await.data();
    assert_eq!((&updated["version"], &updated["backend_error"]), (&json!("1.1.0"), &json!(null)));
    let back = admin.post("/api/market/rollback", &named).await.data();
    assert_eq!((&back["version"], &back["outcome"]), (&json!("1.0.0"), &json!("rolled_back")));
    assert_eq!(back["backend_error"], error);
}

#[tokio::test]
async fn a_back_end_that_does_not_start_with_its_settings_is_told_to_whoever_sets_them() {
    let catalog = Catalog::new();
    let mut manifest = super::manifest("hello", "1.0.0");
    manifest["backend"] = json!({ "mountPath": "/api/hello", "entry": "./backend/routes.js" });
    manifest["config"] = json!([{ "key": "MODE", "label": "模式", "type": "string" }]);
    let entry = super::ENTRY.replace("NAME", "hello");
    let routes =
        "if (process.env.MODE === 'bad') throw new Error('no mode'); module.exports = function () {};";
    let files = [("frontend/entry.js", &*entry), ("icon.svg", super::ICON), ("backend/routes.js", routes)];
    catalog.put("apps", &manifest, &files);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    assert_eq!(install(&admin, "hello").await.data()["backend_error"], json!(null));
    // The second time nothing changes, and it still does not run.
    for (mode, fails) in [("bad", true), ("bad", true), ("good", false)] {
        let values = json!({ "values": { "MODE": mode } });
        let set = admin.put("/api/market/app-config/hello", &values).await.data();
        assert_eq!(set["fields"][0]["value"], json!(mode));
        assert_eq!(set["backend_error"].to_string().contains("no mode"), fails, "{set}");
        assert_eq!(set["backend_error"].is_null(), !fails, "{set}");
    }
}

#[tokio::test]
async fn an_app_without_a_back_end_has_none_to_restart() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    for (name, refusal) in [("hello", "404 “hello”没有服务端"), ("other", "404 “other”没有安装")]
    {
        let answer = admin.post_empty(&format!("/api/market/backends/{name}/restart")).await;
        assert_eq!(answer.refusal(), refusal);
    }
}

#[tokio::test]
async fn a_back_end_may_not_shadow_an_api_of_the_portal_or_of_another_app() {
    let catalog = Catalog::new();
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    catalog.put_app_with_backend("hello", "1.0.0", ROUTES);
    install(&admin, "hello").await.data();
    for mount in [
        "/api/auth",
        "/api/auth/deeper",
        "/api/admin",
        "/api/market",
        "/api/hello",
        "/api/hello/deeper",
        "/api/bot-bridge",
        "/api",
        "/other",
        "/api/../x",
    ] {
        let mut manifest = super::manifest("shadow", "1.0.0");
        manifest["backend"] = json!({ "mountPath": mount, "entry": "./backend/routes.js" });
        let entry = super::ENTRY.replace("NAME", "shadow");
        catalog.put(
            "apps",
            &manifest,
            &[("frontend/entry.js", &entry), ("icon.svg", super::ICON), ("backend/routes.js", ROUTES)],
        );
        assert_eq!(install(&admin, "shadow").await.status, 400, "{mount}");
    }
}

#[tokio::test]
async fn nothing_that_was_answered_is_lost_while_the_back_end_is_restarted() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", ROUTES);
    let portal = portal_of(&[("MARKET_SOURCES", &catalog.path()), ("RATE_LIMIT_MARKET", "0")]).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    install(&admin, "hello").await.data();
    let none = json!({});
    let write = async || {
        let mut stored = 0;
        for _ in 0..60 {
            let answer = alice.post("/api/hello/hits", &none).await;
            assert!(matches!(answer.status.as_u16(), 200 | 503), "{}", answer.text());
            stored += u64::from(answer.status == 200);
        }
        stored
    };
    let restart = async || {
        for _ in 0..8 {
            admin.post_empty("/api/market/backends/hello/restart").await.data();
        }
    };
    let (one, two, three, ()) = tokio::join!(write(), write(), write(), restart());
    let hits = hits(&alice).await["hits"].as_u64().unwrap();
    let stored = one + two + three;
    assert!(hits >= stored, "{stored} were answered, {hits} are there");
}

#[tokio::test]
async fn a_limit_of_the_manifest_is_told_as_every_limit_is() {
    let catalog = Catalog::new();
    let mut manifest = super::manifest("hello", "1.0.0");
    manifest["backend"] = json!({ "mountPath": "/api/hello", "entry": "./backend/routes.js",
                                  "rateLimit": { "max": 2, "windowMs": 5000, "message": "慢一点" } });
    let entry = super::ENTRY.replace("NAME", "hello");
    let files = [("frontend/entry.js", &*entry), ("icon.svg", super::ICON), ("backend/routes.js", ROUTES)];
    catalog.put("apps", &manifest, &files);
    let portal = portal_with(&catalog).await;
    let alice = portal.member().await;
    install(&portal.admin().await, "hello").await.data();
    let answer = alice.get("/api/hello/open").await;
    assert_eq!(
        (answer.header("x-ratelimit-limit"), answer.header("x-ratelimit-remaining")),
        ("2".into(), "1".into())
    );
    alice.get("/api/hello/open").await;
    let refused = alice.get("/api/hello/open").await;
    assert_eq!((refused.refusal(), refused.header("retry-after")), ("429 慢一点".into(), "5".into()));
    assert_eq!(refused.header("x-ratelimit-remaining"), "0");
}

#[tokio::test]
async fn the_most_calls_of_a_minute_are_those_that_the_preview_warns_of() {
    let catalog = Catalog::new();
    let mut manifest = super::manifest("hello", "1.0.0");
    manifest["backend"] = json!({ "mountPath": "/api/hello", "entry": "./backend/routes.js",
                                  "rateLimit": { "max": 10_000, "windowMs": 1000 } });
    let entry = super::ENTRY.replace("NAME", "hello");
    let files = [("frontend/entry.js", &*entry), ("icon.svg", super::ICON), ("backend/routes.js", ROUTES)];
    catalog.put("apps", &manifest, &files);
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let preview = admin.post("/api/market/preview", &json!({ "name": "hello" })).await.data();
    let warning = format!("每分钟最多放行每个成员 {} 次", market_package::MOST_CALLS_A_MINUTE);
    assert!(preview["warnings"].to_string().contains(&warning), "{}", preview["warnings"]);
    install(&admin, "hello").await.data();
    for call in 0..market_package::MOST_CALLS_A_MINUTE {
        assert_eq!(alice.get("/api/hello/open").await.status, 200, "{call}");
    }
    assert_eq!(alice.get("/api/hello/open").await.status, 429);
}
