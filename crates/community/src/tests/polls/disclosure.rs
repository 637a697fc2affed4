//! What is told of a vote while it is open: never so much that answers can be joined to members.

use identity::admin::MANAGE_POSTS;

use super::*;

const VOTERS_LATER: &str = "409 无记名投票结束后才能看名单";
const RESULTS_LATER: &str = "409 无记名投票结束后才能看结果";
const TOO_FEW: &str = "409 无记名投票至少 3 人参与才有结果";

/// Members whom nobody else in the test is.
async fn members(portal: &TestPortal, count: usize) -> Vec<Client> {
    let mut members = Vec::new();
    for number in 0..count {
        members.push(portal.register(&format!("2403{number:02}")).await);
    }
    members
}

#[tokio::test]
async fn an_open_secret_vote_never_tells_one_member_its_results_and_its_voters() {
    let portal = portal().await;
    let alice = portal.member().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let members = members(&portal, 4).await;
    for results_from in ["vote", "close"] {
        let made = ask(&alice, outing(&json!({ "results_from": results_from }))).await;
        for (place, member) in members.iter().enumerate() {
            let answers = json!([{ "question": 1, "text": "好" }, { "question": 2, "value": place }]);
            vote(member, &made, answers).await.data();
            for client in [&alice, &officer, member] {
                let poll = seen(client, &made).await;
                let has_list = client.get(&path(&made, "/voters")).await.status == 200;
                let has_table = client.get(&path(&made, "/results.csv")).await.status == 200;
                let has_results = poll["results"].is_array() || has_table;
                assert!(!(has_list && has_results), "{results_from} after {place}");
                assert_eq!(poll["voter_count"], place + 1);
            }
        }
        alice.post_empty(&path(&made, "/close")).await.data();
        assert_eq!(seen(&alice, &made).await["results"][1]["texts"], json!(["好", "好", "好", "好"]));
        assert_eq!(seen(&officer, &made).await["results"][2]["counts"], json!([1, 1, 1, 1]));
        assert_eq!(alice.get(&path(&made, "/results.csv")).await.text().lines().count(), 5);
        for client in [&alice, &officer] {
            let voters = client.get(&path(&made, "/voters")).await.data();
            assert_eq!(voters["voted"].as_array().unwrap().len(), 4);
        }
    }
}

#[tokio::test]
async fn voters_of_a_secret_vote_wait_for_the_end_where_its_results_do_not() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let made = ask(&alice, lunch(&json!({ "closes_at": "2026-09-01T01:00:00Z" }))).await;
    for member in members(&portal, 3).await {
        choose(&member, &made, 1).await.data();
    }
    for client in [&alice, &officer] {
        assert_eq!(client.get(&path(&made, "/voters")).await.refusal(), VOTERS_LATER);
    }
    assert_eq!(bob.get(&path(&made, "/voters")).await.refusal(), "403 无权限执行此操作");
    assert_eq!(seen(&alice, &made).await["results"][0]["counts"], json!([0, 3, 0]));
    assert_eq!(alice.get(&path(&made, "/results.csv")).await.status.as_u16(), 200);
    portal.advance(3600);
    for client in [&alice, &officer] {
        client.get(&path(&made, "/voters")).await.data();
    }
}

#[tokio::test]
async fn results_of_a_secret_vote_that_wait_for_the_end_wait_for_its_author_as_well() {
    let portal = portal().await;
    let alice = portal.member().await;
    let made = ask(&alice, outing(&json!({ "results_from": "close" }))).await;
    for member in members(&portal, 3).await {
        vote(&member, &made, json!([{ "question": 1, "text": "好" }, { "question": 2, "value": 1 }]))
            .await
            .data();
    }
    assert_eq!(seen(&alice, &made).await["results"], Value::Null);
    let listed = alice.get(ALL).await.data();
    assert_eq!(listed["posts"][0]["poll"]["results"], Value::Null);
    assert_eq!(alice.get(&path(&made, "/results.csv")).await.refusal(), RESULTS_LATER);
    assert_eq!(alice.get(&path(&made, "/voters")).await.data()["voted"].as_array().unwrap().len(), 3);
    let ended = alice.post_empty(&path(&made, "/close")).await.data();
    assert_eq!(ended["poll"]["results"][2]["counts"], json!([0, 3, 0, 0]));
}

