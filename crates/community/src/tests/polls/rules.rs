//! What is asked, what is answered, how often and until when.

use futures_util::future::join_all;

use super::*;

fn questions(questions: Value) -> Value {
    json!({ "questions": questions })
}

#[tokio::test]
async fn a_poll_that_keeps_no_rule_is_refused_by_name_and_nothing_is_written() {
    let portal = portal().await;
    let alice = portal.member().await;
    let one = "400 投票须有且只有一个选择题";
    let choice = json!({ "kind": "choice", "text": "哪个", "options": ["a", "b"] });
    let option = "400 第 1 个问题的每个选项须为 1–100 个字符，且不能重复";
    let options = "400 第 1 个问题须有 2–10 个选项";
    let eleven: Vec<String> = (0..11).map(|number| number.to_string()).collect();
    for (poll, refusal) in [
        (questions(json!([])), one),
        (questions(json!([choice, choice])), one),
        (questions(json!([{ "kind": "text", "text": "?" }])), one),
        (questions(json!([{ "kind": "choice", "options": ["a"] }])), options),
        (questions(json!([{ "kind": "choice", "options": eleven }])), options),
        (questions(json!([{ "kind": "choice", "options": ["a", " a "] }])), option),
        (questions(json!([{ "kind": "choice", "options": ["a", " "] }])), option),
        (questions(json!([{ "kind": "choice", "options": ["a", "长".repeat(101)] }])), option),
        (questions(json!([{ "kind": "choice", "options": ["a", "b\nc"] }])), option),
        (
            questions(json!([{ "kind": "choice", "options": ["a", "b"], "max_choices": 3 }])),
            "400 第 1 个问题最多可选的数量须为 1–2",
        ),
        (
            questions(json!([{ "kind": "choice", "options": ["a", "b"], "max_choices": 0 }])),
            "400 第 1 个问题最多可选的数量须为 1–2",
        ),
        (
            questions(json!([{ "kind": "choice", "text": "长".repeat(201), "options": ["a", "b"] }])),
            "400 第 1 个问题须为 1–200 个字符，且不能包含控制字符",
        ),
        (json!({ "closes_at": "2026-09-01T00:00:00Z" }), "400 字段“closes_at”须晚于现在"),
        (json!({ "closes_at": "2026-09-02T00:00:00" }), "400 字段“closes_at”须为带时区的 ISO 8601 时间"),
        (json!({ "closes_at": "2029-09-02T00:00:00Z" }), "400 字段“closes_at”不能晚于两年之后"),
    ] {
        let body = lunch(&poll);
        assert_eq!(alice.post(ALL, &body).await.refusal(), refusal, "{body}");
    }
    for poll in [json!({ "questions": [{ "kind": "which" }] }), json!({ "results_from": "never" })] {
        assert_eq!(alice.post(ALL, &lunch(&poll)).await.status.as_u16(), 400, "{poll}");
    }
    assert_eq!(alice.get(ALL).await.data()["posts"], json!([]));
}

#[tokio::test]
async fn a_survey_that_keeps_no_rule_is_refused_by_name_and_nothing_is_written() {
    let portal = portal().await;
    let alice = portal.member().await;
    let choice = json!({ "kind": "choice", "text": "哪个", "options": ["a", "b"] });
    let scale = "400 第 2 个问题的量表须在 0–10 之间，且最小值小于最大值";
    let count = "400 问卷须有 1–20 个问题";
    let second = |question: Value| questions(json!([choice, question]));
    for (poll, refusal) in [
        (questions(json!([])), count),
        (questions(json!(vec![choice.clone(); 21])), count),
        (
            second(json!({ "kind": "text", "text": " " })),
            "400 第 2 个问题须为 1–200 个字符，且不能包含控制字符",
        ),
        (second(json!({ "kind": "scale", "text": "?", "scale_min": -1 })), scale),
        (second(json!({ "kind": "scale", "text": "?", "scale_max": 11 })), scale),
        (second(json!({ "kind": "scale", "text": "?", "scale_min": 5 })), scale),
        (
            second(json!({ "kind": "scale", "text": "?", "low_label": "长".repeat(21) })),
            "400 第 2 个问题的量表说明最多 20 个字符，且不能包含控制字符",
        ),
    ] {
        let body = outing(&poll);
        assert_eq!(alice.post(ALL, &body).await.refusal(), refusal, "{body}");
    }
    assert_eq!(alice.get(ALL).await.data()["posts"], json!([]));
}

