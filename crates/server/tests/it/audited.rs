//! Does each thing once that only the staff may do: every one of them stands in the operation log.

mod acts;

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use identity::testing::{PASSWORD, TestPortal};
use kernel::audit;
use kernel::testing::{Answer, Client};
use kernel::user::UserId;
use market_package::{Limits, Package, zip_package};
use serde_json::{Value, json};
use server::FEATURES;

use acts::{acts_in_classrooms, acts_on_homework, acts_on_models, acts_on_posts, acts_on_timetables};

use crate::routes_table::current;
use crate::tiers::empty_portal;

/// Whom the third column names who are not the staff.
const NOT_STAFF: [&str; 8] =
    ["anyone", "setup", "peer", "member", "registered", "integration", "webhook", "panel"];

/// What changes nothing, and so leaves no row.
const EXCEPTIONS: [(&str, &str); 7] = [
    ("POST /api/market/preview", "fetches a package, and installs nothing"),
    ("POST /api/ai-chat/admin/models/test", "asks a provider, and changes nothing"),
    ("POST /api/ai-chat/admin/models/provider-models", "asks a provider, and changes nothing"),
    ("POST /api/duty/rosters/preview", "says what a roster would be, and saves nothing"),
    ("POST /api/seating/arrange", "proposes seats, and saves nothing"),
    ("POST /api/admin/users/bulk-status/preview", "says whom a change would touch, and touches nobody"),
    (
        "DELETE /api/admin/enrolment/members/{user_id}/claim-lockout",
        "clears nothing where nothing is locked out; identity's tests see the row of a lockout that is cleared",
    ),
];

/// A PNG's beginning, 640 × 480; nobody decodes the rest.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06\0\0\0";

/// The same, 64 × 64.
const AVATAR: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x40\0\0\0\x40\x08\x06\0\0\0";

