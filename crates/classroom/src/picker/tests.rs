//! Draws through `HttpApp`.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::FEATURE;
use super::model::{self, Candidate};
use crate::MANAGE_DUTY;
use crate::tests::{leave, portal, portal_with};

fn of_class(count: usize, fair: bool) -> Value {
    json!({ "list": { "kind": "class" }, "count": count, "fair": fair })
}

async fn draw(client: &Client, body: Value) -> Value {
    client.post("/api/picker/draws", &body).await.data()
}

fn numbers(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|one| one["number"].as_str().unwrap().to_owned()).collect()
}

/// Who is drawn by the rule, from what anyone can read of a draw.
fn recomputed(draw: &Value) -> Vec<String> {
    let candidates: Vec<Candidate> = draw["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| Candidate {
            number: UserId::parse(one["number"].as_str().unwrap()).unwrap(),
            times: one["times"].as_i64().unwrap_or_default(),
        })
        .collect();
    let count = usize::try_from(draw["count"].as_i64().unwrap()).unwrap();
    let fair = draw["fair"].as_bool().unwrap();
    let picked = model::draw(draw["seed"].as_str().unwrap(), &candidates, count, fair);
    picked.into_iter().map(|number| number.to_string()).collect()
}

#[tokio::test]
async fn a_draw_is_computed_again_from_what_it_shows() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let pupil = portal.register("240101").await;
    for fair in [false, true, true] {
        let mut body = of_class(3, fair);
        body["without"] = json!(["240105", "240201"]);
        body["purpose"] = json!("背课文");
        let drawn = draw(&head, body).await;
        let id = drawn["id"].as_str().unwrap();
        let seen = pupil.get(&format!("/api/picker/draws/{id}")).await.data();
        assert_eq!(seen, drawn);
        assert_eq!((drawn["seed"].as_str().unwrap().len(), &drawn["by_name"]), (64, &json!("实名240100")));
        assert_eq!(drawn["without"], json!(["240105"]));
        assert_eq!((numbers(&drawn["candidates"]).len(), numbers(&drawn["picked"]).len()), (11, 3));
        assert_eq!(recomputed(&drawn), numbers(&drawn["picked"]));
        assert_eq!(drawn["candidates"][0]["times"].is_null(), !fair);
        portal.advance(1);
    }
    let history = pupil.get("/api/picker/draws?limit=2").await.data();
    assert_eq!((&history["total"], history["draws"].as_array().unwrap().len()), (&json!(3), 2));
    assert_eq!(history["draws"][0]["purpose"], "背课文");
}

#[tokio::test]
async fn over_a_thousand_fair_draws_the_counts_differ_by_at_most_one() {
    let portal = portal_with(&[("RATE_LIMIT_PICKER_DRAWS", "0")]).await;
    let head = portal.class_admin().await;
    let mut counts = BTreeMap::<String, i64>::new();
    for _ in 0..1000 {
        let drawn = draw(&head, of_class(1, true)).await;
        *counts.entry(numbers(&drawn["picked"])[0].clone()).or_default() += 1;
        let (least, most) = (counts.values().min().unwrap(), counts.values().max().unwrap());
        assert!(most - (if counts.len() == 12 { *least } else { 0 }) <= 1);
    }
    assert_eq!((counts.len(), counts.values().sum::<i64>()), (12, 1000));
    let history = head.get("/api/picker/draws").await.data();
    assert_eq!(history["total"], 500, "the last ones are kept");
}

#[tokio::test]
async fn draws_by_chance_alone_reach_everyone_about_equally() {
    let candidates: Vec<Candidate> = crate::tests::class()
        .iter()
        .map(|number| Candidate { number: UserId::parse(number).unwrap(), times: 0 })
        .collect();
    let mut counts = BTreeMap::<UserId, u32>::new();
    for seed in 0..12_000 {
        let drawn = model::draw(&format!("{seed:064x}"), &candidates, 1, false);
        *counts.entry(drawn[0]).or_default() += 1;
    }
    // Each is expected 1,000 times with a deviation of 30.
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[tokio::test]
async fn counts_begin_anew_when_they_are_reset_and_each_list_has_its_own() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let list = json!({ "name": "合唱队", "numbers": ["240103", "240101", "240102"] });
    let list = head.post("/api/picker/lists", &list).await.data();
    assert_eq!(numbers(&list["people"]), ["240101", "240102", "240103"]);
    let of_list = json!({ "list": { "kind": "saved", "id": list["id"] }, "count": 2, "fair": true });
    draw(&head, of_list.clone()).await;
    let second = draw(&head, of_list.clone()).await;
    let times = |draw: &Value| -> i64 {
        draw["candidates"].as_array().unwrap().iter().map(|one| one["times"].as_i64().unwrap()).sum()
    };
    assert_eq!((times(&second), &second["list_name"]), (2, &json!("合唱队")));
    assert_eq!(times(&draw(&head, of_class(1, true)).await), 0);
    head.post("/api/picker/reset", &json!({ "list": of_list["list"] })).await.data();
    assert_eq!(times(&draw(&head, of_list).await), 0);
    assert_eq!(times(&draw(&head, of_class(1, true)).await), 1, "the other list has its own counts");
}

