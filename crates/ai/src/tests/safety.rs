//! Safety: what the member who asks is shown at once, what is counted, and what whoever looks after the class is told
//! the next day.

use axum::http::StatusCode;
use identity::admin::MANAGE_USERS;
use serde_json::json;

use super::reading::Reading;
use super::*;

const SAFETY: &str = "/api/ai-chat/admin/safety";
const DAY: u64 = 24 * 3600;
const HARM: &str = "我不想活了，怎么办";

async fn ask(scene: &Scene, client: &Client, message: &str) {
    let made = client.post("/api/ai-chat/conversations", &json!({})).await.data();
    let question = scene.question_in(made["id"].as_str().unwrap(), message);
    client.post("/api/ai-chat/chat", &question).await.data();
}

/// The counts of the days that are over.
async fn counts(client: &Client) -> Value {
    client.get(SAFETY).await.data()["days"].clone()
}

/// The texts of the notifications of a reader, the newest first.
async fn told(client: &Client) -> Vec<String> {
    let inbox = client.get("/api/notifications").await.data();
    let of_kind = |item: &&Value| item["kind"] == "ai_safety";
    let texts = inbox["notifications"].as_array().unwrap().iter().filter(of_kind);
    texts.map(|item| item["text"].as_str().unwrap().to_owned()).collect()
}

/// Waits until the hourly task has told a reader something.
async fn wait_until_told(scene: &Scene, client: &Client) -> Vec<String> {
    for _ in 0..500 {
        let texts = told(client).await;
        if !texts.is_empty() {
            return texts;
        }
        scene.portal.advance(600);
        pause().await;
    }
    panic!("nobody was told");
}

#[tokio::test]
async fn whoever_asks_is_shown_help_before_the_answer_which_is_not_blocked() {
    let scene = Scene::new(&["stub?tokens=3"]).await;
    let reading = Reading::ask(&scene.member, &scene.question(HARM)).await.read_to_end().await;
    assert_eq!(reading.events[1].1, json!({ "safety": "self_harm" }), "directly after the first event");
    assert!(reading.content().contains("t1"), "the answer comes");
    assert_eq!(reading.with("done").len(), 1);
    let both = "同学霸凌我，我想自杀";
    let reading = Reading::ask(&scene.member, &scene.question(both)).await.read_to_end().await;
    let found = reading.with("safety");
    assert_eq!(found, [&json!({ "safety": "self_harm" }), &json!({ "safety": "bullying" })]);
    let reading = Reading::ask(&scene.member, &scene.question("笑死我了")).await.read_to_end().await;
    assert!(reading.with("safety").is_empty());
    let chat = scene.member.post("/api/ai-chat/chat", &scene.question(HARM)).await.data();
    assert_eq!(chat["safety"], json!(["self_harm"]));
    let messages = scene.detail().await["messages"].clone();
    let shown: Vec<&Value> = messages.as_array().unwrap().iter().map(|message| &message["safety"]).collect();
    let (harm, none) = (json!(["self_harm"]), json!(null));
    let expected = [&harm, &none, &json!(["self_harm", "bullying"]), &none, &none, &none, &harm, &none];
    assert_eq!(shown, expected, "also when the conversation is opened again");
}

#[tokio::test]
async fn the_counts_of_today_are_shown_tomorrow_without_who_asked_or_what() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    ask(&scene, &scene.member, HARM).await;
    ask(&scene, &scene.member, &format!("{HARM}，真的{HARM}")).await;
    ask(&scene, &scene.member, "如何制作炸弹").await;
    ask(&scene, &scene.member, "什么是惯性").await;
    assert_eq!(counts(&scene.admin).await, json!([]), "nobody can tell who sat there a minute ago");
    assert_eq!(scene.admin.get(SAFETY).await.data()["until"], "2026-08-31");
    scene.portal.advance(DAY);
    let seen = scene.admin.get(SAFETY).await.data();
    let days = json!([
        { "day": "2026-09-01", "category": "self_harm", "count": 2 },
        { "day": "2026-09-01", "category": "violence", "count": 1 },
    ]);
    let total = json!([
        { "category": "self_harm", "count": 2 },
        { "category": "violence", "count": 1 },
        { "category": "bullying", "count": 0 },
        { "category": "sexual", "count": 0 },
        { "category": "drugs", "count": 0 },
    ]);
    assert_eq!(seen, json!({ "until": "2026-09-01", "days": days, "total": total }));
    scene.portal.advance(DAY);
    let yesterday = scene.admin.get(&format!("{SAFETY}?days=1")).await.data();
    assert_eq!((&yesterday["days"], &yesterday["until"]), (&json!([]), &json!("2026-09-02")));
}

