//! Nobody learns who wrote something anonymous: every answer, frame, inbox, export and row of the operation log is
//! searched for the ids and names of its author.

use axum::http::Method;
use identity::admin::MANAGE_POSTS;

use super::*;

/// The author, who does nothing under their own name.
const AUTHOR: &str = "240101";
/// What would tell who it is.
const TRACES: [&str; 3] = ["240101", "net-240101", "实名240101"];

struct Scene {
    portal: TestPortal,
    author: Client,
    others: Vec<(&'static str, Client)>,
    post: Value,
    comment: Value,
}

impl Scene {
    /// An anonymous poll with an image and a call, and an anonymous comment below another's post.
    async fn new() -> Self {
        let limits = [("RATE_LIMIT_USER", "100000/60"), ("RATE_LIMIT_COMMENTS", "1000/60")];
        let portal = TestPortal::with(
            &[realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE],
            &limits,
        )
        .await;
        let author = portal.register(AUTHOR).await;
        let officer = portal.officer(&[&MANAGE_POSTS]).await;
        let (mate, head, admin) =
            (portal.register("240102").await, portal.class_admin().await, portal.admin().await);
        let others = vec![
            ("a classmate", mate),
            ("an officer", officer),
            ("the class admin", head),
            ("an admin", admin),
        ];
        let image = upload(&portal, AUTHOR, PNG).await;
        let poll = json!({ "questions": [{ "kind": "choice", "options": ["是", "否"] }], "secret": false, "results_from": "vote" });
        let more = json!({ "type": "poll", "poll": poll, "anonymous": true, "images": [image], "tags": ["匿名"], "content": "@net-240102 怎么看", "visible_groups": ["class_01"] });
        let post = write(&author, more).await;
        author
            .post(&at(&post, "/comments"), &json!({ "content": "我自己的补充", "anonymous": true }))
            .await
            .data();
        let open = write(&others[0].1, json!({ "title": "公开" })).await;
        let said = json!({ "content": "@net-240102 匿名说", "anonymous": true });
        let comment = author.post(&at(&open, "/comments"), &said).await.data();
        author.patch(&at(&post, ""), &json!({ "content": "改过了 @net-240102" })).await.data();
        author.put(&at(&open, "/like"), &json!({})).await.data();
        author.post_empty(&at(&open, "/share")).await.data();
        Self { portal, author, others, post, comment }
    }

    fn refuse_traces(&self, what: &str, text: &str) {
        for trace in TRACES {
            assert!(!text.contains(trace), "{what} has {trace}: {text}");
        }
    }
}

#[tokio::test]
async fn no_answer_frame_or_inbox_has_a_trace_of_an_anonymous_author() {
    let scene = Scene::new().await;
    let document = serde_json::to_value(crate::routes::router().document()).unwrap();
    for (who, client) in &scene.others {
        let mut asked = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            let ids = match path.starts_with("/api/community/comments/") {
                true => vec![scene.comment["id"].to_string()],
                false => vec![scene.post["id"].to_string(), scene.comment["post_id"].to_string()],
            };
            for id in ids {
                if item.get("get").is_some() && !path.contains("{user_id}") {
                    let answer = client.get(&path.replace("{id}", &id)).await;
                    // Whoever may vote is listed, also the author: who is missing in that list would be it.
                    if !path.ends_with("/voters") {
                        scene.refuse_traces(&format!("{path} for {who}"), &answer.text());
                    }
                    asked += 1;
                }
            }
        }
        assert!(asked >= 10, "{asked}");
        for query in ["?sort=hot", "?tag=%E5%8C%BF%E5%90%8D", "?type=poll", "?own=true"] {
            let answer = client.get(&format!("/api/community{query}")).await;
            scene.refuse_traces(query, &answer.text());
        }
        assert_eq!(client.get("/api/community?author=240101").await.data()["posts"], json!([]));
        scene.refuse_traces("the inbox", &client.get("/api/notifications?limit=50").await.text());
        scene.refuse_traces("the operation log", &client.get("/api/admin/logs?limit=100").await.text());
    }
}

#[tokio::test]
async fn the_acts_of_others_do_not_tell_either() {
    let scene = Scene::new().await;
    let mate = &scene.others[0].1;
    for (method, path, body) in [
        (Method::PUT, "/like", json!({})),
        (Method::POST, "/comments", json!({ "content": "嗯" })),
        (Method::PUT, "/vote", json!({ "answers": [{ "question": 0, "choices": [0] }] })),
        (Method::POST, "/share", json!({})),
        (Method::PUT, "/bookmark", json!({})),
        (Method::POST, "/read", json!({})),
    ] {
        let answer = mate.send(method, &at(&scene.post, path), Some(&body)).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        scene.refuse_traces(path, &answer.text());
    }
    let events = scene.portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 10_000)?)).await.unwrap();
    let subject = scene.post["id"].to_string();
    let about_it = events.iter().filter(|event| event.feature == "community" && event.subject_id == subject);
    let mut seen = 0;
    for event in about_it {
        // What members do under their own names has theirs; a share is one.
        scene.refuse_traces("an event", &format!("{} {} {}", event.actor_id, event.audience, event.data));
        seen += 1;
    }
    assert!(seen >= 6, "{seen}");
    // A comment and a like below an anonymous post reach its author without naming them.
    let inbox = scene.author.get("/api/notifications").await.data();
    assert!(inbox["notifications"].to_string().contains("community_reply"), "{inbox}");
    // Nothing anonymous earns experience, and neither does a like on it: the growth would tell.
    scene.portal.settle().await;
    scene.portal.app.catch_up("level").await;
    let level = scene.author.get("/api/level/info").await.data();
    let shares = 3;
    assert!(level["exp"].as_i64().unwrap() <= shares, "{level}");
}

#[tokio::test]
async fn exports_of_others_and_of_what_was_deleted_have_no_trace() {
    let scene = Scene::new().await;
    let (_, officer) = &scene.others[1];
    for id in ["240102", "240112", "240100"] {
        let user = UserId::parse(id).unwrap();
        let export =
            scene.portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap();
        scene.refuse_traces("an export", &serde_json::to_string(&export).unwrap());
    }
    officer.delete(&at(&scene.post, "")).await.data();
    for (who, client) in &scene.others {
        scene.refuse_traces(who, &client.get("/api/admin/logs?limit=100").await.text());
        scene.refuse_traces(who, &client.get("/api/notifications?limit=50").await.text());
    }
}
