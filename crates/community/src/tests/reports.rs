//! Posts and comments that are reported and removed, as moderators judge them.

use identity::admin::MANAGE_POSTS;

use super::*;

async fn report(client: &Client, kind: &str, made: &Value) -> kernel::testing::Answer {
    let body = json!({ "kind": kind, "id": made["id"].to_string(), "reason": "难听" });
    client.post("/api/moderation/reports", &body).await
}

async fn first(moderator: &Client, status: &str) -> Value {
    moderator.get(&format!("/api/moderation/cases?status={status}")).await.data()["cases"][0].clone()
}

async fn details(moderator: &Client, case: &Value) -> Value {
    moderator.get(&format!("/api/moderation/cases/{}", case["id"].as_str().unwrap())).await.data()
}

async fn decide(moderator: &Client, case: &Value, action: &str) {
    let path = format!("/api/moderation/cases/{}/decision", case["id"].as_str().unwrap());
    moderator.post(&path, &json!({ "action": action, "reason": "伤人" })).await.data();
}

/// Forgets what can be restored no more, as the tasks do.
async fn forget(portal: &TestPortal) {
    moderation::forget_settled(&portal.app).await.unwrap();
    crate::posts::delete::forget_gone(&portal.app).await.unwrap();
}

#[tokio::test]
async fn a_reported_post_is_read_by_its_moderators_also_where_it_is_not_for_them() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let (head, carol) = (portal.class_admin().await, portal.register("240103").await);
    let group = group(&portal, &["240101", "240102"]);
    let image = upload(&portal, "240101", PNG).await;
    let made = write(&alice, json!({ "visible_groups": [group], "images": [image] })).await;
    assert_eq!(report(&carol, "post", &made).await.status.as_u16(), 404, "only what one sees");
    assert_eq!(report(&alice, "post", &made).await.refusal(), "400 不能举报自己的内容");
    report(&bob, "post", &made).await.data();
    let case = first(&head, "open").await;
    assert_eq!(
        (&case["words"], &case["words_hidden"]),
        (&Value::Null, &json!(true)),
        "only whoever opens it reads it"
    );
    let opened = details(&head, &case).await;
    assert_eq!(opened["case"]["words"], "食堂新菜\n番茄 **炒蛋** 不错");
    assert_eq!(opened["place_name"], "食堂新菜");
    assert_eq!(
        (&opened["quotes"][0]["files"], &opened["quotes"][0]["reported"]),
        (&json!([{ "hash": image, "mime": "image/png" }]), &json!(true))
    );
    assert_eq!(head.get(&at(&made, "")).await.status.as_u16(), 404, "a report opens nothing else");
    let log = head.get("/api/admin/logs?limit=1").await.data();
    assert_eq!(log["logs"][0]["action"], "read_case");
    decide(&head, &case, "remove").await;
    assert_eq!(bob.get(&at(&made, "")).await.status.as_u16(), 404);
    assert!(!reads(&portal, "240102", &image).await && reads(&portal, "240101", &image).await);
    decide(&head, &case, "restore").await;
    bob.get(&at(&made, "")).await.data();
    assert!(reads(&portal, "240102", &image).await);
}

#[tokio::test]
async fn a_reported_comment_stands_below_its_post_and_what_it_answers() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let post = write(&alice, json!({})).await;
    let parent = alice.post(&at(&post, "/comments"), &json!({ "content": "好吃" })).await.data();
    let body = json!({ "content": "你真笨", "parent_id": parent["id"], "anonymous": true });
    let made = bob.post(&at(&post, "/comments"), &body).await.data();
    report(&alice, "comment", &made).await.data();
    let case = first(&officer, "open").await;
    assert_eq!((&case["author_id"], &case["author_name"]), (&json!(""), &json!("")));
    let opened = details(&officer, &case).await;
    let texts: Vec<&str> =
        opened["quotes"].as_array().unwrap().iter().map(|quote| quote["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["食堂新菜\n番茄 **炒蛋** 不错", "好吃", "你真笨"]);
    let answer = &opened["quotes"][2];
    assert_eq!((&answer["anonymous"], &answer["alias"]), (&json!(true), &json!(1)));
    assert!(!opened.to_string().contains("240102") && !opened.to_string().contains("net-240102"), "{opened}");
    decide(&officer, &case, "remove").await;
    let shown = alice.get(&at(&post, "/comments")).await.data();
    assert_eq!(
        (&shown["comments"][1]["deleted"], &shown["comments"][1]["content"]),
        (&json!(true), &json!(""))
    );
    assert_eq!(alice.get(&at(&post, "")).await.data()["comment_count"], 1);
    decide(&officer, &case, "restore").await;
    assert_eq!(alice.get(&at(&post, "")).await.data()["comment_count"], 2);
}

#[tokio::test]
async fn what_a_moderator_removed_is_kept_for_an_appeal_and_forgotten_after_it() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let (made, other) = (write(&alice, json!({})).await, write(&alice, json!({ "title": "另一个" })).await);
    let comment = alice.post(&at(&other, "/comments"), &json!({ "content": "不当的话" })).await.data();
    for (kind, one) in [("post", &made), ("comment", &comment)] {
        let body = json!({ "kind": kind, "id": one["id"].to_string(), "reason": "伤人" });
        head.post("/api/moderation/removals", &body).await.data();
    }
    portal.advance(7 * 86_400 - 1);
    let head = portal.client_of(UserId::parse("240100").unwrap()).await;
    forget(&portal).await;
    for case in head.get("/api/moderation/cases?status=removed").await.data()["cases"].as_array().unwrap() {
        assert_eq!(case["may_restore"], true);
    }
    portal.advance(1);
    forget(&portal).await;
    forget(&portal).await;
    for case in head.get("/api/moderation/cases?status=removed").await.data()["cases"].as_array().unwrap() {
        assert_eq!(case["may_restore"], false);
    }
    let (post, said) = (made["id"].as_i64().unwrap(), comment["id"].as_i64().unwrap());
    let left = portal.app.db.read(move |read| {
        let post = crate::store::posts::find(read, post)?.is_some();
        Ok((post, crate::store::comments::find(read, said)?.is_some()))
    });
    assert_eq!(left.await.unwrap(), (false, false));
}

