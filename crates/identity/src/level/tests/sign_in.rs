//! The daily check-in.

use std::time::Duration;

use futures_util::future::join_all;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::{info, portal};

const DAY: u64 = 86_400;

async fn sign_in(client: &Client) -> (String, Value) {
    let answer = client.post_empty("/api/level/daily-login").await;
    (answer.json()["message"].as_str().unwrap().to_owned(), answer.data())
}

#[tokio::test]
async fn the_first_of_a_day_pays_and_the_second_answers_the_state() {
    let portal = portal().await;
    let alice = portal.member().await;

    let (words, first) = sign_in(&alice).await;
    assert_eq!(words, "签到成功");
    assert_eq!(
        (&first["exp_gained"], &first["total_exp"], &first["leveled_up"]),
        (&json!(20), &json!(20), &json!(false))
    );
    assert_eq!((&first["login_streak"], &first["streak_bonus"]), (&json!(1), &json!(0)));
    portal.advance(60);

    let (words, second) = sign_in(&alice).await;
    assert_eq!(words, "今日已签到");
    assert_eq!(
        (&second["exp_gained"], &second["total_exp"], &second["streak"]),
        (&json!(0), &json!(20), &json!(1))
    );
    let info = info(&alice).await;
    assert_eq!(
        (&info["exp"], &info["daily_login_claimed"], &info["daily_exp_earned"]),
        (&json!(20), &json!(true), &json!(0))
    );
    assert_eq!(info["last_login"], "2026-09-01T00:00:00.000Z");
    for (field, value) in info.as_object().unwrap() {
        assert_eq!(&second[field], value, "the answer holds the whole state: {field}");
    }
}

#[tokio::test]
async fn a_hundred_at_once_are_one() {
    let portal = portal().await;
    let alice = portal.member().await;

    let answers = join_all((0..100).map(|_| sign_in(&alice))).await;

    let paid: Vec<_> = answers.iter().filter(|(_, data)| data["exp_gained"] == 20).collect();
    assert_eq!(paid.len(), 1);
    assert_eq!(paid[0].0, "签到成功");
    assert!(answers.iter().all(|(_, data)| data["total_exp"] == 20 && data["daily_login_claimed"] == true));
    assert_eq!(info(&alice).await["exp"], 20);
    assert_eq!(alice.get("/api/level/log").await.data().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_day_begins_at_midnight_in_shanghai() {
    let portal = portal().await;
    let alice = portal.member().await;
    sign_in(&alice).await;

    portal.advance(16 * 3600 - 1); // 23:59:59 there; the test began at 08:00
    assert_eq!(sign_in(&alice).await.1["exp_gained"], 0);
    portal.advance(1);
    assert_eq!(info(&alice).await["daily_login_claimed"], false);
    let (_, next) = sign_in(&alice).await;
    assert_eq!((&next["exp_gained"], &next["streak"]), (&json!(20), &json!(2)));
}

#[tokio::test]
async fn a_streak_earns_its_bonus_each_day_and_a_gap_ends_it() {
    let portal = portal().await;
    let alice = portal.member().await;
    let mut gained = Vec::new();
    for _ in 0..8 {
        gained.push(sign_in(&alice).await.1["exp_gained"].as_i64().unwrap());
        portal.advance(DAY);
    }
    assert_eq!(gained, [20, 20, 25, 25, 25, 25, 30, 30]);
    assert_eq!(info(&alice).await["streak"], 8, "yesterday's still stands");

    portal.advance(DAY);
    let missed = info(&alice).await;
    assert_eq!((&missed["streak"], &missed["streak_bonus"]), (&json!(0), &json!(0)));
    let (_, anew) = sign_in(&alice).await;
    assert_eq!(
        (&anew["streak"], &anew["exp_gained"], &anew["max_login_streak"]),
        (&json!(1), &json!(20), &json!(8))
    );
}

#[tokio::test]
async fn a_clock_set_back_pays_no_day_twice() {
    let portal = portal().await;
    let alice = portal.member().await;
    let start = portal.now();
    sign_in(&alice).await;

    portal.app.clock.set_wall(start + Duration::from_secs(DAY));
    assert_eq!(sign_in(&alice).await.1["streak"], 2);
    portal.app.clock.set_wall(start);
    let (words, data) = sign_in(&alice).await;
    assert_eq!((words.as_str(), &data["streak"], &data["exp"]), ("今日已签到", &json!(2), &json!(40)));

    // A year ahead by mistake, and right again: the days in between are no longer a streak.
    portal.app.clock.set_wall(start + Duration::from_secs(365 * DAY));
    assert_eq!(sign_in(&alice).await.1["streak"], 1);
    portal.app.clock.set_wall(start + Duration::from_secs(DAY));
    assert_eq!(sign_in(&alice).await.0, "今日已签到", "this day was paid before");
    portal.app.clock.set_wall(start + Duration::from_secs(2 * DAY));
    assert_eq!(sign_in(&alice).await.1["exp_gained"], 20);
    assert_eq!(info(&alice).await["exp"], 80);
}

#[tokio::test]
async fn two_nodes_pay_one_sign_in() {
    let portal = portal().await;
    let alice = portal.member().await;
    let setup =
        kernel::testing::TestSetup { features: crate::FEATURES, accounts: crate::accounts, variables: &[] };
    let second = portal.second_node(setup).await;
    let facts = second.app.accounts().load(UserId::parse("240111").unwrap()).await.unwrap().unwrap();
    let token = second.app.tokens.issue(&facts, &second.app.clock, &second.app.random).unwrap();
    let there = second.anonymous().bearing(&token);

    let answers = join_all((0..40).map(|n| sign_in(if n % 2 == 0 { &alice } else { &there }))).await;

    assert_eq!(answers.iter().filter(|(_, data)| data["exp_gained"] == 20).count(), 1);
    assert_eq!(info(&alice).await["exp"], 20);
}
