//! Planned, published, expired, by a clock that is moved.

use super::*;

#[tokio::test]
async fn what_is_planned_appears_when_its_time_comes_and_leaves_when_it_is_over() {
    let house = house().await;
    let (admin, alice) = (house.admin().await, house.member().await);
    let plan = json!({ "publish_at": "2026-09-01T01:00:00Z", "expires_at": "2026-09-01T10:00:00+08:00" });
    let made = write(&admin, plan).await;
    assert_eq!(made["state"], "scheduled");
    house.advance(3599);
    assert!(titles(&alice).await.is_empty());
    assert_eq!(alice.get(&member(&made, "")).await.status.as_u16(), 404);
    assert_eq!(waiting(&alice).await, (0, 0));
    assert!(events(&house, "announcement.published").await.is_empty());

    until_published(&house, 1).await;
    assert_eq!(titles(&alice).await, ["春游"]);
    assert_eq!(waiting(&alice).await, (1, 0));
    house.advance(3600);
    assert!(titles(&alice).await.is_empty());
    assert_eq!(waiting(&alice).await, (0, 0));
    assert_eq!(admin.get(&staff(&made, "")).await.data()["state"], "expired");
    assert_eq!(admin.get(&format!("{STAFF}?state=expired")).await.data()["total"], 1);
}

#[tokio::test]
async fn what_falls_due_while_nothing_runs_is_published_once_after_the_start() {
    let house = house().await;
    let admin = house.admin().await;
    write(&admin, json!({ "publish_at": "2026-09-01T01:00:00Z" })).await;
    house.app.stop().await;
    house.advance(7200);
    let house = house.restart(&[]).await;
    until_published(&house, 1).await;
    house.advance(60);
    let house = house.restart(&[]).await;
    house.advance(60);
    assert_eq!(events(&house, "announcement.published").await.len(), 1);
    assert_eq!(titles(&house.member().await).await, ["春游"]);
}

#[tokio::test]
async fn a_plan_can_change_until_it_is_published() {
    let house = house().await;
    let (admin, alice) = (house.admin().await, house.member().await);
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
    assert_eq!(events(&house, "announcement.published").await.len(), 1);
}

#[tokio::test]
async fn a_plan_that_is_deleted_is_not_published_until_it_is_restored() {
    let house = house().await;
    let (admin, alice) = (house.admin().await, house.member().await);
    let made = write(&admin, json!({ "publish_at": "2026-09-01T01:00:00Z" })).await;
    admin.delete(&staff(&made, "")).await.data();
    write(&admin, json!({ "title": "其他", "publish_at": "2026-09-01T01:00:00Z" })).await;
    until_published(&house, 1).await;
    assert_eq!(titles(&alice).await, ["其他"]);
    admin.post_empty(&staff(&made, "/restore")).await.data();
    assert_eq!(titles(&alice).await.len(), 2);
    assert_eq!(events(&house, "announcement.published").await.len(), 2);
    assert!(events(&house, "announcement.removed").await.is_empty(), "nobody had seen it");
}
