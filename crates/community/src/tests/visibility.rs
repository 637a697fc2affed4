//! Who × post × path: one table, made of every path of the API document that names a post, and of every list.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode};

use super::*;

/// The member and what they are: the author of all posts, classmates, members of other classes, staff.
const PEOPLE: [&str; 7] = ["240101", "240102", "240103", "240104", "240201", "240100", "240301"];

/// Whom each post is for, and who of [`PEOPLE`] sees it. 240102 and 240201 are in the group, 240104 is an officer,
/// 240100 the class admin of class 01, 240301 an admin of class 03.
fn cases(group: &str) -> Vec<(&'static str, Value, [bool; 7])> {
    let only = |rooms: &[&str]| json!({ "visible_groups": rooms });
    let but = |rooms: &[&str]| json!({ "hidden_groups": rooms });
    vec![
        ("标记甲", json!({}), [true; 7]),
        ("标记乙", only(&["class_01"]), [true, true, true, true, false, true, false]),
        ("标记丙", only(&["class_02"]), [true, false, false, false, true, false, false]),
        ("标记丁", only(&[group]), [true, true, false, false, true, false, false]),
        ("标记戊", but(&[group]), [true, false, true, true, false, true, true]),
        ("标记己", but(&["class_02"]), [true, true, true, true, false, true, true]),
        (
            "标记庚",
            json!({ "visible_groups": ["class_01"], "hidden_groups": [group] }),
            [true, false, true, true, false, true, false],
        ),
        ("标记辛", only(&[group, "class_03"]), [true, true, false, false, true, false, true]),
    ]
}

