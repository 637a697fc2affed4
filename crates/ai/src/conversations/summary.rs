//! Summaries, which a model writes when a conversation grows longer than a model is shown.

use kernel::user::UserId;
use kernel::{App, Result};
use serde_json::{Value, json};

use crate::models::key::endpoint_of;
use crate::prompts;
use crate::provider::complete;
use crate::store::conversations::{self as store, MessageRow};
use crate::store::models::ModelRow;
use crate::usage::{Purpose, record};

/// A conversation is summarised when so many messages have no summary.
const SUMMARISED_FROM: usize = 16;
/// So many of them stay as they are.
const KEPT: usize = 4;
/// What of each message a title or a summary is made of, in characters.
const EXCERPT: usize = 1500;
/// Longest summary, in characters.
const MAX_SUMMARY: usize = 2000;

/// Summarises a conversation that has grown long, for the next question. A failure leaves it as it is.
pub(crate) async fn summarise(app: &App, user: UserId, id: &str, model: &ModelRow) {
    if let Err(error) = try_summarise(app, user, id, model).await {
        tracing::info!(conversation = id, %error, "not summarised");
    }
}

async fn try_summarise(app: &App, user: UserId, id: &str, model: &ModelRow) -> Result<()> {
    let read_id = id.to_owned();
    let read = app.db.read(move |read| {
        let Some(row) = store::find(read, &read_id, user)? else { return Ok(None) };
        let messages = store::messages_after(read, &read_id, row.summary_to)?;
        Ok(Some((row, messages)))
    });
    let Some((row, messages)) = read.await? else { return Ok(()) };
    let Some((old, summary_to)) = messages_to_summarise(&messages) else { return Ok(()) };
    let endpoint = endpoint_of(app, model)?;
    let asked =
        complete(app, user, &endpoint, &model.model, &request(prompts::SUMMARY, &row.summary, old)).await;
    let (text, usage) = asked.map_err(|error| error.refusal())?;
    let summary: String = text.chars().take(MAX_SUMMARY).collect();
    let summary: String = summary.chars().filter(|c| !c.is_control() || *c == '\n').collect();
    let (id, model, before) = (id.to_owned(), model.id.clone(), row.summary_to);
    let made_of = fingerprints(old);
    app.write(move |tx| {
        tx.lock_log()?;
        let Some(mut row) = store::find(tx, &id, user)? else { return Ok(()) };
        record(tx, user, &model, usage, Purpose::Other)?;
        // The messages that it is made of may have been replaced meanwhile.
        let now = fingerprints(&store::messages_after(tx, &id, before)?);
        let is_same = row.summary_to == before && made_of.iter().all(|mark| now.contains(mark));
        if is_same && !summary.is_empty() {
            (row.summary, row.summary_to, row.summary_at) = (summary.clone(), summary_to, Some(tx.now()));
            store::update(tx, &row)?;
        }
        Ok(())
    })
    .await
}

/// Of the messages without a summary those that a new one is made of, and the position of the last of them; `None` while the conversation is
/// short.
fn messages_to_summarise(messages: &[MessageRow]) -> Option<(&[MessageRow], i64)> {
    if messages.len() <= SUMMARISED_FROM {
        return None;
    }
    let old = &messages[..messages.len() - KEPT];
    old.last().map(|last| (old, last.position))
}

/// By what messages are known again: position, time, and length of the text in bytes.
fn fingerprints(messages: &[MessageRow]) -> Vec<(i64, i64, usize)> {
    messages.iter().map(|message| (message.position, message.created_at, message.content.len())).collect()
}

/// The request for a text about messages.
pub(super) fn request(prompt: &str, summary: &str, messages: &[MessageRow]) -> Vec<Value> {
    let mut about = String::new();
    if !summary.is_empty() {
        about.push_str(&prompts::old_summary(summary));
    }
    for message in messages {
        let excerpt: String = message.content.chars().take(EXCERPT).collect();
        about.push_str(&prompts::excerpt(message.role, &excerpt));
    }
    vec![json!({ "role": "system", "content": prompt }), json!({ "role": "user", "content": about })]
}
