//! App control through `HttpApp`.

use axum::http::Method;
use futures_util::future::join_all;
use identity::admin::{MANAGE_APP_CONTROL, MANAGE_USERS};
use identity::testing::TestPortal;
use kernel::apps::{BuiltIn, InstalledApp};
use kernel::testing::{Client, TestSetup};
use kernel::user::UserId;
use kernel::{Feature, Reply};
use serde_json::{Value, json};

const SWITCH: &str = "/api/system/app-control";

kernel::texts! {
    /// The app of the feature below.
    BOARD = "board_app", "Board", "Board";
}

/// A feature with an app, its API and what manages it.
const BOARD_FEATURE: Feature = Feature {
    name: "board",
    router: || {
        let answer = || axum::routing::any(|| async { Reply::ok("board") });
        axum::Router::new()
            .route("/api/board", answer())
            .route("/api/board/posts", answer())
            .route("/api/boards", answer())
            .route("/api/admin/board", answer())
            .into()
    },
    apps: &[BuiltIn { name: "board", label: &BOARD, protected: false, paths: &["/api/board"] }],
    ..Feature::EMPTY
};

async fn portal() -> TestPortal {
    TestPortal::new(&[crate::system::FEATURE, BOARD_FEATURE]).await
}

async fn switch(client: &Client, app: &str, enabled: bool) -> String {
    let answer = client.put(SWITCH, &json!({ "app_name": app, "enabled": enabled })).await;
    if answer.status == 200 { "200".into() } else { answer.refusal() }
}

/// The same for a class that is named.
async fn switch_in(client: &Client, class: &str, app: &str, enabled: bool) -> String {
    let body = json!({ "app_name": app, "enabled": enabled, "class": class });
    let answer = client.put(SWITCH, &body).await;
    if answer.status == 200 { "200".into() } else { answer.refusal() }
}

async fn status(client: &Client, path: &str) -> u16 {
    client.get(path).await.status.as_u16()
}

#[tokio::test]
async fn the_api_of_a_disabled_app_is_gone_and_what_manages_it_is_not() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let enabled = alice.get(SWITCH).await.data();
    let all = ["settings", "level", "admin", "board"];
    let none = json!([]);
    assert_eq!((&enabled["enabled_apps"], &enabled["disabled_apps"]), (&json!(all), &none));

    assert_eq!(switch(&admin, "board", false).await, "200");
    let left = json!({
        "enabled_apps": ["settings", "level", "admin"], "disabled_apps": ["board"],
        "disabled_in_portal": ["board"], "disabled_in_class": [],
    });
    assert_eq!(alice.get(SWITCH).await.data(), left);
    for path in ["/api/board", "/api/board/posts", "/api/board/nothing"] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            let answer = admin.send(method, path, None).await;
            assert_eq!(answer.refusal(), "404 该应用已停用", "{path}");
        }
    }
    for path in ["/api/boards", "/api/admin/board", "/api/user/profile", "/api/admin/app-control", SWITCH] {
        assert_eq!(status(&admin, path).await, 200, "{path}");
    }
    assert_eq!(switch(&admin, "board", true).await, "200");
    assert_eq!(status(&alice, "/api/board/posts").await, 200);
}

#[tokio::test]
async fn protected_and_unknown_apps_stay_as_they_are() {
    let portal = portal().await;
    let admin = portal.admin().await;
    for app in ["settings", "admin"] {
        assert_eq!(switch(&admin, app, false).await, "400 该应用受保护，不能停用");
        assert_eq!(switch(&admin, app, true).await, "200");
    }
    for app in ["Board", "", "nothing", "../board"] {
        assert_eq!(switch(&admin, app, false).await, format!("404 没有名为“{app}”的应用"));
    }
    for body in [json!({ "app_name": "board" }), json!({ "app_name": "board", "enabled": "no" }), json!([])] {
        assert_eq!(admin.put(SWITCH, &body).await.status.as_u16(), 400, "{body}");
    }
    assert_eq!(status(&admin, "/api/board").await, 200);
}