#[tokio::test]
async fn a_poll_says_what_it_asks() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let made = ask(&alice, outing(&json!({ "closes_at": "2026-09-02T08:00:00+08:00" }))).await;
    let poll = seen(&bob, &made).await;
    assert_eq!(
        (&poll["closes_at"], &poll["closed"], &poll["secret"], &poll["results_from"], &poll["voter_count"]),
        (&json!("2026-09-02T00:00:00.000Z"), &json!(false), &json!(true), &json!("vote"), &json!(0))
    );
    let scale = json!({ "kind": "scale", "text": "期待程度", "options": [], "max_choices": 1, "scale_min": 0,
                        "scale_max": 3, "low_label": "不", "high_label": "很", "required": true });
    assert_eq!(poll["questions"][2], scale);
    assert_eq!(poll["questions"][0]["max_choices"], 2);
    assert_eq!(poll["questions"][1]["required"], false);
    let feed = bob.get(ALL).await.data();
    assert_eq!(feed["posts"][0]["poll"], poll, "lists ask the same");
}

#[tokio::test]
async fn answers_that_do_not_fit_are_refused_and_nothing_is_counted() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let made = ask(&alice, outing(&json!({}))).await;
    let value = json!({ "question": 2, "value": 1 });
    let not_fitting = "400 第 1 个问题的答案不符合要求";
    for (answers, refusal) in [
        (json!([]), "400 请回答第 3 个问题"),
        (json!([{ "question": 0, "choices": [1] }]), "400 请回答第 3 个问题"),
        (json!([{ "question": 2, "value": null }]), "400 请回答第 3 个问题"),
        (json!([{ "question": 0, "choices": [3] }, value]), not_fitting),
        (json!([{ "question": 0, "choices": [0, 0] }, value]), not_fitting),
        (json!([{ "question": 0, "choices": [0, 1, 2] }, value]), not_fitting),
        (json!([{ "question": 0, "text": "山" }, value]), not_fitting),
        (json!([{ "question": 0, "value": 1 }, value]), not_fitting),
        (json!([{ "question": 1, "choices": [0] }, value]), "400 第 2 个问题的答案不符合要求"),
        (json!([{ "question": 1, "text": "长".repeat(1001) }, value]), "400 第 2 个问题的答案不符合要求"),
        (json!([{ "question": 1, "text": "a\u{7}" }, value]), "400 第 2 个问题的答案不符合要求"),
        (json!([{ "question": 2, "value": 4 }]), "400 第 3 个问题的答案不符合要求"),
        (json!([{ "question": 2, "value": -1 }]), "400 第 3 个问题的答案不符合要求"),
        (json!([{ "question": 2, "value": 1, "choices": [1] }]), "400 第 3 个问题的答案不符合要求"),
        (json!([value, value]), "400 第 3 个问题只能回答一次"),
        (json!([value, { "question": 3, "text": "x" }]), "400 没有第 4 个问题"),
    ] {
        assert_eq!(vote(&bob, &made, answers.clone()).await.refusal(), refusal, "{answers}");
    }
    for answers in [json!([{ "question": -1 }]), json!([{ "question": 0, "choices": ["山"] }]), json!("x")] {
        assert_eq!(vote(&bob, &made, answers.clone()).await.status.as_u16(), 400, "{answers}");
    }
    let poll = seen(&bob, &made).await;
    assert_eq!((&poll["voter_count"], &poll["voted"]), (&json!(0), &json!(false)));

    let optional = json!([{ "kind": "text", "text": "想说什么", "required": false }]);
    let silent = ask(&alice, outing(&json!({ "questions": optional }))).await;
    for answers in [json!([]), json!([{ "question": 0, "text": " \n" }])] {
        assert_eq!(vote(&bob, &silent, answers).await.refusal(), "400 请至少回答一个问题");
    }
}

