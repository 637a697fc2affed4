//! Planned, published, expired, by a clock that is moved.

use super::*;
use crate::announcements::MANAGE_ANNOUNCEMENTS;

#[tokio::test]
async fn what_is_planned_appears_when_its_time_comes_and_leaves_when_it_is_over() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let plan = json!({ "publish_at": "2026-09-01T01:00:00Z", "expires_at": "2026-09-01T10:00:00+08:00" });
    let made = write(&admin, plan).await;
    assert_eq!(made["state"], "scheduled");
    portal.advance(3599);
    assert!(titles(&alice).await.is_empty());
    assert_eq!(alice.get(&member(&made, "")).await.status.as_u16(), 404);
    assert_eq!(waiting(&alice).await, (0, 0));
    assert!(events(&portal, "published").await.is_empty());

    until_published(&portal, 1).await;
    assert_eq!(titles(&alice).await, ["春游"]);
    assert_eq!(waiting(&alice).await, (1, 0));
    portal.advance(3600);
    assert!(titles(&alice).await.is_empty());
    assert_eq!(waiting(&alice).await, (0, 0));
    assert_eq!(admin.get(&staff(&made, "")).await.data()["state"], "expired");
    assert_eq!(admin.get(&format!("{STAFF}?state=expired")).await.data()["total"], 1);
}

#[tokio::test]
async fn what_falls_due_while_nothing_runs_is_published_once_after_the_start() {
    let portal = portal().await;
    let admin = portal.admin().await;
    write(&admin, json!({ "publish_at": "2026-09-01T01:00:00Z" })).await;
    portal.app.stop().await;
    portal.advance(7200);
    let portal = portal.restart(&[("ADMIN_USER_IDS", "240000")]).await;
    until_published(&portal, 1).await;
    portal.advance(60);
    let portal = portal.restart(&[]).await;
    portal.advance(60);
    assert_eq!(events(&portal, "published").await.len(), 1);
    assert_eq!(titles(&portal.member().await).await, ["春游"]);
}

#[tokio::test]
async fn a_plan_can_change_until_it_is_published() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let made = write(&admin, json!({ "publish_at": "2026-09-01T01:00:00Z" })).await;
    let change = json!({ "publish_at": "2026-09-01T02:00:00Z", "audience": { "classes": ["02"] } });
    let changed = admin.put(&staff(&made, ""), &change).await.data();
    assert_eq!(
        (&changed["publish_at"], &changed["audience"]["classes"]),
        (&json!("2026-09-01T02:00:00.000Z"), &json!(["02"]))
    );
    admin.put(&staff(&made, ""), &json!({ "audience": { "classes": ["01"] } })).await.data();
    let now = admin.put(&staff(&made, ""), &json!({ "publish_at": "" })).await.data();
    assert_eq!(now["state"], "published");
    assert_eq!(titles(&alice).await, ["春游"]);
    for change in
        [json!({ "publish_at": "2026-09-02T00:00:00Z" }), json!({ "audience": { "classes": ["02"] } })]
    {
        let answer = admin.put(&staff(&made, ""), &change).await;
        assert_eq!(answer.refusal(), "409 公告已发布，不能再修改发布时间或接收范围");
    }
    assert_eq!(events(&portal, "published").await.len(), 1);
}

#[tokio::test]
async fn a_plan_that_is_deleted_is_not_published_until_it_is_restored() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let made = write(&admin, json!({ "publish_at": "2026-09-01T01:00:00Z" })).await;
    admin.delete(&staff(&made, "")).await.data();
    write(&admin, json!({ "title": "其他", "publish_at": "2026-09-01T01:00:00Z" })).await;
    until_published(&portal, 1).await;
    assert_eq!(titles(&alice).await, ["其他"]);
    admin.post_empty(&staff(&made, "/restore")).await.data();
    assert_eq!(titles(&alice).await.len(), 2);
    assert_eq!(events(&portal, "published").await.len(), 2);
    assert!(events(&portal, "removed").await.is_empty(), "nobody had seen it");
}

