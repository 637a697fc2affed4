//! How members want to be told.

use super::*;

const PREFERENCES: &str = "/api/notifications/preferences";

async fn put(client: &Client, change: &Value) -> Value {
    client.put(PREFERENCES, change).await.data()
}

async fn set(client: &Client, mode: &str) {
    put(client, &json!({ "modes": { "account": mode } })).await;
}

fn expected(mode: &str, from: Option<&str>, to: Option<&str>) -> Value {
    let account = json!({ "kind": "account", "label": { "zh": "账号", "en": "Your account" }, "mode": mode });
    let digest = json!({ "kind": "exam_digest", "label": { "zh": "考试后的汇总", "en": "After an exam" }, "mode": "on" });
    json!({ "kinds": [account, digest], "quiet_from": from, "quiet_to": to, "quiet_in_lessons": false })
}

#[tokio::test]
async fn what_is_set_is_there_on_every_device_and_what_is_not_named_stays() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    assert_eq!(alice.get(PREFERENCES).await.data(), expected("on", None, None));
    let night = (Some("22:00"), Some("06:30"));
    assert_eq!(put(&alice, &json!({ "modes": { "account": "quiet" } })).await, expected("quiet", None, None));
    let set = put(&alice, &json!({ "quiet_from": "22:00", "quiet_to": "06:30" })).await;
    assert_eq!(set, expected("quiet", night.0, night.1));
    assert_eq!(put(&alice, &json!({ "modes": {} })).await, set);
    assert_eq!(put(&alice, &json!({})).await, set);
    assert_eq!(
        put(&alice, &json!({ "modes": { "account": "off" } })).await,
        expected("off", night.0, night.1)
    );
    let tablet = portal.client_of(id("240101")).await;
    assert_eq!(tablet.get(PREFERENCES).await.data(), expected("off", night.0, night.1));
    assert_eq!(bob.get(PREFERENCES).await.data(), expected("on", None, None));

    let cleared = put(&alice, &json!({ "quiet_from": null, "quiet_to": null })).await;
    assert_eq!(cleared, expected("off", None, None));
    assert_eq!(put(&alice, &json!({ "modes": { "account": "on" } })).await, expected("on", None, None));
    let told = told(&portal).await;
    assert!(told.iter().all(|one| *one == event("changed", "user:240101")), "{told:?}");

    let portal = {
        put(&alice, &json!({ "modes": { "account": "quiet" }, "quiet_from": "12:00", "quiet_to": "14:00" }))
            .await;
        portal.restart(&[]).await
    };
    let alice = portal.client_of(id("240101")).await;
    assert_eq!(alice.get(PREFERENCES).await.data(), expected("quiet", Some("12:00"), Some("14:00")));
}

#[tokio::test]
async fn quiet_during_lessons_is_chosen_by_itself_and_is_the_members_own() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let is_quiet = async |client: &Client| client.get(PREFERENCES).await.data()["quiet_in_lessons"].clone();
    for quiet in [true, true, false, true] {
        let answer = put(&alice, &json!({ "quiet_in_lessons": quiet })).await;
        assert_eq!((&answer["quiet_in_lessons"], &answer["quiet_from"]), (&json!(quiet), &Value::Null));
        put(&alice, &json!({ "quiet_from": "22:00", "quiet_to": "06:30" })).await;
        assert_eq!(is_quiet(&alice).await, quiet, "the hours do not change it");
        put(&alice, &json!({ "quiet_from": null, "quiet_to": null })).await;
    }
    assert_eq!(is_quiet(&bob).await, false);
    let portal = portal.restart(&[]).await;
    assert_eq!(is_quiet(&portal.client_of(id("240101")).await).await, true);
}

#[tokio::test]
async fn what_is_no_preference_is_refused_and_changes_nothing() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let set = put(&alice, &json!({ "quiet_from": "22:00", "quiet_to": "06:30" })).await;
    let before = told(&portal).await.len();
    let (hours, ends) =
        ("400 时间须为 HH:MM，开始和结束不能相同", "400 请同时填写免打扰时段的开始和结束时间");
    for (change, refusal) in [
        (json!({ "modes": { "account": "off", "weather": "off" } }), "400 没有「weather」这类通知"),
        (json!({ "modes": { "account": "off" }, "quiet_from": "22:00" }), ends),
        (json!({ "quiet_to": "06:30" }), ends),
        (json!({ "quiet_from": null, "quiet_to": "06:30" }), ends),
        (json!({ "quiet_from": null }), ends),
        (json!({ "quiet_from": "22:00", "quiet_to": "22:00" }), hours),
        (json!({ "quiet_from": "24:00", "quiet_to": "06:30" }), hours),
        (json!({ "quiet_from": "", "quiet_to": "" }), hours),
    ] {
        assert_eq!(alice.put(PREFERENCES, &change).await.refusal(), refusal, "{change}");
    }
    for change in [
        json!({ "modes": { "account": "loud" } }),
        json!({ "modes": { "account": null } }),
        json!({ "modes": { "account": "Off" } }),
        json!({ "modes": ["account"] }),
        json!({ "quiet_from": 22, "quiet_to": 6 }),
        json!({ "quiet_in_lessons": "yes" }),
    ] {
        let answer = alice.put(PREFERENCES, &change).await;
        assert!(answer.refusal().starts_with("400 "), "{change}");
    }
    assert_eq!(alice.get(PREFERENCES).await.data(), set);
    assert_eq!(told(&portal).await.len(), before);
    let english = alice.clone().with("accept-language", "en");
    let refused = english.put(PREFERENCES, &json!({ "modes": { "weather": "off" } })).await;
    assert_eq!(refused.refusal(), "400 There is no kind weather of notifications");
}

#[tokio::test]
async fn whoever_wants_to_hear_nothing_of_a_kind_has_nothing_of_it_in_the_inbox() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    tell(&portal, "before", &["240101"]).await;
    set(&alice, "off").await;
    assert_eq!(tell(&portal, "a", &["240101", "240102"]).await, 1);
    assert_eq!(
        told(&portal).await.last(),
        Some(&event("added", "user:240102")),
        "their devices hear nothing either"
    );
    let before = told(&portal).await.len();
    assert_eq!(tell(&portal, "b", &["240101"]).await, 0);
    assert_eq!(told(&portal).await.len(), before, "without readers there is no event");
    assert_eq!((ids(&alice, "").await.len(), ids(&bob, "").await.len()), (1, 1));
    set(&alice, "on").await;
    assert_eq!(tell(&portal, "c", &["240101"]).await, 1);
    assert_eq!(ids(&alice, "").await.len(), 2, "what came meanwhile does not come later");
}

#[tokio::test]
async fn what_a_member_wants_quiet_is_in_the_inbox_and_silent() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    set(&alice, "quiet").await;
    assert_eq!(tell(&portal, "a", &["240101", "240102"]).await, 2);
    for (client, silent) in [(&alice, true), (&bob, false)] {
        let shown = inbox(client, "").await;
        assert_eq!((&shown["notifications"][0]["silent"], &shown["unread"]), (&json!(silent), &json!(1)));
    }
    set(&alice, "on").await;
    assert_eq!(inbox(&alice, "").await["notifications"][0]["silent"], false);
}
