//! What moderation does with something anonymous: reports, removals, appeals, and what waits before it is published.

use super::*;

async fn report(scene: &Scene, kind: &str, made: &Value) {
    let body = json!({ "kind": kind, "id": made["id"].to_string(), "reason": "难听" });
    scene.mate().post("/api/moderation/reports", &body).await.data();
}

/// The class admin decides on all cases of this state.
async fn decide(scene: &Scene, status: &str, action: &str) {
    let waiting = scene.head().get(&format!("/api/moderation/cases?status={status}")).await.data();
    let waiting = waiting["cases"].as_array().unwrap().clone();
    assert!(!waiting.is_empty(), "{status}");
    for case in waiting {
        let path = format!("/api/moderation/cases/{}/decision", case["id"].as_str().unwrap());
        let body = json!({ "action": action, "reason": "伤人", "note": "谢谢" });
        scene.head().post(&path, &body).await.data();
    }
}

/// The author appeals against everything that was removed.
async fn appeal(scene: &Scene) {
    let own = scene.author.get("/api/moderation/own").await.data();
    let removals = own["removals"].as_array().unwrap().clone();
    assert!(!removals.is_empty(), "{own}");
    for removal in removals {
        let path = format!("/api/moderation/cases/{}/appeal", removal["case_id"].as_str().unwrap());
        scene.author.post(&path, &json!({ "text": "没有恶意" })).await.data();
    }
}

/// How many cases each of the others is shown.
async fn counts(scene: &Scene) -> Vec<usize> {
    let mut counts = Vec::new();
    for other in &scene.others {
        counts.push(scene.cases_for(other).await.len());
    }
    counts
}

#[tokio::test]
async fn reports_removals_appeals_and_restorals_of_what_is_anonymous_tell_others_nothing_of_its_author() {
    let scene = Scene::new().await;
    report(&scene, "post", &scene.post).await;
    report(&scene, "comment", &scene.comment).await;
    scene.refuse_traces_for_others("reported").await;
    assert_eq!(counts(&scene).await, [0, 2, 2, 2], "moderators have both cases, a classmate none");
    decide(&scene, "open", "remove").await;
    scene.refuse_traces_for_others("removed").await;
    appeal(&scene).await;
    scene.refuse_traces_for_others("appealed").await;
    decide(&scene, "appealed", "restore").await;
    scene.refuse_traces_for_others("restored").await;
    scene.mate().get(&at(&scene.post, "")).await.data();
    assert_eq!(counts(&scene).await, [0, 2, 2, 2]);
}

#[tokio::test]
async fn what_is_held_and_anonymous_tells_others_nothing_of_its_author_before_and_after_it_is_published() {
    let scene = Scene::new().await;
    let rule = json!({ "term": "答案", "matching": "substring", "effect": "hold" });
    scene.head().post("/api/moderation/rules", &rule).await.data();
    let image = upload(&scene.portal, AUTHOR, &[PNG, b"1"].concat()).await;
    let held = post(json!({ "title": "答案", "anonymous": true, "images": [image] }));
    assert_eq!(scene.author.post("/api/community", &held).await.json()["slug"], "held");
    let said = json!({ "content": "答案在这", "anonymous": true });
    let comment = scene.author.post(&at(&scene.post, "/comments"), &said).await;
    assert_eq!(comment.json()["slug"], "held");
    scene.refuse_traces_for_others("held").await;
    assert_eq!(counts(&scene).await, [0, 2, 2, 2]);
    decide(&scene, "open", "remove").await;
    scene.refuse_traces_for_others("not let through").await;
    appeal(&scene).await;
    scene.refuse_traces_for_others("appealed").await;
    decide(&scene, "appealed", "restore").await;
    scene.refuse_traces_for_others("published").await;
    let found = search::testing::hits(&scene.portal.app, scene.mate(), "post", "答案").await;
    assert_eq!(found.len(), 1);
    refuse_traces("the search", &json!(found).to_string());
    assert!(reads(&scene.portal, "240102", &image).await);
}

#[tokio::test]
async fn when_a_moderator_deletes_an_anonymous_post_others_learn_nothing_of_its_author() {
    let scene = Scene::new().await;
    scene.officer().delete(&at(&scene.post, "")).await.data();
    scene.refuse_traces_for_others("deleted by an officer").await;
    scene.officer().post_empty(&at(&scene.post, "/restore")).await.data();
    scene.refuse_traces_for_others("restored by an officer").await;
}

#[tokio::test]
async fn after_the_class_admin_asked_for_an_anonymous_author_no_log_inbox_or_export_names_them() {
    let scene = Scene::new().await;
    let comment = format!("/api/community/comments/{}", scene.comment["id"]);
    for path in [at(&scene.post, ""), comment] {
        let answer = scene.head().post(&format!("{path}/reveal"), &json!({ "reason": "有人受到伤害" })).await;
        assert_eq!(answer.data()["user_id"], AUTHOR);
    }
    scene.refuse_traces_for_others("asked for").await;
    let log = scene.officer().get("/api/admin/logs?limit=100").await.text();
    assert!(!log.contains("reveal"), "an officer does not read that somebody asked: {log}");
}
