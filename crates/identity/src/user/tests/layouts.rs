//! Layouts that were replaced, and what a class begins with.

use futures_util::future::join_all;
use kernel::testing::Client;
use serde_json::{Value, json};

use crate::testing::TestPortal;

const SETTINGS: &str = "/api/user/settings";
const LAYOUTS: &str = "/api/user/layouts";
const DEFAULT: &str = "/api/admin/default-layout";

fn layout(name: &str) -> Value {
    let widget = json!({ "id": "w", "type": "clock-now", "config": {}, "size": { "w": 2, "h": 2 } });
    json!({ "pages": [{ "id": name, "widgets": [widget] }], "unknown": "kept" })
}

/// Stores a layout as a desktop does, from the revision it knows.
async fn arrange(client: &Client, layout: &Value) {
    let revision = client.get(SETTINGS).await.data()["revision"].clone();
    client.put(SETTINGS, &json!({ "desktop_layout": layout, "revision": revision })).await.data();
}

/// The first page's name of each replaced layout.
async fn past(client: &Client) -> Vec<String> {
    let data = client.get(LAYOUTS).await.data();
    let name = |past: &Value| past["desktop_layout"]["pages"][0]["id"].as_str().unwrap_or("-").to_owned();
    data["layouts"].as_array().unwrap().iter().map(name).collect()
}

#[tokio::test]
async fn the_last_five_replaced_layouts_stay_and_older_ones_of_the_day() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    for n in 0..8 {
        arrange(&alice, &layout(&format!("p{n}"))).await;
        portal.advance(301);
    }
    assert_eq!(past(&alice).await, ["p6", "p5", "p4", "p3", "p2", "p1", "p0"]);
    assert_eq!(alice.get(LAYOUTS).await.data()["layouts"][0]["desktop_layout"], layout("p6"));
    portal.advance(25 * 3600);
    let alice = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    arrange(&alice, &layout("new")).await;
    assert_eq!(past(&alice).await, ["p7", "p6", "p5", "p4", "p3"]);
}

#[tokio::test]
async fn small_steps_are_one_but_nothing_that_was_overwritten_unseen_is_lost() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    for name in ["a", "b", "c", "d"] {
        arrange(&alice, &layout(name)).await;
    }
    assert_eq!(past(&alice).await, ["a"], "what was before the steps");
    alice.put(SETTINGS, &json!({ "desktop_layout": layout("blind") })).await.data();
    assert_eq!(past(&alice).await.len(), 2, "a write that knew no revision");
    arrange(&alice, &json!({ "pages": [], "dock": ["x"] })).await;
    portal.advance(1);
    assert_eq!(past(&alice).await.len(), 3, "back to the default");
    alice.put(SETTINGS, &json!({ "theme": "dark" })).await.data();
    arrange(&alice, &json!({ "pages": [], "dock": ["x"] })).await;
    assert_eq!(past(&alice).await.len(), 3, "nothing was replaced");
}