/// What is done, in an order in which all of it succeeds; the places of a path stand for what was
/// made before.
fn acts() -> Vec<(&'static str, Value)> {
    let listed = json!([{ "real_name": "实名240100", "is_class_admin": true }, { "real_name": "实名240111" },
                        { "real_name": "实名240102" }, { "real_name": "新来的" }]);
    let layout = json!({ "pages": [{ "id": "p", "widgets": [] }] });
    vec![
        ("PUT /api/admin/pre-records", json!({ "cohort": "24", "pre_records": { "class01": listed } })),
        (
            "POST /api/admin/announcements",
            json!({ "title": "春游", "content": "周五", "requires_ack": true }),
        ),
        ("PUT /api/admin/announcements/{id}", json!({ "title": "改" })),
        ("PATCH /api/admin/announcements/{id}/pin", json!({ "pinned": true })),
        ("POST /api/admin/announcements/{id}/remind", Value::Null),
        ("DELETE /api/admin/announcements/{id}", Value::Null),
        ("POST /api/admin/announcements/{id}/restore", Value::Null),
        ("POST /api/admin/broadcasts", json!({ "content": "集合" })),
        ("POST /api/admin/broadcasts/{id}/end", Value::Null),
        ("PUT /api/admin/default-layout", json!({ "desktop_layout": layout, "revision": 0 })),
        ("DELETE /api/admin/default-layout", Value::Null),
        ("PUT /api/admin/enrolment", json!({ "open_until": null })),
        ("PUT /api/admin/lock-screen", json!({ "enabled": true })),
        ("PUT /api/admin/exam-mode", json!({ "until": null })),
        ("POST /api/admin/officers", json!({ "user_id": "240111", "permissions": ["manage_users"] })),
        ("PATCH /api/admin/officers/{user_id}", json!({ "title": "学委" })),
        ("DELETE /api/admin/officers/{user_id}", Value::Null),
        ("POST /api/admin/panels", json!({ "name": "大屏", "class": "01" })),
        ("PATCH /api/admin/panels/{id}", json!({ "settings": { "theme": "dark" } })),
        ("DELETE /api/admin/panels/{id}", Value::Null),
        ("POST /api/admin/process/{name}/stop", Value::Null),
        ("POST /api/admin/process/{name}/start", Value::Null),
        ("POST /api/admin/process/{name}/restart", Value::Null),
        ("POST /api/admin/server-mode", json!({ "mode": "multi" })),
        ("PATCH /api/admin/settings", json!({ "settings": { "deny_common_passwords": false } })),
        (
            "PUT /api/admin/version",
            json!({ "minClientVersion": "9.9.9", "forceUpdate": true, "updateUrl": "" }),
        ),
        ("POST /api/assets/wallpapers", Value::Null),
        ("DELETE /api/assets/wallpapers/{id}", Value::Null),
        ("PUT /api/pictures/class-photo", Value::Null),
        ("DELETE /api/pictures/class-photo", Value::Null),
        ("DELETE /api/admin/users/{id}/avatar", Value::Null),
        ("POST /api/cdn/clear-cache", Value::Null),
        ("POST /api/integrations/requests/{id}/approve", json!({ "scopes": ["data:read"] })),
        ("POST /api/integrations/requests/{id}/refuse", Value::Null),
        ("POST /api/integrations/tokens", json!({ "name": "记作业", "scopes": ["data:read"] })),
        ("PUT /api/integrations/tokens/{id}", json!({ "active": false })),
        ("POST /api/integrations/tokens/{id}/regenerate-secret", json!({ "overlap_hours": 1 })),
        ("DELETE /api/integrations/tokens/{id}", Value::Null),
        ("PUT /api/system/app-control", json!({ "app_name": "countdown", "enabled": false })),
        ("POST /api/admin/users/bulk-status", json!({ "user_ids": ["240102"], "status": "disabled" })),
        ("PATCH /api/admin/users/{id}", json!({ "info": { "signature": "改" } })),
        ("DELETE /api/admin/users/{id}/sessions/{session}", Value::Null),
        ("DELETE /api/admin/users/{id}/sessions", Value::Null),
        // Last, because it ends all sessions too.
        ("POST /api/admin/users/{id}/reset-password", Value::Null),
        ("PATCH /api/admin/users/{id}/status", json!({ "status": "disabled" })),
        ("DELETE /api/admin/users/{id}", Value::Null),
    ]
}

/// The same of the market. The zip has an older version than the samples of the portal.
fn acts_on_apps() -> Vec<(&'static str, Value)> {
    let gobang = || json!({ "name": "gobang" });
    vec![
        ("POST /api/market/install-zip", Value::Null),
        ("POST /api/market/update", gobang()),
        ("POST /api/market/rollback", gobang()),
        ("PUT /api/market/app-config/{name}", json!({ "values": { "LEVEL": 5 } })),
        ("POST /api/market/backends/{name}/restart", Value::Null),
        ("POST /api/market/uninstall", gobang()),
        ("POST /api/market/install", gobang()),
        ("POST /api/market/install-plugin", json!({ "name": "page-bridge" })),
        ("POST /api/market/uninstall-plugin", json!({ "name": "page-bridge" })),
    ]
}

/// Version 0.0.1 of the sample with a setting, as a zip.
fn old_sample() -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../market/apps/gobang");
    let opened = Package::from_folder(folder.as_ref(), &Limits::INSTALL).unwrap();
    let mut package = opened.package;
    let manifest = package.files.get_mut("manifest.json").unwrap();
    let mut old: Value = serde_json::from_slice(manifest).unwrap();
    old["version"] = "0.0.1".into();
    old["config"] = json!([{ "key": "LEVEL", "label": "难度", "type": "number" }]);
    *manifest = old.to_string().into();
    zip_package(&package).unwrap()
}

/// A portal in which there is something to do, and what the places of its routes stand for.
struct Scene {
    portal: TestPortal,
    admin: Client,
    /// By the path up to the place.
    names: BTreeMap<String, String>,
    _resources: tempfile::TempDir,
}

