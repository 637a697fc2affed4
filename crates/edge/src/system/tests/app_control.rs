//! App control through the front door.

use axum::http::Method;
use futures_util::future::join_all;
use identity::testing::House;
use kernel::apps::BuiltIn;
use kernel::testing::{Client, TestSetup};
use kernel::user::{Permission, UserId};
use kernel::{Reply, Room};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

const SWITCH: &str = "/api/system/app-control";

kernel::texts! {
    /// The app of the room below.
    BOARD = "board_app", "Board", "Board";
}

/// A room with an app, its API and what manages it.
const BOARD_ROOM: Room = Room {
    name: "board",
    router: || {
        let answer = || axum::routing::any(|| async { Reply::ok("board") });
        OpenApiRouter::new()
            .route("/api/board", answer())
            .route("/api/board/posts", answer())
            .route("/api/boards", answer())
            .route("/api/admin/board", answer())
    },
    apps: &[BuiltIn { name: "board", label: &BOARD, protected: false, paths: &["/api/board"] }],
    ..Room::EMPTY
};

async fn house() -> House {
    House::new(&[crate::system::ROOM, BOARD_ROOM]).await
}

async fn switch(client: &Client, app: &str, enabled: bool) -> String {
    let answer = client.put(SWITCH, &json!({ "app_name": app, "enabled": enabled })).await;
    if answer.status == 200 { "200".into() } else { answer.refusal() }
}

async fn status(client: &Client, path: &str) -> u16 {
    client.get(path).await.status.as_u16()
}

#[tokio::test]
async fn the_api_of_a_disabled_app_is_gone_and_what_manages_it_is_not() {
    let house = house().await;
    let (admin, alice) = (house.admin().await, house.member().await);
    let enabled = alice.get(SWITCH).await.data();
    let all = ["settings", "level", "admin", "board"];
    assert_eq!(enabled, json!({ "enabled_apps": all, "disabled_apps": [] }));

    assert_eq!(switch(&admin, "board", false).await, "200");
    let left = json!({ "enabled_apps": ["settings", "level", "admin"], "disabled_apps": ["board"] });
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
    let house = house().await;
    let admin = house.admin().await;
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
    let with = house().await;
    let officer = with.officer(&[Permission::ManageAppControl]).await;
    assert_eq!(switch(&officer, "board", false).await, "200");
    assert_eq!(switch(&with.class_admin().await, "board", true).await, "200");
    assert_eq!(switch(&with.member().await, "board", false).await, "403 无权限执行此操作");
    assert_eq!(with.member_list_status().await, 403);

    let without = house().await;
    let officer = without.officer(&[Permission::ManageUsers]).await;
    assert_eq!(switch(&officer, "board", false).await, "403 无权限执行此操作");
    assert_eq!(status(&officer, "/api/admin/app-control").await, 200);
}

trait MemberLists {
    async fn member_list_status(&self) -> u16;
}

impl MemberLists for House {
    async fn member_list_status(&self) -> u16 {
        let member = self.client_of(UserId::parse("240111").unwrap()).await;
        status(&member, "/api/admin/app-control").await
    }
}

#[tokio::test]
async fn a_switch_is_told_and_logged_once_and_survives_a_restart() {
    let house = house().await;
    let admin = house.admin().await;
    let answers = join_all((0..50).map(|_| switch(&admin, "board", false))).await;
    assert!(answers.iter().all(|answer| answer == "200"));

    let events = house.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told: Vec<_> =
        events.iter().filter(|event| event.kind == "system.market_app_control_changed").collect();
    assert_eq!(told.len(), 1);
    let data: Value = serde_json::from_str(&told[0].data).unwrap();
    assert_eq!(data, json!({ "appName": "board", "enabled": false, "updatedBy": "240000" }));
    assert_eq!(told[0].audience, "all");
    let logs = admin.get("/api/admin/logs").await.data();
    assert_eq!(
        (&logs["logs"][0]["action"], &logs["logs"][0]["target"]),
        (&json!("disable_app"), &json!("board"))
    );

    let house = house.restart(&[("ADMIN_USER_IDS", "240000")]).await;
    let admin = house.client_of(UserId::parse("240000").unwrap()).await;
    assert_eq!(status(&admin, "/api/board").await, 404);
    let list = admin.get("/api/admin/app-control").await.data();
    let board = list["apps"].as_array().unwrap().iter().find(|app| app["name"] == "board").unwrap().clone();
    assert_eq!((&board["enabled"], &board["updated_by"]), (&json!(false), &json!("240000")));
    assert_eq!(board["updated_at"], "2026-09-01T00:00:00.000Z");
    assert_eq!(list["lock_screen"], false);
}

#[tokio::test]
async fn another_node_follows() {
    let house = house().await;
    let admin = house.admin().await;
    let rooms: Vec<Room> = identity::ROOMS.iter().copied().chain([crate::system::ROOM, BOARD_ROOM]).collect();
    let setup =
        TestSetup { rooms: &rooms, accounts: identity::accounts, variables: &[("ADMIN_USER_IDS", "240000")] };
    let other = house.second_node(setup).await;
    let there = other.anonymous().bearing(&admin.token().unwrap());
    for (enabled, expected) in [(false, 404), (true, 200)] {
        assert_eq!(switch(&admin, "board", enabled).await, "200");
        while status(&there, "/api/board").await != expected {
            house.app.clock.advance(std::time::Duration::from_millis(100));
            tokio::task::yield_now().await;
        }
    }
    other.app.stop().await;
}
