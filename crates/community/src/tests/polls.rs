//! Polls and surveys through `HttpApp`.

mod disclosure;
mod results;
mod rules;
mod secrecy;
mod voters;

use identity::testing::TestPortal;
use kernel::testing::{Answer, Client};
use serde_json::{Value, json};

use crate::FEATURE;
use crate::store::polls::{self, PollRow};

const ALL: &str = "/api/community";

/// Without a limit of posts: a table of refusals draws more than a member may write.
async fn portal() -> TestPortal {
    TestPortal::with(
        &[realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE],
        &[("RATE_LIMIT_POSTS", "0")],
    )
    .await
}

fn merged(mut body: Value, more: &Value) -> Value {
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// A poll about lunch; `poll` says what is special about its vote.
fn lunch(poll: &Value) -> Value {
    let questions = json!([{ "kind": "choice", "options": ["米饭", "面条", "都行"] }]);
    json!({ "type": "poll", "title": "午饭吃什么", "poll": merged(json!({ "questions": questions }), poll) })
}

/// A survey with a question of each kind; only the scale must be answered.
fn outing(poll: &Value) -> Value {
    let questions = json!([
        { "kind": "choice", "text": "去哪里", "options": ["山", "海", "城"], "max_choices": 2, "required": false },
        { "kind": "text", "text": "想说什么", "required": false },
        { "kind": "scale", "text": "期待程度", "scale_min": 0, "scale_max": 3, "low_label": "不", "high_label": "很" },
    ]);
    json!({ "type": "survey", "title": "秋游", "poll": merged(json!({ "questions": questions }), poll) })
}

async fn ask(client: &Client, body: Value) -> Value {
    client.post(ALL, &body).await.data()
}

fn path(made: &Value, rest: &str) -> String {
    format!("{ALL}/{}{rest}", made["id"])
}

async fn vote(client: &Client, made: &Value, answers: Value) -> Answer {
    client.put(&path(made, "/vote"), &json!({ "answers": answers })).await
}

/// A vote for one option of the first question.
async fn choose(client: &Client, made: &Value, option: usize) -> Answer {
    vote(client, made, json!([{ "question": 0, "choices": [option] }])).await
}

/// What members vote on, as a client gets it.
async fn seen(client: &Client, made: &Value) -> Value {
    client.get(&path(made, "")).await.data()["poll"].clone()
}

/// The same as the database has it.
async fn row(portal: &TestPortal, made: &Value) -> PollRow {
    let id = made["id"].as_i64().unwrap();
    portal.app.db.read(move |read| Ok(polls::find(read, id)?)).await.unwrap().unwrap()
}
