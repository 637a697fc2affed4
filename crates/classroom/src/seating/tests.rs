//! Seats through `HttpApp`.

use axum::http::StatusCode;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::FEATURE;
use crate::MANAGE_DUTY;
use crate::rank;
use crate::tests::{class, leave, portal};

/// Three rows and four columns with an aisle; the first seat is blocked, 240101 to 240103 sit beside it.
fn plan(revision: i64) -> Value {
    let seat = |column: u8| json!({ "row": 0, "column": column, "number": format!("2401{column:02}") });
    let blocked = json!({ "row": 0, "column": 0, "number": null, "blocked": true });
    json!({ "rows": 3, "columns": 4, "aisles_after": [1], "seen_from": "teacher", "revision": revision,
            "seats": [blocked, seat(1), seat(2), seat(3)] })
}

async fn save(client: &Client, plan: &Value) -> Value {
    client.put("/api/seating", plan).await.data()
}

/// Who sits in a row, by columns; empty for nobody.
fn row(plan: &Value, row: u8) -> Vec<String> {
    let seats = plan["seats"].as_array().unwrap().iter().filter(|seat| seat["row"] == row);
    seats.map(|seat| seat["number"].as_str().unwrap_or_default().to_owned()).collect()
}

async fn arrange(client: &Client, body: Value) -> Value {
    client.post("/api/seating/arrange", &body).await.data()
}

#[tokio::test]
async fn a_plan_is_what_was_saved_and_names_who_has_no_seat() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let empty = head.get("/api/seating").await.data();
    assert_eq!((&empty["plan"], empty["unseated"].as_array().unwrap().len()), (&Value::Null, 12));
    let saved = save(&head, &plan(0)).await;
    assert_eq!(
        (&saved["plan"]["revision"], &saved["plan"]["updated_by_name"]),
        (&json!(1), &json!("实名240100"))
    );
    assert_eq!(row(&saved["plan"], 0), ["", "240101", "240102", "240103"]);
    assert_eq!(
        (&saved["plan"]["seen_from"], &saved["plan"]["aisles_after"]),
        (&json!("teacher"), &json!([1]))
    );
    assert_eq!(
        (saved["unseated"].as_array().unwrap().len(), &saved["unseated"][0]["number"]),
        (9, &json!("240104"))
    );
    let pupil = portal.register("240101").await;
    let seen = pupil.get("/api/seating").await.data();
    assert_eq!((&seen["may_manage"], &seen["plan"]), (&json!(false), &saved["plan"]));
}

#[tokio::test]
async fn what_breaks_a_rule_is_refused_in_words() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let seats = |seats: Value| json!({ "seats": seats });
    let cases = [
        (json!({ "rows": 16 }), "400 须有 1–15 排、1–15 列"),
        (json!({ "columns": 0 }), "400 须有 1–15 排、1–15 列"),
        (json!({ "aisles_after": [3] }), "400 过道须在两列之间"),
        (json!({ "aisles_after": [255] }), "400 过道须在两列之间"),
        (seats(json!([{ "row": 3, "column": 0 }])), "400 座位超出了教室，或出现了两次"),
        (
            seats(json!([{ "row": 0, "column": 0 }, { "row": 0, "column": 0 }])),
            "400 座位超出了教室，或出现了两次",
        ),
        (
            seats(json!([{ "row": 0, "column": 0, "number": "240101", "blocked": true }])),
            "400 停用的座位不能坐人",
        ),
        (
            seats(
                json!([{ "row": 0, "column": 0, "number": "240101" }, { "row": 0, "column": 1, "number": "240101" }]),
            ),
            "400 240101 出现了两次",
        ),
    ];
    for (more, refusal) in cases {
        let mut body = plan(0);
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(head.put("/api/seating", &body).await.refusal(), refusal);
    }
    let early = head.post("/api/seating/arrange", &json!({ "how": "shuffle" })).await;
    assert_eq!(early.refusal(), "409 还没有座位表");
    save(&head, &plan(0)).await;
    let late = head.put("/api/seating", &plan(0)).await;
    assert_eq!((late.status, &late.json()["data"]["revision"]), (StatusCode::CONFLICT, &json!(1)));
    let seed = head.post("/api/seating/arrange", &json!({ "how": "shuffle", "seed": "1" })).await;
    assert_eq!(seed.refusal(), "400 种子须为 64 位小写十六进制数字");
}

#[tokio::test]
async fn the_last_thirty_revisions_are_kept_and_can_be_restored() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    for revision in 0..32 {
        let mut body = plan(revision);
        body["rows"] = json!(1 + revision % 15);
        save(&head, &body).await;
    }
    let kept = head.get("/api/seating/revisions").await.data()["revisions"].clone();
    let numbers: Vec<i64> =
        kept.as_array().unwrap().iter().map(|one| one["revision"].as_i64().unwrap()).collect();
    assert_eq!(numbers, (3..=32).rev().collect::<Vec<_>>());
    assert_eq!((&kept[29]["plan"]["rows"], &kept[29]["seated"]), (&json!(3), &json!(3)));
    assert_eq!(head.post_empty("/api/seating/revisions/2/restore").await.status, StatusCode::NOT_FOUND);
    let restored = head.post_empty("/api/seating/revisions/3/restore").await.data();
    assert_eq!((&restored["plan"]["rows"], &restored["plan"]["revision"]), (&json!(3), &json!(33)));
}

