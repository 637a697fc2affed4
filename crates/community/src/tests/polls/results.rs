//! Who sees what came of a vote, and how much of it.

use kernel::events::Event;

use super::*;

#[tokio::test]
async fn results_are_for_those_who_have_voted_for_the_author_and_after_the_end_for_all() {
    let portal = portal().await;
    let (alice, bob, carol, admin) = (
        portal.member().await,
        portal.register("240101").await,
        portal.register("240102").await,
        portal.admin().await,
    );
    let made = ask(&alice, lunch(&json!({ "closes_at": "2026-09-01T01:00:00Z" }))).await;
    for id in ["240103", "240104"] {
        choose(&portal.register(id).await, &made, 1).await.data();
    }
    let told = choose(&bob, &made, 1).await.data()["poll"].clone();
    let result =
        json!({ "answered": 3, "counts": [0, 3, 0], "average": null, "voters": [[], [], []], "texts": [] });
    assert_eq!(told["results"], json!([result]));
    assert_eq!((&told["voted"], &told["own_answers"]), (&json!(true), &Value::Null), "kept nowhere");
    for (client, is_told) in [(&alice, true), (&bob, true), (&carol, false), (&admin, false)] {
        let poll = seen(client, &made).await;
        assert_eq!(poll["results"].is_array(), is_told);
        let listed = client.get(ALL).await.data()["posts"][0]["poll"].clone();
        assert_eq!(listed, poll, "lists tell the same");
    }
    portal.advance(3600);
    assert_eq!(seen(&carol, &made).await["results"], json!([result]));
}

#[tokio::test]
async fn results_that_wait_for_the_end_are_until_then_for_the_author_alone() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let made = ask(&alice, lunch(&json!({ "results_from": "close", "secret": false }))).await;
    let told = choose(&bob, &made, 1).await.data()["poll"].clone();
    assert_eq!((&told["results"], &told["voter_count"]), (&Value::Null, &json!(1)));
    let own = json!([{ "question": 0, "choices": [1], "text": "", "value": null }]);
    assert_eq!(told["own_answers"], own);
    assert_eq!(seen(&alice, &made).await["results"][0]["counts"], json!([0, 1, 0]));
    alice.post_empty(&path(&made, "/close")).await.data();
    assert_eq!(seen(&bob, &made).await["results"][0]["counts"], json!([0, 1, 0]));
}

#[tokio::test]
async fn an_open_vote_names_who_chose_what_and_words_are_for_the_author() {
    let portal = portal().await;
    let (alice, bob, carol) =
        (portal.member().await, portal.register("240101").await, portal.register("240102").await);
    let made = ask(&alice, outing(&json!({ "secret": false }))).await;
    let answers = json!([{ "question": 0, "choices": [2, 0] }, { "question": 1, "text": " 好\r\n玩 " }, { "question": 2, "value": 3 }]);
    vote(&bob, &made, answers).await.data();
    vote(
        &carol,
        &made,
        json!([{ "question": 0, "choices": [0], "text": "", "value": null }, { "question": 2, "value": 2 }]),
    )
    .await
    .data();
    for (client, texts) in [(&alice, json!(["好\n玩"])), (&bob, json!([])), (&carol, json!([]))] {
        let results = seen(client, &made).await["results"].clone();
        assert_eq!(results[0]["voters"], json!([["net-240101", "net-240102"], [], ["net-240101"]]));
        assert_eq!((&results[0]["counts"], &results[0]["answered"]), (&json!([2, 0, 1]), &json!(2)));
        assert_eq!((&results[1]["texts"], &results[1]["answered"]), (&texts, &json!(1)));
        assert_eq!((&results[2]["counts"], &results[2]["average"]), (&json!([0, 0, 1, 1]), &json!(2.5)));
    }
    let own = seen(&bob, &made).await["own_answers"].clone();
    assert_eq!((&own[0]["choices"], &own[1]["text"]), (&json!([0, 2]), &json!("好\n玩")));
    let listed = alice.get(ALL).await.data()["posts"][0]["poll"]["results"].clone();
    assert_eq!((&listed[0]["voters"], &listed[1]["texts"]), (&json!([[], [], []]), &json!([])));
    assert_eq!(listed[0]["counts"], json!([2, 0, 1]));
}

#[tokio::test]
async fn desktops_are_told_of_a_vote_without_a_name() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let made = ask(&alice, merged(lunch(&json!({})), &json!({ "anonymous": true }))).await;
    choose(&bob, &made, 0).await.data();
    alice.post_empty(&path(&made, "/close")).await.data();
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    let told: Vec<&Event> = all.iter().filter(|event| event.feature == "community").collect();
    let kinds: Vec<&str> = told.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["post_created", "voted", "post_changed"]);
    assert!(told.iter().all(|event| event.actor_id.is_empty()));
    let data: Value = serde_json::from_str(&told[1].data).unwrap();
    assert_eq!(data, json!({ "post_id": made["id"], "post_type": "poll" }));
}
