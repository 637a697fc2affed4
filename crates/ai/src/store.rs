//! Every SQL text of the AI chat.

pub(super) mod conversations;
pub(super) mod generations;
pub(super) mod models;
pub(super) mod policies;
pub(super) mod presets;
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
        let messages: Vec<Value> = conversations::messages(read, &row.id)?
            .into_iter()
            .map(|message| {
                let attachments = attachments::of_message(&message);
                let sources: Value = serde_json::from_str(&message.sources).unwrap_or_default();
                json!({ "role": message.role, "content": message.content, "reasoning": message.reasoning,
                        "model": message.model_label, "sources": sources, "attachments": attachments,
                        "partial": message.is_partial, "created_at": iso(message.created_at) })
            })
            .collect();
        let preset = row.preset_id.as_deref().map(|id| presets::find(read, id)).transpose()?.flatten();
        let preset = preset.map(|preset| preset.label);
        conversations.push(json!({ "title": row.title, "persona": row.persona, "summary": row.summary,
                                   "preset": preset, "created_at": iso(row.created_at), "messages": messages }));
    }
    if settings.is_none() && conversations.is_empty() {
        return Ok(None);
    }
    let settings = settings.map(|row| json!({ "system_prompt": row.system_prompt, "model": row.model }));
    Ok(Some(json!({ "settings": settings, "conversations": conversations })))
}
