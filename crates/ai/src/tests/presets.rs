//! Presets: who writes them, who may choose them, and what models are told of them.

use axum::http::StatusCode;
use serde_json::json;

use super::*;

const PRESETS: &str = "/api/ai-chat/presets";
const MANAGED: &str = "/api/ai-chat/admin/presets";

fn preset(label: &str, prompt: &str) -> Value {
    json!({ "label": label, "description": "先给提示", "prompt": prompt })
}

async fn written(admin: &Client, label: &str, prompt: &str) -> String {
    let made = admin.post(MANAGED, &preset(label, prompt)).await.data();
    made["id"].as_str().unwrap().to_owned()
}

/// What the models of a scene were told first, by request.
fn told(scene: &Scene) -> Vec<String> {
    let first = |asked: &ai_stub::Received| asked.body["messages"][0]["content"].as_str().unwrap().to_owned();
    scene.provider.stub.received().iter().map(first).collect()
}

#[tokio::test]
async fn members_choose_from_what_the_staff_has_written_in_its_order() {
    let portal = portal().await;
    let (admin, member) = (portal.admin().await, portal.member().await);
    let last = written(&admin, "作文", "评改作文").await;
    let first = written(&admin, "口语", "陪练口语").await;
    admin.put(&format!("{MANAGED}/{last}"), &json!({ "sort_order": 5, "label": "作文评改" })).await.data();
    let list = member.get(PRESETS).await.data();
    assert_eq!(ids(&list), [first.clone(), last.clone()]);
    let shown = json!({ "id": last, "label": "作文评改", "description": "先给提示", "prompt": "评改作文" });
    assert_eq!(list[1], shown);
    admin.delete(&format!("{MANAGED}/{first}")).await.data();
    assert_eq!(ids(&member.get(PRESETS).await.data()), [last]);
    assert_eq!(admin.delete(&format!("{MANAGED}/{first}")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_prompt_of_a_preset_comes_after_the_policys_and_holds_where_own_prompts_do_not() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let id = written(&scene.admin, "数学", "一步一步来").await;
    scene.member.put("/api/ai-chat/settings", &json!({ "system_prompt": "直接给答案" })).await.data();
    scene.member.patch(&scene.path(), &json!({ "persona": "答题机器", "preset_id": id })).await.data();
    let policy = "/api/ai-chat/admin/policies/default";
    scene.admin.put(policy, &json!({ "system_prompt": "只给提示" })).await.data();
    scene.member.post("/api/ai-chat/chat", &scene.question("a")).await.data();
    scene.admin.put(policy, &json!({ "locks_prompt": true })).await.data();
    scene.member.post("/api/ai-chat/chat", &scene.question("b")).await.data();
    // Words that the staff changes hold from the next question on.
    scene.admin.put(&format!("{MANAGED}/{id}"), &json!({ "prompt": "先问思路" })).await.data();
    scene.member.post("/api/ai-chat/chat", &scene.question("c")).await.data();
    let expected = [
        "只给提示\n\n一步一步来\n\n直接给答案\n\n答题机器",
        "只给提示\n\n一步一步来",
        "只给提示\n\n先问思路",
    ];
    assert_eq!(told(&scene), expected);
}

#[tokio::test]
async fn a_conversation_has_a_preset_from_its_beginning_or_later_or_none_any_more() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let id = written(&scene.admin, "口语", "陪练口语").await;
    let made = scene.member.post("/api/ai-chat/conversations", &json!({ "preset_id": id })).await.data();
    assert_eq!(made["preset_id"], json!(id));
    let path = format!("/api/ai-chat/conversations/{}", made["id"].as_str().unwrap());
    let renamed = scene.member.patch(&path, &json!({ "title": "英语" })).await.data();
    assert_eq!(renamed["preset_id"], json!(id), "what is absent stays");
    let without = scene.member.patch(&path, &json!({ "preset_id": null })).await.data();
    assert_eq!(without["preset_id"], json!(null));
    assert_eq!(scene.detail().await["preset_id"], json!(null));
    let with = scene.member.patch(&path, &json!({ "preset_id": id })).await.data();
    assert_eq!(with["preset_id"], json!(id));
    let unknown = json!({ "preset_id": "nothing" });
    for answer in [
        scene.member.patch(&path, &unknown).await,
        scene.member.post("/api/ai-chat/conversations", &unknown).await,
    ] {
        assert_eq!(
            (answer.status, &answer.json()["slug"]),
            (StatusCode::NOT_FOUND, &json!("ai_preset_unknown"))
        );
    }
    assert_eq!(scene.member.get(&path).await.data()["preset_id"], json!(id), "a refusal changes nothing");
}

#[tokio::test]
async fn a_removed_preset_is_left_out_and_no_later_one_takes_its_place() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let id = written(&scene.admin, "口语", "陪练口语").await;
    scene.member.patch(&scene.path(), &json!({ "preset_id": id })).await.data();
    scene.admin.delete(&format!("{MANAGED}/{id}")).await.data();
    let again = written(&scene.admin, "口语", "别的话").await;
    assert_ne!(again, id);
    scene.member.post("/api/ai-chat/chat", &scene.question("x")).await.data();
    assert_eq!(scene.detail().await["preset_id"], json!(id), "the client shows it as absent");
    let asked = scene.provider.stub.received();
    assert_eq!(asked[0].body["messages"][0]["role"], "user", "models are told nothing first");
}

