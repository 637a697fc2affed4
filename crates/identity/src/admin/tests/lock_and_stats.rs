//! The lock of the screens, and the figures.

use super::*;

const LOCK: &str = "/api/admin/lock-screen";

#[tokio::test]
async fn the_screens_are_locked_for_all_and_stay_so_after_a_restart() {
    let house = House::new(&[]).await;
    let head = house.class_admin().await;
    let officer = house.officer(&[Permission::ManageAppControl]).await;
    assert_eq!(head.get(LOCK).await.data(), json!({ "enabled": false }));
    assert_eq!(
        officer.put(LOCK, &json!({ "enabled": true, "x": 1 })).await.data(),
        json!({ "enabled": true })
    );
    assert_eq!(head.get(LOCK).await.data(), json!({ "enabled": true }));
    let detail = json!({ "enabled": true });
    assert_eq!(
        newest(&house).await,
        ("240112".into(), "set_lock_screen".into(), "lock_screen".into(), detail)
    );
    let events = house.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
    let told = events.last().unwrap();
    assert_eq!((told.kind.as_str(), told.audience.as_str()), ("admin.lock_screen_changed", "all"));
    assert_eq!(told.data, r#"{"enabled":true}"#);

    let member = house.member().await;
    assert_eq!(member.get("/api/user/lock-screen").await.data(), json!({ "enabled": true }));
    assert_eq!(member.get("/api/auth/check-status").await.data()["screens_locked"], true);
    let login = json!({ "account": "240111", "password": crate::testing::PASSWORD });
    let session = house.anonymous().post("/api/auth/login", &login).await.data();
    assert_eq!(session["screens_locked"], true, "no desktop begins before it knows");
    assert_eq!(house.anonymous().get("/api/user/lock-screen").await.refusal(), "401 未登录");

    let house = house.restart(&[]).await;
    let head = house.client_of(id("240100")).await;
    assert_eq!(head.get(LOCK).await.data(), json!({ "enabled": true }));
    assert_eq!(head.put(LOCK, &json!({ "enabled": "no" })).await.refusal(), "400 字段“enabled”的格式不正确");
    head.put(LOCK, &json!({ "enabled": false })).await.data();
    assert_eq!(head.get(LOCK).await.data(), json!({ "enabled": false }));
}

#[tokio::test]
async fn the_lock_is_for_those_with_the_right() {
    let house = House::new(&[]).await;
    let (member, officer) = (house.member().await, house.officer(&[Permission::ManageUsers]).await);
    for client in [member, officer] {
        assert_eq!(client.get(LOCK).await.refusal(), "403 无权限执行此操作");
        assert_eq!(client.put(LOCK, &json!({ "enabled": true })).await.refusal(), "403 无权限执行此操作");
    }
}

#[tokio::test]
async fn the_figures_are_the_machines_and_the_databases() {
    let house = House::new(&[]).await;
    let (head, member) = (house.class_admin().await, house.member().await);
    house.advance(90);
    let login = json!({ "account": "240111", "password": crate::testing::PASSWORD });
    house.anonymous().post("/api/auth/login", &login).await.data();
    let stats = head.get("/api/admin/server-stats").await.data();
    assert_eq!((&stats["total_users"], &stats["uptime"]), (&json!(2), &json!(90)));
    assert_eq!(stats["last_user_login"], "2026-09-01T00:01:30.000Z");
    assert_eq!((&stats["group_count"], &stats["platform"]), (&Value::Null, &json!(std::env::consts::OS)));
    assert_eq!(stats["timestamp"], house.app.clock.now_ms());
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
