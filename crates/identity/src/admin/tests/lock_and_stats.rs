//! The lock of the screens, and the figures.

use super::*;
use crate::admin::{MANAGE_APP_CONTROL, MANAGE_USERS};

const LOCK: &str = "/api/admin/lock-screen";

/// What holds, of a class.
fn state(class: &str, portal_enabled: bool, class_enabled: bool) -> Value {
    let enabled = portal_enabled || class_enabled;
    json!({ "enabled": enabled, "class": class, "portal_enabled": portal_enabled, "class_enabled": class_enabled })
}

/// What holds for the whole portal.
fn portal_lock(enabled: bool) -> Value {
    json!({ "enabled": enabled, "class": null, "portal_enabled": enabled, "class_enabled": null })
}

/// Who is told of the newest change, and what.
async fn newest_change(portal: &TestPortal) -> (String, String) {
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
    let newest = events.into_iter().rfind(|event| event.name() == "admin.lock_screen_changed").unwrap();
    (newest.audience, newest.data)
}

#[tokio::test]
async fn an_admin_locks_all_screens_and_they_stay_so_after_a_restart() {
    let portal = TestPortal::new(&[]).await;
    let (admin, head) = (portal.admin().await, portal.class_admin().await);
    assert_eq!(admin.get(LOCK).await.data(), portal_lock(false));
    assert_eq!(admin.put(LOCK, &json!({ "enabled": true, "x": 1 })).await.data(), portal_lock(true));
    assert_eq!(head.get(LOCK).await.data(), state("01", true, false));
    let detail = json!({ "enabled": true });
    assert_eq!(
        newest(&portal).await,
        ("240000".into(), "set_lock_screen".into(), "lock_screen".into(), detail)
    );
    assert_eq!(newest_change(&portal).await, ("all".into(), r#"{"enabled":true}"#.into()));

    let member = portal.member().await;
    assert_eq!(member.get("/api/user/lock-screen").await.data(), state("01", true, false));
    assert_eq!(member.get("/api/auth/check-status").await.data()["screens_locked"], true);
    let login = json!({ "account": "240111", "password": crate::testing::PASSWORD });
    let session = portal.anonymous().post("/api/auth/login", &login).await.data();
    assert_eq!(session["screens_locked"], true, "no desktop begins before it knows");
    assert_eq!(portal.anonymous().get("/api/user/lock-screen").await.refusal(), "401 未登录");

    let portal = portal.restart(&[("ADMIN_USER_IDS", "240000")]).await;
    let admin = portal.client_of(id("240000")).await;
    assert_eq!(admin.get(LOCK).await.data(), portal_lock(true));
    assert_eq!(admin.put(LOCK, &json!({ "enabled": "no" })).await.refusal(), "400 字段“enabled”的格式不正确");
    assert_eq!(admin.put(LOCK, &json!({ "enabled": false })).await.data(), portal_lock(false));
}

#[tokio::test]
async fn the_lock_of_an_officer_or_class_admin_holds_for_their_class_alone() {
    let portal = TestPortal::new(&[]).await;
    let officer = portal.officer(&[&MANAGE_APP_CONTROL]).await;
    let (mate, other) = (portal.member().await, portal.register("240201").await);
    let own = "/api/user/lock-screen";

    assert_eq!(officer.put(LOCK, &json!({ "enabled": true })).await.data(), state("01", false, true));
    assert_eq!(newest_change(&portal).await, ("class:01".into(), r#"{"enabled":true,"class":"01"}"#.into()));
    assert_eq!(newest(&portal).await.3, json!({ "enabled": true, "class": "01" }));
    assert_eq!(mate.get(own).await.data(), state("01", false, true));
    assert_eq!(mate.get("/api/auth/check-status").await.data()["screens_locked"], true);
    assert_eq!(other.get(own).await.data(), state("02", false, false));
    let login = json!({ "account": "240201", "password": crate::testing::PASSWORD });
    assert_eq!(portal.anonymous().post("/api/auth/login", &login).await.data()["screens_locked"], false);

    let head = portal.register("240200").await;
    let abroad = json!({ "enabled": false, "class": "01" });
    assert_eq!(head.put(LOCK, &abroad).await.refusal(), "403 无权限执行此操作");
    assert_eq!(head.get(&format!("{LOCK}?class=01")).await.refusal(), "403 无权限执行此操作");
    assert_eq!(
        head.put(LOCK, &json!({ "enabled": false, "class": "02" })).await.data(),
        state("02", false, false)
    );
    assert_eq!(mate.get(own).await.data()["enabled"], true);

    let portal = portal.restart(&[]).await;
    assert_eq!(portal.client_of(id("240111")).await.get(own).await.data(), state("01", false, true));
    assert_eq!(portal.client_of(id("240201")).await.get(own).await.data(), state("02", false, false));
}

#[tokio::test]
async fn either_lock_locks_and_turning_the_portals_leaves_those_of_classes() {
    let portal = TestPortal::new(&[]).await;
    let (admin, head, member) = (portal.admin().await, portal.class_admin().await, portal.member().await);
    let lock = |class: Option<&str>, enabled: bool| json!({ "enabled": enabled, "class": class });

    assert_eq!(admin.put(LOCK, &lock(Some("01"), true)).await.data(), state("01", false, true));
    assert_eq!(admin.get(LOCK).await.data(), portal_lock(false), "the portal's own is another");
    assert_eq!(admin.get(&format!("{LOCK}?class=01")).await.data(), state("01", false, true));
    admin.put(LOCK, &lock(None, true)).await.data();
    // The class's own is off now; the portal's still holds.
    assert_eq!(head.put(LOCK, &lock(None, false)).await.data(), state("01", true, false));
    assert_eq!(member.get("/api/user/lock-screen").await.data()["enabled"], true);
    head.put(LOCK, &lock(None, true)).await.data();
    admin.put(LOCK, &lock(None, false)).await.data();
    assert_eq!(member.get("/api/user/lock-screen").await.data(), state("01", false, true));
    assert_eq!(admin.get("/api/user/lock-screen").await.data(), portal_lock(false), "without a class");
    for class in ["", "1", "00", "0x"] {
        assert_eq!(admin.put(LOCK, &lock(Some(class), true)).await.refusal(), "400 字段“class”的格式不正确");
    }
}

#[tokio::test]
async fn the_lock_is_for_those_with_the_right() {
    let portal = TestPortal::new(&[]).await;
    let (member, officer) = (portal.member().await, portal.officer(&[&MANAGE_USERS]).await);
    for client in [member, officer] {
        assert_eq!(client.get(LOCK).await.refusal(), "403 无权限执行此操作");
        assert_eq!(client.put(LOCK, &json!({ "enabled": true })).await.refusal(), "403 无权限执行此操作");
    }
}

#[tokio::test]
async fn the_figures_are_the_machines_and_the_databases() {
    let portal = TestPortal::new(&[]).await;
    let (head, member) = (portal.class_admin().await, portal.member().await);
    portal.advance(90);
    let login = json!({ "account": "240111", "password": crate::testing::PASSWORD });
    portal.anonymous().post("/api/auth/login", &login).await.data();
    let stats = head.get("/api/admin/server-stats").await.data();
    assert_eq!((&stats["total_users"], &stats["uptime"]), (&json!(2), &json!(90)));
    assert_eq!(stats["last_user_login"], "2026-09-01T00:01:30.000Z");
    assert_eq!((&stats["group_count"], &stats["platform"]), (&json!(0), &json!(std::env::consts::OS)));
    assert_eq!(stats["timestamp"], portal.app.clock.now_ms());
    let (memory, cpu) = (&stats["memory"], &stats["cpu"]);
    let bytes = |name: &str| memory[name].as_u64().unwrap();
    assert_eq!(bytes("total"), bytes("free") + bytes("used"));
    for (part, name) in [(memory, "usagePercent"), (&stats["disk"], "usagePercent"), (cpu, "usage")] {
        assert!((0.0..=100.0).contains(&part[name].as_f64().unwrap()), "{name}");
    }
    assert!(cpu["cores"].as_u64().unwrap() >= 1 && cpu["loadAvg"].as_array().unwrap().len() == 3);
    assert!(stats["connections"]["http"].is_u64() && stats["connections"]["websocket"].is_u64());
    assert_eq!(member.get("/api/admin/server-stats").await.status, 403);
}