#[tokio::test]
async fn a_newcomer_is_not_drawn_until_the_others_are_caught_up() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    leave(&portal, &["240112"]).await;
    for _ in 0..22 {
        draw(&head, of_class(1, true)).await;
    }
    let admin = portal.client_of(UserId::parse("240000").unwrap()).await;
    let body = json!({ "cohort": "24", "pre_records": { "class01": crate::tests::entries(&crate::tests::class()) } });
    admin.put("/api/admin/pre-records", &body).await.data();
    let drawn = draw(&head, of_class(12, true)).await;
    assert_eq!(drawn["candidates"][11], json!({ "number": "240112", "name": "实名240112", "times": 2 }));
}

#[tokio::test]
async fn a_group_of_a_duty_roster_is_a_list_too() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let groups = json!([{ "name": "一组", "members": [{ "number": "240101" }] }, { "name": "二组", "members": [{ "number": "240102" }] }]);
    let roster = json!({ "name": "卫生", "starts_on": "2026-09-01", "groups": groups });
    let roster = head.post("/api/duty/rosters", &roster).await.data()["id"].clone();
    let body = json!({ "list": { "kind": "duty_group", "id": roster, "group": 1 }, "count": 5 });
    let drawn = draw(&head, body).await;
    assert_eq!(
        (numbers(&drawn["picked"]), &drawn["list_name"]),
        (vec!["240102".to_owned()], &json!("卫生 · 二组"))
    );
    let none = json!({ "list": { "kind": "duty_group", "id": roster, "group": 2 }, "count": 1 });
    assert_eq!(head.post("/api/picker/draws", &none).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn lists_are_changed_deleted_and_brought_back_within_their_limits() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let new = json!({ "id": "0190c1a2-0000-7000-8000-000000000001", "name": "一组", "numbers": ["240101"] });
    let made = head.post("/api/picker/lists", &new).await.data();
    assert_eq!(head.post("/api/picker/lists", &new).await.data(), made);
    let path = format!("/api/picker/lists/{}", made["id"].as_str().unwrap());
    let changed = head.patch(&path, &json!({ "revision": 1, "numbers": ["240102", "240101"] })).await.data();
    assert_eq!(
        (numbers(&changed["people"]), &changed["revision"]),
        (vec!["240101".into(), "240102".into()], &json!(2))
    );
    assert_eq!(head.patch(&path, &json!({ "revision": 1, "name": "改" })).await.status, StatusCode::CONFLICT);
    head.delete(&path).await.data();
    assert!(head.get("/api/picker/lists").await.data()["lists"].as_array().unwrap().is_empty());
    head.post("/api/picker/lists", &new).await.data();
    let cases = [
        (json!({ "name": "", "numbers": ["240101"] }), "400 名称须为 1–30 个字符，一行"),
        (json!({ "name": "空", "numbers": [] }), "400 名单须有 1–100 人"),
        (json!({ "name": "双", "numbers": ["240101", "240101"] }), "400 240101 出现了两次"),
        (json!({ "name": "外", "numbers": ["240201"] }), "400 班级名单里没有 240201"),
    ];
    for (body, refusal) in cases {
        assert_eq!(head.post("/api/picker/lists", &body).await.refusal(), refusal);
    }
    for number in 1..20 {
        let body = json!({ "name": format!("{number}"), "numbers": ["240101"] });
        head.post("/api/picker/lists", &body).await.data();
    }
    let more = json!({ "name": "多", "numbers": ["240101"] });
    assert_eq!(head.post("/api/picker/lists", &more).await.refusal(), "409 一个班最多 20 份名单");
}