#[tokio::test]
async fn who_may_switch_follows_the_right() {
    let with = portal().await;
    let officer = with.officer(&[&MANAGE_APP_CONTROL]).await;
    assert_eq!(switch(&officer, "board", false).await, "200");
    assert_eq!(switch(&with.class_admin().await, "board", true).await, "200");
    assert_eq!(switch(&with.member().await, "board", false).await, "403 无权限执行此操作");
    assert_eq!(with.member_list_status().await, 403);

    let without = portal().await;
    let officer = without.officer(&[&MANAGE_USERS]).await;
    assert_eq!(switch(&officer, "board", false).await, "403 无权限执行此操作");
    assert_eq!(status(&officer, "/api/admin/app-control").await, 200);
}

trait MemberLists {
    async fn member_list_status(&self) -> u16;
}

impl MemberLists for TestPortal {
    async fn member_list_status(&self) -> u16 {
        let member = self.client_of(UserId::parse("240111").unwrap()).await;
        status(&member, "/api/admin/app-control").await
    }
}

/// What the staff's list says of an app: what holds, the portal's switch, the class's, and whose it was.
async fn listed(client: &Client, query: &str, app: &str) -> [Value; 4] {
    let list = client.get(&format!("/api/admin/app-control{query}")).await.data();
    let found = list["apps"].as_array().unwrap().iter().find(|known| known["name"] == app).unwrap().clone();
    ["enabled", "portal_enabled", "class_enabled", "updated_by"].map(|name| found[name].clone())
}

#[tokio::test]
async fn the_switch_of_an_officer_or_class_admin_holds_for_their_class_alone() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_APP_CONTROL]).await;
    let (mate, stranger, admin) =
        (portal.member().await, portal.register("240201").await, portal.admin().await);

    assert_eq!(switch(&officer, "board", false).await, "200");
    for path in ["/api/board", "/api/board/posts", "/api/board/nothing"] {
        assert_eq!(mate.get(path).await.refusal(), "404 该应用已停用");
    }
    let by_query = format!("/api/board?token={}", mate.token().unwrap());
    assert_eq!(status(&portal.anonymous(), &by_query).await, 404, "however the token comes");
    for client in [&stranger, &admin, &portal.anonymous()] {
        assert_eq!(status(client, "/api/board").await, 200);
    }
    let known = mate.get(SWITCH).await.data();
    assert_eq!(known["disabled_apps"], json!(["board"]));
    assert_eq!((&known["disabled_in_portal"], &known["disabled_in_class"]), (&json!([]), &json!(["board"])));
    assert_eq!(stranger.get(SWITCH).await.data()["disabled_apps"], json!([]));

    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told = events.iter().rfind(|event| event.name() == "apps.switched").unwrap();
    let data: Value = serde_json::from_str(&told.data).unwrap();
    assert_eq!(told.audience, "class:01");
    assert_eq!(data, json!({ "appName": "board", "enabled": false, "updatedBy": "240112", "class": "01" }));
    let logs = admin.get("/api/admin/logs").await.data();
    assert_eq!(logs["logs"][0]["action"], "disable_app");

    let head = portal.register("240200").await;
    assert_eq!(switch_in(&head, "01", "board", true).await, "403 无权限执行此操作");
    assert_eq!(head.get("/api/admin/app-control?class=01").await.refusal(), "403 无权限执行此操作");
    assert_eq!(status(&mate, "/api/board").await, 404);

    let portal = portal.restart(&[("ADMIN_USER_IDS", "240000")]).await;
    let at = async |id: &str| portal.client_of(UserId::parse(id).unwrap()).await;
    assert_eq!(status(&at("240111").await, "/api/board").await, 404);
    assert_eq!(status(&at("240201").await, "/api/board").await, 200);
}

