//! What clients say: `POST /api/level/log`.

use futures_util::future::join_all;
use serde_json::json;

use super::{claim, earned, info, portal};

#[tokio::test]
async fn the_server_decides_the_amount_and_counts_a_ref_once() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let body = json!({ "action": "create_post", "ref": "post-1", "exp": 5000, "exp_gained": 5000 });

    let first = alice.post("/api/level/log", &body).await.data();
    assert_eq!(
        first,
        json!({ "action": "create_post", "exp_gained": 5, "exp": 5, "level": 0, "previous_level": 0, "leveled_up": false })
    );
    assert_eq!(claim(&alice, body.clone()).await, ("该记录已计入经验".into(), 0));
    assert_eq!(
        earned(&alice, json!({ "action": "share_post", "ref": "post-1" })).await,
        3,
        "another action is another thing"
    );
    assert_eq!(earned(&bob, body.clone()).await, 5, "and another member's");
    portal.advance(3 * 86_400);
    assert_eq!(earned(&alice, body).await, 0, "on another day too");
}

#[tokio::test]
async fn without_a_ref_an_action_counts_once_a_minute() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = json!({ "action": "send_message" });

    assert_eq!(earned(&alice, body.clone()).await, 1);
    portal.advance(59);
    assert_eq!(claim(&alice, body.clone()).await, ("操作过于频繁，本次不计经验".into(), 0));
    assert_eq!(earned(&alice, json!({ "action": "add_comment" })).await, 3);
    portal.advance(1);
    assert_eq!(earned(&alice, body).await, 1);
}

#[tokio::test]
async fn each_action_has_its_daily_limit() {
    let portal = portal().await;
    let alice = portal.member().await;
    for (action, limit, whole) in [
        ("send_message", 20, 20),
        ("create_post", 3, 15),
        ("share_post", 3, 9),
        ("add_comment", 5, 15),
        ("receive_like", 10, 20),
    ] {
        let mut sum = 0;
        for n in 0..limit {
            sum += earned(&alice, json!({ "action": action, "ref": n.to_string() })).await;
        }
        assert_eq!(sum, whole, "{action}");
        let body = json!({ "action": action, "ref": "one more" });
        assert_eq!(claim(&alice, body.clone()).await, ("今日该行为的经验已达上限".into(), 0));
    }
    portal.advance(86_400);
    assert_eq!(
        earned(&alice, json!({ "action": "create_post", "ref": "one more" })).await,
        5,
        "refused, so not used up"
    );
}

#[tokio::test]
async fn fifty_at_once_are_paid_once() {
    let portal = portal().await;
    let alice = portal.member().await;
    let with_ref = json!({ "action": "create_post", "ref": "post-1" });
    let without = json!({ "action": "add_comment" });

    let first = join_all((0..50).map(|_| earned(&alice, with_ref.clone()))).await;
    let second = join_all((0..50).map(|_| earned(&alice, without.clone()))).await;
    let many =
        join_all((0..50).map(|n| earned(&alice, json!({ "action": "share_post", "ref": n.to_string() }))))
            .await;

    let sums = [first, second, many].map(|gained| gained.iter().sum::<i64>());
    assert_eq!(sums, [5, 3, 9]);
    assert_eq!(info(&alice).await["exp"], 17);
}

#[tokio::test]
async fn claiming_the_sign_in_is_signing_in() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = json!({ "action": "daily_login" });

    assert_eq!(claim(&alice, body.clone()).await, ("ok".into(), 20));
    assert_eq!(claim(&alice, body).await, ("今日已签到".into(), 0));
    assert_eq!(alice.post_empty("/api/level/daily-login").await.data()["exp_gained"], 0);
    assert_eq!(info(&alice).await["streak"], 1);
}

#[tokio::test]
async fn bad_input_is_refused_and_nothing_is_written() {
    let portal = portal().await;
    let alice = portal.member().await;
    for (body, refusal) in [
        (json!({ "action": "hack" }), "400 未知的经验行为"),
        (json!({ "action": "" }), "400 未知的经验行为"),
        (json!({ "action": 5 }), "400 字段“action”的格式不正确"),
        (json!({}), "400 缺少字段“action”"),
        (json!({ "action": "create_post", "ref": "" }), "400 来源标识须为 1–200 个字符"),
        (json!({ "action": "create_post", "ref": "长".repeat(201) }), "400 来源标识须为 1–200 个字符"),
        (json!({ "action": "create_post", "ref": "a\u{7}" }), "400 来源标识须为 1–200 个字符"),
        (json!({ "action": "create_post", "ref": {} }), "400 字段“ref”的格式不正确"),
    ] {
        assert_eq!(alice.post("/api/level/log", &body).await.refusal(), refusal);
    }
    assert_eq!(info(&alice).await["exp"], 0);
    assert_eq!(earned(&alice, json!({ "action": "create_post", "ref": "长".repeat(200) })).await, 5);
}
