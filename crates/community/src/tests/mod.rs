//! The community through `HttpApp`.

mod anonymity;
mod birthdays;
mod comments;
mod lists;
mod moderators;
mod polls;
mod posts;
mod profiles;
mod programs;
mod removals;
mod reports;
mod visibility;
mod word_rules;

use identity::testing::TestPortal;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::FEATURE;

/// A group that a test makes.
const GROUP: &str = "0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n0000000000000000";

async fn portal() -> TestPortal {
    TestPortal::new(&[
        search::FEATURE,
        realtime::FEATURE,
        integrations::FEATURE,
        moderation::FEATURE,
        FEATURE,
    ])
    .await
}

/// A post; `more` says what is special about it.
fn post(more: Value) -> Value {
    let mut body = json!({ "title": "食堂新菜", "content": "番茄 **炒蛋** 不错" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn write(client: &Client, more: Value) -> Value {
    client.post("/api/community", &post(more)).await.data()
}

/// The path of a post.
fn at(made: &Value, rest: &str) -> String {
    format!("/api/community/{}{rest}", made["id"])
}

/// The titles of a list.
async fn titles(client: &Client, query: &str) -> Vec<String> {
    let list = client.get(&format!("/api/community{query}")).await.data();
    let all = list["posts"].as_array().unwrap();
    all.iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

/// The hash of a file that a member has uploaded.
async fn upload(portal: &TestPortal, user: &str, bytes: &[u8]) -> String {
    let owner = UserId::parse(user).unwrap();
    let mut upload = portal.app.files.begin(&portal.app.random, 1 << 20).await.unwrap();
    upload.write(bytes).await.unwrap();
    upload.finish(&portal.app, owner, "", |_, _, _| Ok(())).await.unwrap().hash
}

/// Whether a member may read a file.
async fn reads(portal: &TestPortal, user: &str, hash: &str) -> bool {
    let facts = portal.app.accounts().load(UserId::parse(user).unwrap()).await.unwrap().unwrap();
    let (app, reader, hash) = (portal.app.clone(), portal.app.file_reader(&facts), hash.to_owned());
    portal.app.db.read(move |read| Ok(app.files.may_read(read, &hash, &reader)?)).await.unwrap()
}

/// Makes a group of these members.
fn group(portal: &TestPortal, members: &[&str]) -> String {
    portal.app.groups.join(GROUP, members.iter().map(|id| UserId::parse(id).unwrap()));
    format!("group_{GROUP}")
}
