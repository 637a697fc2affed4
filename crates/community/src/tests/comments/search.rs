//! Which comments are found, and by whom.

use ::search::testing::hits;

use super::*;

#[tokio::test]
async fn a_comment_is_found_by_whoever_sees_its_post_now_and_by_its_words_of_now() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let stranger = portal.register("240201").await;
    let made = write(&alice, json!({ "visible_groups": ["class_01"] })).await;
    let said = say(&bob, &made, "我想吃糖醋排骨", json!({})).await;
    let found = async |client: &Client, words: &str| -> Vec<String> {
        let found = hits(&portal.app, client, "comment", words).await;
        let shown =
            |hit: Value| format!("{} {}", hit["id"].as_str().unwrap(), hit["title"].as_str().unwrap());
        found.into_iter().map(shown).collect()
    };
    let id = format!("{}-{}", made["id"], said["id"]);
    assert_eq!(found(&alice, "排骨").await, [format!("{id} 我想吃糖醋排骨")]);
    assert!(found(&stranger, "排骨").await.is_empty(), "the post is for another class");

    alice.patch(&at(&made, ""), &post(json!({ "visible_groups": [] }))).await.data();
    assert_eq!(found(&stranger, "排骨").await.len(), 1, "for all now");
    bob.patch(&of(&said, ""), &json!({ "content": "我想吃鱼香茄子" })).await.data();
    assert!(found(&stranger, "排骨").await.is_empty());
    assert_eq!(found(&stranger, "茄子").await, [format!("{id} 我想吃鱼香茄子")]);
    alice.delete(&at(&made, "")).await.data();
    assert!(found(&alice, "茄子").await.is_empty(), "the post is gone");
}

#[tokio::test]
async fn the_author_of_something_anonymous_finds_it_and_nobody_finds_it_by_their_name() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let hidden =
        json!({ "anonymous": true, "hidden_groups": ["class_01"], "title": "树洞", "content": "有点难过" });
    write(&alice, hidden).await;
    assert_eq!(
        hits(&portal.app, &alice, "post", "难过").await.len(),
        1,
        "their own, although it is for others"
    );
    assert!(hits(&portal.app, &bob, "post", "难过").await.is_empty());
    for words in ["net-240101", "实名240101", "240101"] {
        assert!(hits(&portal.app, &bob, "post", words).await.is_empty(), "{words}");
    }
}
