//! Anonymous comments: one voice has one number below a post, and nothing tells whose it is.

use super::*;

async fn anonymous(client: &Client, post: &Value, content: &str) -> Value {
    say(client, post, content, json!({ "anonymous": true })).await
}

#[tokio::test]
async fn an_anonymous_voice_keeps_its_number_below_one_post() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let carol = portal.register("240103").await;
    let post = write(&alice, json!({})).await;
    for (client, content) in [(&bob, "一"), (&carol, "二"), (&bob, "三"), (&alice, "四"), (&carol, "五")]
    {
        anonymous(client, &post, content).await;
    }
    say(&bob, &post, "六", json!({})).await;
    let shown = thread(&alice, &post).await;
    let names: Vec<&str> = shown.iter().map(|row| row["author_name"].as_str().unwrap()).collect();
    let expected = ["匿名同学 1", "匿名同学 2", "匿名同学 1", "匿名同学 3", "匿名同学 2", "net-240102"];
    assert_eq!(names, expected);
    assert_eq!((&shown[2]["alias"], &shown[5]["alias"]), (&json!(1), &Value::Null));
    assert!(
        shown.iter().all(|row| row["by_author"] == false),
        "the post has a name, the voice of its author none"
    );

    let other = write(&alice, json!({})).await;
    assert_eq!(anonymous(&carol, &other, "在别处").await["alias"], 1, "each post has its own");
}

#[tokio::test]
async fn a_voice_whose_comments_are_deleted_gives_its_number_to_nobody_who_speaks_beside_it() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let carol = portal.register("240103").await;
    let post = write(&alice, json!({})).await;
    let first = anonymous(&bob, &post, "一").await;
    bob.delete(&of(&first, "")).await.data();
    assert_eq!(anonymous(&carol, &post, "二").await["alias"], 2);
    assert_eq!(anonymous(&bob, &post, "三").await["alias"], 1);
    assert_eq!(bob.post_empty(&of(&first, "/restore")).await.data()["author_name"], "匿名同学 1");
}

#[tokio::test]
async fn the_author_of_an_anonymous_post_is_known_as_that_and_by_no_number() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({ "anonymous": true })).await;
    anonymous(&bob, &post, "谁？").await;
    anonymous(&alice, &post, "我").await;
    say(&alice, &post, "路过", json!({})).await;
    let shown = thread(&bob, &post).await;
    let told = |row: &Value| {
        let (name, by_author) = (row["author_name"].as_str().unwrap().to_owned(), row["by_author"].clone());
        (name, row["alias"].clone(), by_author)
    };
    assert_eq!(told(&shown[0]), ("匿名同学 1".into(), json!(1), json!(false)));
    assert_eq!(told(&shown[1]), ("匿名同学".into(), Value::Null, json!(true)));
    assert_eq!(
        told(&shown[2]),
        ("net-240101".into(), Value::Null, json!(false)),
        "whoever speaks by name gives nothing away"
    );
}

#[tokio::test]
async fn nothing_that_others_get_tells_who_spoke_anonymously() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    let post = write(&alice, json!({})).await;
    let made = anonymous(&bob, &post, "秘密").await;
    say(&alice, &post, "引用一下", json!({ "quote_id": made["id"] })).await;
    bob.patch(&of(&made, ""), &comment("改了", json!({}))).await.data();
    alice.put(&of(&made, "/like"), &json!({})).await.data();
    for client in [&alice, &head, &admin] {
        let (threads, inbox) =
            (client.get(&at(&post, "/comments")).await.text(), client.get("/api/notifications").await.text());
        for text in [threads, inbox] {
            assert!(!text.contains("240102"), "{text}");
        }
    }
    assert_eq!(thread(&bob, &post).await[0]["own"], true, "who wrote it knows it");
    bob.delete(&of(&made, "")).await.data();
    bob.post_empty(&of(&made, "/restore")).await.data();
    for event in events(&portal, &["comment_created", "comment_changed", "comment_removed", "liked"]).await {
        let is_of_alice = event.actor_id == "240101";
        assert!(is_of_alice || event.actor_id.is_empty(), "{event:?}");
        assert!(!event.data.contains("240102"), "{event:?}");
    }
}

#[tokio::test]
async fn fifty_who_speak_at_once_get_fifty_numbers() {
    let portal = talkative().await;
    let alice = portal.register("240101").await;
    let post = write(&alice, json!({ "anonymous": true })).await;
    let mut others = Vec::new();
    for number in 1..=50 {
        others.push(portal.register(&format!("2402{number:02}")).await);
    }
    let said = join_all(others.iter().map(|one| anonymous(one, &post, "我"))).await;
    let mut numbers: Vec<i64> = said.iter().map(|row| row["alias"].as_i64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=50).collect::<Vec<_>>());
    assert_eq!(seen(&alice, &post).await["comment_count"], 50);
}

#[tokio::test]
async fn a_program_does_not_speak_anonymously() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let wanted = json!({ "name": "a", "scopes": ["community:read", "community:write"] });
    let issued = head.post("/api/integrations/tokens", &wanted).await.data();
    let program = portal.anonymous().bearing(issued["secret"].as_str().unwrap());
    let post = write(&head, json!({})).await;
    let refused = program.post(&at(&post, "/comments"), &comment("好", json!({ "anonymous": true }))).await;
    assert_eq!(refused.refusal(), "400 程序不能匿名发布");
    say(&program, &post, "好", json!({})).await;
    assert_eq!(thread(&program, &post).await[0]["author_id"], "240100");
    let made = &thread(&head, &post).await[0];
    assert_eq!(program.delete(&of(made, "")).await.status.as_u16(), 403, "no scope opens it");
}

#[tokio::test]
async fn no_voice_gets_the_number_of_one_whose_words_are_gone() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let carol = portal.register("240103").await;
    let post = write(&alice, json!({})).await;
    anonymous(&alice, &post, "一").await;
    let last = anonymous(&bob, &post, "二").await;
    bob.delete(&of(&last, "")).await.data();
    let until = portal.app.clock.now_ms();
    portal.app.write(move |tx| crate::comments::drop_gone(tx, until)).await.unwrap();
    assert_eq!(thread(&alice, &post).await.len(), 1, "nothing is left of it");
    assert_eq!(anonymous(&carol, &post, "三").await["alias"], 3);
}