#[tokio::test]
async fn a_replaced_layout_is_restored_once_and_the_present_one_takes_its_place() {
    let portal = TestPortal::new(&[]).await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    arrange(&alice, &layout("old")).await;
    arrange(&alice, &layout("new")).await;
    let id = alice.get(LAYOUTS).await.data()["layouts"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("{LAYOUTS}/{id}/restore");
    assert_eq!(bob.post(&path, &json!({})).await.refusal(), "404 请求的内容不存在");
    let late = alice.post(&path, &json!({ "revision": 1 })).await;
    assert_eq!(late.refusal(), "409 内容已在其他设备上修改，请刷新后重试");
    let body = json!({ "revision": 2 });
    let answers = join_all((0..20).map(|_| alice.post(&path, &body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 404, 409].contains(&answer.status.as_u16())));
    let settings = alice.get(SETTINGS).await.data();
    assert_eq!((&settings["desktop_layout"], &settings["revision"]), (&layout("old"), &json!(3)));
    assert_eq!(past(&alice).await, ["new"]);
}

#[tokio::test]
async fn the_side_that_lost_is_kept_on_request_and_a_broken_one_refused() {
    let portal = TestPortal::new(&[]).await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    alice.post(LAYOUTS, &json!({ "desktop_layout": layout("mine") })).await.data();
    assert_eq!((past(&alice).await, past(&bob).await), (vec!["mine".into()], vec![]));
    for (body, refusal) in [
        (json!({ "desktop_layout": [] }), "400 桌面布局的格式不正确"),
        (json!({ "desktop_layout": null }), "400 桌面布局的格式不正确"),
        (json!({}), "400 缺少字段“desktop_layout”"),
    ] {
        assert_eq!(alice.post(LAYOUTS, &body).await.refusal(), refusal);
    }
    let export = alice.get("/api/user/export").await.data();
    assert_eq!(export["user"]["replaced_layouts"][0]["desktop_layout"], layout("mine"));
    let account = json!({ "password": crate::testing::PASSWORD });
    alice.send(axum::http::Method::DELETE, "/api/user/account", Some(&account)).await.data();
    let again = portal.register("240101").await;
    assert_eq!(past(&again).await, Vec::<String>::new(), "erased with the account");
}

#[tokio::test]
async fn a_class_admin_sets_what_the_own_class_begins_with() {
    let portal = TestPortal::new(&[]).await;
    let (head, alice, other) =
        (portal.class_admin().await, portal.member().await, portal.register("240211").await);
    assert_eq!(head.get(DEFAULT).await.data()["revision"], 0);
    let set = head.put(DEFAULT, &json!({ "desktop_layout": layout("class"), "revision": 0 })).await.data();
    assert_eq!((&set["class"], &set["revision"]), (&json!("01"), &json!(1)));
    assert_eq!((&set["members"], &set["followers"]), (&json!(2), &json!(2)));
    assert_eq!(alice.get(SETTINGS).await.data()["default_layout"], layout("class"));
    assert_eq!(other.get(SETTINGS).await.data()["default_layout"], Value::Null);
    arrange(&alice, &layout("own")).await;
    assert_eq!(head.get(DEFAULT).await.data()["followers"], 1);
    let late = head.put(DEFAULT, &json!({ "desktop_layout": layout("x"), "revision": 0 })).await;
    assert_eq!(late.refusal(), "409 内容已在其他设备上修改，请刷新后重试");
    assert_eq!(late.json()["data"]["desktop_layout"], layout("class"));
    assert_eq!(head.delete(DEFAULT).await.data()["desktop_layout"], Value::Null);
    assert_eq!(alice.get(SETTINGS).await.data()["default_layout"], Value::Null);

    let logs = head.get("/api/admin/logs").await.data();
    let actions: Vec<_> = logs["logs"].as_array().unwrap().iter().map(|log| log["action"].clone()).collect();
    assert_eq!(actions, ["clear_default_layout", "set_default_layout"]);
}

#[tokio::test]
async fn an_admin_decides_for_all_classes_and_for_each_and_the_class_comes_first() {
    let portal = TestPortal::new(&[]).await;
    let (admin, alice, other) =
        (portal.admin().await, portal.member().await, portal.register("240211").await);
    admin.put(DEFAULT, &json!({ "desktop_layout": layout("all") })).await.data();
    admin.put(DEFAULT, &json!({ "class": "02", "desktop_layout": layout("two") })).await.data();
    assert_eq!(alice.get(SETTINGS).await.data()["default_layout"], layout("all"));
    assert_eq!(other.get(SETTINGS).await.data()["default_layout"], layout("two"));
    admin.delete(&format!("{DEFAULT}?class=02")).await.data();
    assert_eq!(other.get(SETTINGS).await.data()["default_layout"], layout("all"));
}

#[tokio::test]
async fn nobody_else_sets_a_default_and_a_broken_one_changes_nothing() {
    let portal = TestPortal::new(&[]).await;
    let head = portal.class_admin().await;
    let (alice, officer) = (portal.member().await, portal.officer(&portal.permissions()).await);
    let body = json!({ "desktop_layout": layout("x") });
    for client in [&alice, &officer] {
        assert_eq!(client.put(DEFAULT, &body).await.refusal(), "403 无权限执行此操作");
        assert_eq!(client.get(DEFAULT).await.refusal(), "403 无权限执行此操作");
    }
    let abroad = json!({ "class": "02", "desktop_layout": layout("x") });
    assert_eq!(head.put(DEFAULT, &abroad).await.refusal(), "403 无权限执行此操作");
    assert_eq!(head.get(&format!("{DEFAULT}?class=02")).await.refusal(), "403 无权限执行此操作");
    for (body, refusal) in [
        (json!({ "desktop_layout": { "pages": [] } }), "400 桌面布局的格式不正确"),
        (json!({ "desktop_layout": 7 }), "400 桌面布局的格式不正确"),
        (json!({ "class": "1", "desktop_layout": layout("x") }), "400 字段“class”的格式不正确"),
        (
            json!({ "desktop_layout": { "pages": [], "x": "y".repeat(256 << 10) } }),
            "400 设置“desktop_layout”超过 256 KiB",
        ),
    ] {
        assert_eq!(head.put(DEFAULT, &body).await.refusal(), refusal);
    }
    assert_eq!(head.get(DEFAULT).await.data()["revision"], 0);
}

#[tokio::test]
async fn of_fifty_defaults_set_from_one_revision_one_wins() {
    let portal = TestPortal::new(&[]).await;
    let head = portal.class_admin().await;
    let body = json!({ "desktop_layout": layout("x"), "revision": 0 });
    let answers = join_all((0..50).map(|_| head.put(DEFAULT, &body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(head.get(DEFAULT).await.data()["revision"], 1);
}