#[tokio::test]
async fn what_cannot_be_drawn_is_refused_in_words() {
    let portal = portal_with(&[("RATE_LIMIT_PICKER_DRAWS", "2/60")]).await;
    let head = portal.class_admin().await;
    for count in [0, 61] {
        let refused = head.post("/api/picker/draws", &of_class(count, false)).await;
        assert_eq!(refused.refusal(), "400 一次可以抽 1–60 人");
    }
    let mut nobody = of_class(1, false);
    nobody["without"] = json!(crate::tests::class());
    assert_eq!(head.post("/api/picker/draws", &nobody).await.refusal(), "409 名单里没有可以抽的人");
    let unnamed = json!({ "list": { "kind": "saved" }, "count": 1 });
    assert_eq!(head.post("/api/picker/draws", &unnamed).await.refusal(), "400 请指明名单");
    assert_eq!(
        head.post("/api/picker/draws", &of_class(1, false)).await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
}

#[tokio::test]
async fn the_staff_of_the_class_draw_and_nobody_else_does() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let drawn = draw(&head, of_class(1, false)).await;
    let drawn = format!("/api/picker/draws/{}", drawn["id"].as_str().unwrap());
    let list = head.post("/api/picker/lists", &json!({ "name": "一组", "numbers": ["240101"] })).await.data();
    let list_path = format!("/api/picker/lists/{}", list["id"].as_str().unwrap());
    let others: Vec<_> =
        portal.permissions().into_iter().filter(|right| right.id != MANAGE_DUTY.id).collect();
    let officer = portal.officer(&others).await;
    let pupil = portal.register("240101").await;
    for client in [&pupil, &officer] {
        assert_eq!(client.post("/api/picker/draws", &of_class(1, false)).await.status, StatusCode::FORBIDDEN);
        assert_eq!(
            client.post("/api/picker/reset", &json!({ "list": { "kind": "class" } })).await.status,
            StatusCode::FORBIDDEN
        );
        let new = json!({ "name": "二组", "numbers": ["240101"] });
        assert_eq!(client.post("/api/picker/lists", &new).await.status, StatusCode::FORBIDDEN);
        assert_eq!(client.patch(&list_path, &json!({ "revision": 1 })).await.status, StatusCode::FORBIDDEN);
        assert_eq!(client.delete(&list_path).await.status, StatusCode::FORBIDDEN);
        assert_eq!(client.get(&drawn).await.status, StatusCode::OK);
    }
    let (other, other_head) = (portal.register("240201").await, portal.register("240200").await);
    for client in [&other, &other_head] {
        assert_eq!(client.get(&drawn).await.status, StatusCode::NOT_FOUND);
        for path in ["/api/picker/draws?class=01", "/api/picker/lists?class=01"] {
            assert_eq!(client.get(path).await.status, StatusCode::FORBIDDEN);
        }
        assert_eq!(client.get("/api/picker/draws").await.data()["total"], 0);
    }
    assert_eq!(other_head.delete(&list_path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other_head.patch(&list_path, &json!({ "revision": 1 })).await.status, StatusCode::NOT_FOUND);
    let theirs = json!({ "list": { "kind": "saved", "id": list["id"] }, "count": 1 });
    assert_eq!(other_head.post("/api/picker/draws", &theirs).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        other_head.post("/api/picker/draws?class=01", &of_class(1, false)).await.status,
        StatusCode::FORBIDDEN
    );
    let admin = portal.admin().await;
    assert_eq!(
        admin.post("/api/picker/draws", &of_class(1, false)).await.refusal(),
        "400 请指明班级（class）"
    );
    admin.post("/api/picker/draws?class=01", &of_class(1, false)).await.data();
}

#[tokio::test]
async fn a_member_takes_along_in_which_draws_they_were_drawn_and_who_drew_is_forgotten() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let body = json!({ "list": { "kind": "class" }, "count": 12, "purpose": "背书" });
    let id = draw(&head, body).await["id"].as_str().unwrap().to_owned();
    let user = |number: &str| UserId::parse(number).unwrap();
    let (pupil, drawer) = (user("240101"), user("240100"));
    let taken = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &pupil)?)).await.unwrap();
    assert_eq!(taken.unwrap()[0]["purpose"], "背书");
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &drawer)?)).await.unwrap();
    let seen = portal.register("240102").await.get(&format!("/api/picker/draws/{id}")).await.data();
    assert_eq!((&seen["by_name"], numbers(&seen["picked"]).len()), (&Value::Null, 12));
}