/// Has somebody planned `number` of them for one o'clock.
async fn plan(client: &Client, number: usize) -> Value {
    let mut made = Value::Null;
    for _ in 0..number {
        made = write(client, json!({ "title": "计划", "publish_at": "2026-09-01T01:00:00Z" })).await;
    }
    made
}

#[tokio::test]
async fn what_a_dismissed_a_banned_or_an_erased_officer_planned_waits_for_somebody_who_may() {
    for fate in ["dismissed", "without the right", "banned", "erased"] {
        let portal = portal().await;
        let officer = portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await;
        let (admin, class_admin) = (portal.admin().await, portal.class_admin().await);
        let alice = portal.member().await;
        // More than are published at once: they must not stand in the way of others.
        let made = plan(&officer, 60).await;
        let of = "/api/admin/officers/240112";
        match fate {
            "dismissed" => admin.delete(of).await.data(),
            "without the right" => admin.patch(of, &json!({ "permissions": ["manage_users"] })).await.data(),
            "banned" => {
                // Later than a busy machine moves the clock while it waits below.
                let ban = json!({ "status": "disabled", "ban_expires_at": "2026-09-03 10:00:00" });
                admin.patch("/api/admin/users/240112/status", &ban).await.data()
            }
            _ => admin.delete("/api/admin/users/240112").await.data(),
        };
        write(&admin, json!({ "title": "其他", "publish_at": "2026-09-01T01:00:01Z" })).await;
        portal.advance(3600);
        until_published(&portal, 1).await;
        assert_eq!(titles(&alice).await, ["其他"], "{fate}");
        let planned = class_admin.get(&format!("{STAFF}?state=scheduled")).await.data();
        assert_eq!(planned["total"], 60, "{fate}");

        // Another's correction is no publication, bringing it back neither; saying so is.
        class_admin.put(&staff(&made, ""), &json!({ "title": "改" })).await.data();
        class_admin.delete(&staff(&made, "")).await.data();
        assert_eq!(class_admin.post_empty(&staff(&made, "/restore")).await.data()["state"], "scheduled");
        portal.advance(1);
        class_admin.put(&staff(&made, ""), &json!({ "publish_at": "" })).await.data();
        assert_eq!(titles(&alice).await, ["改", "其他"], "{fate}");
        if fate == "banned" {
            // The ban is over: what was planned is said after all.
            portal.advance(2 * 24 * 3600);
            until_published(&portal, 61).await;
        }
    }
}

#[tokio::test]
async fn what_an_admin_addressed_anew_still_goes_out() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await;
    let (admin, stranger) = (portal.admin().await, portal.register("240201").await);
    let made = plan(&officer, 1).await;
    admin.put(&staff(&made, ""), &json!({ "audience": {} })).await.data();
    portal.advance(3600);
    until_published(&portal, 1).await;
    assert_eq!(titles(&stranger).await, ["计划"]);
}

#[tokio::test]
async fn what_is_over_before_it_was_published_is_never_announced() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let brief = json!({ "publish_at": "2026-09-01T01:00:00Z", "expires_at": "2026-09-01T02:00:00Z" });
    let (made, deleted) = (write(&admin, brief.clone()).await, write(&admin, brief).await);
    admin.delete(&staff(&deleted, "")).await.data();
    write(&admin, json!({ "title": "其他", "publish_at": "2026-09-01T01:30:00Z" })).await;
    portal.app.stop().await;
    portal.advance(2 * 3600);
    let portal = portal.restart(&[("ADMIN_USER_IDS", "240000")]).await;
    let admin = portal.client_of(id("240000")).await;
    until_published(&portal, 1).await;
    let restored = admin.post_empty(&staff(&deleted, "/restore")).await.data();
    assert_eq!(restored["state"], "expired");
    assert_eq!(admin.get(&staff(&made, "")).await.data()["state"], "expired");
    for (state, number) in [("scheduled", 0), ("published", 1), ("expired", 2)] {
        assert_eq!(admin.get(&format!("{STAFF}?state={state}")).await.data()["total"], number, "{state}");
    }
    portal.advance(60);
    assert_eq!(titles(&portal.member().await).await, ["其他"]);
    assert_eq!(events(&portal, "published").await.len(), 1);
}
