//! Names and profiles.

use futures_util::future::join_all;
use kernel::testing::TestSetup;
use kernel::user::UserId;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::testing::TestPortal;
use crate::user::NetName;
use crate::user::model::look_alike_key;

const PROFILE: &str = "/api/user/profile";

#[tokio::test]
async fn the_seven_fields_are_changed_one_by_one_and_others_are_ignored() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    let change = json!({ "info": { "qq": "12345", "signature": " 好好学习 ", "browser_enabled": true, "is_admin": 1 } });
    let info = alice.patch(PROFILE, &change).await.data();
    assert_eq!(info["info"], json!({ "qq": "12345", "signature": "好好学习" }));
    let info = alice.patch(PROFILE, &json!({ "info": { "qq": "" }, "is_admin": 1 })).await.data();
    assert_eq!((&info["info"], &info["is_admin"]), (&json!({ "signature": "好好学习" }), &json!(0)));
    assert_eq!(alice.get(PROFILE).await.data(), info);
}

#[tokio::test]
async fn a_net_name_is_changed_at_once_everywhere() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    alice.patch(PROFILE, &json!({ "net_name": "新名字" })).await.data();
    assert_eq!(alice.get("/api/auth/check-status").await.data()["user_info"]["net_name"], "新名字");
    alice.patch(PROFILE, &json!({ "net_name": "新名字" })).await.data();
}

#[tokio::test]
async fn wrong_changes_are_refused_and_change_nothing() {
    let portal = TestPortal::new(&[]).await;
    let (alice, _) = (portal.member().await, portal.register("240102").await);
    let before = alice.get(PROFILE).await.data();
    for (change, refusal) in [
        (json!({}), "400 没有要修改的内容"),
        (json!({ "info": {} }), "400 没有要修改的内容"),
        (json!({ "info": { "unknown": "x" } }), "400 没有要修改的内容"),
        (json!({ "info": "x" }), "400 字段“info”的格式不正确"),
        (json!({ "info": { "qq": 5 } }), "400 字段“info.qq”的格式不正确"),
        (json!({ "info": { "qq": "1".repeat(21) } }), "400 资料“qq”最多 20 个字符，且不能包含控制字符"),
        (json!({ "info": { "address": "a\nb" } }), "400 资料“address”最多 200 个字符，且不能包含控制字符"),
        (json!({ "net_name": "NET-240102" }), "409 该网名已被使用"),
        (json!({ "net_name": "" }), "400 网名须为 1–20 个字符，且不能包含控制字符或不可见字符"),
        (json!({ "net_name": "名".repeat(21) }), "400 网名须为 1–20 个字符，且不能包含控制字符或不可见字符"),
    ] {
        assert_eq!(alice.patch(PROFILE, &change).await.refusal(), refusal, "{change}");
    }
    assert_eq!(alice.get(PROFILE).await.data(), before);
}

#[tokio::test]
async fn what_an_admin_corrects_on_another_node_stays_when_one_changes_ones_own() {
    let portal = TestPortal::new(&[]).await;
    let (alice, admin) = (portal.member().await, portal.admin().await);
    let variables = [("ADMIN_USER_IDS", "240000")];
    let setup = TestSetup { features: crate::FEATURES, accounts: crate::accounts, variables: &variables };
    let other = portal.second_node(setup).await;
    let there = other.anonymous().bearing(&admin.token().unwrap());
    let id = UserId::parse("240111").unwrap();
    for turn in 0..40 {
        let corrected = json!({ "real_name": format!("更正{turn}"), "info": { "phone": format!("{turn}") } });
        let own = json!({ "info": { "signature": format!("{turn}") } });
        let (answer, answers) = tokio::join!(
            there.patch("/api/admin/users/240111", &corrected),
            join_all((0..3).map(|_| alice.patch(PROFILE, &own))),
        );
        answer.data();
        answers.iter().for_each(|answer| drop(answer.data()));
        let stored = portal.app.db.read(move |read| Ok(crate::user::store::find(read, id)?));
        let stored = stored.await.unwrap().unwrap();
        assert_eq!(stored.real_name, format!("更正{turn}"));
        let info: Value = serde_json::from_str(&stored.info).unwrap();
        assert_eq!(
            (&info["phone"], &info["signature"]),
            (&json!(format!("{turn}")), &json!(format!("{turn}")))
        );
    }
    other.app.stop().await;
}

