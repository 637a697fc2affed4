//! What members show of themselves, and to whom.

use super::*;

const SETTINGS: &str = "/api/community/profile";

fn of(user: &str) -> String {
    format!("/api/community/profiles/{user}")
}

async fn profile(client: &Client, user: &str) -> Value {
    client.get(&of(user)).await.data()
}

/// A member who has filled in everything.
async fn member(portal: &TestPortal) -> Client {
    let alice = portal.register("240101").await;
    let info = json!({
        "birthday": "2008-02-29", "wechat": "wx", "qq": "10001", "email": "a@example.org", "phone": "13800000000",
        "address": "校门口", "signature": "你好",
    });
    alice.patch("/api/user/profile", &json!({ "info": info })).await.data();
    alice
}

#[tokio::test]
async fn a_profile_shows_the_signature_and_the_level_unless_its_member_chooses_otherwise() {
    let portal = portal().await;
    let alice = member(&portal).await;
    let bob = portal.register("240201").await;
    let expected = json!({
        "user_id": "240101", "net_name": "net-240101", "class": "01", "role": "user", "officer_title": "",
        "gender": "male", "fields": { "signature": "你好" }, "post_count": 0, "comment_count": 0, "likes_received": 0,
        "level": 0, "own": false,
    });
    assert_eq!(profile(&bob, "240101").await, expected);
    let own = profile(&alice, "240101").await;
    assert_eq!((&own["own"], &own["fields"]["phone"]), (&json!(true), &json!("13800000000")));

    let hidden = json!({ "fields": { "signature": "nobody" }, "show_level": false });
    alice.put(SETTINGS, &hidden).await.data();
    let shown = profile(&bob, "240101").await;
    assert_eq!((&shown["fields"], &shown["level"]), (&json!({}), &Value::Null));
    assert_eq!(profile(&alice, "240101").await["level"], 0, "oneself sees it");
}

#[tokio::test]
async fn each_field_is_for_nobody_the_class_or_everyone() {
    let portal = portal().await;
    let alice = member(&portal).await;
    let (classmate, stranger) = (portal.register("240102").await, portal.register("240201").await);
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    for field in ["birthday", "wechat", "qq", "email", "phone", "address", "signature"] {
        for (visibility, expected) in [
            ("nobody", [false, false, true]),
            ("class", [false, true, true]),
            ("everyone", [true, true, true]),
        ] {
            alice.put(SETTINGS, &json!({ "fields": { field: visibility } })).await.data();
            for (client, is_shown) in [&stranger, &classmate, &alice].into_iter().zip(expected) {
                let fields = profile(client, "240101").await["fields"].clone();
                assert_eq!(fields.get(field).is_some(), is_shown, "{field} {visibility}");
            }
            let class_sees = profile(&head, "240101").await["fields"].get(field).is_some();
            let all_see = profile(&admin, "240101").await["fields"].get(field).is_some();
            assert_eq!((class_sees, all_see), (expected[1], expected[0]), "staff have the console for that");
        }
    }
    alice.patch("/api/user/profile", &json!({ "info": { "qq": "" } })).await.data();
    assert!(profile(&stranger, "240101").await["fields"].get("qq").is_none(), "what is empty is not there");
}

#[tokio::test]
async fn settings_change_one_by_one_and_bad_ones_change_nothing() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    let mut expected = json!({
        "fields": { "birthday": "nobody", "wechat": "nobody", "qq": "nobody", "email": "nobody", "phone": "nobody",
                    "address": "nobody", "signature": "everyone" },
        "show_level": true,
    });
    assert_eq!(alice.get(SETTINGS).await.data(), expected);
    expected["fields"]["qq"] = json!("class");
    assert_eq!(alice.put(SETTINGS, &json!({ "fields": { "qq": "class" } })).await.data(), expected);
    expected["show_level"] = json!(false);
    assert_eq!(alice.put(SETTINGS, &json!({ "show_level": false })).await.data(), expected);
    for bad in [
        json!({ "fields": { "phone": "everyone", "qq": "friends" } }),
        json!({ "fields": { "qq": true } }),
        json!({ "fields": "everyone" }),
        json!({ "show_level": "yes" }),
        json!([]),
    ] {
        assert_eq!(alice.put(SETTINGS, &bad).await.status.as_u16(), 400, "{bad}");
    }
    assert_eq!(alice.put(SETTINGS, &json!({ "fields": { "age": "everyone" } })).await.data(), expected);
    assert_eq!(alice.get(SETTINGS).await.data(), expected);
}

