//! The final exams that are proposed to a cohort.

use ::calendar::MANAGE_CALENDAR;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::{create, portal};

async fn proposed(client: &Client) -> Vec<Value> {
    let data = client.get("/api/countdown/suggestions").await.data();
    data["suggestions"].as_array().unwrap().clone()
}

async fn names(client: &Client) -> Vec<String> {
    let all = proposed(client).await;
    all.iter().map(|one| one["suggestion"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_cohort_is_proposed_its_exams_three_years_after_entry() {
    let portal = portal().await;
    let (alice, late) = (portal.register("240101").await, portal.register("230102").await);
    let all = proposed(&alice).await;
    assert_eq!(
        all[0],
        json!({ "suggestion": "gaokao-2027", "title": "高考", "target_date": "2027-06-07", "category": "exam",
                "color": "#c5303c", "reminders": [1, 7, 30, 100], "started_on": "2024-09-01", "exact": true,
                "for_class": false })
    );
    let second = |field: &str| all[1][field].clone();
    assert_eq!(
        (second("title"), second("target_date"), second("exact")),
        (json!("中考"), json!("2027-06-15"), json!(false))
    );
    let english = alice.clone().with("accept-language", "en");
    assert_eq!(proposed(&english).await[0]["title"], "Gaokao");
    assert!(names(&late).await.is_empty(), "they were in June 2026");
    assert!(names(&portal.developer().await).await.is_empty());
}

#[tokio::test]
async fn what_the_member_or_the_class_has_is_not_proposed_again() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let head = portal.class_admin().await;
    create(&alice, json!({ "title": "高考", "target_date": "2027-06-07" })).await;
    assert_eq!(names(&alice).await, ["zhongkao-2027"], "the same title and day");
    assert_eq!(names(&bob).await, ["gaokao-2027", "zhongkao-2027"]);

    let mut body = proposed(&head).await[1].clone();
    assert_eq!(body["for_class"], true);
    body["title"] = json!("中考（本市）");
    body["target_date"] = json!("2027-06-12");
    let made = create(&head, body).await;
    assert_eq!((&made["suggestion"], &made["source"]), (&json!("zhongkao-2027"), &json!("class")));
    assert_eq!(names(&bob).await, ["gaokao-2027"], "made from it, on the day of the place");
    assert!(names(&alice).await.is_empty());
    head.delete(&format!("/api/countdown/{}", made["id"].as_str().unwrap())).await.data();
    assert_eq!(names(&bob).await, ["gaokao-2027", "zhongkao-2027"]);
}

#[tokio::test]
async fn a_suggestion_is_for_the_class_where_one_may_and_for_oneself_elsewhere() {
    let portal = portal().await;
    let (officer, plain) = (portal.officer(&[&MANAGE_CALENDAR]).await, portal.register("240101").await);
    let admin = portal.admin().await;
    for (client, for_class, source) in
        [(&plain, false, "own"), (&admin, false, "own"), (&officer, true, "class")]
    {
        let body = proposed(client).await[0].clone();
        assert_eq!(body["for_class"], for_class);
        assert_eq!(create(client, body).await["source"], source);
    }
    let unknown = json!({ "title": "x", "target_date": "2027-06-07", "suggestion": "party-2027" });
    assert_eq!(plain.post("/api/countdown", &unknown).await.refusal(), "400 字段“suggestion”的格式不正确");
}