#[tokio::test]
async fn an_app_is_on_where_the_portals_switch_and_the_classs_both_say_so() {
    let portal = portal().await;
    let (admin, head, mate) = (portal.admin().await, portal.class_admin().await, portal.member().await);
    let yes_no = |[holds, everywhere, class]: [bool; 3]| [json!(holds), json!(everywhere), json!(class)];
    let seen = async |client: &Client, query: &str| {
        let [holds, everywhere, class, _] = listed(client, query, "board").await;
        [holds, everywhere, class]
    };

    assert_eq!(switch_in(&admin, "01", "board", false).await, "200");
    assert_eq!(seen(&head, "").await, yes_no([false, true, false]));
    assert_eq!(seen(&admin, "?class=01").await, yes_no([false, true, false]));
    let whole = listed(&admin, "", "board").await;
    assert_eq!(whole, [json!(true), json!(true), Value::Null, Value::Null], "the portal's is another");

    assert_eq!(switch(&admin, "board", false).await, "200");
    // The class's own is on now; the portal's still holds, and nothing of it changes hands.
    assert_eq!(switch(&head, "board", true).await, "200");
    let [holds, everywhere, class, by] = listed(&head, "", "board").await;
    assert_eq!([holds, everywhere, class], yes_no([false, false, true]));
    assert_eq!(by, "240100");
    assert_eq!(listed(&admin, "", "board").await[3], "240000");
    assert_eq!(status(&mate, "/api/board").await, 404);

    assert_eq!(switch(&head, "board", false).await, "200");
    assert_eq!(switch(&admin, "board", true).await, "200");
    assert_eq!(status(&mate, "/api/board").await, 404, "a switch for all leaves those of classes");
    assert_eq!(status(&admin, "/api/board").await, 200, "callers without a class see the portal's");
    assert_eq!(admin.get(SWITCH).await.data()["disabled_apps"], json!([]));
    for class in ["", "1", "00", "x1"] {
        assert_eq!(switch_in(&admin, class, "board", false).await, "400 字段“class”的格式不正确");
    }
}

#[tokio::test]
async fn a_switch_is_told_and_logged_once_and_survives_a_restart() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let answers = join_all((0..50).map(|_| switch(&admin, "board", false))).await;
    assert!(answers.iter().all(|answer| answer == "200"));

    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told: Vec<_> = events.iter().filter(|event| event.name() == "apps.switched").collect();
    assert_eq!(told.len(), 1);
    let data: Value = serde_json::from_str(&told[0].data).unwrap();
    assert_eq!(data, json!({ "appName": "board", "enabled": false, "updatedBy": "240000" }));
    assert_eq!(told[0].audience, "all");
    let logs = admin.get("/api/admin/logs").await.data();
    assert_eq!(
        (&logs["logs"][0]["action"], &logs["logs"][0]["target"]),
        (&json!("disable_app"), &json!("board"))
    );

    let portal = portal.restart(&[("ADMIN_USER_IDS", "240000")]).await;
    let admin = portal.client_of(UserId::parse("240000").unwrap()).await;
    assert_eq!(status(&admin, "/api/board").await, 404);
    let list = admin.get("/api/admin/app-control").await.data();
    let board = list["apps"].as_array().unwrap().iter().find(|app| app["name"] == "board").unwrap().clone();
    assert_eq!((&board["enabled"], &board["updated_by"]), (&json!(false), &json!("240000")));
    assert_eq!(board["updated_at"], "2026-09-01T00:00:00.000Z");
    assert_eq!((&list["lock_screen"], &list["portal_lock_screen"]), (&json!(false), &json!(false)));
}

/// A feature that answers for an app that is installed below.
const BOARDS_FEATURE: Feature = Feature {
    name: "boards",
    router: || {
        axum::Router::new()
            .route("/api/chess/rooms", axum::routing::any(|| async { Reply::ok("rooms") }))
            .into()
    },
    ..Feature::EMPTY
};

fn chess(installed_for: Option<&str>) -> std::sync::Arc<[InstalledApp]> {
    let app = InstalledApp {
        name: "chess".into(),
        label: "象棋".into(),
        protected: false,
        paths: vec!["/api/chess".into()],
        installed_for: installed_for.map(ToOwned::to_owned),
    };
    [app].into()
}

