//! The operation log: its readers are told the beginning of a post that an act was about, if it is for them.

use super::*;

/// A post that was for everyone when moderators marked it, and is for those of its case by now, or gone.
async fn marked_before(table: &Table, case: &table::Case) -> i64 {
    let made = write(table.author(), json!({ "title": case.mark })).await;
    for (moderator, featured) in [("240104", true), ("240100", false), ("240301", true)] {
        let change = json!({ "featured": featured });
        table.person(moderator).client.put(&at(&made, "/feature"), &change).await.data();
    }
    if case.audience != json!({}) {
        table.author().patch(&at(&made, ""), &case.audience).await.data();
    }
    let id = made["id"].as_i64().unwrap();
    let removal = json!({ "kind": "post", "id": id.to_string(), "reason": "伤人" });
    match case.fate {
        Fate::Stands => {}
        Fate::Deleted => drop(table.author().delete(&at(&made, "")).await.data()),
        Fate::Removed => {
            table.person("240104").client.post("/api/moderation/removals", &removal).await.data();
        }
    }
    id
}

#[tokio::test]
async fn the_operation_log_names_a_post_only_for_readers_whom_it_is_for_by_now() {
    let table = Table::without_posts().await;
    let cases = cases(&table.group);
    let mut posts = Vec::new();
    for case in &cases {
        posts.push((case, marked_before(&table, case).await));
    }
    for person in &table.people {
        let answer = person.client.get("/api/admin/logs?limit=200").await;
        if !person.moderates() {
            match person.user() {
                Some(_) => assert_eq!(answer.status, StatusCode::FORBIDDEN, "{person}"),
                None => refuses_whoever_is_no_member(person, "the log", &answer),
            }
            assert!(!answer.text().contains("标记"), "{person}");
            continue;
        }
        let log = answer.data();
        for (case, id) in &posts {
            let target = id.to_string();
            let rows = log["logs"].as_array().unwrap().iter();
            let about: Vec<_> =
                rows.filter(|row| row["action"] == "feature_post" && row["target"] == target).collect();
            assert!(!about.is_empty(), "{person} has done it: {log}");
            for row in about {
                let is_named = row["target_label"].to_string().contains(case.mark);
                assert_eq!(is_named, case.is_for(person), "{} for {person}: {row}", case.mark);
                // Of what is gone stands no more than that, which tells what the act was about.
                assert_eq!(row["target_place"].is_object(), case.shows(person), "{} for {person}", case.mark);
            }
            assert_eq!(
                log.to_string().contains(case.mark),
                case.is_for(person),
                "{} for {person}",
                case.mark
            );
        }
        let export = person.client.get("/api/admin/logs/export.csv").await;
        assert!(!export.text().contains("标记"), "an export has ids alone");
    }
}
