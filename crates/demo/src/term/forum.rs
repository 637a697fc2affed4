//! The posts of the community, with what the class does about each of them.

use anyhow::{Context, Result};
use axum::http::Method;
use futures_util::future::try_join_all;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::day;
use super::schedule::Schedule;
use crate::class::{Post, PostComment};
use crate::portal::Portal;
use crate::{PUPIL, TEACHER};

/// Writes a post; then the class votes, comments and likes.
pub(super) async fn post(
    portal: &Portal,
    schedule: &Schedule<'_>,
    post: &Post,
    now: Timestamp,
) -> Result<()> {
    let made = portal.post(&post.author, "/api/community", body(post, now)).await?;
    let id = made["id"].as_i64().context("a post without a number")?;
    let path = format!("/api/community/{id}");
    let others = |percent| {
        let pupils = schedule.some_pupils(percent).into_iter();
        // What the demo pupil has not done is left to whoever looks at the demo.
        pupils.filter(|name| *name != post.author && *name != PUPIL).collect::<Vec<_>>()
    };
    if let Some(poll) = &post.poll {
        for name in others(post.votes) {
            let answers: Vec<Value> = poll
                .questions
                .iter()
                .enumerate()
                .map(|(number, question)| answer(schedule, number, question))
                .collect();
            portal
                .call(name, Method::PUT, &format!("{path}/vote"), Some(json!({ "answers": answers })))
                .await?;
        }
    }
    comment(portal, &path, &post.comments).await?;
    let like = format!("{path}/like");
    try_join_all(others(post.likes).into_iter().map(|name| portal.call(name, Method::PUT, &like, None)))
        .await?;
    let read = format!("{path}/read");
    try_join_all(others(90).into_iter().map(|name| portal.post(name, &read, Value::Null))).await?;
    for (is_set, mark, field) in [(post.pinned, "pin", "pinned"), (post.featured, "feature", "featured")] {
        if is_set {
            portal
                .call(TEACHER, Method::PUT, &format!("{path}/{mark}"), Some(json!({ field: true })))
                .await?;
        }
    }
    Ok(())
}

fn body(post: &Post, now: Timestamp) -> Value {
    let mut body = json!({
        "type": post.r#type, "title": post.title, "content": post.content.join("\n"), "tags": post.tags,
        "anonymous": post.anonymous,
    });
    if let Some(poll) = &post.poll {
        body["poll"] = json!({ "questions": poll.questions, "secret": poll.secret });
        let last = day(now, poll.closes - post.days_ago).at(21, 0, 0, 0).to_zoned(TimeZone::system());
        if let Ok(last) = last {
            body["poll"]["closes_at"] = json!(last.timestamp().to_string());
        }
    }
    body
}

async fn comment(portal: &Portal, path: &str, comments: &[PostComment]) -> Result<()> {
    let path = format!("{path}/comments");
    let mut written: Vec<Value> = Vec::new();
    for PostComment(author, content, answered, anonymous) in comments {
        let parent = answered.and_then(|place| written.get(place.checked_sub(1)?));
        let new = json!({ "content": content, "anonymous": anonymous, "parent_id": parent });
        written.push(portal.post(author, &path, new).await?["id"].clone());
    }
    Ok(())
}

/// What somebody chooses, mostly the first.
fn answer(schedule: &Schedule<'_>, number: usize, question: &Value) -> Value {
    match question["kind"].as_str() {
        Some("scale") => json!({ "question": number, "value": schedule.pick(&[2, 3, 3, 4, 4, 4, 5]) }),
        Some("text") => {
            json!({ "question": number, "text": schedule.pick(&["把后排的灯也打开", "希望能借耳塞", "很好", "饮水机早点烧水"]) })
        }
        _ => {
            let most = question["options"].as_array().map_or(1, Vec::len);
            let choice = schedule.pick(&[0, 0, 0, 1, 1, 2, 3]).min(most - 1);
            json!({ "question": number, "choices": [choice] })
        }
    }
}