impl Scene {
    async fn new() -> Self {
        let resources = tempfile::tempdir().unwrap();
        let portal = empty_portal(&[("RESOURCES_DIR", resources.path().to_str().unwrap())]).await;
        let (alice, bob) = (portal.member().await, portal.register("240102").await);
        let (_, admin) = (portal.class_admin().await, portal.admin().await);
        let login = json!({ "account": "240111", "password": PASSWORD });
        portal.anonymous().post("/api/auth/login", &login).await.data();
        alice.put("/api/pictures/avatar", &upload(&alice).await).await.data();
        let said =
            bob.post("/api/chat/messages", &json!({ "room": "class_01", "content": "骂人的话" })).await;
        let said = said.data()["message"]["id"].as_str().unwrap().to_owned();
        let report = json!({ "kind": "message", "id": said });
        alice.post("/api/moderation/reports", &report).await.data();
        let post = alice.post("/api/community", &json!({ "title": "匿名", "anonymous": true })).await.data()
            ["id"]
            .to_string();
        let comment = json!({ "content": "也匿名", "anonymous": true });
        let comment =
            alice.post(&format!("/api/community/{post}/comments"), &comment).await.data()["id"].to_string();
        let wanted = json!({ "name": "记作业", "scopes": ["data:read"] });
        alice.post("/api/integrations/requests", &wanted).await.data();
        alice.post("/api/integrations/requests", &wanted).await.data();

        let session = admin.get("/api/admin/users/240111/sessions").await.data()["sessions"][0]["id"].clone();
        let case = admin.get("/api/moderation/cases").await.data()["cases"][0]["id"].clone();
        let names = [
            ("/api/admin/users", "240111"),
            ("/api/admin/users/240111/sessions", session.as_str().unwrap()),
            ("/api/admin/enrolment/members", "240111"),
            ("/api/admin/officers", "240111"),
            ("/api/admin/process", "stat-sampler"),
            ("/api/ai-chat/admin/own-models", "two"),
            ("/api/moderation/cases", case.as_str().unwrap()),
            ("/api/moderation/removals", said.as_str()),
            ("/api/moderation/silences", "240102"),
            ("/api/community", post.as_str()),
            ("/api/community/comments", comment.as_str()),
            ("/api/market/app-config", "gobang"),
            ("/api/market/backends", "gobang"),
            ("/api/timetable/public-days", "2027"),
            ("/api/seating/revisions", "1"),
            // The first of the two requests; the second one is refused.
            ("/api/integrations/requests", "1"),
        ];
        let names = names.into_iter().map(|(path, name)| (path.to_owned(), name.to_owned())).collect();
        Self { portal, admin, names, _resources: resources }
    }

    /// Each place filled with what its path names.
    fn target(&self, path: &str) -> String {
        path.split('/').skip(1).fold(String::new(), |before, part| {
            let name = if part.starts_with('{') { self.names[&before].as_str() } else { part };
            format!("{before}/{name}")
        })
    }

    async fn act(&mut self, route: &str, body: &Value) -> Answer {
        if route.ends_with("/refuse") {
            self.names.insert("/api/integrations/requests".to_owned(), "2".to_owned());
        }
        let (method, path) = route.split_once(' ').unwrap();
        let (method, target): (Method, _) = (method.parse().unwrap(), self.target(path));
        if path == "/api/assets/wallpapers" {
            let picture = Some((PNG.to_vec(), "image/png"));
            return self
                .noted(path, self.admin.send_raw(method, &format!("{target}?name=sea"), picture).await);
        }
        if path == "/api/moderation/removals" {
            let removal = json!({ "kind": "message", "id": self.names[path], "reason": "伤人" });
            return self.admin.send(method, &target, Some(&removal)).await;
        }
        if path == "/api/market/install-zip" {
            let zip = Some((old_sample(), "application/zip"));
            return self.admin.send_raw(method, &target, zip).await;
        }
        if route == "PUT /api/pictures/class-photo" {
            return self.admin.put(&target, &upload(&self.admin).await).await;
        }
        let body = if route == "POST /api/admin/panels" { &self.with_code(body).await } else { body };
        // An admin of all classes names the class.
        let of_class = ["/api/seating", "/api/picker", "/api/duty/rosters/preview"];
        let of_class = of_class.iter().any(|beginning| path.starts_with(beginning));
        let target = if of_class { format!("{target}?class=01") } else { target };
        let answer = self.admin.send(method, &target, Some(body).filter(|body| !body.is_null())).await;
        self.noted(path, answer)
    }