#[tokio::test]
async fn a_profile_counts_what_its_reader_sees_and_nothing_anonymous() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let stranger = portal.register("240201").await;
    let open = write(&alice, json!({})).await;
    let closed = write(&alice, json!({ "visible_groups": ["class_01"] })).await;
    let hidden = write(&alice, json!({ "anonymous": true })).await;
    let gone = write(&alice, json!({})).await;
    for post in [&open, &closed, &hidden, &gone] {
        bob.put(&at(post, "/like"), &json!({})).await.data();
        let path = at(post, "/comments");
        let named = alice.post(&path, &json!({ "content": "署名" })).await.data();
        bob.put(&format!("/api/community/comments/{}/like", named["id"]), &json!({})).await.data();
        let anonymous = alice.post(&path, &json!({ "content": "匿名", "anonymous": true })).await.data();
        bob.put(&format!("/api/community/comments/{}/like", anonymous["id"]), &json!({})).await.data();
    }
    let deleted = alice.post(&at(&open, "/comments"), &json!({ "content": "删了" })).await.data();
    alice.delete(&format!("/api/community/comments/{}", deleted["id"])).await.data();
    alice.delete(&at(&gone, "")).await.data();
    let counts = |shown: Value| {
        let count = |name: &str| shown[name].as_i64().unwrap();
        (count("post_count"), count("comment_count"), count("likes_received"))
    };
    assert_eq!(counts(profile(&bob, "240101").await), (2, 3, 5));
    assert_eq!(counts(profile(&alice, "240101").await), (2, 3, 5), "oneself sees what others see");
    assert_eq!(counts(profile(&stranger, "240101").await), (1, 2, 3));
}

#[tokio::test]
async fn there_is_no_profile_of_whoever_is_unknown_erased_or_disabled() {
    let portal = portal().await;
    let (alice, admin) = (portal.register("240101").await, portal.admin().await);
    member_of_other_class(&portal).await;
    for unknown in ["240199", "999999", "x", "24010", "0"] {
        assert_eq!(alice.get(&of(unknown)).await.status.as_u16(), 404, "{unknown}");
    }
    portal.ban("240201", Some(kernel::user::Ban::default())).await;
    assert_eq!(alice.get(&of("240201")).await.status.as_u16(), 404);
    portal.ban("240201", None).await;
    profile(&alice, "240201").await;
    admin.delete("/api/admin/users/240201").await.data();
    assert_eq!(alice.get(&of("240201")).await.status.as_u16(), 404);
}

/// A member who shows everything.
async fn member_of_other_class(portal: &TestPortal) {
    let bob = portal.register("240201").await;
    bob.put(SETTINGS, &json!({ "fields": { "phone": "everyone" } })).await.data();
}

#[tokio::test]
async fn what_an_erased_member_had_chosen_is_not_there_for_whoever_comes_after_them() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    alice.put(SETTINGS, &json!({ "fields": { "phone": "everyone" } })).await.data();
    let user = UserId::parse("240101").unwrap();
    let export = || portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?));
    assert_eq!(export().await.unwrap().unwrap()["profile"]["fields"]["phone"], "everyone");
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    assert_eq!(export().await.unwrap(), None);
    assert_eq!(alice.get(SETTINGS).await.data()["fields"]["phone"], "nobody");
}