#[tokio::test]
async fn an_installed_app_has_switches_as_the_others_have() {
    let portal = TestPortal::new(&[crate::system::FEATURE, BOARDS_FEATURE]).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    assert_eq!(switch(&admin, "chess", false).await, "404 没有名为“chess”的应用");
    portal.app.apps.set_installed(&chess(None));
    let listed = admin.get("/api/admin/app-control").await.data();
    let shown = listed["apps"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&shown["name"], &shown["label"], &shown["source"]),
        (&json!("chess"), &json!("象棋"), &json!("market"))
    );
    assert_eq!(switch(&admin, "chess", false).await, "200");
    assert_eq!(alice.get("/api/chess/rooms").await.refusal(), "404 该应用已停用");
    assert_eq!(alice.get(SWITCH).await.data()["disabled_apps"], json!(["chess"]));

    // It is uninstalled and comes back.
    let forgotten = portal.app.write(|tx| Ok(kernel::apps::Apps::forget(tx, "chess", i64::MAX)?)).await;
    forgotten.unwrap();
    portal.app.apps.set_installed(&[].into());
    assert_eq!(alice.get(SWITCH).await.data()["disabled_apps"], json!([]));
    portal.app.apps.set_installed(&chess(None));
    assert_eq!(status(&alice, "/api/chess/rooms").await, 200);
}

#[tokio::test]
async fn an_app_installed_for_a_class_is_off_for_the_others_until_they_turn_it_on() {
    let portal = TestPortal::new(&[crate::system::FEATURE, BOARDS_FEATURE]).await;
    let (mate, stranger) = (portal.register("240101").await, portal.register("240201").await);
    let (admin, head) = (portal.admin().await, portal.register("240200").await);
    portal.app.apps.set_installed(&chess(Some("01")));
    let path = "/api/chess/rooms";
    assert_eq!(
        (status(&mate, path).await, status(&stranger, path).await, status(&admin, path).await),
        (200, 404, 200)
    );
    assert_eq!(stranger.get(SWITCH).await.data()["disabled_in_class"], json!(["chess"]));
    assert_eq!(switch(&head, "chess", true).await, "200");
    assert_eq!(status(&stranger, path).await, 200);
    assert_eq!(switch(&admin, "chess", false).await, "200");
    assert_eq!((status(&mate, path).await, status(&stranger, path).await), (404, 404));
}

#[tokio::test]
async fn another_node_follows() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let features: Vec<Feature> =
        identity::FEATURES.iter().copied().chain([crate::system::FEATURE, BOARD_FEATURE]).collect();
    let setup = TestSetup {
        features: &features,
        accounts: identity::accounts,
        variables: &[("ADMIN_USER_IDS", "240000")],
    };
    let other = portal.second_node(setup).await;
    let there = other.anonymous().bearing(&admin.token().unwrap());
    let (mate, stranger) = (portal.register("240101").await, portal.register("240201").await);
    let [mate, stranger] = [mate, stranger].map(|client| other.anonymous().bearing(&client.token().unwrap()));
    let follows = async |client: &Client, expected: u16| {
        while status(client, "/api/board").await != expected {
            portal.app.clock.advance(std::time::Duration::from_millis(100));
            tokio::task::yield_now().await;
        }
    };
    for (enabled, expected) in [(false, 404), (true, 200)] {
        assert_eq!(switch(&admin, "board", enabled).await, "200");
        follows(&there, expected).await;
        assert_eq!(switch_in(&admin, "01", "board", enabled).await, "200");
        follows(&mate, expected).await;
    }
    assert_eq!(switch_in(&admin, "01", "board", false).await, "200");
    follows(&mate, 404).await;
    assert_eq!((status(&stranger, "/api/board").await, status(&there, "/api/board").await), (200, 200));
    other.app.stop().await;
}
