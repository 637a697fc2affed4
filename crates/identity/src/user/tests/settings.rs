//! Personal settings.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::testing::TestPortal;

const SETTINGS: &str = "/api/user/settings";

fn layout(pages: usize) -> Value {
    let widget = json!({ "id": "w1", "type": "countdown-next", "config": { "filter": "all" }, "size": { "w": 2, "h": 2 }, "slot": 3 });
    let page = |n: usize| json!({ "id": format!("p{n}"), "widgets": [widget.clone()], "unknown": "kept" });
    json!({ "pages": (0..pages).map(page).collect::<Vec<_>>(), "version": 2 })
}

#[tokio::test]
async fn settings_begin_with_defaults_and_keep_what_is_not_given() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    let fresh = alice.get(SETTINGS).await.data();
    assert_eq!(
        (&fresh["theme"], &fresh["wallpaper"], &fresh["revision"]),
        (&json!("light"), &json!("default"), &json!(0))
    );
    assert_eq!((&fresh["desktop_layout"], &fresh["updated_at"]), (&Value::Null, &Value::Null));

    let first = alice.put(SETTINGS, &json!({ "theme": "dark" })).await.data();
    assert_eq!((&first["theme"], &first["revision"]), (&json!("dark"), &json!(1)));
    let second = alice.put(SETTINGS, &json!({ "desktop_layout": layout(2), "revision": 1 })).await.data();
    assert_eq!(
        (&second["theme"], &second["desktop_layout"]),
        (&json!("dark"), &layout(2)),
        "unknown keys are kept"
    );
    let third = alice.put(SETTINGS, &json!({ "desktop_layout": null })).await.data();
    assert_eq!((&third["desktop_layout"], &third["revision"]), (&Value::Null, &json!(3)));
    assert_eq!(alice.get(SETTINGS).await.data(), third);
}

#[tokio::test]
async fn a_layout_may_have_256_kib() {
    let portal = TestPortal::new(&[]).await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let mut large = layout(1);
    let rest = (256 << 10) - large.to_string().len() - r#","x":"""#.len();
    large["x"] = json!("y".repeat(rest));
    assert_eq!(large.to_string().len(), 256 << 10);
    alice.put(SETTINGS, &json!({ "desktop_layout": large })).await.data();
    assert_eq!(alice.get(SETTINGS).await.data()["desktop_layout"], large);
    let default = head.put("/api/admin/default-layout", &json!({ "desktop_layout": large })).await.data();
    assert_eq!(default["desktop_layout"], large);
    large["x"] = json!("y".repeat(rest + 1));
    let refused = alice.put(SETTINGS, &json!({ "desktop_layout": large })).await;
    assert_eq!(refused.refusal(), "400 设置“desktop_layout”超过 256 KiB");
}

#[tokio::test]
async fn a_write_from_an_old_revision_is_refused_with_the_current_state() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    alice.put(SETTINGS, &json!({ "theme": "dark", "revision": 0 })).await.data();
    let late = alice.put(SETTINGS, &json!({ "theme": "light", "revision": 0 })).await;
    assert_eq!(late.refusal(), "409 内容已在其他设备上修改，请刷新后重试");
    assert_eq!(late.json()["data"], alice.get(SETTINGS).await.data());
}

#[tokio::test]
async fn of_fifty_writes_from_one_revision_one_wins() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    let body = json!({ "wallpaper": "ocean", "revision": 0 });
    let answers = join_all((0..50).map(|_| alice.put(SETTINGS, &body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status.as_u16())));
    assert_eq!(alice.get(SETTINGS).await.data()["revision"], 1);
}

#[tokio::test]
async fn wrong_settings_are_refused_and_change_nothing() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    let mut wide = layout(1);
    wide["pages"][0]["widgets"][0]["size"]["w"] = json!(13);
    for (body, refusal) in [
        (json!({}), "400 没有要修改的内容"),
        (json!({ "revision": 0 }), "400 没有要修改的内容"),
        (json!({ "theme": "pink" }), "400 主题只能是 light、dark 或 auto"),
        (json!({ "wallpaper": "x".repeat(301) }), "400 字段“wallpaper”最多 300 个字符"),
        (json!({ "notifications": [] }), "400 字段“notifications”的格式不正确"),
        (json!({ "notifications": { "x": "y".repeat(5000) } }), "400 设置“notifications”超过 4 KiB"),
        (json!({ "desktop_layout": [] }), "400 桌面布局的格式不正确"),
        (json!({ "desktop_layout": { "pages": [{ "id": "p" }] } }), "400 桌面布局的格式不正确"),
        (json!({ "desktop_layout": wide }), "400 桌面布局的格式不正确"),
        (json!({ "desktop_layout": layout(21) }), "400 桌面布局的格式不正确"),
        (
            json!({ "desktop_layout": { "pages": [], "x": "y".repeat(256 << 10) } }),
            "400 设置“desktop_layout”超过 256 KiB",
        ),
    ] {
        assert_eq!(alice.put(SETTINGS, &body).await.refusal(), refusal);
    }
    assert_eq!(alice.get(SETTINGS).await.data()["revision"], 0);
}

#[tokio::test]
async fn settings_belong_to_one_member() {
    let portal = TestPortal::new(&[]).await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    alice.put(SETTINGS, &json!({ "theme": "dark" })).await.data();
    assert_eq!(bob.get(SETTINGS).await.data()["theme"], "light");
    assert_eq!(portal.anonymous().get(SETTINGS).await.refusal(), "401 未登录");
}

/// What clients are shown of everything since.
async fn shown(portal: &TestPortal, since: i64) -> Vec<Value> {
    let events = portal.app.db.read(move |read| Ok(kernel::events::after(read, since, 100)?)).await.unwrap();
    let events: Vec<_> = events.into_iter().map(std::sync::Arc::new).collect();
    let shown = kernel::events::render(&portal.app, &events).await.unwrap();
    shown.iter().map(|frame| serde_json::from_str(&frame.json).unwrap()).collect()
}

#[tokio::test]
async fn other_devices_and_class_admins_are_told_what_concerns_them() {
    let portal = TestPortal::new(&[]).await;
    let (alice, admin) = (portal.member().await, portal.admin().await);
    let head = portal.app.events.newest().await.unwrap().0;
    alice.put(SETTINGS, &json!({ "theme": "dark" })).await.data();
    let id = alice.get("/api/auth/check-status").await.data()["user_info"]["user_id"].clone();
    let target = format!("/api/admin/users/{}/status", id.as_str().unwrap());
    admin.patch(&target, &json!({ "status": "disabled" })).await.data();
    assert_eq!(
        shown(&portal, head).await,
        [
            json!({ "type": "user_settings_updated", "user_id": id, "revision": 1 }),
            json!({ "type": "admin_user_status_changed", "user_id": id, "status": "disabled", "affected": 1 }),
        ]
    );
}