struct Table {
    portal: TestPortal,
    clients: Vec<Client>,
    /// Mark, post, comment, image, and who sees them.
    posts: Vec<(&'static str, Value, Value, String, [bool; 7])>,
}

impl Table {
    async fn new() -> Self {
        let limits = [
            ("RATE_LIMIT_POSTS", "10000/60"),
            ("RATE_LIMIT_COMMENTS", "10000/60"),
            ("RATE_LIMIT_LIKES", "10000/60"),
            ("RATE_LIMIT_USER", "100000/60"),
        ];
        let portal = TestPortal::with(
            &[search::FEATURE, realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE],
            &limits,
        )
        .await;
        let mut clients = Vec::new();
        for id in PEOPLE {
            clients.push(portal.register(id).await);
        }
        portal.promote("240104", &[&identity::admin::MANAGE_POSTS]).await;
        make_admin(&portal, "240301").await;
        let group = group(&portal, &["240101", "240102", "240201"]);
        let (mut posts, mut number) = (Vec::new(), 0);
        for (mark, audience, sees) in cases(&group) {
            for kind in ["forum", "poll"] {
                number += 1;
                let image = upload(&portal, "240101", &[PNG, &[number]].concat()).await;
                let mut body = audience.clone();
                let more = json!({ "title": mark, "content": format!("@net-240102 @net-240201 {mark}"), "images": [image], "tags": [mark], "type": kind });
                body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                if kind == "poll" {
                    body["poll"] = json!({ "questions": [{ "kind": "choice", "options": [format!("{mark}一"), format!("{mark}二")] }] });
                }
                let made = write(&clients[0], body).await;
                let comment =
                    clients[0].post(&at(&made, "/comments"), &json!({ "content": mark })).await.data();
                posts.push((mark, made, comment, image, sees));
            }
        }
        Self { portal, clients, posts }
    }
}

async fn make_admin(portal: &TestPortal, id: &str) {
    let user = UserId::parse(id).unwrap();
    portal.app.write(move |tx| Ok(identity::user::settle_admins(tx, &[user])?)).await.unwrap();
    portal.settle().await;
}

/// Every method and path of the document that names a post or comment.
fn paths() -> Vec<(Method, String)> {
    let document = serde_json::to_value(crate::routes::router().document()).unwrap();
    let paths: BTreeMap<String, Value> = serde_json::from_value(document["paths"].clone()).unwrap();
    let mut all = Vec::new();
    for (path, item) in paths {
        for method in item.as_object().unwrap().keys().filter(|_| path.contains("{id}")) {
            all.push((method.to_uppercase().parse().unwrap(), path.clone()));
        }
    }
    all
}

/// A body that does what the path is for.
fn body(path: &str) -> Value {
    json!({
        "content": "改", "pinned": false, "featured": false, "reason": "因为",
        "answers": [{ "question": 0, "choices": [0] }],
        "title": if path.ends_with("{id}") { json!("标题") } else { Value::Null },
    })
}

#[tokio::test]
async fn what_somebody_does_not_see_is_not_there_on_any_path() {
    let table = Table::new().await;
    let paths = paths();
    assert!(paths.len() >= 25, "{paths:?}");
    let mut asked = 0;
    for (who, client) in PEOPLE.iter().zip(&table.clients) {
        let place = PEOPLE.iter().position(|id| id == who).unwrap();
        for (mark, made, comment, image, sees) in &table.posts {
            assert_eq!(reads(&table.portal, who, image).await, sees[place], "the image of {mark} for {who}");
            for (method, path) in &paths {
                let is_of_comment = path.starts_with("/api/community/comments/");
                let id = if is_of_comment { &comment["id"] } else { &made["id"] };
                let target = path.replace("{id}", &id.to_string());
                // Whoever sees it is asked to read alone: what changes it would change what others are asked for.
                let has_no_poll =
                    made["poll"].is_null() && (path.ends_with("/voters") || path.ends_with("/results.csv"));
                if sees[place] && (*method != Method::GET || has_no_poll) {
                    continue;
                }
                asked += 1;
                let body = body(path);
                let answer =
                    client.send(method.clone(), &target, (*method != Method::GET).then_some(&body)).await;
                let is_absent = answer.status == StatusCode::NOT_FOUND;
                if sees[place] {
                    assert!(!is_absent, "{method} {path} of {mark} for {who}");
                } else if *method == Method::DELETE && path.ends_with("/bookmark") {
                    assert_eq!(answer.data(), Value::Null, "says nothing of the post");
                } else if ["/pin", "/feature", "/reveal"].iter().any(|staff| path.ends_with(staff)) {
                    // Who is not of the staff is refused before anything is looked for.
                    assert!(is_absent || answer.status == StatusCode::FORBIDDEN, "{method} {path} for {who}");
                    assert!(!answer.text().contains(mark));
                } else {
                    assert!(is_absent, "{method} {path} of {mark} for {who}: {}", answer.text());
                    assert!(!answer.text().contains(mark));
                }
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
}

#[tokio::test]
async fn no_list_inbox_search_or_frame_has_what_somebody_does_not_see() {
    let table = Table::new().await;
    for (place, (who, client)) in PEOPLE.iter().zip(&table.clients).enumerate() {
        let mut lists = Vec::new();
        for query in [
            "?limit=50",
            "?sort=hot&limit=50",
            "?type=poll&limit=50",
            "?author=240101&limit=50",
            "/rankings?days=90",
            "?bookmarked=true",
            "?featured=true",
            "/unread",
            "/profiles/240101",
        ] {
            lists.push((query, client.get(&format!("/api/community{query}")).await.text()));
        }
        lists.push(("the inbox", client.get("/api/notifications?limit=50").await.text()));
        for (mark, made, ..) in &table.posts {
            let tag: String = mark.bytes().map(|byte| format!("%{byte:02X}")).collect();
            let tagged = client.get(&format!("/api/community?tag={tag}")).await.data();
            let sees = table.posts.iter().find(|(known, ..)| known == mark).unwrap().4[place];
            assert_eq!(
                tagged["posts"].as_array().unwrap().len(),
                if sees { 2 } else { 0 },
                "{mark} for {who}"
            );
            for (query, list) in &lists {
                assert!(sees || !list.contains(mark), "{query} has {mark} for {who}");
            }
            let feed = &lists[0].1;
            assert_eq!(
                feed.contains(&format!("\"id\":{},", made["id"])),
                sees,
                "{mark} in the feed of {who}"
            );
        }
        let frames = frames_for(&table.portal, who).await;
        // Authors have the answers to what they do; frames of posts for others alone do not reach them.
        for (mark, made, _, _, sees) in table.posts.iter().filter(|_| place > 0) {
            let told = frames.iter().any(|frame| frame["post_id"] == made["id"]);
            assert_eq!(told, sees[place], "frames of {mark} for {who}");
        }
        let found = hits_for(&table.portal, who).await;
        for (mark, made, _, _, sees) in &table.posts {
            assert_eq!(found.contains(&made["id"].to_string()), sees[place], "{mark} is found by {who}");
        }
    }
}

/// What the open devices of a member have got.
async fn frames_for(portal: &TestPortal, who: &str) -> Vec<Value> {
    let facts = portal.app.accounts().load(UserId::parse(who).unwrap()).await.unwrap().unwrap();
    realtime::testing::frames_for(&portal.app, &facts, "community").await
}

/// The numbers of the posts that the search finds.
async fn hits_for(portal: &TestPortal, who: &str) -> Vec<String> {
    let client = portal.client_of(UserId::parse(who).unwrap()).await;
    let hits = search::testing::hits(&portal.app, &client, "post", "标记").await;
    hits.into_iter().map(|hit| hit["id"].as_str().unwrap().to_owned()).collect()
}
