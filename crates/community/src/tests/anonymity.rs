//! Nobody learns who wrote something anonymous: every answer, frame, inbox, export, event and row of the operation log is
//! searched for the ids and names of its author.

mod cases;
mod scene;

use axum::http::Method;

use super::*;
use scene::{AUTHOR, Scene, refuse_traces};

#[tokio::test]
async fn no_get_of_the_community_has_a_trace_of_an_anonymous_author() {
    let scene = Scene::new().await;
    let document = serde_json::to_value(crate::routes::router().document()).unwrap();
    for other in &scene.others {
        let mut asked = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            let ids = match path.starts_with("/api/community/comments/") {
                true => vec![scene.comment["id"].to_string()],
                false => vec![scene.post["id"].to_string(), scene.comment["post_id"].to_string()],
            };
            for id in ids {
                if item.get("get").is_some() && !path.contains("{user_id}") {
                    let answer = other.client.get(&path.replace("{id}", &id)).await;
                    // Whoever may vote is listed, also the author: who is missing in that list would be it.
                    if !path.ends_with("/voters") {
                        refuse_traces(&format!("{path} for {}", other.what), &answer.text());
                    }
                    asked += 1;
                }
            }
        }
        assert!(asked >= 10, "{asked}");
    }
}

#[tokio::test]
async fn no_list_inbox_or_operation_log_has_a_trace_of_an_anonymous_author() {
    let scene = Scene::new().await;
    for other in &scene.others {
        for query in ["?sort=hot", "?tag=%E5%8C%BF%E5%90%8D", "?type=poll", "?own=true", "?waiting=true"] {
            let answer = other.client.get(&format!("/api/community{query}")).await;
            refuse_traces(&format!("{query} for {}", other.what), &answer.text());
        }
        assert_eq!(other.client.get("/api/community?author=240101").await.data()["posts"], json!([]));
        let profile = other.client.get("/api/community/profiles/240101").await.data();
        assert_eq!((&profile["post_count"], &profile["comment_count"]), (&json!(0), &json!(0)));
        let inbox = other.client.get("/api/notifications?limit=50").await;
        refuse_traces(&format!("the inbox of {}", other.what), &inbox.text());
        let log = other.client.get("/api/admin/logs?limit=100").await;
        refuse_traces(&format!("the operation log for {}", other.what), &log.text());
    }
}

#[tokio::test]
async fn the_search_finds_what_is_anonymous_by_its_words_without_its_author_and_not_by_the_author() {
    let scene = Scene::new().await;
    let app = &scene.portal.app;
    let (post, comment) = (scene.post["id"].to_string(), &scene.comment);
    let below = format!("{}-{}", comment["post_id"], comment["id"]);
    for other in &scene.others {
        // The post is for class 01; the admin is of class 00.
        let is_for = other.id != "240000";
        for (kind, words, id, is_found) in
            [("post", "改过了", &post, is_for), ("comment", "匿名说", &below, true)]
        {
            let hits = search::testing::hits(app, &other.client, kind, words).await;
            let found = hits.iter().any(|hit| hit["id"] == **id);
            assert_eq!(found, is_found, "{words} for {}: {hits:?}", other.what);
            refuse_traces(&format!("what {} finds", other.what), &json!(hits).to_string());
        }
        refuse_traces(
            "all kinds",
            &json!(search::testing::found(app, &other.client, "匿名说").await).to_string(),
        );
        for trace in [AUTHOR, "net-240101", "实名240101"] {
            for kind in ["post", "comment"] {
                let hits = search::testing::hits(app, &other.client, kind, trace).await;
                assert!(hits.is_empty(), "{trace} finds a {kind} for {}: {hits:?}", other.what);
            }
        }
    }
}

#[tokio::test]
async fn no_frame_that_others_get_has_a_trace_of_an_anonymous_author() {
    let scene = Scene::new().await;
    for other in &scene.others {
        let frames = scene.frames_for(other).await;
        let told = frames.iter().any(|frame| frame["post_id"] == scene.comment["post_id"]);
        assert!(told, "{} hears of the comment: {frames:?}", other.what);
        refuse_traces(&format!("the frames for {}", other.what), &json!(frames).to_string());
    }
}

#[tokio::test]
async fn no_event_names_an_anonymous_author_but_what_they_did_openly_and_what_they_alone_hear() {
    let scene = Scene::new().await;
    scene.mate().post(&at(&scene.post, "/comments"), &json!({ "content": "嗯" })).await.data();
    scene.mate().put(&at(&scene.post, "/like"), &json!({})).await.data();
    scene.portal.settle().await;
    scene.portal.app.catch_up("level").await;
    scene.refuse_traces_in_events("whatever was done").await;
}

#[tokio::test]
async fn answers_to_what_others_do_with_an_anonymous_post_have_no_trace_of_its_author() {
    let scene = Scene::new().await;
    for (method, path, body) in [
        (Method::PUT, "/like", json!({})),
        (Method::POST, "/comments", json!({ "content": "嗯" })),
        (Method::PUT, "/vote", json!({ "answers": [{ "question": 0, "choices": [0] }] })),
        (Method::POST, "/share", json!({})),
        (Method::PUT, "/bookmark", json!({})),
        (Method::POST, "/read", json!({})),
    ] {
        let answer = scene.mate().send(method, &at(&scene.post, path), Some(&body)).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        refuse_traces(path, &answer.text());
    }
    scene.refuse_traces_for_others("after the acts of a classmate").await;
}

#[tokio::test]
async fn an_anonymous_author_hears_of_a_comment_and_earns_nothing_by_what_is_anonymous() {
    let scene = Scene::new().await;
    scene.mate().put(&at(&scene.post, "/like"), &json!({})).await.data();
    scene.mate().post(&at(&scene.post, "/comments"), &json!({ "content": "嗯" })).await.data();
    let inbox = scene.author.get("/api/notifications").await.data();
    assert!(inbox["notifications"].to_string().contains("community_reply"), "{inbox}");
    // The growth would tell.
    scene.portal.settle().await;
    scene.portal.app.catch_up("level").await;
    let level = scene.author.get("/api/level/info").await.data();
    let shares = 3;
    assert!(level["exp"].as_i64().unwrap() <= shares, "{level}");
}

#[tokio::test]
async fn no_feature_exports_a_trace_of_an_anonymous_author_to_somebody_else() {
    let scene = Scene::new().await;
    for other in &scene.others {
        let exports = scene.exports_of(other).await;
        assert!(!exports.is_empty(), "{}", other.what);
        for (feature, data) in exports {
            refuse_traces(&format!("what {feature} exports to {}", other.what), &data.to_string());
        }
    }
}
