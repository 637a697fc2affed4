//! What the search of all features finds of the announcements.

use super::*;

async fn found(portal: &TestPortal, client: &Client, text: &str) -> Vec<String> {
    let hits = search::testing::hits(&portal.app, client, "announcement", text).await;
    let shown =
        |hit: Value| format!("{} {}", hit["title"].as_str().unwrap(), hit["detail"].as_str().unwrap());
    hits.into_iter().map(shown).collect()
}

#[tokio::test]
async fn announcements_are_found_by_title_and_text_and_titles_come_first() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    write(&admin, json!({ "title": "Spring trip", "content": "周五集合" })).await;
    write(
        &admin,
        json!({ "title": "数学作业", "content": "spring 一题", "type": "homework", "due_date": "2026-09-03" }),
    )
    .await;
    assert_eq!(found(&portal, &alice, "SPRING").await, ["Spring trip ", "spring 一题 数学作业 · 9月3日"]);
    assert_eq!(
        found(&portal, &alice, "作业 一题").await,
        ["spring 一题 数学作业 · 9月3日"],
        "every word of the question"
    );
    assert!(found(&portal, &alice, "运动会").await.is_empty());
}

#[tokio::test]
async fn nobody_finds_what_is_for_others_deleted_not_yet_published_or_over() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.register("240101").await);
    let stranger = portal.register("240201").await;
    let made = write(&admin, json!({ "audience": { "classes": ["01"] } })).await;
    assert_eq!(found(&portal, &alice, "春游").await, ["春游 "]);
    assert!(found(&portal, &stranger, "春游").await.is_empty(), "for another class");
    admin.delete(&staff(&made, "")).await.data();
    assert!(found(&portal, &alice, "春游").await.is_empty(), "deleted");

    let plan = json!({ "title": "秘密", "publish_at": "2026-09-01T01:00:00Z", "expires_at": "2026-09-01T02:00:00Z" });
    write(&admin, plan).await;
    assert!(found(&portal, &alice, "秘密").await.is_empty(), "not yet published");
    portal.advance(3600);
    until_published(&portal, 2).await;
    assert_eq!(found(&portal, &alice, "秘密").await, ["秘密 "]);
    portal.advance(3600);
    assert!(found(&portal, &alice, "秘密").await.is_empty(), "over");
}