#[tokio::test]
async fn an_erased_member_is_gone_and_their_token_with_them() {
    let portal = TestPortal::new(&[]).await;
    let alice = portal.member().await;
    let id = UserId::parse("240111").unwrap();
    let export =
        portal.app.db.read(move |read| Ok((crate::user::FEATURE.export_user)(read, &id)?)).await.unwrap();
    assert_eq!(export.unwrap()["net_name"], "net-240111");

    portal.app.write(move |tx| Ok((crate::user::FEATURE.erase_user)(tx, &id)?)).await.unwrap();
    portal.app.accounts().forget(&id);
    assert_eq!(alice.get(PROFILE).await.refusal(), "401 登录已过期");
    let left =
        portal.app.db.read(move |read| Ok((crate::user::FEATURE.export_user)(read, &id)?)).await.unwrap();
    assert_eq!(left, None::<Value>);
}

const INVISIBLE: &str = "400 网名须为 1–20 个字符，且不能包含控制字符或不可见字符";
const TAKEN: &str = "409 该网名已被使用";
const RESERVED: &str = "409 该网名容易被误认为系统或管理员，请换一个";

#[tokio::test]
async fn names_that_show_nothing_or_another_name_are_refused() {
    let portal = TestPortal::new(&[]).await;
    let (alice, bob) = (portal.member().await, portal.register("240102").await);
    bob.patch(PROFILE, &json!({ "net_name": "net0104" })).await.data();
    let before = alice.get(PROFILE).await.data();
    for (name, refusal) in [
        // Empty to the eye, or with something that is.
        ("\u{2800}", INVISIBLE),
        ("\u{2800}net0104", INVISIBLE),
        ("\u{1d159}", INVISIBLE),
        ("\u{e000}", INVISIBLE),
        ("\u{f0000}x", INVISIBLE),
        ("\u{378}", INVISIBLE),
        ("\u{13430}x", INVISIBLE),
        ("\u{335}", INVISIBLE),
        ("a\u{300}\u{300}\u{300}\u{300}", INVISIBLE),
        (&format!("a{}", "\u{300}".repeat(19)), INVISIBLE),
        // Another member's name with strokes or blanks.
        ("n\u{335}et0104", TAKEN),
        ("ne\u{338}t\u{334}0104", TAKEN),
        ("net 0104", TAKEN),
        ("ＮＥＴ0104", TAKEN),
        ("nеt0104", TAKEN),
        // Who runs the portal.
        ("管理员", RESERVED),
        ("系统", RESERVED),
        ("系 统", RESERVED),
        ("System", RESERVED),
        ("ａｄｍｉｎ", RESERVED),
        ("a\u{335}dmin", RESERVED),
    ] {
        let answer = alice.patch(PROFILE, &json!({ "net_name": name })).await;
        assert_eq!(answer.refusal(), refusal, "{}", name.escape_unicode());
    }
    assert_eq!(alice.get(PROFILE).await.data(), before);
    for name in ["Nguyễn", "ที่รัก", "管理员的猫", "system01", "小 明", "Łukasz", "😀"]
    {
        alice.patch(PROFILE, &json!({ "net_name": name })).await.data();
    }
}

proptest! {
    #[test]
    fn any_text_is_a_net_name_or_refused_and_its_key_is_stable(raw in ".{0,30}") {
        if let Ok(name) = NetName::parse(&raw) {
            let key = name.key();
            prop_assert_eq!(&look_alike_key(&key), &key, "folding again changes nothing");
            prop_assert_eq!(NetName::parse(name.as_str()).unwrap().key(), key, "nor does normalising");
            prop_assert!(name.as_str().chars().count() <= 20);
        }
    }

    #[test]
    fn case_does_not_make_another_name(name in "[a-zA-Z]{1,12}") {
        prop_assert_eq!(look_alike_key(&name.to_lowercase()), look_alike_key(&name.to_uppercase()));
    }

    #[test]
    fn only_six_ascii_digits_are_a_user_id(raw in "\\PC{0,8}|[0-9]{0,8}") {
        let digits = raw.len() == 6 && raw.bytes().all(|b| b.is_ascii_digit());
        prop_assert_eq!(UserId::parse(&raw).is_some(), digits);
    }
}