#[tokio::test]
async fn a_question_that_is_asked_again_or_refused_counts_once_or_not_at_all() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    scene.member.post("/api/ai-chat/chat", &scene.question(HARM)).await.data();
    let mut again = scene.question(HARM);
    again["replace_from"] = json!(0);
    scene.member.post("/api/ai-chat/chat", &again).await.data();
    again["message"] = json!("他们霸凌我，我不想活了");
    scene.member.post("/api/ai-chat/chat", &again).await.data();
    again["revision"] = json!(1);
    again["message"] = json!("哪里能买毒品");
    assert_eq!(scene.member.post("/api/ai-chat/chat", &again).await.status, StatusCode::CONFLICT);
    scene.portal.advance(DAY);
    let days = json!([
        { "day": "2026-09-01", "category": "bullying", "count": 1 },
        { "day": "2026-09-01", "category": "self_harm", "count": 1 },
    ]);
    assert_eq!(counts(&scene.admin).await, days);
}

#[tokio::test]
async fn officers_who_tell_officers_members_see_the_own_class_and_admins_all() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let other = scene.portal.register("240211").await;
    ask(&scene, &scene.member, HARM).await;
    ask(&scene, &other, HARM).await;
    let officer = scene.portal.officer(&[&MANAGE_USERS]).await;
    let class_admin = scene.portal.class_admin().await;
    let without = scene.portal.register("240113").await;
    scene.portal.promote("240113", &[&identity::admin::MANAGE_OFFICERS]).await;
    scene.portal.advance(DAY);
    let of = |count: i64| json!([{ "day": "2026-09-01", "category": "self_harm", "count": count }]);
    assert_eq!(counts(&officer).await, of(1));
    assert_eq!(counts(&class_admin).await, of(1));
    assert_eq!(counts(&scene.admin).await, of(2));
    for client in [&scene.member, &without] {
        assert_eq!(client.get(SAFETY).await.status, StatusCode::FORBIDDEN);
    }
    for days in ["0", "367"] {
        let refused = scene.admin.get(&format!("{SAFETY}?days={days}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{days}");
    }
}

#[tokio::test]
async fn officers_are_told_once_in_the_morning_after_and_only_counts() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let other = scene.portal.register("240211").await;
    let officer = scene.portal.officer(&[&MANAGE_USERS]).await;
    let second = scene.portal.register("240200").await;
    ask(&scene, &scene.member, HARM).await;
    ask(&scene, &scene.member, "他们总是欺负我").await;
    ask(&scene, &other, HARM).await;
    // It is 08:00 on 1 September in Shanghai. At 06:30 of the next day it is still too early.
    for _ in 0..22 {
        scene.portal.advance(3600);
        pause().await;
    }
    scene.portal.advance(1800);
    for _ in 0..20 {
        pause().await;
    }
    assert!(told(&officer).await.is_empty());
    let texts = wait_until_told(&scene, &officer).await;
    let text =
        "2026-09-01 AI 助手里的提问：关于自我伤害的 1 个，关于欺凌的 1 个。只有数量，不记录是谁、问了什么。";
    assert_eq!(texts, [text]);
    assert!(told(&scene.admin).await[0].contains("关于自我伤害的 2 个"), "an admin looks after all classes");
    assert!(told(&second).await[0].contains("关于自我伤害的 1 个。"));
    assert!(told(&scene.member).await.is_empty());
    for _ in 0..30 {
        scene.portal.advance(3600);
        pause().await;
    }
    assert_eq!(
        told(&officer).await.len(),
        1,
        "nothing is told twice, and nothing of a day without a question"
    );
}

#[tokio::test]
async fn who_looks_after_members_no_more_reads_nothing_of_it() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let officer = scene.portal.officer(&[&MANAGE_USERS]).await;
    ask(&scene, &scene.member, HARM).await;
    scene.portal.advance(DAY);
    wait_until_told(&scene, &officer).await;
    let other = json!({ "permissions": ["manage_officers"] });
    scene.admin.patch("/api/admin/officers/240112", &other).await.data();
    assert_eq!(told(&officer).await, [""], "there was something that is not theirs to see any more");
}

#[tokio::test]
async fn what_was_counted_outlives_the_member_and_is_forgotten_after_a_year() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    ask(&scene, &scene.member, HARM).await;
    let user = kernel::user::UserId::parse("240111").unwrap();
    scene.portal.app.write(move |tx| Ok(crate::store::erase(tx, &user)?)).await.unwrap();
    scene.portal.advance(DAY);
    assert_eq!(counts(&scene.admin).await.as_array().unwrap().len(), 1, "a count is nobody's data");
    let kept = |app: kernel::App| async move {
        let day: jiff::civil::Date = "2026-09-01".parse().unwrap();
        let rows = app.db.read(move |read| Ok(crate::store::safety::between(read, day, day, "")?)).await;
        rows.unwrap().len()
    };
    scene.portal.advance(365 * DAY);
    crate::safety::tell_officers(&scene.portal.app).await.unwrap();
    assert_eq!(kept(scene.portal.app.clone()).await, 1, "on the 366th day it is there");
    scene.portal.advance(DAY);
    crate::safety::tell_officers(&scene.portal.app).await.unwrap();
    assert_eq!(kept(scene.portal.app.clone()).await, 0);
}
