//! Posts and comments beside the word rules of a class, and first posts.

use super::*;

async fn rule(client: &Client, term: &str, effect: &str) {
    let body = json!({ "term": term, "matching": "substring", "effect": effect });
    client.post("/api/moderation/rules", &body).await.data();
}

async fn first(moderator: &Client) -> Value {
    moderator.get("/api/moderation/cases").await.data()["cases"][0].clone()
}

async fn decide(moderator: &Client, case: &Value, action: &str) {
    let path = format!("/api/moderation/cases/{}/decision", case["id"].as_str().unwrap());
    moderator.post(&path, &json!({ "action": action, "reason": "答案" })).await.data();
}

#[tokio::test]
async fn every_text_of_a_post_is_compared_with_the_rules() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    rule(&head, "笨蛋", "mask").await;
    rule(&head, "加微信", "block").await;
    rule(&head, "作弊", "flag").await;
    let poll = json!({ "questions": [{ "kind": "choice", "options": ["笨蛋", "不是"] }] });
    let more =
        json!({ "type": "poll", "title": "谁是笨蛋", "content": "笨蛋", "tags": ["笨蛋"], "poll": poll });
    let made = write(&alice, more).await;
    assert_eq!(
        (&made["title"], &made["content"], &made["tags"]),
        (&json!("谁是＊＊"), &json!("＊＊"), &json!(["＊＊"]))
    );
    assert_eq!(made["poll"]["questions"][0]["options"][0], "＊＊");
    for more in [json!({ "title": "加微信" }), json!({ "content": "加微信" }), json!({ "tags": ["加微信"] })]
    {
        let refused = alice.post("/api/community", &post(more)).await;
        assert_eq!(refused.json()["slug"], "moderation_words_blocked");
    }
    assert!(first(&head).await.is_null());
    alice.post(&at(&made, "/comments"), &json!({ "content": "谁作弊", "anonymous": true })).await.data();
    let case = first(&head).await;
    assert_eq!(
        (&case["kind"], &case["origin"], &case["author_id"]),
        (&json!("comment"), &json!("rule"), &json!(""))
    );
}

#[tokio::test]
async fn a_held_post_is_nowhere_until_it_is_let_through_with_everything_that_belongs_to_it() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let head = portal.class_admin().await;
    rule(&head, "答案", "hold").await;
    let image = upload(&portal, "240101", PNG).await;
    let more = json!({ "title": "答案", "content": "@net-240102 看", "images": [image], "anonymous": true, "key": "k", "visible_groups": ["class_01"] });
    for _ in 0..2 {
        assert_eq!(alice.post("/api/community", &post(more.clone())).await.json()["slug"], "held");
    }
    for client in [&alice, &bob, &head] {
        assert!(titles(client, "").await.is_empty());
    }
    let reader = async |id: &str| reads(&portal, id, &image).await;
    assert!(!reader("240102").await && reader("240100").await, "who decides looks at the images");
    // The upload would be swept by then, had the case not kept it.
    portal.advance(2 * 86_400);
    portal.app.files.sweep().await.unwrap();
    let case = first(&head).await;
    assert_eq!(
        (&case["words"], &case["author_id"], &case["held"]),
        (&json!("答案\n@net-240102 看"), &json!(""), &json!(true))
    );
    assert_eq!(case["content_id"], case["id"]);
    let opened = head.get(&format!("/api/moderation/cases/{}", case["id"].as_str().unwrap())).await.data();
    assert_eq!(opened["quotes"][0]["files"], json!([{ "hash": image, "mime": "image/png" }]));
    let log = portal.admin().await.get("/api/admin/logs?limit=20").await.data();
    let shown = [&case, &opened, &log].map(Value::to_string).concat();
    assert!(!shown.contains("240101"), "nothing tells who wrote it: {shown}");
    decide(&head, &case, "keep").await;
    let list = bob.get("/api/community").await.data();
    let made = &list["posts"][0];
    assert_eq!(
        (&made["title"], &made["anonymous"], &made["images"][0]["hash"]),
        (&json!("答案"), &json!(true), &json!(image))
    );
    assert!(reads(&portal, "240102", &image).await);
    let told = bob.get("/api/notifications").await.data();
    assert_eq!(told["notifications"][0]["kind"], "community_mention", "whom it calls hears of it now");
    // Sending it again is the post that was published.
    assert_eq!(write(&alice, more).await["id"], made["id"]);
    assert_eq!(titles(&bob, "").await.len(), 1);
}