    /// The same with the code that a new screen shows.
    async fn with_code(&self, body: &Value) -> Value {
        let size = json!({ "width": 1920, "height": 1080, "pixel_ratio": 1 });
        let mut body = body.clone();
        body["code"] = self.portal.anonymous().post("/api/panel/pairing", &size).await.data()["code"].clone();
        body
    }

    /// What was made is what the next acts are about.
    fn noted(&mut self, path: &str, answer: Answer) -> Answer {
        let id = &answer.json()["data"]["id"];
        let id = id.as_str().map_or_else(|| id.to_string(), ToOwned::to_owned);
        if !path.contains('{') && id != "null" {
            self.names.insert(path.to_owned(), id);
        }
        answer
    }

    /// Who did what, oldest first.
    async fn log(&self) -> Vec<(String, String)> {
        let rows = audit::log::after(&self.portal.app.db, &audit::log::Filter::default(), 0, 10_000).await;
        rows.unwrap().into_iter().map(|row| (row.admin_id, row.action)).collect()
    }
}

/// A picture of this member, as the choice of it.
async fn upload(client: &Client) -> Value {
    let body = Some((AVATAR.to_vec(), "application/octet-stream"));
    let file = client.send_raw(Method::POST, "/api/cloud/files", body).await.data();
    json!({ "hash": file["hash"] })
}

#[tokio::test]
async fn whatever_only_the_staff_may_do_stands_in_the_log() {
    let mut scene = Scene::new().await;
    let before =
        [acts_on_models(), acts_on_apps(), acts_on_posts(), acts_on_timetables(), acts_on_homework()]
            .concat();
    let mut acts: Vec<_> = before.into_iter().chain(acts()).collect();
    // Classrooms have the people of the class list.
    let listed = acts.iter().position(|(route, _)| *route == "PUT /api/admin/pre-records").unwrap();
    acts.splice(listed + 1..listed + 1, acts_in_classrooms());
    let known: BTreeSet<&str> =
        acts.iter().map(|(route, _)| *route).chain(EXCEPTIONS.map(|(route, _)| route)).collect();
    let table = current(&server::document(&FEATURES));
    let wanted = table.iter().filter(|row| row.method != "GET" && !NOT_STAFF.contains(&row.who.as_str()));
    let wanted: Vec<String> = wanted.map(|row| format!("{} {}", row.method, row.path)).collect();
    assert_eq!(known, wanted.iter().map(String::as_str).collect(), "each route is done here, or excepted");

    let admin = UserId::parse("240000").unwrap();
    for (route, body) in &acts {
        let before = scene.log().await;
        let answer = scene.act(route, body).await;
        assert_eq!(answer.status, 200, "{route}: {}", answer.text());
        let after = scene.log().await;
        let new = &after[before.len()..];
        assert!(matches!(new, [(who, _)] if who == admin.as_str()), "{route}: {new:?}");
    }
    for (route, why) in EXCEPTIONS {
        let before = scene.log().await;
        let body = json!({ "user_ids": ["240102"], "status": "active",
                           "api_url": "http://127.0.0.1:9/v1", "model": "one", "name": "gobang",
                           "term": "笨蛋", "matching": "word", "effect": "mask",
                           "roster": { "name": "卫生", "starts_on": "2026-09-01", "groups": [{ "name": "一组", "members": [] }] },
                           "how": "rotate_rows", "plan": { "rows": 1, "columns": 1, "seats": [] } });
        assert_eq!(scene.act(route, &body).await.status, 200, "{route}");
        assert_eq!(scene.log().await, before, "{route} {why}");
    }
    every_act_has_its_words(&scene.portal).await;
    every_target_has_a_name(&scene).await;
}