#[tokio::test]
async fn of_fifty_votes_of_one_member_one_counts() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    for secret in [true, false] {
        let made = ask(&alice, lunch(&json!({ "secret": secret }))).await;
        let answers = join_all((0..50).map(|number| choose(&bob, &made, number % 3))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let refused = answers.iter().find(|answer| answer.status != 200).unwrap();
        assert_eq!(refused.refusal(), "409 您已经投过票");
        let poll = row(&portal, &made).await;
        let counted: i64 = poll.counted().0[0].counts.iter().sum();
        assert_eq!((counted, poll.voter_count), (1, 1), "secret: {secret}");
    }
}

#[tokio::test]
async fn fifty_members_who_vote_at_once_are_all_counted() {
    let portal = portal().await;
    let alice = portal.member().await;
    let made = ask(&alice, lunch(&json!({}))).await;
    let mut members = Vec::new();
    for number in 0..50 {
        members.push(portal.register(&format!("2402{number:02}")).await);
    }
    let votes =
        join_all(members.iter().enumerate().map(|(place, member)| choose(member, &made, place % 2))).await;
    assert!(votes.iter().all(|answer| answer.status == 200));
    let poll = seen(&alice, &made).await;
    assert_eq!((&poll["voter_count"], &poll["results"][0]["counts"]), (&json!(50), &json!([25, 25, 0])));
    let feed = alice.get(ALL).await.data();
    assert_eq!(feed["posts"][0]["poll"]["results"][0]["counts"], json!([25, 25, 0]));
}

#[tokio::test]
async fn nobody_votes_after_the_end_which_its_author_moves_until_then() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let made = ask(&alice, lunch(&json!({ "closes_at": "2026-09-01T01:00:00Z" }))).await;
    let move_end =
        async |closes_at: &str| alice.patch(&path(&made, ""), &json!({ "closes_at": closes_at })).await;
    assert_eq!(move_end("2026-08-01T00:00:00Z").await.refusal(), "400 字段“closes_at”须晚于现在");
    let moved = move_end("2026-09-01T02:00:00Z").await.data();
    assert_eq!(moved["poll"]["closes_at"], "2026-09-01T02:00:00.000Z");
    portal.advance(3600);
    choose(&bob, &made, 0).await.data();
    portal.advance(3600);
    let carol = portal.register("240102").await;
    assert_eq!(choose(&carol, &made, 0).await.refusal(), "400 投票已结束");
    assert_eq!(seen(&carol, &made).await["closed"], true);
    assert_eq!(move_end("2026-09-01T09:00:00Z").await.refusal(), "400 投票已结束");
    assert_eq!(move_end("").await.refusal(), "400 投票已结束");

    let open = ask(&alice, lunch(&json!({ "closes_at": "2026-09-02T00:00:00Z" }))).await;
    let endless = alice.patch(&path(&open, ""), &json!({ "closes_at": "" })).await.data();
    assert_eq!(endless["poll"]["closes_at"], Value::Null);
    let plain = ask(&alice, json!({ "type": "forum", "content": "x" })).await;
    let refused = alice.patch(&path(&plain, ""), &json!({ "closes_at": "2026-09-03T00:00:00Z" })).await;
    assert_eq!(refused.refusal(), "400 字段“closes_at”的格式不正确");
}

