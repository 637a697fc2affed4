//! Titles that a model finds for conversations.

use axum::extract::State;
use kernel::http::Path;
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::conversation::find;
use super::fields::title_of;
use super::summary::request;
use crate::access::Member;
use crate::models::key::endpoint_of;
use crate::models::user_models::models_of;
use crate::prompts;
use crate::provider::complete;
use crate::store::conversations as store;
use crate::texts;
use crate::usage::{Budget, Purpose, record};

/// A title is made of so many messages.
const TITLED: i64 = 4;

/// The title of a conversation for which a model has looked for one.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConversationTitle {
    /// The title that the model has found, at most 30 characters; that of before when it has found none, and one that the
    /// member has set meanwhile.
    title: String,
}

/// Lets a model find a title for a conversation of the caller.
#[utoipa::path(post, path = "/api/ai-chat/conversations/{id}/title", tag = "ai",
    params(("id" = String, Path, description = "The id of the conversation")),
    responses((status = 200, body = Envelope<ConversationTitle>)))]
pub(crate) async fn name_conversation(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
) -> Result<Reply<ConversationTitle>> {
    identity::exam::refuse(&app, &caller.facts)?;
    let (user, read_id, day) = (caller.facts.user_id, id.clone(), app.today());
    let (before, messages, model) = app
        .db
        .read(move |read| {
            let title = find(read, &read_id, user)?.title;
            let user_models = models_of(read, user)?;
            if let Some(budget) = Budget::of(read, &user_models.policy, day, user)? {
                budget.check(0)?;
            }
            let chosen = user_models.available.resolve(None, user_models.preferred.as_deref())?;
            let model = user_models.model(chosen).cloned().ok_or_else(kernel::ApiError::not_found)?;
            let messages = store::first_messages(read, &read_id, TITLED)?;
            if messages.is_empty() {
                return Err(texts::CONVERSATION_EMPTY.err());
            }
            Ok((title, messages, model))
        })
        .await?;
    let endpoint = endpoint_of(&app, &model)?;
    let asked = complete(&app, user, &endpoint, &model.model, &request(prompts::TITLE, "", &messages)).await;
    let (text, usage) = asked.map_err(|error| error.refusal())?;
    // A title is shown as it is: marks of Markdown say nothing there.
    let plain = text.replace(['*', '#', '`', '_', '>'], "");
    let found = title_of(plain.trim().trim_matches(['"', '“', '”', '《', '》', '。']));
    let title = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = find(tx, &id, user)?;
        // A title that the member has set meanwhile is theirs.
        if !found.is_empty() && row.title == before {
            row.title.clone_from(&found);
            store::update(tx, &row)?;
        }
        record(tx, user, &model.id, usage, Purpose::Other)?;
        Ok(row.title)
    });
    Ok(Reply::ok(ConversationTitle { title: title.await? }))
}