#[tokio::test]
async fn officers_remove_nothing_of_their_teachers() {
    let portal = portal().await;
    let (officer, head) = (portal.officer(&[&MANAGE_POSTS]).await, portal.class_admin().await);
    let made = write(&head, json!({})).await;
    report(&officer, "post", &made).await.data();
    assert!(first(&officer, "open").await.is_null() && first(&head, "open").await.is_null());
    let body = json!({ "kind": "post", "id": made["id"].to_string(), "reason": "" });
    assert_eq!(officer.post("/api/moderation/removals", &body).await.refusal(), "400 请写明原因");
    let body = json!({ "kind": "post", "id": made["id"].to_string(), "reason": "伤人" });
    let refused = officer.post("/api/moderation/removals", &body).await;
    assert_eq!(refused.refusal(), "403 无权限执行此操作");
    assert_eq!(first(&portal.admin().await, "open").await["reporters"], 1);
}

#[tokio::test]
async fn whoever_is_silenced_votes_and_likes_and_writes_nothing() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let poll = json!({ "questions": [{ "kind": "choice", "options": ["是", "否"] }] });
    let made = write(&alice, json!({ "type": "poll", "poll": poll })).await;
    let own = write(&bob, json!({})).await;
    let said = bob.post(&at(&made, "/comments"), &json!({ "content": "早" })).await.data();
    officer.put("/api/moderation/silences/240102", &json!({ "minutes": 60, "reason": "刷屏" })).await.data();
    let comment = format!("/api/community/comments/{}", said["id"]);
    for (method, path, body) in [
        ("POST", "/api/community".to_owned(), post(json!({}))),
        ("PATCH", at(&own, ""), json!({ "title": "改" })),
        ("POST", at(&made, "/comments"), json!({ "content": "早" })),
        ("PATCH", comment, json!({ "content": "晚" })),
    ] {
        let refused = bob.send(method.parse().unwrap(), &path, Some(&body)).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["slug"]), (403, &json!("silenced")), "{path}");
    }
    let answers = json!({ "answers": [{ "question": 0, "choices": [0] }] });
    bob.put(&at(&made, "/vote"), &answers).await.data();
    bob.put(&at(&made, "/like"), &json!({})).await.data();
    bob.delete(&at(&own, "")).await.data();
}

#[tokio::test]
async fn what_a_moderator_removed_waits_for_an_appeal_also_when_the_moderator_is_gone() {
    let portal = portal().await;
    let (alice, officer) = (portal.register("240101").await, portal.officer(&[&MANAGE_POSTS]).await);
    let head = portal.class_admin().await;
    let made = write(&alice, json!({})).await;
    let body = json!({ "kind": "post", "id": made["id"].to_string(), "reason": "伤人" });
    officer.post("/api/moderation/removals", &body).await.data();
    let gone = UserId::parse("240112").unwrap();
    let erase = move |tx: &mut kernel::AppTx| {
        (moderation::FEATURE.erase_user)(tx, &gone)?;
        Ok((crate::FEATURE.erase_user)(tx, &gone)?)
    };
    portal.app.write(erase).await.unwrap();
    portal.advance(2 * 86_400);
    forget(&portal).await;
    decide(&head, &first(&head, "removed").await, "restore").await;
    assert_eq!(alice.get(&at(&made, "")).await.data()["title"], "食堂新菜");
}

#[tokio::test]
async fn a_list_of_cases_names_the_post_where_the_moderator_sees_it() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let head = portal.class_admin().await;
    let made = write(&alice, json!({})).await;
    let said = bob.post(&at(&made, "/comments"), &json!({ "content": "你真笨" })).await.data();
    let group = group(&portal, &["240101", "240102"]);
    let unseen = write(&alice, json!({ "title": "只给小组看", "visible_groups": [group] })).await;
    for (kind, one, by) in [("post", &made, &bob), ("comment", &said, &alice), ("post", &unseen, &bob)] {
        report(by, kind, one).await.data();
    }
    let listed = head.get("/api/moderation/cases").await.data();
    let of = |kind: &str, id: &Value| {
        let (place, all) = (json!(id.to_string()), listed["cases"].as_array().unwrap().iter());
        let mut found = all.filter(|case| case["kind"] == kind && case["place"] == place);
        found.next().unwrap()["title"].clone()
    };
    assert_eq!((of("post", &made["id"]), of("comment", &made["id"])), (json!("食堂新菜"), json!("食堂新菜")));
    assert_eq!(of("post", &unseen["id"]), "", "the title is among the words that opening the case shows");
    assert_eq!(listed["waiting"], json!({ "open": 3, "appealed": 0 }));
}

#[tokio::test]
async fn a_list_of_cases_does_not_name_a_post_that_was_deleted() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let head = portal.class_admin().await;
    let made = write(&alice, json!({})).await;
    let said = bob.post(&at(&made, "/comments"), &json!({ "content": "你真笨" })).await.data();
    report(&alice, "comment", &said).await.data();
    assert_eq!(first(&head, "open").await["title"], "食堂新菜");
    alice.delete(&at(&made, "")).await.data();
    let case = first(&head, "open").await;
    assert_eq!(
        (&case["title"], &case["words"], &case["words_hidden"]),
        (&json!(""), &json!("你真笨"), &json!(false))
    );
}