#[tokio::test]
async fn its_author_alone_ends_a_vote() {
    let portal = portal().await;
    let (alice, bob, admin) = (portal.member().await, portal.register("240101").await, portal.admin().await);
    let made = ask(&alice, lunch(&json!({ "anonymous": true, "closes_at": "2026-09-02T00:00:00Z" }))).await;
    for other in [&bob, &admin] {
        assert_eq!(other.post_empty(&path(&made, "/close")).await.refusal(), "403 无权限执行此操作");
    }
    portal.advance(60);
    let ended = alice.post_empty(&path(&made, "/close")).await.data();
    assert_eq!(
        (&ended["poll"]["closed"], &ended["poll"]["closes_at"]),
        (&json!(true), &json!("2026-09-01T00:01:00.000Z"))
    );
    portal.advance(60);
    let again = alice.post_empty(&path(&made, "/close")).await.data();
    assert_eq!(again["poll"]["closes_at"], "2026-09-01T00:01:00.000Z", "the first time stands");
    assert_eq!(choose(&bob, &made, 0).await.refusal(), "400 投票已结束");
}

#[tokio::test]
async fn what_one_does_not_see_or_has_no_vote_is_not_there() {
    let portal = portal().await;
    let (alice, other) = (portal.member().await, portal.register("240201").await);
    let hidden = ask(&alice, merged(lunch(&json!({})), &json!({ "visible_groups": ["class_01"] }))).await;
    let plain = ask(&alice, json!({ "type": "forum", "content": "x" })).await;
    let gone = ask(&alice, lunch(&json!({}))).await;
    alice.delete(&path(&gone, "")).await.data();
    for (client, made) in
        [(&other, &hidden), (&alice, &plain), (&alice, &gone), (&other, &json!({ "id": 99 }))]
    {
        assert_eq!(choose(client, made, 0).await.status.as_u16(), 404, "{made}");
        assert_eq!(client.post_empty(&path(made, "/close")).await.status.as_u16(), 404);
        for rest in ["/voters", "/results.csv"] {
            assert_eq!(client.get(&path(made, rest)).await.status.as_u16(), 404, "{rest}");
        }
    }
    assert_eq!(seen(&alice, &hidden).await["voter_count"], 0);
}

#[tokio::test]
async fn an_author_whom_the_post_is_not_for_does_not_vote_on_it() {
    let portal = portal().await;
    let (alice, other) = (portal.member().await, portal.register("240201").await);
    let foreign = json!({ "visible_groups": ["class_02"], "anonymous": true });
    let made = ask(&alice, merged(lunch(&json!({ "secret": false })), &foreign)).await;
    assert_eq!(choose(&alice, &made, 0).await.refusal(), "403 您不在这个投票的范围内");
    choose(&other, &made, 1).await.data();
    assert_eq!(seen(&alice, &made).await["results"][0]["voters"], json!([[], ["net-240201"], []]));
    let own = ask(&alice, lunch(&json!({}))).await;
    choose(&alice, &own, 2).await.data();
}

#[tokio::test]
async fn what_waits_for_a_vote_is_listed_until_it_is_given_or_the_vote_ends() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let waiting = async || {
        let posts = bob.get(&format!("{ALL}?waiting=true")).await.data()["posts"].clone();
        let titles = posts.as_array().unwrap().iter().map(|post| post["title"].as_str().unwrap().to_owned());
        titles.collect::<Vec<_>>()
    };
    let ends = kernel::app::iso(portal.now().as_millisecond() + 3_600_000);
    let first = ask(&alice, lunch(&json!({ "closes_at": ends }))).await;
    ask(&alice, outing(&json!({}))).await;
    let closed = ask(&alice, merged(lunch(&json!({})), &json!({ "title": "已结束" }))).await;
    alice.post_empty(&path(&closed, "/close")).await.data();
    ask(&alice, json!({ "type": "forum", "title": "没有投票" })).await;
    // However many were answered or have ended since.
    for _ in 0..13 {
        let made = ask(&alice, lunch(&json!({}))).await;
        choose(&bob, &made, 0).await.data();
    }
    assert_eq!(waiting().await, ["秋游", "午饭吃什么"]);
    choose(&bob, &first, 1).await.data();
    assert_eq!(waiting().await, ["秋游"]);
    let other = ask(&alice, lunch(&json!({ "closes_at": ends }))).await;
    assert_eq!(waiting().await, ["午饭吃什么", "秋游"]);
    portal.advance(3_600);
    assert_eq!(waiting().await, ["秋游"]);
    drop(other);
}
