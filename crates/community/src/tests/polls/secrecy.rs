//! What the database has of votes, and what is left of a member who leaves.

use kernel::user::UserId;

use super::*;

fn id(user: &str) -> UserId {
    UserId::parse(user).unwrap()
}

#[tokio::test]
async fn nothing_in_the_database_joins_a_secret_vote_to_its_member() {
    let portal = portal().await;
    let alice = portal.member().await;
    let made = ask(&alice, outing(&json!({}))).await;
    let mut cast = Vec::new();
    for number in 0..8 {
        let member = portal.register(&format!("24010{number}")).await;
        let text = format!("第{number}个");
        vote(&member, &made, json!([{ "question": 1, "text": text }, { "question": 2, "value": 1 }]))
            .await
            .data();
        cast.push(text);
    }
    let post = made["id"].as_i64().unwrap();
    let (voters, kept) = portal
        .app
        .db
        .read(move |read| Ok((polls::voters(read, post)?, polls::as_kept(read)?)))
        .await
        .unwrap();
    assert_eq!(voters.len(), 8);
    assert!(voters.iter().all(|(_, answers)| answers.is_empty()), "who has voted, without an answer");
    let said: Vec<String> = kept
        .iter()
        .map(|raw| serde_json::from_str::<Value>(raw).unwrap()[0]["text"].as_str().unwrap().to_owned())
        .collect();
    assert_ne!(said, cast, "answers do not lie in the order of the votes");
    let mut sorted = said.clone();
    sorted.sort();
    assert_eq!(sorted, cast, "and all are there");
    assert!(kept.iter().all(|raw| !raw.contains("2401")));

    let poll = seen(&alice, &made).await;
    let shown = poll["results"][1]["texts"].as_array().unwrap();
    assert!(shown.len() == 8 && cast.iter().all(|text| shown.contains(&json!(text))), "{shown:?}");
    for number in 0..8 {
        let member = portal.client_of(id(&format!("24010{number}"))).await;
        let poll = seen(&member, &made).await;
        assert_eq!((&poll["own_answers"], &poll["results"][1]["texts"]), (&Value::Null, &json!([])));
    }
}

#[tokio::test]
async fn a_vote_with_a_name_leaves_with_its_member_and_a_secret_one_stays_counted() {
    let portal = portal().await;
    let (alice, bob, carol) =
        (portal.member().await, portal.register("240101").await, portal.register("240102").await);
    let secret = ask(&alice, lunch(&json!({}))).await;
    let named = ask(&alice, outing(&json!({ "secret": false }))).await;
    for (client, option) in [(&bob, 0), (&carol, 1)] {
        choose(client, &secret, option).await.data();
        let answers = json!([{ "question": 0, "choices": [option] }, { "question": 2, "value": option }]);
        vote(client, &named, answers).await.data();
    }
    choose(&alice, &secret, 2).await.data();
    let leaving = id("240101");
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &leaving)?)).await.unwrap();

    let poll = seen(&alice, &named).await;
    assert_eq!(poll["voter_count"], 1);
    assert_eq!(
        (&poll["results"][0]["counts"], &poll["results"][2]["counts"]),
        (&json!([0, 1, 0]), &json!([0, 1, 0, 0]))
    );
    assert_eq!((&poll["results"][1]["answered"], &poll["results"][2]["average"]), (&json!(0), &json!(1.0)));
    let poll = seen(&alice, &secret).await;
    assert_eq!((&poll["voter_count"], &poll["results"][0]["counts"]), (&json!(3), &json!([1, 1, 1])));
    alice.post_empty(&path(&secret, "/close")).await.data();
    let voters = alice.get(&path(&secret, "/voters")).await.data();
    assert_eq!(voters["voted"].as_array().unwrap().len(), 2);

    let author = id("240111");
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &author)?)).await.unwrap();
    let left = portal.app.db.read(|read| Ok(polls::as_kept(read)?)).await.unwrap();
    assert!(left.is_empty(), "a vote goes with its post");
}

#[tokio::test]
async fn a_member_takes_along_what_they_answered_where_that_is_known() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let secret = ask(&alice, lunch(&json!({}))).await;
    let named = ask(&alice, outing(&json!({ "secret": false }))).await;
    choose(&bob, &secret, 0).await.data();
    let answers = json!([{ "question": 0, "choices": [0, 2] }, { "question": 1, "text": "好" }, { "question": 2, "value": 3 }]);
    vote(&bob, &named, answers).await.data();
    let user = id("240101");
    let exported = portal.app.db.read(move |read| Ok(polls::export(read, &user)?)).await.unwrap();
    let said = json!([
        { "question": "去哪里", "answer": "山; 城" },
        { "question": "想说什么", "answer": "好" },
        { "question": "期待程度", "answer": "3" },
    ]);
    assert_eq!(
        exported,
        [
            json!({ "post_id": secret["id"], "title": "午饭吃什么", "answers": null }),
            json!({ "post_id": named["id"], "title": "秋游", "answers": said }),
        ]
    );
    assert_eq!(row(&portal, &named).await.voter_count, 1);
}
