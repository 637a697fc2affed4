//! What a case is known by: the names of members, a shared post, and what is left when the words are gone.

use super::reports::{decide, first, report};
use super::*;

const SHARED: &str = r#"{"post_id":7}"#;

async fn own(client: &Client) -> Value {
    client.get("/api/moderation/own").await.data()
}

#[tokio::test]
async fn a_case_has_the_real_names_of_the_members_that_it_names() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message, "").await.data();
    let case = first(&lead, "open").await;
    assert_eq!(case["author_real_name"], "实名240102");
    let opened = lead.get(&format!("/api/moderation/cases/{}", case["id"].as_str().unwrap())).await.data();
    assert_eq!(
        (&opened["quotes"][0]["author_real_name"], &opened["reports"][0]["reporter_real_name"]),
        (&json!("实名240102"), &json!("实名240101"))
    );
    decide(&lead, &case, "keep").await.data();
    assert_eq!(first(&lead, "kept").await["decider_real_name"], "实名240100");
    let silence = json!({ "minutes": 60, "reason": "刷屏" });
    let silenced = lead.put("/api/moderation/silences/240102", &silence).await.data();
    assert_eq!(
        (&silenced["real_name"], &silenced["silencer_real_name"]),
        (&json!("实名240102"), &json!("实名240100"))
    );
    let listed = lead.get("/api/moderation/silences").await.data();
    assert_eq!(listed, json!([silenced]));
    assert_eq!(portal.register("240200").await.get("/api/moderation/silences").await.data(), json!([]));
}

#[tokio::test]
async fn a_shared_post_without_words_is_named_by_its_number_also_after_it_was_removed() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let body = json!({ "room": "class_01", "msg_type": "community_forward", "content": SHARED });
    let message = bob.post("/api/chat/messages", &body).await.data()["message"].clone();
    report(&alice, &message, "").await.data();
    let case = first(&lead, "open").await;
    assert_eq!((&case["words"], &case["title"]), (&json!("#7"), &json!("")));
    decide(&lead, &case, "remove").await.data();
    assert_eq!(first(&lead, "removed").await["words"], "#7");
    decide(&lead, &case, "restore").await.data();
    assert_eq!(first(&lead, "restored").await["words"], "#7");
}

#[tokio::test]
async fn the_other_words_of_a_shared_post_do_not_pass_for_its_number() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    for (content, words) in [
        (r##"{"post_id":7,"x":"#12"}"##, "#7 #12"),
        (r##"{"a":"#12","post_id":7,"title":"春游"}"##, "#7 #12\n春游"),
        (r##"{"x":"\n##12"}"##, "12"),
        (r##"{"post_id":-7,"x":"#12"}"##, "12"),
    ] {
        portal.advance(1);
        let body = json!({ "room": "class_01", "msg_type": "community_forward", "content": content });
        let message = bob.post("/api/chat/messages", &body).await.data()["message"].clone();
        report(&alice, &message, "").await.data();
        assert_eq!(first(&lead, "open").await["words"], words, "{content}");
    }
}

#[tokio::test]
async fn a_report_of_what_is_gone_still_says_whose_it_was_and_where_it_stood() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    portal.class_admin().await;
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message, "难听").await.data();
    bob.post_empty(&path(&message, "/recall")).await.data();
    let told = own(&alice).await["reports"][0].clone();
    assert_eq!((&told["words"], &told["place"]), (&Value::Null, &json!("class_01")));
    assert_eq!((&told["author_id"], &told["anonymous"]), (&json!("240102"), &json!(false)));
    assert!(told["author_name"].as_str().unwrap().contains("240102"), "{told}");
}

#[tokio::test]
async fn what_waits_is_counted_whichever_cases_are_listed() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    for words in ["骂人的话", "还在骂"] {
        let message = send_message(&bob, "class_01", words).await;
        report(&alice, &message, "").await.data();
    }
    let case = first(&lead, "open").await;
    decide(&lead, &case, "remove").await.data();
    let appeal = format!("/api/moderation/cases/{}/appeal", case["id"].as_str().unwrap());
    bob.post(&appeal, &json!({ "text": "是玩笑" })).await.data();
    let kept = lead.get("/api/moderation/cases?status=kept").await.data();
    assert_eq!(kept["waiting"], json!({ "open": 1, "appealed": 1 }));
}
