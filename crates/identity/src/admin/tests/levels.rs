//! What the staff see of a member's level, and the clock that bans follow.

use super::*;

#[tokio::test]
async fn the_staff_see_how_far_a_member_of_theirs_has_come() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    alice.post_empty("/api/level/daily-login").await.data();
    let (admin, head, officer) =
        (portal.admin().await, portal.class_admin().await, portal.officer(&[]).await);
    for staff in [&admin, &head, &officer] {
        let level = staff.get("/api/admin/users/240111/level").await.data();
        assert_eq!(level, alice.get("/api/level/info").await.data());
        assert_eq!(level["exp"], 20);
    }
    let elsewhere = portal.register("240200").await;
    for refused in [&elsewhere, &alice] {
        assert_eq!(refused.get("/api/admin/users/240111/level").await.refusal(), "403 无权限执行此操作");
    }
    assert_eq!(head.get("/api/admin/users/240177/level").await.status, 404);
}

#[tokio::test]
async fn why_a_member_has_that_experience_is_for_class_admins_and_looking_is_logged() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    alice.post_empty("/api/level/daily-login").await.data();
    let head = portal.class_admin().await;
    let of = "/api/admin/users/240111/level/log";
    let history = head.get(&format!("{of}?limit=10")).await.data();
    assert_eq!(history, alice.get("/api/level/log").await.data());
    assert_eq!((&history[0]["exp_gained"], &history[0]["reason"]), (&json!(20), &json!("每日签到")));
    let older = format!("{of}?before={}", history[0]["id"]);
    assert_eq!(head.get(&older).await.data(), json!([]), "paging on is the same look");

    let (officer, elsewhere) = (portal.officer(&portal.permissions()).await, portal.register("240200").await);
    for refused in [&officer, &elsewhere, &alice] {
        assert_eq!(refused.get(of).await.refusal(), "403 无权限执行此操作");
    }
    let looks: Vec<_> =
        log(&portal).await.into_iter().filter(|row| row.action.starts_with("view_")).collect();
    assert_eq!(looks.len(), 1);
    assert_eq!(
        (looks[0].action.as_str(), looks[0].target.as_str(), looks[0].admin_id.as_str()),
        ("view_level_log", "240111", "240100")
    );
}

#[tokio::test]
async fn the_clock_of_the_class_is_the_servers_in_the_zone_of_the_portal() {
    let portal = TestPortal::with(&[], &[("TIMEZONE", "America/New_York")]).await;
    let officer = portal.officer(&[]).await;
    let expected = json!({ "local": "2026-08-31 20:00:00", "timezone": "America/New_York" });
    assert_eq!(officer.get("/api/admin/clock").await.data(), expected);
    portal.advance(3600);
    assert_eq!(officer.get("/api/admin/clock").await.data()["local"], "2026-08-31 21:00:00");
    assert_eq!(portal.member().await.get("/api/admin/clock").await.refusal(), "403 无权限执行此操作");
}
