//! What a member takes along of comments and likes, and what is left of them.

use super::*;

async fn exported(portal: &TestPortal, id: &str) -> Option<Value> {
    let user = UserId::parse(id).unwrap();
    portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap()
}

async fn erase(portal: &TestPortal, id: &str) {
    let user = UserId::parse(id).unwrap();
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
}

#[tokio::test]
async fn an_erased_member_leaves_places_without_words_and_what_they_counted_is_counted_no_more() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({})).await;
    let fresh = seen(&alice, &post).await;
    let own = say(&alice, &post, "留下", json!({})).await;
    let kept = alice.get("/api/community?sort=hot").await.data()["posts"][0]["comment_count"].clone();
    let (named, hidden) = (
        say(&bob, &post, "走了", json!({})).await,
        say(&bob, &post, "匿名走了", json!({ "anonymous": true })).await,
    );
    let deleted = say(&bob, &post, "删了", json!({})).await;
    bob.delete(&of(&deleted, "")).await.data();
    say(&alice, &post, "回", json!({ "parent_id": named["id"], "quote_id": hidden["id"] })).await;
    alice.put(&of(&named, "/like"), &json!({})).await.data();
    bob.put(&of(&own, "/like"), &json!({})).await.data();
    bob.put(&at(&post, "/like"), &json!({})).await.data();
    bob.put(&at(&post, "/bookmark"), &json!({})).await.data();
    erase(&portal, "240102").await;

    let shown = thread(&alice, &post).await;
    for row in [&shown[1], &shown[2], &shown[3]] {
        let words =
            (&row["content"], &row["author_id"], &row["author_name"], &row["deleted"], &row["like_count"]);
        assert_eq!(words, (&json!(""), &json!(""), &json!(""), &json!(true), &json!(0)));
    }
    assert_eq!((&shown[1]["anonymous"], &shown[2]["anonymous"]), (&json!(false), &json!(true)));
    assert_eq!((&shown[0]["like_count"], &shown[4]["quote"]["excerpt"]), (&json!(0), &json!("")));
    let after = seen(&alice, &post).await;
    assert_eq!((&after["like_count"], &after["comment_count"]), (&fresh["like_count"], &json!(2)));
    assert_eq!(kept, 1);
    let id = post["id"].as_i64().unwrap();
    let row =
        portal.app.db.read(move |read| Ok(crate::store::posts::find(read, id)?)).await.unwrap().unwrap();
    assert_eq!(row.hot, crate::model::hot(row.created_at, 0, 2, 0));
    assert_eq!(exported(&portal, "240102").await, None);

    // The account is that of another person from here on.
    for made in [&named, &hidden, &deleted] {
        assert_eq!(bob.post_empty(&of(made, "/restore")).await.status.as_u16(), 404);
    }
    assert_eq!(say(&bob, &post, "新来的", json!({ "anonymous": true })).await["alias"], 2);
    assert_eq!(bob.get("/api/community?bookmarked=true").await.data()["posts"], json!([]));
}

#[tokio::test]
async fn comments_below_the_posts_of_an_erased_member_go_with_them() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({})).await;
    let made = say(&bob, &post, "评论", json!({})).await;
    erase(&portal, "240101").await;
    assert_eq!(bob.delete(&of(&made, "")).await.status.as_u16(), 404);
    assert_eq!(exported(&portal, "240102").await, None);
}

#[tokio::test]
async fn a_member_takes_along_what_they_said_and_kept_the_anonymous_too() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({})).await;
    let own = say(&alice, &post, "别人的", json!({})).await;
    say(&bob, &post, "署名", json!({})).await;
    say(&bob, &post, "匿名", json!({ "anonymous": true })).await;
    let deleted = say(&bob, &post, "删了", json!({})).await;
    bob.delete(&of(&deleted, "")).await.data();
    bob.put(&of(&own, "/like"), &json!({})).await.data();
    bob.put(&at(&post, "/like"), &json!({})).await.data();
    bob.put(&at(&post, "/bookmark"), &json!({})).await.data();
    bob.put("/api/community/profile", &json!({ "show_level": false })).await.data();
    let taken = exported(&portal, "240102").await.unwrap();
    let at = "2026-09-01T00:00:00.000Z";
    let said = |content: &str, anonymous: bool, deleted: bool| json!({ "post_id": post["id"], "content": content, "anonymous": anonymous, "deleted": deleted, "created_at": at });
    let all = [said("署名", false, false), said("匿名", true, false), said("删了", false, true)];
    assert_eq!(taken["comments"], json!(all));
    let mut likes = taken["likes"].as_array().unwrap().clone();
    likes.sort_by_key(Value::to_string);
    let expected = [
        json!({ "comment_id": own["id"], "created_at": at }),
        json!({ "post_id": post["id"], "created_at": at }),
    ];
    assert_eq!(likes, expected);
    assert_eq!(taken["bookmarks"], json!([{ "post_id": post["id"], "created_at": at }]));
    assert_eq!(taken["profile"]["show_level"], false);
}