#[tokio::test]
async fn presets_of_a_class_are_for_its_members_and_its_admin_alone() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let (admin, class_admin) = (portal.admin().await, portal.class_admin().await);
    let (member, other) = (portal.register("240111").await, portal.register("240211").await);
    let of_portal = written(&admin, "全校", "a").await;
    let own = written(&class_admin, "一班", "b").await;
    assert_eq!(ids(&member.get(PRESETS).await.data()), [of_portal.clone(), own.clone()]);
    assert_eq!(ids(&other.get(PRESETS).await.data()), std::slice::from_ref(&of_portal));
    let refused = other.post("/api/ai-chat/conversations", &json!({ "preset_id": own })).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    let list = class_admin.get(MANAGED).await.data();
    let rights: Vec<(&Value, &Value)> =
        list.as_array().unwrap().iter().map(|preset| (&preset["class"], &preset["may_change"])).collect();
    assert_eq!(rights, [(&json!(null), &json!(false)), (&json!("01"), &json!(true))]);
    let change = json!({ "label": "改" });
    let refused = class_admin.put(&format!("{MANAGED}/{of_portal}"), &change).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(class_admin.delete(&format!("{MANAGED}/{of_portal}")).await.status, StatusCode::FORBIDDEN);
    let second = portal.register("240200").await;
    assert_eq!(second.put(&format!("{MANAGED}/{own}"), &change).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ids(&admin.get(MANAGED).await.data()), [of_portal, own]);
}

#[tokio::test]
async fn members_and_officers_write_no_presets() {
    let portal = portal().await;
    for client in [portal.member().await, portal.officer(&portal.permissions()).await] {
        assert_eq!(client.get(MANAGED).await.status, StatusCode::FORBIDDEN);
        assert_eq!(client.post(MANAGED, &preset("x", "y")).await.status, StatusCode::FORBIDDEN);
        assert_eq!(client.get(PRESETS).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn bad_presets_are_refused_and_there_are_at_most_a_hundred() {
    let portal = portal().await;
    let admin = portal.admin().await;
    for (body, slug) in [
        (json!({ "prompt": "x" }), "ai_preset_label_invalid"),
        (preset(&"很".repeat(21), "x"), "ai_preset_label_invalid"),
        (json!({ "label": "x" }), "ai_preset_prompt_empty"),
        (preset("x", " \n "), "ai_preset_prompt_empty"),
        (preset("x", &"长".repeat(4001)), "ai_prompt_invalid"),
        (json!({ "label": "x", "prompt": "y", "description": "a\nb" }), "ai_preset_description_invalid"),
        (
            json!({ "label": "x", "prompt": "y", "description": "很".repeat(101) }),
            "ai_preset_description_invalid",
        ),
        (json!({ "label": "x", "prompt": "y", "sort_order": -1 }), "ai_model_number_invalid"),
    ] {
        let answer = admin.post(MANAGED, &body).await;
        assert_eq!(
            (answer.status, &answer.json()["slug"]),
            (StatusCode::BAD_REQUEST, &json!(slug)),
            "{body}"
        );
    }
    let id = written(&admin, "第一个", "x").await;
    let emptied = admin.put(&format!("{MANAGED}/{id}"), &json!({ "prompt": "" })).await;
    assert_eq!(emptied.json()["slug"], "ai_preset_prompt_empty");
    let plain = admin.put(&format!("{MANAGED}/{id}"), &json!({ "description": " " })).await.data();
    assert_eq!(plain["description"], "");
    for n in 1..100 {
        written(&admin, &format!("第 {n} 个"), "x").await;
    }
    assert_eq!(admin.post(MANAGED, &preset("再来", "x")).await.json()["slug"], "ai_presets_too_many");
}

#[tokio::test]
async fn an_export_names_the_preset_of_a_conversation() {
    let scene = Scene::new(&[]).await;
    let id = written(&scene.admin, "口语", "陪练口语").await;
    scene.member.patch(&scene.path(), &json!({ "preset_id": id })).await.data();
    let user = kernel::user::UserId::parse("240111").unwrap();
    let export = move |read: &mut kernel::db::Read| Ok(crate::store::export(read, &user)?);
    let exported = scene.portal.app.db.read(export).await.unwrap().unwrap();
    assert_eq!(exported["conversations"][0]["preset"], "口语");
    scene.portal.app.write(move |tx| Ok(crate::store::erase(tx, &user)?)).await.unwrap();
    assert_eq!(ids(&scene.admin.get(MANAGED).await.data()), [id], "presets are nobody's data");
}
