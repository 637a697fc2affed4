//! Every SQL text of the AI chat.

pub(super) mod conversations;
pub(super) mod generations;
pub(super) mod models;
pub(super) mod policies;
pub(super) mod presets;
pub(super) mod replaced;
pub(super) mod safety;
pub(super) mod settings;
pub(super) mod usage;

use crate::conversations::attachments::{self, FEATURE};
use kernel::app::iso;
use kernel::db::{DbResult, Read, Statement, Tx};
use kernel::user::UserId;
use serde_json::{Value, json};

/// All of them.
pub(super) const STATEMENTS: &[&Statement] = &kernel::db::joined::<
    {
        models::STATEMENTS.len()
            + policies::STATEMENTS.len()
            + settings::STATEMENTS.len()
            + conversations::STATEMENTS.len()
            + generations::STATEMENTS.len()
            + usage::STATEMENTS.len()
            + presets::STATEMENTS.len()
            + safety::STATEMENTS.len()
            + replaced::STATEMENTS.len()
    },
>(&[
    models::STATEMENTS,
    policies::STATEMENTS,
    settings::STATEMENTS,
    conversations::STATEMENTS,
    generations::STATEMENTS,
    usage::STATEMENTS,
    presets::STATEMENTS,
    safety::STATEMENTS,
    replaced::STATEMENTS,
]);

/// Conversations that an export has.
const EXPORTED: i64 = 10_000;

/// Forgets a member. What they have added for others stays, and so do counts that say nothing of who was counted.
pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    kernel::files::forget_owner(tx, FEATURE, user)?;
    generations::delete_all(tx, *user)?;
    conversations::delete_all(tx, *user)?;
    usage::forget(tx, *user)?;
    models::forget_creator(tx, *user)?;
    policies::forget(tx, *user)?;
    settings::delete(tx, *user)
}

/// How the member has set the chat up, and what they have talked about.
pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let settings = settings::find(read, *user)?;
    let mut conversations = Vec::new();
    for row in conversations::list(read, *user, "", EXPORTED)? {
        let messages = exported_messages(read, &row.id)?;
        let mut replaced = Vec::new();
        for old in replaced::list(read, &row.id)? {
            let messages = exported_messages(read, &old.id)?;
            replaced.push(json!({ "replaced_at": iso(old.replaced_at), "messages": messages }));
        }
        let preset = row.preset_id.as_deref().map(|id| presets::find(read, id)).transpose()?.flatten();
        let preset = preset.map(|preset| preset.label);
        conversations.push(
            json!({ "id": row.id, "title": row.title, "persona": row.persona, "summary": row.summary,
                                   "preset": preset, "created_at": iso(row.created_at), "messages": messages,
                                   "replaced_messages": replaced }),
        );
    }
    let usage = usage::of_user(read, *user)?;
    if settings.is_none() && conversations.is_empty() && usage.is_empty() {
        return Ok(None);
    }
    let settings = settings.map(|row| {
        let pinned: Value = serde_json::from_str(&row.pinned_conversations).unwrap_or_default();
        json!({ "system_prompt": row.system_prompt, "model": row.model, "pinned_conversations": pinned })
    });
    let usage: Vec<Value> = usage
        .into_iter()
        .map(|row| {
            json!({ "day": row.day, "model": row.model, "messages": row.messages, "prompt_tokens": row.prompt_tokens,
                    "cached_tokens": row.cached_tokens, "completion_tokens": row.completion_tokens })
        })
        .collect();
    let policy = policies::of_user(read, *user)?.label;
    Ok(Some(
        json!({ "settings": settings, "policy": policy, "conversations": conversations, "usage": usage }),
    ))
}

/// The messages of a conversation, or those that it had.
fn exported_messages(read: &mut Read, id: &str) -> DbResult<Vec<Value>> {
    let exported = |message: conversations::MessageRow| {
        let attachments = attachments::of_message(&message);
        let sources: Value = serde_json::from_str(&message.sources).unwrap_or_default();
        json!({ "role": message.role, "content": message.content, "reasoning": message.reasoning,
                "model": message.model_label, "sources": sources, "attachments": attachments,
                "partial": message.is_partial, "created_at": iso(message.created_at) })
    };
    Ok(conversations::messages(read, id)?.into_iter().map(exported).collect())
}