#[tokio::test]
async fn a_shuffle_follows_from_its_seed_and_leaves_the_kept_and_the_blocked() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    save(&head, &plan(0)).await;
    let first = arrange(&head, json!({ "how": "shuffle", "keep": ["240102"] })).await;
    let seed = first["seed"].as_str().unwrap().to_owned();
    let again = arrange(&head, json!({ "how": "shuffle", "keep": ["240102"], "seed": seed })).await;
    assert_eq!(first, again);
    let numbers = class().into_iter().filter(|number| number != "240102");
    let order = rank::ordered(&seed, numbers.map(|number| UserId::parse(&number).unwrap()));
    let order: Vec<String> = order.into_iter().map(|number| number.to_string()).collect();
    let seats = [row(&first["plan"], 0), row(&first["plan"], 1), row(&first["plan"], 2)].concat();
    assert_eq!((seats[0].as_str(), seats[2].as_str()), ("", "240102"));
    let moved: Vec<String> =
        seats.into_iter().filter(|number| !number.is_empty() && number != "240102").collect();
    assert_eq!(moved, order[..10]);
    assert_eq!(first["unseated"][0]["number"], order[10]);
    assert_eq!(head.get("/api/seating").await.data()["plan"]["revision"], 1, "nothing is saved");
}

#[tokio::test]
async fn a_rotation_moves_everyone_on_and_the_last_to_the_front() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    save(&head, &plan(0)).await;
    let columns = arrange(&head, json!({ "how": "rotate_columns" })).await;
    assert_eq!(row(&columns["plan"], 0), ["", "240103", "240101", "240102"]);
    assert_eq!(columns["seed"], Value::Null);
    let rows = arrange(&head, json!({ "how": "rotate_rows", "keep": ["240103"] })).await;
    assert_eq!(row(&rows["plan"], 0), ["", "", "", "240103"]);
    assert_eq!(row(&rows["plan"], 1), ["", "240101", "240102", ""]);
    let given = json!({ "rows": 1, "columns": 2, "seats": [{ "row": 0, "column": 0, "number": "240109" }] });
    let of_given = arrange(&head, json!({ "how": "rotate_columns", "plan": given })).await;
    assert_eq!(row(&of_given["plan"], 0), ["", "240109"]);
}

#[tokio::test]
async fn who_leaves_the_class_list_keeps_the_seat_until_the_plan_is_saved() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    save(&head, &plan(0)).await;
    leave(&portal, &["240101"]).await;
    let seen = head.get("/api/seating").await.data();
    let gone = seen["people"].as_array().unwrap().iter().find(|one| one["number"] == "240101").unwrap();
    assert_eq!((&gone["name"], &gone["left"]), (&json!("已离开"), &json!(true)));
    let saved = save(&head, &plan(1)).await;
    assert_eq!(row(&saved["plan"], 0), ["", "", "240102", "240103"]);
}

#[tokio::test]
async fn the_staff_of_the_class_change_seats_and_nobody_else_does() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    save(&head, &plan(0)).await;
    let others: Vec<_> =
        portal.permissions().into_iter().filter(|right| right.id != MANAGE_DUTY.id).collect();
    let officer = portal.officer(&others).await;
    let pupil = portal.register("240101").await;
    for client in [&pupil, &officer] {
        assert_eq!(client.put("/api/seating", &plan(1)).await.status, StatusCode::FORBIDDEN);
        assert_eq!(
            client.post("/api/seating/arrange", &json!({ "how": "shuffle" })).await.status,
            StatusCode::FORBIDDEN
        );
        assert_eq!(client.post_empty("/api/seating/revisions/1/restore").await.status, StatusCode::FORBIDDEN);
        assert_eq!(client.get("/api/seating/revisions").await.status, StatusCode::OK);
    }
    let (other, other_head) = (portal.register("240201").await, portal.register("240200").await);
    for client in [&other, &other_head] {
        for path in ["/api/seating?class=01", "/api/seating/revisions?class=01"] {
            assert_eq!(client.get(path).await.status, StatusCode::FORBIDDEN);
        }
        assert_eq!(client.get("/api/seating").await.data()["plan"], Value::Null);
    }
    assert_eq!(other_head.put("/api/seating?class=01", &plan(1)).await.status, StatusCode::FORBIDDEN);
    assert_eq!(other_head.post_empty("/api/seating/revisions/1/restore").await.status, StatusCode::NOT_FOUND);
    portal.promote("240112", &[&MANAGE_DUTY]).await;
    save(&officer, &plan(1)).await;
    let admin = portal.admin().await;
    assert_eq!(admin.put("/api/seating", &plan(2)).await.refusal(), "400 请指明班级（class）");
    admin.put("/api/seating?class=01", &plan(2)).await.data();
    let user = UserId::parse("240000").unwrap();
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    assert_eq!(head.get("/api/seating").await.data()["plan"]["updated_by_name"], Value::Null);
}