#[tokio::test]
async fn a_secret_vote_with_fewer_than_three_votes_has_no_results() {
    let portal = portal().await;
    let (alice, members) = (portal.member().await, members(&portal, 3).await);
    for results_from in ["vote", "close"] {
        let made = ask(&alice, lunch(&json!({ "results_from": results_from }))).await;
        let ended = ask(&alice, lunch(&json!({ "results_from": results_from }))).await;
        for member in &members[..2] {
            let told = choose(member, &made, 0).await.data();
            assert_eq!(told["poll"]["results"], Value::Null, "one of two voters knows the other");
            choose(member, &ended, 0).await.data();
        }
        alice.post_empty(&path(&ended, "/close")).await.data();
        for client in [&alice, &members[0], &members[2]] {
            assert_eq!(seen(client, &ended).await["results"], Value::Null);
        }
        assert_eq!(seen(&alice, &made).await["results"], Value::Null);
        for one in [&made, &ended] {
            assert_eq!(alice.get(&path(one, "/results.csv")).await.refusal(), TOO_FEW);
        }
        assert_eq!(alice.get(&path(&ended, "/voters")).await.data()["voted"].as_array().unwrap().len(), 2);
        choose(&members[2], &made, 1).await.data();
        alice.post_empty(&path(&made, "/close")).await.data();
        assert_eq!(seen(&alice, &made).await["results"][0]["counts"], json!([2, 1, 0]));
    }
}

#[tokio::test]
async fn a_named_vote_tells_its_author_results_and_voters_from_the_first_vote() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    for results_from in ["vote", "close"] {
        let made = ask(&alice, lunch(&json!({ "results_from": results_from, "secret": false }))).await;
        choose(&bob, &made, 1).await.data();
        assert_eq!(seen(&alice, &made).await["results"][0]["voters"], json!([[], ["net-240101"], []]));
        assert_eq!(alice.get(&path(&made, "/voters")).await.data()["voted"].as_array().unwrap().len(), 1);
        assert!(alice.get(&path(&made, "/results.csv")).await.text().contains("net-240101"));
    }
}

#[tokio::test]
async fn title_and_text_stay_once_somebody_has_voted_and_all_else_may_change() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let made = ask(&alice, merged(lunch(&json!({})), &json!({ "content": "周五" }))).await;
    let change = async |body: Value| alice.patch(&path(&made, ""), &body).await;
    let before = change(json!({ "title": "晚饭吃什么", "content": "周四" })).await.data();
    assert_eq!((&before["title"], &before["content"]), (&json!("晚饭吃什么"), &json!("周四")));
    choose(&bob, &made, 0).await.data();
    for body in [
        json!({ "title": "早饭吃什么" }),
        json!({ "content": "周一" }),
        json!({ "content": "", "tags": ["食堂"] }),
        json!({ "title": "早饭吃什么", "closes_at": "2026-09-02T00:00:00Z" }),
    ] {
        assert_eq!(change(body.clone()).await.refusal(), "409 已有人投票，不能再改标题和内容", "{body}");
    }
    let kept = seen(&alice, &made).await;
    assert_eq!(kept["closes_at"], Value::Null, "nothing of a refused change is kept");
    let rest = json!({ "title": "晚饭吃什么", "content": "周四", "tags": ["食堂"],
                       "hidden_groups": ["class_02"], "closes_at": "2026-09-02T00:00:00Z" });
    let after = change(rest).await.data();
    assert_eq!(
        (&after["title"], &after["tags"], &after["hidden_groups"], &after["poll"]["closes_at"]),
        (&json!("晚饭吃什么"), &json!(["食堂"]), &json!(["class_02"]), &json!("2026-09-02T00:00:00.000Z"))
    );
}

#[tokio::test]
async fn nobody_ends_a_vote_during_an_exam() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let made = ask(&alice, lunch(&json!({}))).await;
    let until = kernel::app::iso(portal.now().as_millisecond() + 3_600_000);
    head.put("/api/admin/exam-mode", &json!({ "until": until })).await.data();
    let refused = alice.post_empty(&path(&made, "/close")).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["slug"]), (403, &json!("exam_mode")));
    assert_eq!(seen(&alice, &made).await["closed"], false);
    head.put("/api/admin/exam-mode", &json!({ "until": null })).await.data();
    assert_eq!(alice.post_empty(&path(&made, "/close")).await.data()["poll"]["closed"], true);
}