/// The places of a sentence, like `{target}` and `{enabled?on|off}`: the names before a question mark.
fn places(sentence: &str) -> BTreeSet<&str> {
    let parts = sentence.split('{').skip(1).map(|rest| rest.split_once('}').expect("a place ends").0);
    parts.map(|place| place.split('?').next().unwrap()).collect()
}

#[test]
fn every_act_is_a_sentence_in_both_languages_about_the_same() {
    let words: BTreeSet<&str> = kernel::feature::log_words(&FEATURES).map(|word| word.id).collect();
    let mut ids = BTreeSet::new();
    for act in kernel::feature::actions(&FEATURES) {
        assert!(ids.insert(act.id), "{} is declared twice", act.id);
        assert!(!act.sentence_zh.is_empty() && !act.sentence_en.is_empty(), "{} has no sentence", act.id);
        assert_eq!(places(act.sentence_zh), places(act.sentence_en), "{}", act.id);
        for place in places(act.sentence_zh) {
            assert!(place == "target" || words.contains(place), "{}: no word for {place}", act.id);
        }
    }
}

/// The rows as the console gets them: each target has a name, or none is asked for.
async fn every_target_has_a_name(scene: &Scene) {
    let answer = scene.admin.get("/api/admin/logs?limit=200").await.data();
    let words: BTreeSet<&str> = kernel::feature::log_words(&FEATURES).map(|word| word.id).collect();
    for row in answer["logs"].as_array().unwrap() {
        let act = kernel::feature::actions(&FEATURES).find(|act| row["action"] == act.id).unwrap();
        let target = row["target"].as_str().unwrap();
        let is_told = places(act.sentence_zh).contains("target");
        let has_name = row["target_label"].is_object()
            || row["target_gone"] == true
            || words.contains(target)
            || UserId::parse(target).is_some();
        assert!(!is_told || has_name, "{row}");
    }
    let label = |action: &str| {
        let row =
            answer["logs"].as_array().unwrap().iter().find(|row| row["action"] == action).unwrap().clone();
        (row["target_label"]["zh"].clone(), row["target_label"]["en"].clone(), row["target_place"].clone())
    };
    let (zh, en, place) = label("send_broadcast");
    assert_eq!((zh, en, &place["kind"]), (json!("『集合』"), json!("“集合”"), &json!("broadcasts")));
    let (zh, _, place) = label("pin_announcement");
    assert_eq!((zh, &place["kind"]), (json!("『改』"), &json!("announcement")));
    assert_eq!(label("disable_app"), (json!("倒计时"), json!("Countdown"), Value::Null));
    assert_eq!(label("set_default_layout"), (json!("所有班级"), json!("all classes"), Value::Null));
}

/// Whatever stands in the log by now, the console can put into words of both languages.
async fn every_act_has_its_words(portal: &TestPortal) {
    let acts: BTreeSet<&str> = kernel::feature::actions(&FEATURES).map(|act| act.id).collect();
    let words: BTreeSet<&str> = kernel::feature::log_words(&FEATURES).map(|word| word.id).collect();
    for row in audit::log::after(&portal.app.db, &audit::log::Filter::default(), 0, 10_000).await.unwrap() {
        assert!(acts.contains(row.action.as_str()), "no feature registers the act {}", row.action);
        let Ok(Value::Object(detail)) = serde_json::from_str(&row.detail) else { continue };
        let silent: Vec<_> = detail.keys().filter(|key| !words.contains(key.as_str())).collect();
        assert!(silent.is_empty(), "{}: no feature has words for {silent:?}", row.action);
        let listed = ["fields", "settings"].into_iter().filter_map(|name| detail.get(name)?.as_array());
        let codes: Vec<_> = listed.flatten().filter_map(Value::as_str).collect();
        let silent: Vec<_> = codes.iter().filter(|code| !words.contains(**code)).collect();
        assert!(silent.is_empty(), "{}: no feature has words for {silent:?}", row.action);
    }
}