#[tokio::test]
async fn what_would_not_be_written_is_not_held() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let head = portal.class_admin().await;
    let group = group(&portal, &["240101"]);
    let hidden = write(&alice, json!({ "visible_groups": [group] })).await;
    rule(&head, "答案", "hold").await;
    let comment = json!({ "content": "答案" });
    assert_eq!(bob.post(&at(&hidden, "/comments"), &comment).await.status.as_u16(), 404);
    let bad = post(json!({ "title": "答案", "tags": ["a", "b", "c", "d", "e", "f"] }));
    assert_eq!(alice.post("/api/community", &bad).await.status.as_u16(), 400);
    assert!(first(&head).await.is_null());
    let own = write(&alice, json!({})).await;
    let refused = alice.patch(&at(&own, ""), &json!({ "content": "答案" })).await;
    assert_eq!(refused.json()["slug"], "moderation_cannot_be_held");
}

#[tokio::test]
async fn first_posts_wait_for_a_moderator_where_a_class_says_so() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let stranger = portal.register("240201").await;
    head.put("/api/moderation/first-posts", &json!({ "approve": true })).await.data();
    assert_eq!(head.get("/api/moderation/rules").await.data()["approve_first_posts"], true);
    assert_eq!(alice.post("/api/community", &post(json!({}))).await.json()["slug"], "held");
    write(&stranger, json!({ "title": "别的班" })).await;
    write(&head, json!({ "title": "老师" })).await;
    let case = first(&head).await;
    assert_eq!(case["origin"], "first_post");
    decide(&head, &case, "keep").await;
    let kept = head.get("/api/moderation/cases?status=kept").await.data()["cases"][0].clone();
    assert_eq!((&kept["words_hidden"], &kept["place"]), (&json!(false), &kept["content_id"]));
    head.get(&format!("/api/moderation/cases/{}", case["id"].as_str().unwrap())).await.data();
    write(&alice, json!({ "title": "第二个" })).await;
    assert_eq!(titles(&stranger, "").await.len(), 4);
    head.put("/api/moderation/first-posts", &json!({ "approve": false })).await.data();
    write(&portal.register("240102").await, json!({ "title": "新人" })).await;
    for client in [&alice, &stranger] {
        let refused = client.put("/api/moderation/first-posts", &json!({ "approve": true })).await;
        assert_eq!(refused.status.as_u16(), 403);
    }
}

#[tokio::test]
async fn sending_again_gets_what_was_written_whatever_the_rules_say_by_now() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let new = json!({ "title": "答案", "key": "k" });
    let made = write(&alice, new.clone()).await;
    let comment = json!({ "content": "加微信", "key": "k" });
    let said = alice.post(&at(&made, "/comments"), &comment).await.data();
    rule(&head, "答案", "hold").await;
    rule(&head, "加微信", "block").await;
    assert_eq!(write(&alice, new).await["id"], made["id"]);
    assert_eq!(alice.post(&at(&made, "/comments"), &comment).await.data()["id"], said["id"]);
    assert!(first(&head).await.is_null());
}

#[tokio::test]
async fn a_dry_run_for_a_class_leaves_out_what_is_anonymous_and_is_logged_without_the_words() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let made = write(&alice, json!({ "title": "笨蛋", "anonymous": true })).await;
    let comment = json!({ "content": "笨蛋", "anonymous": true });
    alice.post(&at(&made, "/comments"), &comment).await.data();
    alice.post(&at(&made, "/comments"), &json!({ "content": "谁是笨蛋" })).await.data();
    let body = json!({ "term": "笨蛋", "matching": "substring", "effect": "hold" });
    let run = head.post("/api/moderation/rules/dry-run", &body).await.data();
    assert_eq!((&run["texts"], &run["fits"]), (&json!(1), &json!({ "comment": 1 })));
    let admin = portal.admin().await;
    let run = admin.post("/api/moderation/rules/dry-run", &body).await.data();
    assert_eq!(run["fits"], json!({ "comment": 2, "post": 1 }), "of all classes it tells nobody's");
    let log = admin.get("/api/admin/logs?limit=20").await.data();
    let rows = log["logs"].as_array().unwrap();
    assert_eq!(rows.iter().filter(|row| row["action"] == "try_rule").count(), 2);
    assert!(!log.to_string().contains("笨蛋"));
}

