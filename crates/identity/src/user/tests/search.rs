//! The search for members, and what holds for the search of everything.

use kernel::user::{Ban, UserId};
use search::testing::{found, titles};
use serde_json::json;

use crate::testing::TestPortal;

async fn portal() -> TestPortal {
    TestPortal::new(&[search::FEATURE]).await
}

/// Adds those who were registered without an event.
async fn index(portal: &TestPortal) -> u64 {
    search::rebuild(&portal.app, |_| ()).await.unwrap()
}

#[tokio::test]
async fn members_are_found_by_their_names_but_not_those_who_are_disabled() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    for id in ["240102", "240201", "240103"] {
        portal.register(id).await;
    }
    index(&portal).await;
    portal.ban("240103", Some(Ban { expires_at: None, reason: None })).await;
    let members = async |words: &str| titles(&portal.app, &alice, "member", words).await;
    assert_eq!(members("NET-2402").await, ["net-240201"]);
    assert_eq!(members("net-2401").await, ["net-240101", "net-240102"]);
    assert_eq!(members("240102").await, ["net-240102"]);
    assert_eq!(members("实名240201").await, ["net-240201"]);
    assert!(members("%").await.is_empty(), "a sign stands in no index");
}

#[tokio::test]
async fn a_new_name_is_found_by_its_sound_and_the_old_one_is_not_found() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    index(&portal).await;
    alice.patch("/api/user/profile", &json!({ "net_name": "曾知夏" })).await.data();
    for words in ["知夏", "zengzhixia", "ZZX", "zhixia", "曾zhi", "曾"] {
        assert_eq!(titles(&portal.app, &alice, "member", words).await, ["曾知夏"], "{words}");
    }
    assert!(titles(&portal.app, &alice, "member", "net").await.is_empty());
    let hit = found(&portal.app, &alice, "zx").await[0]["hits"][0].clone();
    assert_eq!(hit["marks"], json!([{ "start": 1, "end": 3 }]));
    assert_eq!((&hit["id"], &hit["detail"]), (&json!("240101"), &json!("实名240101")));
}

#[tokio::test]
async fn a_bad_question_is_refused_and_one_kind_can_be_asked_for() {
    let portal = portal().await;
    let alice = portal.member().await;
    for n in 1..=12 {
        portal.register(&format!("2402{n:02}")).await;
    }
    index(&portal).await;
    let long = "x".repeat(81);
    for query in ["", "%20", "a%0Ab", long.as_str()] {
        let refusal = alice.get(&format!("/api/search?q={query}")).await.refusal();
        assert_eq!(refusal, "400 搜索内容须为 1–80 个字符，且不能包含控制字符");
    }
    assert_eq!(alice.get("/api/search").await.refusal(), "400 查询参数格式不正确");
    assert_eq!(portal.anonymous().get("/api/search?q=a").await.refusal(), "401 未登录");

    let of_all = found(&portal.app, &alice, "2402").await[0].clone();
    assert_eq!((of_all["hits"].as_array().unwrap().len(), &of_all["more"]), (8, &json!(true)));
    assert_eq!((&of_all["label"], &of_all["app"]), (&json!("成员"), &json!("")));
    let of_one = alice.get("/api/search?q=2402&kind=member").await.data()["kinds"][0].clone();
    assert_eq!((of_one["hits"].as_array().unwrap().len(), &of_one["more"]), (12, &json!(false)));
    assert_eq!(alice.get("/api/search?q=2402&kind=nothing").await.data()["kinds"], json!([]));
}

#[tokio::test]
async fn an_index_is_built_of_everything_from_before_it_and_goes_on_after_a_restart() {
    let portal = portal().await;
    for n in 1..=99 {
        portal.register(&format!("2402{n:02}")).await;
    }
    for n in 1..=20 {
        portal.register(&format!("2403{n:02}")).await;
    }
    assert_eq!(index(&portal).await, 119, "in more than one piece");
    let alice = portal.client_of(UserId::parse("240301").unwrap()).await;
    assert_eq!(
        alice.get("/api/search?q=2403&kind=member").await.data()["kinds"][0]["hits"]
            .as_array()
            .unwrap()
            .len(),
        20
    );
    assert_eq!(alice.get("/api/search?q=2403").await.data()["building"], false);

    drop(alice);
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240301").unwrap()).await;
    assert_eq!(titles(&portal.app, &alice, "member", "240219").await, ["net-240219"]);
}

#[tokio::test]
async fn an_answer_says_that_the_index_is_still_built() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    search::testing::forget_builds(&portal.app).await;
    assert_eq!(alice.get("/api/search?q=2401").await.data()["building"], true);
    index(&portal).await;
    assert_eq!(alice.get("/api/search?q=2401").await.data()["building"], false);
}

#[tokio::test]
async fn an_erased_member_is_found_no_more() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, UserId::parse("240102").unwrap());
    portal.register("240102").await;
    index(&portal).await;
    assert_eq!(titles(&portal.app, &alice, "member", "240102").await, ["net-240102"]);
    let erase = portal.app.write(move |tx| Ok((search::FEATURE.erase_user)(tx, &bob)?));
    erase.await.unwrap();
    assert!(titles(&portal.app, &alice, "member", "240102").await.is_empty());
}
