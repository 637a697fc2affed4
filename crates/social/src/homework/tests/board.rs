//! What the board of a class has of homework.

use kernel::texts::Language;

use super::*;
use crate::homework::board_part::HOMEWORK;

async fn cards(portal: &TestPortal) -> Vec<Value> {
    let read = (HOMEWORK.read)(portal.app.clone(), "01".into(), Language::Chinese);
    read.await.unwrap()["cards"].as_array().unwrap().clone()
}

#[tokio::test]
async fn what_is_due_comes_by_its_time_and_what_has_no_day_comes_last_for_three_days() {
    let portal = portal().await;
    let lead = portal.class_admin().await;
    let of = |subject: &str| json!({ "subject": subject });
    let with = |mut body: Value, more: Value| {
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    // What a program announces has no day.
    let announced = json!({ "type": "homework", "title": "作文", "content": "周记一篇" });
    lead.post(ANNOUNCEMENTS, &announced).await.data();
    write(&lead, with(of("英语"), json!({ "due_date": "2026-09-02" }))).await;
    write(&lead, with(of("数学"), json!({ "due_date": "2026-09-02", "due_time": "08:00" }))).await;
    let shown: Vec<_> = cards(&portal)
        .await
        .iter()
        .map(|card| (card["subject"].clone(), card["due_at"].clone(), card["due_day"].clone()))
        .collect();
    assert_eq!(
        shown,
        [
            (json!("数学"), json!("2026-09-02T00:00:00.000Z"), Value::Null),
            (json!("英语"), json!("2026-09-02T15:59:59.999Z"), json!("2026-09-02")),
            (json!(""), Value::Null, Value::Null),
        ]
    );
    portal.advance(2 * 24 * 60 * 60);
    assert_eq!(cards(&portal).await.len(), 1, "the others are over");
    portal.advance(24 * 60 * 60 + 1);
    assert!(cards(&portal).await.is_empty());
}