#[tokio::test]
async fn a_dry_run_compares_every_text_that_the_rule_would_and_no_text_of_who_writes_without_rules() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let poll = json!({ "questions": [{ "kind": "choice", "options": ["笨蛋", "不是"] }] });
    write(&alice, json!({ "type": "poll", "title": "谁", "poll": poll })).await;
    write(&alice, json!({ "tags": ["笨蛋"] })).await;
    let made = write(&head, json!({ "title": "笨蛋" })).await;
    head.post(&at(&made, "/comments"), &json!({ "content": "笨蛋" })).await.data();
    let body = json!({ "term": "笨蛋", "matching": "substring", "effect": "hold" });
    for moderator in [&head, &portal.admin().await] {
        let run = moderator.post("/api/moderation/rules/dry-run", &body).await.data();
        assert_eq!((&run["texts"], &run["fits"]), (&json!(2), &json!({ "post": 2 })));
    }
}

#[tokio::test]
async fn nothing_is_published_while_its_author_is_banned_or_in_an_exam() {
    let portal = portal().await;
    let (alice, head, admin) =
        (portal.register("240101").await, portal.class_admin().await, portal.admin().await);
    rule(&head, "答案", "hold").await;
    let held = alice.post("/api/community", &post(json!({ "title": "答案" }))).await;
    assert_eq!(held.json()["slug"], "held");
    let case = first(&head).await;
    let keep = async || {
        let path = format!("/api/moderation/cases/{}/decision", case["id"].as_str().unwrap());
        head.post(&path, &json!({ "action": "keep" })).await
    };
    let ban = json!({ "status": "disabled", "reason": "违规" });
    admin.patch("/api/admin/users/240101/status", &ban).await.data();
    assert_eq!(keep().await.json()["slug"], "moderation_author_may_not_write");
    admin.patch("/api/admin/users/240101/status", &json!({ "status": "active" })).await.data();
    let until = |at: Value| json!({ "until": at });
    let exam = json!(kernel::app::iso(portal.now().as_millisecond() + 3_600_000));
    head.put("/api/admin/exam-mode", &until(exam)).await.data();
    assert_eq!(keep().await.json()["slug"], "moderation_author_may_not_write");
    head.put("/api/admin/exam-mode", &until(Value::Null)).await.data();
    keep().await.data();
    assert_eq!(titles(&head, "").await, ["答案"]);
}

#[tokio::test]
async fn what_was_not_let_through_is_told_of_when_nothing_of_it_is_kept_any_more() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    rule(&head, "答案", "hold").await;
    let held = alice.post("/api/community", &post(json!({ "title": "答案" }))).await;
    assert_eq!(held.json()["slug"], "held");
    let case = first(&head).await;
    decide(&head, &case, "remove").await;
    portal.advance(7 * 86_400);
    moderation::forget_settled(&portal.app).await.unwrap();
    let head = portal.client_of(UserId::parse("240100").unwrap()).await;
    let path = format!("/api/moderation/cases/{}", case["id"].as_str().unwrap());
    let opened = head.get(&path).await.data()["case"].clone();
    assert_eq!((&opened["held"], &opened["may_restore"]), (&json!(true), &json!(false)));
    assert_eq!(opened["words"], Value::Null, "the case is there, its words are not");
    let decision = json!({ "action": "restore" });
    let refused = head.post(&format!("{path}/decision"), &decision).await;
    assert_eq!(refused.json()["slug"], "moderation_not_restorable");
}
